"""What the table waits for, and since when."""

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
    """The entry by which the table began to wait for something (0: the founding), and when that was."""

    seq: int
    at: datetime | None
