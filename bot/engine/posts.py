"""What is to be posted of an entry, and when: its result, and what its time brings."""

from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from bot.base.clock import milliseconds
from bot.engine.people import Person
from bot.storage import Post
from rules.campaign.life.places import Moved
from rules.campaign.questions.questions import QuestionPut
from rules.campaign.questions.requests import Asked
from rules.campaign.time.forking import ForkBegun
from rules.log import LogEntry

RESULT = "result"
DEADLINE = "deadline"
MOVE = "move"
"""The time that the table gives a seat to answer what play waits for."""
PANEL = "panel"
"""A panel. One that shows itself is about an entry (0: the founding). One that was shown by the command is kept here
for its message, and has that as its number.
"""
ARRIVAL = "arrival"
"""A campaign comes to a channel: moved, taken in or brought back."""
FORK = "fork"
"""A fork that an entry began: its thread is to be opened."""
NOTES = "notes"
"""Notes that people have left for a turn that has come."""
WATCH = "watch"
"""A turn has come, for those who watch without a seat."""
REMIND, DM = "remind", "dm"
NOTE = 0
"""The number of a DM that is no reminder of a call, but brings a note."""
FORK_AFTER = timedelta(seconds=5)
"""How long a fork's thread waits, so that the result that announces it stands before it."""
GRACE = timedelta(seconds=15)
"""How long the answer to an interaction can take before its result is posted from the outbox."""


class Reminder(NamedTuple):
    """A player is reminded of a call for the ``number``-th time: in the channel, or by a DM."""

    player: int
    number: int
    by: str = REMIND

    @property
    def kind(self) -> str:
        """The kind of its post."""
        return f"{self.by} {self.player} {self.number}"


def reminder_of(kind: str) -> Reminder | None:
    """The reminder of a kind of post. None for any other, and for those of an earlier version, which named nobody."""
    by, *rest = kind.split(" ")
    return Reminder(int(rest[0]), int(rest[1]), by) if by in (REMIND, DM) and len(rest) == 2 else None


def is_note(post: Post) -> bool:
    """Whether a post tells people of their notes."""
    own = reminder_of(post.kind)
    return post.kind == NOTES or (own is not None and own.number == NOTE)


def is_reminder(post: Post) -> bool:
    """Whether a post reminds of a call in the channel."""
    return post.kind.startswith(f"{REMIND} ")


def posts_of(
    id_: int, entry: LogEntry, now: datetime, called: Mapping[int, Person], *, move_by: datetime | None = None,
    is_new_turn: bool = False,
) -> list[Post]:  # fmt: skip
    """What is to be posted of an entry: its result now, later that the time to answer a request, or what play waits
    for, has passed, reminders for those whom it calls, and what people have noted for a new turn.
    """
    deadlines = (event.until for event in entry.events if isinstance(event, Asked | QuestionPut))
    forks = any(isinstance(event, ForkBegun) for event in entry.events)
    return [
        Post(id_, RESULT, entry.seq, milliseconds(now + GRACE)),
        *([Post(id_, FORK, entry.seq, milliseconds(now + FORK_AFTER))] if forks else ()),
        *(Post(id_, DEADLINE, entry.seq, milliseconds(until)) for until in deadlines if until is not None),
        *([Post(id_, MOVE, entry.seq, milliseconds(move_by))] if move_by else ()),
        *reminders(id_, entry.seq, now, called),
        *(arrival(id_, entry.seq, milliseconds(now)) if moves_house(entry) else ()),
        *(Post(id_, kind, entry.seq, milliseconds(now + GRACE)) for kind in (NOTES, WATCH) if is_new_turn),
    ]


def reminders(id_: int, seq: int, called_at: datetime, called: Mapping[int, Person]) -> Iterable[Post]:
    """The first reminders of those whom an entry, or the founding (0), calls."""
    for player, person in called.items():
        yield Post(id_, Reminder(player, 1).kind, seq, milliseconds(person.reminded_first(called_at)))


def moves_house(entry: LogEntry) -> bool:
    """Whether an entry moves the campaign to another channel."""
    return any(isinstance(event, Moved) for event in entry.events)


def arrival(id_: int, seq: int, due: int) -> list[Post]:
    """What is posted where a campaign has come to; its panel comes along."""
    return [Post(id_, ARRIVAL, seq, due), panel(id_, seq, due)]


def panel(id_: int, seq: int, due: int) -> Post:
    """The panel that shows itself at an entry, or at the founding (0)."""
    return Post(id_, PANEL, seq, due)
