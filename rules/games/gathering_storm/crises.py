"""Crises: who shows secret support is declared by all powers at once, in the order in which the aid names them."""

from collections.abc import Iterator

from rules.game import Enquiry
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import State
from rules.line import Line

QUESTION = "Crisis: do you show secret support?"
OPTIONS = ("I show none", "I show mine and play it")
"""Everybody chooses from these, whether they hold such an event or not: the choice tells nothing before all are
opened.
"""


def enquiries(data: StormData, state: State) -> Iterator[Enquiry]:
    """26.11 D, E: the aggressor declares at the Axis response, Britain and France at the ultimatum."""
    if state.has_drawn and data.phase(state).name == data.phases.crises:
        yield Enquiry(Line("Announce a crisis"), QUESTION, OPTIONS)
