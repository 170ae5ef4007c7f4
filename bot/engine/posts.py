"""What is to be posted of an entry, and when: its result, and what its time brings."""

from collections.abc import Iterable, Mapping
from dataclasses import astuple, dataclass, fields
from datetime import datetime, timedelta
from enum import StrEnum
from hashlib import sha256

from bot.base.clock import milliseconds
from bot.engine.people import Person
from bot.storage import Post
from rules.campaign.life.ending import DAYS_TO_REOPEN, Ended
from rules.log import LogEntry

GRACE = timedelta(seconds=15)
"""How long the answer to an interaction can take before its result is posted from the outbox."""
LONGEST_NONCE = 25


class What(StrEnum):
    """What is posted of an entry, for everybody in the channel."""

    RESULT = "result"
    PANEL = "panel"
    """A panel. One that shows itself is about an entry (0: the founding). One that was shown by the command is kept
    for its message, and has that as its number.
    """
    ARRIVAL = "arrival"
    """A campaign moves to a channel."""
    REVEAL = "reveal"
    """How a campaign went, once nobody can reopen it and all may know what each side held."""


@dataclass(frozen=True, slots=True)
class Deadline:
    """The time has passed that the table gives for an answer or a move, if it still ends ``at`` so many milliseconds
    since 1970. One that has moved is another post.
    """

    at: int


@dataclass(frozen=True, slots=True)
class Reminder:
    """A player is reminded in the channel of what an entry calls them for, for the ``number``-th time."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class DirectReminder:
    """The same by a DM."""

    player: int
    number: int


@dataclass(frozen=True, slots=True)
class WentBack:
    """A restored backup has made the log shorter by so many entries that all saw; 0 if nobody knows."""

    lost: int


Kind = What | Deadline | Reminder | DirectReminder | WentBack
"""Every kind of post. The poster has a delivery for each (``assert_never``)."""


WORDS = {"deadline": Deadline, "remind": Reminder, "dm": DirectReminder, "went_back": WentBack}
"""By what word the database knows the kinds of posts that have numbers."""


def written(kind: Kind) -> str:
    """Return a kind of post as the database keeps it."""
    if isinstance(kind, What):
        return kind.value
    word = next(word for word, each in WORDS.items() if isinstance(kind, each))
    return " ".join((word, *map(str, astuple(kind))))


def kind_of(row: str) -> Kind:
    """Return the kind of a stored post. Raises ``ValueError`` for a kind that the bot never writes."""
    word, *numbers = row.split(" ")
    kind = WORDS.get(word)
    return What(row) if kind is None or len(fields(kind)) != len(numbers) else kind(*map(int, numbers))


def post(id_: int, kind: Kind, seq: int, due: datetime | int) -> Post:
    """Return a post about an entry of a campaign that is due at a time, or at so many milliseconds since 1970."""
    return Post(id_, written(kind), seq, due if isinstance(due, int) else milliseconds(due))


def nonce_of(campaign: int, *which: int | str) -> str:
    """Return what Discord knows a message by if it is sent twice: of two with one nonce it keeps the first."""
    return sha256(" ".join(map(str, (campaign, *which))).encode()).hexdigest()[:LONGEST_NONCE]


def identity(entry: LogEntry) -> int:
    """Return what an entry is known by for ever: a restored backup gives its number anew. Nobody learns by it how much
    was done unseen before.
    """
    by_bot = milliseconds(entry.at) * 1000 + (entry.number or 0) % 1000
    return entry.interaction if entry.interaction > 0 else by_bot


def player_of(row: str) -> int | None:
    """Return the one player that a kind of post from the database addresses, or None if it is for everybody."""
    kind = kind_of(row)
    return None if isinstance(kind, What | Deadline | WentBack) else kind.player


def posts_of(
    id_: int, entry: LogEntry, now: datetime, called: Mapping[int, Person], *, deadlines: Iterable[datetime] = ()
) -> list[Post]:
    """Return what is to be posted of an entry: its result now, later that the deadlines have passed which it brings,
    and reminders for those whom it calls.
    """
    return [
        post(id_, What.RESULT, entry.seq, now + GRACE),
        *overdues(id_, entry.seq, deadlines),
        *reminders(id_, entry.seq, now, called),
        # its panel comes along to where a campaign has come to
        *((post(id_, What.ARRIVAL, entry.seq, now), panel(id_, entry.seq, now)) if entry.moves_house else ()),
        *(
            post(id_, What.REVEAL, entry.seq, _opened(each, entry, now))
            for each in entry.events
            if isinstance(each, Ended)
        ),
    ]


def _opened(end: Ended, entry: LogEntry, now: datetime) -> datetime:
    """Return when what was hidden is open to all after an end, if nobody reopens the campaign."""
    return now + 2 * GRACE if end.is_final else entry.at + timedelta(days=DAYS_TO_REOPEN)


def overdues(id_: int, seq: int, deadlines: Iterable[datetime]) -> list[Post]:
    """That deadlines have passed which an entry, or the founding (0), has brought or moved."""
    return [post(id_, Deadline(milliseconds(at)), seq, at) for at in sorted(deadlines)]


def reminders(id_: int, seq: int, called_at: datetime, called: Mapping[int, Person]) -> Iterable[Post]:
    """Yield the first reminders of those whom an entry, or the founding (0), calls."""
    for player, person in called.items():
        yield post(id_, Reminder(player, 1), seq, person.reminded_first(called_at))


def panel(id_: int, seq: int, due: datetime | int) -> Post:
    """Return the panel that shows itself at an entry, or at the founding (0)."""
    return post(id_, What.PANEL, seq, due)
