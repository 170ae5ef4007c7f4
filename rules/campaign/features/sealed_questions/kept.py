"""Questions under seal: what each seat has answered, known to nobody else before all answers are opened.

The seal of an answer is the SHA-256 of its salt, a space and the answer. Everybody reads the seal at once and the salt
with the answer, so anybody can check that nothing was changed in between.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Self

from typing_extensions import override

from rules.campaign.state.slice import NewDeadline, Pending, Slice
from rules.line import Line, line
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from rules.secrets import Hidden, quote


@dataclass(frozen=True, slots=True)
class Sealed:
    """An answer that is not open yet, with its salt."""

    answer: Hidden[str]
    salt: Hidden[str]


@dataclass(frozen=True, slots=True)
class Question(Pending):
    """A player asked some ``seats`` something; ``title`` is the question. Without ``options`` they write their answers.
    From ``until`` on any player can open the answers without those that are missing.
    """

    seq: int
    player: Player
    title: str
    options: tuple[str, ...]
    seats: tuple[Seat, ...]
    until: datetime | None = None
    answers: Mapping[Seat, Sealed] = field(default_factory=dict)
    number: int = 0

    @property
    def missing(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat not in self.answers)

    @property
    def asks(self) -> Line:
        return line("{player} asks “{question}”", player=self.player, question=quote(self.title))

    def overdue(self, names: Line) -> Iterator[Public]:
        yield tell_all("Still to answer: {names}. “{title}”", names=names, title=quote(self.title))
        yield tell_all("Any player can open the answers now.")


@dataclass(frozen=True, slots=True)
class Questions(Slice):
    """The questions that are open, with their answers under seal."""

    outlasts_end = False
    open: tuple[Question, ...] = ()

    @property
    @override
    def pending(self) -> tuple[Question, ...]:
        return self.open

    @override
    def with_deadlines(self, moved: NewDeadline) -> Self:
        return replace(self, open=tuple(replace(each, until=moved(each.until, each.seats)) for each in self.open))
