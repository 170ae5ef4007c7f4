"""Sealed answers: what each seat has answered to a question, known to nobody else before all are opened.

The seal of an answer is the SHA-256 of its salt, a space and the answer. Everybody reads the seal at once and the salt
with the answer, so anybody can check that nothing was changed in between.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256

from rules.seat import Player, Seat
from rules.secrets import Hidden


def seal_of(salt: str, answer: str) -> str:
    """The seal of an answer, in hexadecimal."""
    return sha256(f"{salt} {answer}".encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer that is not open yet, with its salt."""

    answer: Hidden[str]
    salt: Hidden[str]


@dataclass(frozen=True, slots=True)
class Question:
    """A player asked some seats something, in entry ``seq`` with that ``number``; ``title`` is the question. Without
    ``options`` they write their answers. From ``until`` on any player can open the answers without those that are
    missing.
    """

    seq: int
    player: Player
    title: str
    options: tuple[str, ...]
    seats: tuple[Seat, ...]
    until: datetime | None = None
    answers: Mapping[Seat, Sealed] = field(default_factory=dict)
    number: int = 0


@dataclass(frozen=True, slots=True)
class Questions:
    """The questions that are open, with their answers under seal."""

    open: tuple[Question, ...] = ()
