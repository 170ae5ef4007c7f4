"""From phase to phase, and from turn to turn."""

from collections.abc import Generator

from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.events import CountersShown, Due, PhaseBegan, StormEvent, TurnBegan
from rules.games.gathering_storm.moves import effects
from rules.games.gathering_storm.placement import check_duties
from rules.games.gathering_storm.play import after_research, close, due
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.printed import ANY_TIME
from rules.games.gathering_storm.state import State, is_valued
from rules.seat import Seat
from rules.secrets import Hidden

Steps = Generator[StormEvent, State, State]


def is_last(data: StormData, state: State) -> bool:
    """Whether the turn ends with this phase."""
    return state.phase == len(data.phases.order) - 1


def to_come(data: StormData, state: State) -> tuple[str, ...]:
    """The phases of this turn that are still to come."""
    return tuple(phase.name for phase in data.phases.order[state.phase + 1 :]) if state.has_drawn else ()


def go_on(data: StormData, state: State, to: str = "") -> Steps:
    """Go on to the next phase, or phase by phase to a later one."""
    _check_can_end(data, state)
    ahead = to_come(data, state)
    if not ahead:
        raise NotNow("This is the last phase of the turn: `/turn next` begins the next turn.")
    wanted = [name for name in ahead if name.casefold() == to.strip().casefold()] if to.strip() else [ahead[0]]
    if not wanted:
        raise NotThere("No phase of that name is still to come this turn.")
    while data.phase(state).name != wanted[0]:
        following = data.phases.order[state.phase + 1].name
        state = yield from next_phase(data, state, stays=following == wanted[0])
    return state


def next_phase(data: StormData, state: State, *, stays: bool) -> Steps:
    """End the phase: what is due in it and was not played goes; then say what is due in the next, if play stays
    there."""
    _check_can_end(data, state)
    if data.phase(state).name == data.phases.research:
        state = yield from after_research(data, state)
    state = yield from close(data, state, is_last=False)
    phase = state.phase + 1
    name = data.phases.order[phase].name
    notes = tuple(_due(data, state, power, name) for power in POWERS if stays and state.held.get(power))
    state = yield PhaseBegan(phase=phase, due=notes)
    if name == data.phases.shown and any(map(is_valued, state.counters)):
        shown = [(each.power, each.target, each.value) for each in state.counters if is_valued(each)]
        state = yield CountersShown(counters=tuple(shown))
    return state


def next_turn(data: StormData, state: State) -> Steps:
    """End the last phase and with it the turn: what ran with it has run out."""
    _check_can_end(data, state)
    before = state
    state = yield from close(data, state, is_last=True)
    yield from effects(data, before, state)
    ahead = state.replace(turn=state.turn + 1)
    draws = tuple((power, 1 + ahead.extra_events(power)) for power in POWERS if ahead.extra_events(power))
    return (yield TurnBegan(turn=state.turn + 1, draws=draws))


def _check_can_end(data: StormData, state: State) -> None:
    if not state.has_drawn:
        raise NotNow(f"The events of turn {state.turn} have not been drawn yet: `/draw event`.")
    check_duties(data, state)


def _due(data: StormData, state: State, power: Seat, phase: str) -> Due:
    """A power's cards for a phase: those that wait for it, and those that may be played at any time."""
    cards = [*due(data, state, power, phase), *due(data, state, power, ANY_TIME)]
    unseen = tuple(held.card for held in cards if not held.is_shown)
    holds = sum(not held.is_shown for held in state.held[power])
    shown = tuple(held.card for held in cards if held.is_shown)
    return Due(power=power, shown=shown, unseen=Hidden(unseen), holds=holds)
