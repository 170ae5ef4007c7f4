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
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.procedures import air, breakouts, combat, economy, offensives, sequence, setup
from rules.games.fields_of_despair.procedures.steps import Steps
from rules.games.fields_of_despair.state import State
from rules.seat import Seat


def decide(data: FieldsData, state: State, seat: Seat, command: FieldsCommand, dice: Dice) -> Steps:
    """Do what a seat asks for."""
    if seat != ALLIES and not isinstance(command, Adjust):
        raise NotYours("The Allied players answer for the board: take that seat with `/campaign join`.")
    if state.is_over:
        raise NotNow("The last turn is over; `/campaign end` publishes the seed of the dice.")
    if not (state.is_set_up or isinstance(command, SetUp)):
        raise NotNow("First tell me what the Central Powers have on the board: `/cp setup`.")
    if isinstance(command, (CpBlocks, CpTarget, CpReinforce, CpArtillery, CpCombat)):
        return _offensive(data, state, command, dice)
    if isinstance(command, (CpSpring, CpBreakout, CpFire, CpReset)):
        return _breakout(data, state, command, dice)
    if isinstance(command, (Recon, Dogfight, AnswerAir, DeclareCombat, AnswerAttack, TakeLosses)):
        return _allied_turn(data, state, command, dice)
    return _housekeeping(data, state, command)


def _housekeeping(data: FieldsData, state: State, command: FieldsCommand) -> Steps:
    match command:
        case SetUp():
            return setup.set_up(data, state, command)
        case Adjust(what=what, value=value, reason=reason):
            return setup.adjust(state, what, value, reason)
        case NextStep():
            return sequence.next_step(data, state)
        case SkipStep(reason=reason):
            return sequence.skip_step(data, state, reason)
        case Economy(eps=eps, supply=supply):
            return economy.spend(data, state, eps, supply)
        case Choose(item=item):
            return economy.choose(data, state, item)
        case FromTheEast(value=value):
            return economy.from_the_east(data, state, value)
    raise AssertionError("every command has its procedure")


def _allied_turn(
    data: FieldsData,
    state: State,
    command: Recon | Dogfight | AnswerAir | DeclareCombat | AnswerAttack | TakeLosses,
    dice: Dice,
) -> Steps:
    match command:
        case Recon(hex=hex_, air=value, limit=limit):
            return air.reconnoitre(data, state, hex_, value, limit, dice)
        case Dogfight(hexes=hexes):
            return air.place_squadrons(data, state, hexes)
        case AnswerAir():
            return air.answer(data, state, dice)
        case DeclareCombat(hexes=hexes):
            return combat.declare(data, state, hexes)
        case AnswerAttack(limit=limit):
            return combat.answer(data, state, limit, dice)
        case TakeLosses(sps=sps):
            return combat.take_losses(state, sps)


def _offensive(
    data: FieldsData,
    state: State,
    command: CpBlocks | CpTarget | CpReinforce | CpArtillery | CpCombat,
    dice: Dice,
) -> Steps:
    match command:
        case CpBlocks(hexes=hexes, in_france=in_france, allies_ahead=allies_ahead):
            return offensives.begin(data, state, hexes, in_france, allies_ahead, dice)
        case CpTarget(hex=hex_):
            return offensives.choose_target(data, state, hex_)
        case CpReinforce(sps=sps):
            return offensives.reinforce_and_launch(data, state, sps, dice)
        case CpArtillery(artillery=artillery, blocks=blocks):
            return offensives.answer_artillery(data, state, artillery, blocks, dice)
        case CpCombat(losses=losses, breakout=breakout):
            return offensives.fight(data, state, losses, breakout, dice)


def _breakout(data: FieldsData, state: State, command: CpSpring | CpBreakout | CpFire | CpReset, dice: Dice) -> Steps:
    match command:
        case CpSpring(note=note):
            return breakouts.note_spring(data, state, note, dice)
        case CpBreakout(hexes=hexes):
            return breakouts.move(data, state, hexes, dice)
        case CpFire(losses=losses):
            return breakouts.fire(data, state, losses)
        case CpReset(hexes=hexes):
            return breakouts.reset_last(data, state, hexes)
