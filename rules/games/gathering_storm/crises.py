"""Crises: who shows secret support is declared by all powers at once, and told in the order of declaration."""

from collections.abc import Iterator

from rules.game import Enquiry
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.state import State
from rules.line import Line
from rules.seat import SideSeat

QUESTION = "Crisis: do you show secret support?"
OPTIONS = ("I show none", "I show mine and play it")
"""Everybody chooses from these, whether they hold such an event or not: the choice tells nothing before all are
opened.
"""
ASKED = "In which order are the answers told? The aggressor is the first."
AGGRESSORS = (GERMANY, ITALY, RUSSIA)


def enquiries(data: StormData, state: State) -> Iterator[Enquiry]:
    """26.11 D, E: the aggressor declares at the Axis response, Britain and France at the ultimatum."""
    if state.has_drawn and data.phase(state).name == data.phases.crises:
        orders = tuple(map(declaring, AGGRESSORS))
        yield Enquiry(Line("Announce a crisis"), QUESTION, OPTIONS, orders, ASKED)


def declaring(aggressor: SideSeat) -> tuple[SideSeat, ...]:
    """The powers in the order of their declarations: the aggressor, Britain and France, then those that look on."""
    first = (aggressor, BRITAIN, FRANCE)
    return (*first, *(power for power in POWERS if power not in first))
