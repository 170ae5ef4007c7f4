"""What the table waits for, since when, and until when."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Annotated

from pydantic import Field

from rules.frozen import Frozen
from rules.seat import Seat

Language = Annotated[str, Field(pattern=r"^[a-z]{2}$")]
"""A language by its two letters. Whether there is a catalogue for it, the bot knows; without one it speaks English."""
Days = Annotated[int, Field(ge=1, le=90)]
DEMO_LASTS = timedelta(days=3)
"""A demo in which nobody has acted for so long is over."""


class Terms(Frozen):
    """What a table plays on: its language, whether it has pictures, and the days for which it waits for an ``answer``.
    A ``demo`` shows a newcomer the game: nobody is called to it, and it ends by itself.
    """

    language: Language = "en"
    pictures: bool = True
    answer: Days = 3
    demo: bool = False


USUAL_TERMS = Terms()


def is_past_demo(terms: Terms, last: datetime | None, now: datetime) -> bool:
    """Return whether a campaign is a demo in which nobody has acted for a long time."""
    return terms.demo and last is not None and now - last >= DEMO_LASTS


@dataclass(frozen=True, slots=True)
class Wait:
    """A seat must answer the request or the question of entry ``request``; without one it must do in the game what has
    the key ``due``.
    """

    seat: Seat
    request: int | None = None
    due: str = ""


@dataclass(frozen=True, slots=True)
class Began:
    """The entry by which the table began to wait for something (0: the founding), when that was, and until when the
    seat can do what is due ``by`` then; None where nobody else waits for it.
    """

    seq: int
    at: datetime | None
    by: datetime | None = None
