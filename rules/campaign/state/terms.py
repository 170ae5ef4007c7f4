"""The terms on which a campaign is founded: what its server proposes, and whether it is a demo.

What the table can change, it changes later by entries of its log.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from rules.frozen import Frozen

Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
"""A language by its two letters. Whether there is a catalogue for it, the bot knows; without one it speaks English."""
DEMO_LASTS = timedelta(days=3)
"""A demo in which nobody has acted for so long is over."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long the table waits: days to answer a request, days of silence after which a seat can be taken over, and
    days to answer what play waits for; 0 if that is waited for until somebody asks. ``bank`` are the days for which a
    seat can keep phases open beyond the days to answer that it has each turn; 0 if it can do so without end.
    ``away`` are the days of a quarter for which the clock of a player stands still who says that they are away.
    ``weekends`` are free, in a zone so many minutes ahead of UTC, unless None.
    """

    answer: int = 3
    silence: int = 14
    move: int = 0
    bank: int = 14
    away: int = 14
    weekends: int | None = None


USUAL_PATIENCE = Patience()


class Terms(Frozen):
    """How a campaign begins. A ``demo`` shows a newcomer the game: nobody is called to it, and it ends by itself."""

    language: Language = "en"
    pictures: bool = True
    patience: Patience = USUAL_PATIENCE
    demo: bool = False


USUAL_TERMS = Terms()


def is_past_demo(terms: Terms, last: datetime | None, now: datetime) -> bool:
    """Whether a campaign is a demo in which nobody has acted for a long time."""
    return terms.demo and last is not None and now - last >= DEMO_LASTS
