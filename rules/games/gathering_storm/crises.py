"""Crises: all powers are asked at once for their secret support, and told in the order of declaration."""

from collections.abc import Iterator

from rules.game import Enquiry
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State
from rules.line import Line
from rules.seat import SideSeat

QUESTION = "Crisis: do you show secret support?"
OPTIONS = ("I show none", "I show mine and play it")
"""Everybody chooses from these, whether they hold such an event or not: the choice tells nothing before all are
opened.
"""
ASKED = "In which order are the answers told? The aggressor is the first."


def enquiries(data: StormData, state: State) -> Iterator[Enquiry]:
    """Yield the announcement of a crisis, in its phase; the player who announces it names the aggressor."""
    if state.has_drawn and data.phase(state).name == data.phases.crises:
        orders = tuple(declaring(data, aggressor) for aggressor in data.crises.aggressors)
        yield Enquiry(Line("Announce a crisis"), QUESTION, OPTIONS, orders, ASKED)


def declaring(data: StormData, aggressor: SideSeat) -> tuple[SideSeat, ...]:
    """Return the powers in the order of declaration: the aggressor, those of the ultimatum, then the others."""
    first = (aggressor, *data.crises.at_the_ultimatum)
    return (*first, *(power for power in POWERS if power not in first))
