"""Who can still act, whom the turn waits for, and what going on would pass over: all by what everybody can see."""

from collections.abc import Iterator

from rules.command import GameCommand
from rules.game import Due, Whose
from rules.games.marne_1918.americans import RollExit
from rules.games.marne_1918.box import ShowHand
from rules.games.marne_1918.command_shakeup import PlaceShakeup
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.doctrine import can_adopt
from rules.games.marne_1918.hand import Draw, Return, used
from rules.games.marne_1918.log_events.americans import ExitToRoll
from rules.games.marne_1918.log_events.box import HandToShow
from rules.games.marne_1918.log_events.command_shakeup import FARTHEST, ShakeupToPlace
from rules.games.marne_1918.log_events.mangin import ForceDue
from rules.games.marne_1918.log_events.reactions import EventDue
from rules.games.marne_1918.mangin import Deploy
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, SIDES, Moment, Phase
from rules.games.marne_1918.playing import possible
from rules.games.marne_1918.reactions import Pass
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import State
from rules.games.marne_1918.turn import NextPhase, NextTurn, going_on, moment_called, remaining
from rules.games.marne_1918.wording import counted
from rules.line import Line, Listed, line
from rules.notice import Public, tell_all
from rules.pool import Symbol
from rules.seat import Seat
from rules.secrets import Shown

Ending = NextPhase | NextTurn
AnyCommand = GameCommand[MarneData, State]


def due(data: MarneData, state: State) -> dict[Seat, Due]:
    """What each side must do now: answer what it is asked, draw, decide what it keeps, or play the phase on the map."""
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
    """What is played on the map: by the side whose phase it is, or by either for both."""
    phase, key = state.now.phase, f"phase {state.phases}"
    side, button = data.sequence.side.get(phase), going_on(data, state)
    if phase is Phase.EVENTS:
        return dict.fromkeys(SIDES, Due(line("Press **{button}**.", button=button), key, Whose.ANY))
    to_do = Line(data.sequence.to_do[phase])
    if phase in COMBAT.values() and data.is_ruled(CombatEvents.SEALED):
        to_do = line("Declare each combat, then fight it.")
    if side is not None:
        return {side: Due(to_do, key, Whose.OWN, button)}
    return dict.fromkeys(SIDES, Due(to_do, key, Whose.ANY, button))


def default(state: State, seat: Seat) -> AnyCommand | None:
    """What is done openly for a side whose players are absent: the choice that changes least."""
    question = state.question
    if question is None and seat in _undrawn(state):
        return _events_of(state, seat)
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


def _events_of(state: State, seat: Seat) -> AnyCommand:
    """The Events phase of an absent side: it draws, and returns what it drew."""
    if seat not in state.drawn:
        return Draw(side=seat)
    return Return(marker=min(state.pools[seat].undecided))


def acting(data: MarneData, state: State, command: Ending) -> dict[Seat, frozenset[str]]:
    """The sides that could still act in phases that a command ends or passes over: in their own movement and combat,
    with a marker that they may hold, by declaring an offensive, by adopting a doctrine.
    """
    found = dict[Seat, frozenset[str]]()
    for moment in (state.now, *passed(data, state, command)):
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


def passed(data: MarneData, state: State, command: Ending) -> tuple[Moment, ...]:
    """The phases of this turn that a command would pass over."""
    left = tuple(remaining(data, state))
    if isinstance(command, NextTurn):
        return left
    return left[: left.index(moment_called(data, state, command.to))] if command.to else ()


def skipped(data: MarneData, state: State, command: Ending, done: frozenset[Seat] = frozenset()) -> Iterator[Public]:
    """What a command would pass over: operational sequences, phases, what could be played in them, markers that lapse
    or that nobody has decided about. Those who are ``done`` with the turn need no warning.
    """
    over = passed(data, state, command)
    yield from _operations(data, state, over)
    named = [moment for moment in over if moment.sequence not in _whole(data, over)]
    for seat in (each for each in state.pools if each not in done):
        phases = dict.fromkeys(moment.phase for moment in named if possible(data, state, seat, moment))
        if phases:
            names = Listed(phases)
            yield tell_all("The {seat} may hold a marker for: {phases}.", seat=seat, phases=names)
    is_passed = any(moment.phase is Phase.DOCTRINE for moment in over)
    if is_passed and ALLIES not in done and can_adopt(data, state):
        yield tell_all("The Allies could adopt the Evolving Doctrine.")
    if isinstance(command, NextTurn):
        yield from _undecided(data, state)
    yield from _lapsing(data, state, (state.now, *over))


def _operations(data: MarneData, state: State, over: tuple[Moment, ...]) -> Iterator[Public]:
    """The operational sequences of which nothing would be played, and the phases of others."""
    whole = _whole(data, over)
    for number in sorted({moment.sequence for moment in over if moment.sequence}):
        phases = [moment.phase for moment in over if moment.sequence == number]
        if number in whole:
            yield tell_all("You skip operational sequence {number}.", number=number)
        elif number == state.now.sequence:
            yield tell_all("You skip, in this operational sequence: {phases}.", phases=Listed(phases))
        else:
            yield tell_all(
                "You skip, in operational sequence {number}: {phases}.", number=number, phases=Listed(phases)
            )


def _whole(data: MarneData, over: tuple[Moment, ...]) -> frozenset[int]:
    """The operational sequences of which every phase would be passed over."""
    phases = len(data.sequence.operational[data.first_to_move])
    sequences = [moment.sequence for moment in over if moment.sequence]
    return frozenset(number for number in sequences if sequences.count(number) == phases)


def _undecided(data: MarneData, state: State) -> Iterator[Public]:
    """The used ¤ markers about which their owner has decided nothing."""
    for seat, pool in state.pools.items():
        if names := [data.name(id_) for id_ in sorted(used(pool))]:
            markers = counted(names)
            yield tell_all(
                "Used markers of the {seat} would return to the pool: {markers}.", seat=seat, markers=markers
            )


def _lapsing(data: MarneData, state: State, over: tuple[Moment, ...]) -> Iterator[Public]:
    """The @ markers that somebody may hold and that could not be played any more this turn."""
    for seat in state.pools:
        could = dict.fromkeys(name for moment in over for name in possible(data, state, seat, moment))
        for name in could:
            if Symbol.MUST_OCCUR in data.named[name].symbols:
                yield tell_all("If the {seat} hold {marker}, it lapses.", seat=seat, marker=Shown(name))
