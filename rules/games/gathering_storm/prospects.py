"""What could still be done in a phase, by what everybody can see: for whom a phase waits, and what it passes over.

Of an event that lies face down everybody knows its pile, and which cards of it were seen. So all its cards that were
not seen count alike here, whichever of them it is.
"""

from collections.abc import Iterator

from rules.errors import passes
from rules.games.gathering_storm.closing import due
from rules.games.gathering_storm.data import ANY_TIME
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.placement import can_place, check_room
from rules.games.gathering_storm.playing import is_secret, moment_of
from rules.games.gathering_storm.state import Held, State
from rules.seat import SideSeat


def candidates(data: StormData, state: State, power: SideSeat) -> Iterator[str]:
    """Every card that may lie face down before a power, for all that the others know."""
    own = {held.card for held in state.held.get(power, ()) if not held.is_shown}
    has_more = state.extra_events(power) > 0 or len(state.held.get(power, ())) > 1
    for card in data.ids(state, power):
        is_left = card in own or card not in state.seen
        if is_left and (has_more or is_secret(data, state, card)):
            yield card


def may_be_due(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Whether an event that a power holds face down may have to be played in a phase."""
    if not state.unseen(power):
        return False
    if phase == data.phases.order[-1].name:
        return True
    if state.printed:
        return phase in (*data.moments.values(), data.placement_of(power))
    cards = (Held(card=card, is_shown=False) for card in candidates(data, state, power))
    return any(moment_of(data, state, held) == phase for held in cards)


def shown_due(data: StormData, state: State, power: SideSeat, phase: str) -> tuple[str, ...]:
    """The events before a power, face up, that it plays in a phase at the latest."""
    cards = [*due(data, state, power, phase)]
    if phase == data.phases.order[-1].name:
        cards += due(data, state, power, ANY_TIME)
    return tuple(held.card for held in cards if held.is_shown)


def may_place(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Whether a power could place a diplomatic counter in a phase."""
    then = state.replace(phase=data.phase_index(phase))
    if power not in data.phase(then).places or not passes(check_room, data, then, power):
        return False
    return any(can_place(data, then, power, country) for country in data.countries)


def may_research(data: StormData, power: SideSeat, phase: str) -> bool:
    """Whether a power could assign research points in a phase."""
    return phase == data.phases.research and bool(data.projects_of[power])


def can_act(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Whether a power could still do something in a phase that it cannot do later."""
    has_event = bool(shown_due(data, state, power, phase)) or may_be_due(data, state, power, phase)
    return has_event or may_place(data, state, power, phase) or may_research(data, power, phase)
