"""The procedures of the solitaire guide, one function a printed step."""

from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.games.fields_of_despair.commands import (
    Adjust,
    AnswerAir,
    AnswerAttack,
    Choose,
    CpArtillery,
    CpBlocks,
    CpBreakout,
    CpCombat,
    CpFire,
    CpReinforce,
    CpReset,
    CpSpring,
    CpTarget,
    DeclareCombat,
    Dogfight,
    Economy,
    FieldsCommand,
    FromTheEast,
    NextStep,
    Recon,
    SetUp,
    SkipStep,
    TakeLosses,
)
from rules.games.fields_of_despair.procedures import air, breakouts, combat, economy, offensives, sequence, setup
from rules.games.fields_of_despair.procedures.steps import Steps
from rules.games.fields_of_despair.state import State
from rules.games.fields_of_despair.tables import ALLIES, FieldsTables
from rules.notice import Seat


def decide(tables: FieldsTables, state: State, seat: Seat, command: FieldsCommand, dice: Dice) -> Steps:
    """Do what a seat asks for."""
    if seat != ALLIES and not isinstance(command, Adjust):
        raise NotYours("The Allied players answer for the board: take that seat with `/campaign join`.")
    if state.is_over:
        raise NotNow("The last turn is over; `/campaign end` publishes the seed of the dice.")
    if not (state.is_set_up or isinstance(command, SetUp)):
        raise NotNow("First tell me what the Central Powers have on the board: `/cp setup`.")
    if isinstance(command, (CpBlocks, CpTarget, CpReinforce, CpArtillery, CpCombat)):
        return _offensive(tables, state, command, dice)
    if isinstance(command, (CpSpring, CpBreakout, CpFire, CpReset)):
        return _breakout(tables, state, command, dice)
    if isinstance(command, (Recon, Dogfight, AnswerAir, DeclareCombat, AnswerAttack, TakeLosses)):
        return _allied_turn(tables, state, command, dice)
    return _housekeeping(tables, state, command)


def _housekeeping(tables: FieldsTables, state: State, command: FieldsCommand) -> Steps:
    match command:
        case SetUp():
            return setup.set_up(tables, state, command)
        case Adjust(what=what, value=value, reason=reason):
            return setup.adjust(state, what, value, reason)
        case NextStep():
            return sequence.next_step(tables, state)
        case SkipStep(reason=reason):
            return sequence.skip_step(tables, state, reason)
        case Economy(eps=eps, supply=supply):
            return economy.spend(tables, state, eps, supply)
        case Choose(item=item):
            return economy.choose(tables, state, item)
        case FromTheEast(value=value):
            return economy.from_the_east(tables, state, value)
    raise AssertionError("every command has its procedure")


def _allied_turn(
    tables: FieldsTables,
    state: State,
    command: Recon | Dogfight | AnswerAir | DeclareCombat | AnswerAttack | TakeLosses,
    dice: Dice,
) -> Steps:
    match command:
        case Recon(hex=hex_, air=value, limit=limit):
            return air.reconnoitre(tables, state, hex_, value, limit, dice)
        case Dogfight(hexes=hexes):
            return air.place_squadrons(tables, state, hexes)
        case AnswerAir():
            return air.answer(tables, state, dice)
        case DeclareCombat(hexes=hexes):
            return combat.declare(tables, state, hexes)
        case AnswerAttack(limit=limit):
            return combat.answer(tables, state, limit, dice)
        case TakeLosses(sps=sps):
            return combat.take_losses(state, sps)


def _offensive(
    tables: FieldsTables,
    state: State,
    command: CpBlocks | CpTarget | CpReinforce | CpArtillery | CpCombat,
    dice: Dice,
) -> Steps:
    match command:
        case CpBlocks(hexes=hexes, in_france=in_france, allies_ahead=allies_ahead):
            return offensives.begin(tables, state, hexes, in_france, allies_ahead, dice)
        case CpTarget(hex=hex_):
            return offensives.choose_target(tables, state, hex_)
        case CpReinforce(sps=sps):
            return offensives.reinforce_and_launch(tables, state, sps, dice)
        case CpArtillery(artillery=artillery, blocks=blocks):
            return offensives.answer_artillery(tables, state, artillery, blocks, dice)
        case CpCombat(losses=losses, breakout=breakout):
            return offensives.fight(tables, state, losses, breakout, dice)


def _breakout(
    tables: FieldsTables, state: State, command: CpSpring | CpBreakout | CpFire | CpReset, dice: Dice
) -> Steps:
    match command:
        case CpSpring(note=note):
            return breakouts.note_spring(tables, state, note, dice)
        case CpBreakout(hexes=hexes):
            return breakouts.move(tables, state, hexes, dice)
        case CpFire(losses=losses):
            return breakouts.fire(tables, state, losses)
        case CpReset(hexes=hexes):
            return breakouts.reset_last(tables, state, hexes)
