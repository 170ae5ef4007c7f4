"""What the table waits for, since when, and until when."""

from dataclasses import dataclass
from datetime import datetime

from rules.seat import Seat


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
