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
from rules.games.marne_1918.turn import NextPhase, NextTurn, going_on, moment_called, remaining
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
    draw, keep = Due(line("Draw your events."), key), Due(line("Keep or return each marker you drew."), key)
    waiting = {seat: draw for seat in state.pools if seat not in state.drawn}
    return waiting | {seat: keep for seat, pool in state.pools.items() if seat in state.drawn and pool.undecided}


def _on_map(data: MarneData, state: State) -> dict[Seat, Due]:
    """Return what is played on the map: by the side whose phase it is, or by either for both."""
    phase, key = state.now.phase, f"phase {state.phases}"
    side, button = data.sequence.side.get(phase), going_on(data, state)
    if phase is Phase.EVENTS:
        return dict.fromkeys(SIDES, Due(line("Press **{button}**.", button=button), key, Whose.ANY))
    to_do = Line(data.sequence.to_do[phase])
    if phase in COMBAT.values() and data.is_ruled(CombatEvents.SEALED):
        to_do = line("Declare each combat, then fight it.")
    if state.counterattack is not None:
        side, button, key = state.counterattack, Line("The counterattack is over"), f"{key} counterattack"
    if state.combat is not None and state.combat.awaits_dice:
        to_do = line("Roll the dice of {combat}.", combat=state.combat.name.shown)
    if side is not None:
        return {side: Due(to_do, key, Whose.OWN, button)}
    return dict.fromkeys(SIDES, Due(to_do, key, Whose.ANY, button))


def done(data: MarneData, state: State, seat: Seat, command: AnyCommand) -> Line | None:
    """Return how the Germans say that a phase or turn can end in which they could declare an offensive."""
    if seat != GERMANS or not can_declare(state):
        return None
    own = [each for each in ended(data, state, command) if GERMANS in _acts(data, state, each)]
    if Phase.OFFENSIVES not in {each.phase for each in own}:
        return None
    return line("No offensive") if len(own) == 1 else line("Done, no offensive")


def default(_data: MarneData, state: State, seat: Seat) -> AnyCommand | None:
    """Return what is done openly for an absent side: what changes least, so it returns what it draws."""
    question = state.question
    if question is None and seat in _undrawn(state):
        return Draw(side=seat) if seat not in state.drawn else Return(marker=min(state.pools[seat].undecided))
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


def acting(data: MarneData, state: State, command: AnyCommand) -> dict[Seat, frozenset[str]]:
    """Return the sides that could still act in phases that a command ends or passes over: in their own movement and
    combat, with a marker that they may hold, by declaring an offensive, by adopting a doctrine.
    """
    found = dict[Seat, frozenset[str]]()
    for moment in ended(data, state, command):
        for seat in _acts(data, state, moment):
            found[seat] = found.get(seat, frozenset()) | {moment.phase}
    return found


def _acts(data: MarneData, state: State, moment: Moment) -> Iterator[Seat]:
    if moment.sequence:
        yield data.sequence.side[moment.phase]
    if moment.phase is Phase.OFFENSIVES and state.german_offensive != state.turn:
        yield GERMANS
    if moment.phase is Phase.DOCTRINE and can_adopt(data, state):
        yield ALLIES
    yield from (seat for seat in state.pools if possible(data, state, seat, moment))


def ended(data: MarneData, state: State, command: AnyCommand) -> tuple[Moment, ...]:
    """Return the phases of this turn that a command would end: this one, and those that it passes over."""
    left = tuple(remaining(data, state))
    match command:
        case NextTurn():
            return (state.now, *left)
        case NextPhase(to=to):
            return (state.now, *left[: left.index(moment_called(data, state, to)) if to else 0])
    return ()


def lost(data: MarneData, state: State, seat: SideSeat, command: AnyCommand) -> Iterator[Line]:
    """Yield what a side can do in what a command ends and not after: its @ markers, for the Allies a doctrine."""
    over = ended(data, state, command)
    left = [] if isinstance(command, NextTurn) else [each for each in remaining(data, state) if each not in over]
    could, can = ({name for each in moments for name in possible(data, state, seat, each)} for moments in (over, left))
    pool = state.pools.get(seat)
    for name in dict.fromkeys(data.name(marker.id) for marker in pool.expiring) if pool is not None else ():
        if name in could - can:
            yield line("You hold **{marker}**, and it returns to the pool.", marker=Shown(name))
    if seat == ALLIES and any(moment.phase is Phase.DOCTRINE for moment in over[1:]) and can_adopt(data, state):
        yield line("You could adopt the Evolving Doctrine.")
