"""9.13, a phase or turn ends: what was due in it and was not played is discarded, takes effect, or waits face up; and
before that, who could still act in it, by what everybody can see.

Of an event that lies face down everybody knows its pile, and which cards of it were seen. So all its cards that were
not seen count alike here, whichever of them it is.
"""

from collections.abc import Iterator

from rules.command import Part
from rules.errors import passes
from rules.games.gathering_storm.data import ANY_TIME
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.placement import can_place, check_room
from rules.games.gathering_storm.playing import (
    Discarded,
    FellDue,
    check_moment,
    comes_into_effect,
    is_secret,
    moment_of,
    proposal,
)
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.rulings import HeldBack, OnlyEventUnplayed, SeveralLeft
from rules.games.gathering_storm.state import Cause, Held, State, is_valued
from rules.seat import SideSeat


def due(data: StormData, state: State, power: SideSeat, phase: str) -> Iterator[Held]:
    """Yield the cards of a power that are played in a phase at the latest."""
    yield from (held for held in state.held.get(power, ()) if moment_of(data, state, held) == phase)


def owes_a_choice(data: StormData, state: State, power: SideSeat) -> bool:
    """Return whether a power must itself choose which of several events it plays before the turn ends (ruling
    ``several_left``). With a printed deck the bot cannot ask for it: it does not know what can be played.
    """
    if state.printed:
        return False
    if not data.is_ruled(SeveralLeft.ITS_PLAYER_CHOOSES) or state.phase < len(data.phases.order) - 1:
        return False
    several = len(state.held.get(power, ())) > 1 and not state.has_played(power)
    return several and any(True for _ in playable(data, state, power))


def playable(data: StormData, state: State, power: SideSeat) -> Iterator[Held]:
    """Yield the events of a power that can be played now: one that was dealt again after its phase cannot."""
    yield from (held for held in state.held.get(power, ()) if passes(check_moment, data, state, held))


def close_phase(data: StormData, state: State, *, is_last: bool) -> Part[State]:
    """9.13, the phase ends: an additional event due in it is shown and discarded; an only one takes effect, or waits
    face up for its player's choice. The last phase closes for all that is left.
    """
    phase = data.phase(state).name
    for power in POWERS:
        left = state.held.get(power, ()) if is_last else tuple(due(data, state, power, phase))
        for held in left:
            state = yield from _close_card(data, state, power, held.card, is_last=is_last)
    return state


def close_held_back(data: StormData, state: State) -> Part[State]:
    """Let an only event take effect that could be played at any time, as the last phase begins (``held_back``)."""
    if not data.is_ruled(HeldBack.UNTIL_THE_LAST_PHASE_BEGINS):
        return state
    for power in POWERS:
        if len(state.held.get(power, ())) == 1:
            for held in tuple(due(data, state, power, ANY_TIME)):
                if not data.fault(held.card):
                    state = yield from _close_card(data, state, power, held.card, is_last=False)
    return state


def _close_card(data: StormData, state: State, power: SideSeat, card: str, *, is_last: bool) -> Part[State]:
    must = not state.has_played(power) and len(state.held[power]) == 1
    if must and not data.is_ruled(OnlyEventUnplayed.IT_IS_DISCARDED):
        if data.fault(card):
            return (yield Discarded(card=card, power=power, had_to_be_played=True))
        if not proposal(data, state, power, card):
            return (yield from comes_into_effect(data, state, power, card, cause=Cause.FORCED))
        if not is_last and _can_wait(data, state, card):
            return (yield FellDue(card=card, power=power))
    return (yield Discarded(card=card, power=power, had_to_be_played=must))


def _can_wait(data: StormData, state: State, card: str) -> bool:
    """Diplomacy, Flexible: the country is chosen before any counter's strength is revealed. Other choices can wait."""
    follows = data.phase_index(data.phases.shown) <= state.phase + 1
    return not (data.card(card).flexible_targets and follows and any(map(is_valued, state.counters)))


def candidates(data: StormData, state: State, power: SideSeat) -> Iterator[str]:
    """Yield every card that may lie face down before a power, for all that the others know."""
    own = {held.card for held in state.held.get(power, ()) if not held.is_shown}
    has_more = state.extra_events(power) > 0 or len(state.held.get(power, ())) > 1
    for card in data.ids(state, power):
        is_left = card in own or card not in state.seen
        if is_left and (has_more or is_secret(data, state, card)):
            yield card


def may_be_due(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether an event that a power holds face down may have to be played in a phase."""
    if not state.unseen(power):
        return False
    if phase == data.phases.order[-1].name:
        return True
    if state.printed:
        return phase in (*data.moments.values(), data.placement_of(power))
    cards = (Held(card=card, is_shown=False) for card in candidates(data, state, power))
    return any(moment_of(data, state, held) == phase for held in cards)


def shown_due(data: StormData, state: State, power: SideSeat, phase: str) -> tuple[str, ...]:
    """Return the events before a power, face up, that it plays in a phase at the latest."""
    late = due(data, state, power, ANY_TIME) if phase == data.phases.order[-1].name else ()
    return tuple(held.card for held in (*due(data, state, power, phase), *late) if held.is_shown)


def may_place(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether a power could place a diplomatic counter in a phase."""
    place = data.phase_index(phase)
    if power not in data.phases.order[place].places:
        return False
    then = state.replace(phase=place)
    return passes(check_room, data, then, power) and any(can_place(data, then, power, each) for each in data.countries)


def has_any_for(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether a power has an event before it, and its pile one that is played in a phase."""
    of_pile = bool(state.printed) or any(each.moment(data) == phase for each in data.pile(power))
    return bool(shown_due(data, state, power, phase)) or (bool(state.unseen(power)) and of_pile)


def can_act(data: StormData, state: State, power: SideSeat, phase: str) -> bool:
    """Return whether a power could still do something in a phase that it cannot do later."""
    has_event = bool(shown_due(data, state, power, phase)) or may_be_due(data, state, power, phase)
    may_research = phase == data.phases.research and bool(data.projects_of[power])
    return has_event or may_research or may_place(data, state, power, phase)
