"""Who can still act, whom the turn waits for, and what going on would pass over: all by what everybody can see."""

from collections.abc import Iterator

from rules.command import GameCommand
from rules.game import Due, Whose
from rules.games.marne_1918.board import can_declare
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.doctrine import PlaceShakeup, can_adopt
from rules.games.marne_1918.forces import Deploy, RollExit
from rules.games.marne_1918.hand import Draw, Return
from rules.games.marne_1918.log_events.doctrine import FARTHEST, ShakeupToPlace
from rules.games.marne_1918.log_events.forces import ExitToRoll, ForceDue
from rules.games.marne_1918.log_events.reactions import HandToShow
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, SIDES, Moment, Phase
from rules.games.marne_1918.playing import possible
from rules.games.marne_1918.reactions import Pass, ShowHand
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import EventDue, State
from rules.games.marne_1918.turn import NextPhase, NextTurn, steps
from rules.kit.sequence import InSteps
from rules.line import Line, line
from rules.seat import Seat, SideSeat
from rules.secrets import Shown

AnyCommand = GameCommand[MarneData, State]


def due(data: MarneData, state: State) -> dict[Seat, Due]:
    """Return what each side must do now: answer a question, draw, decide what to keep, or play on the map."""
    asked = state.question
    if asked is not None:
        return {asked.awaiting: Due(asked.ask, f"question {asked.number}")}
    if state.over:
        return {}
    return _undrawn(state) or _on_map(data, state)


def _undrawn(state: State) -> dict[Seat, Due]:
    """In the Events phase, the sides that have not drawn, or not decided what they keep."""
    if state.now.phase is not Phase.EVENTS:
        return {}
    key = f"events {state.turn}"
    draw, keep = Due(line("Draw your events."), key), Due(line("Choose which markers stay."), key, in_hand=True)
    waiting = {seat: draw for seat in state.pools if seat not in state.drawn}
    return waiting | {seat: keep for seat, pool in state.pools.items() if seat in state.drawn and pool.undecided}


def _on_map(data: MarneData, state: State) -> dict[Seat, Due]:
    """Return what is played on the map: by the side whose phase it is, or by either for both."""
    phase, now, key = state.now.phase, steps(data, state), f"phase {state.phases}"
    side = data.sequence.side.get(phase)
    if phase is Phase.EVENTS:
        return dict.fromkeys(SIDES, Due(line("Go on with **{button}**.", button=now.going_on), key, Whose.ANY))
    to_do = Line(data.sequence.to_do[phase])
    if phase in COMBAT.values() and data.is_ruled(CombatEvents.SEALED):
        to_do = line("Declare each combat, then fight it.")
    if state.combat is not None and state.combat.awaits_dice:
        to_do = line("Roll the dice of {combat}.", combat=state.combat.name.shown)
    if state.counterattack is not None:
        over = Line("The counterattack is over")
        return {state.counterattack: Due(to_do, f"{key} counterattack", Whose.OWN, over)}
    # nobody is called to a phase of their own in which they cannot act
    if side is not None and side not in _acts(data, state, state.now):
        return dict.fromkeys(SIDES, Due(to_do, key, Whose.ANY))
    return now.due(key, [side], to_do) if side is not None else now.due(key, SIDES, to_do, Whose.ANY)


def done(data: MarneData, state: State, seat: Seat, command: AnyCommand) -> Line | None:
    """Return how the Germans say that a phase or turn can end in which they could declare an offensive."""
    if seat != GERMANS or not can_declare(state):
        return None
    own = [each for each in steps(data, state).ended(command) if GERMANS in _acts(data, state, each)]
    if Phase.OFFENSIVES not in {each.phase for each in own}:
        return None
    return line("No offensive") if len(own) == 1 else line("Done, no offensive")


def default(_data: MarneData, state: State, seat: Seat) -> AnyCommand | None:
    """Return what is done openly for an absent side: what changes least, so it returns what it draws."""
    question = state.question
    if question is None and seat in _undrawn(state):
        return Draw(side=seat) if seat not in state.drawn else Return()
    if question is None or question.awaiting != seat:
        return None
    match question:
        case EventDue():
            return Pass()
        case ShakeupToPlace():
            return PlaceShakeup(hq=FARTHEST)
        case HandToShow():
            return ShowHand()
        case ForceDue():
            return Deploy(come=False)
        case ExitToRoll(told=told):
            return RollExit(captured=told)
    return None


def _acts(data: MarneData, state: State, moment: Moment) -> Iterator[Seat]:
    """Yield the sides that could still act in a phase: in their own movement and combat, with a marker that they may
    hold, by declaring an offensive, by adopting a doctrine.
    """
    if moment.sequence:
        yield data.sequence.side[moment.phase]
    if moment.phase is Phase.OFFENSIVES and state.german_offensive != state.turn:
        yield GERMANS
    if moment.phase is Phase.DOCTRINE and can_adopt(data, state):
        yield ALLIES
    yield from (seat for seat in state.pools if possible(data, state, seat, moment))


SEQUENCE = InSteps(
    steps=steps,
    can_end=lambda _, state: not state.over and state.held_up is None,
    acts=_acts,
    next_phase=NextPhase,
    next_turn=NextTurn,
)


def lost(data: MarneData, state: State, seat: SideSeat, command: AnyCommand) -> Iterator[Line]:
    """Yield what a side can do in what a command ends and not after: the attacker's dice, its @ markers, a doctrine."""
    combat, has_hex = state.combat, state.captured_in_sequence or state.has_retaken  # so it was fought at the table
    if combat and combat.awaits_dice and seat == combat.attacker and not has_hex:
        yield line("The dice of {combat} are not rolled.", combat=combat.name.shown)
    now = steps(data, state)
    over = now.ended(command)
    left = now.order[now.at + len(over) :]
    could, can = ({name for each in moments for name in possible(data, state, seat, each)} for moments in (over, left))
    pool = state.pools.get(seat)
    for name in dict.fromkeys(data.name(marker.id) for marker in pool.expiring) if pool is not None else ():
        if name in could - can:
            yield line("You hold **{marker}**, and it returns to the pool.", marker=Shown(name))
    if seat == ALLIES and any(moment.phase is Phase.DOCTRINE for moment in over[1:]) and can_adopt(data, state):
        yield line("You could adopt the Evolving Doctrine.")
