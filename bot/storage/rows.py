"""The rows of the database. Times are milliseconds since 1970, ids are Discord's unless it says otherwise."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple


class CampaignRow(NamedTuple):
    """A campaign as it was founded; only ``guild`` and ``channel`` are those of now. ``id`` counts them, ``data`` is
    the digest of the document of its data, ``terms`` are JSON. ``start`` is the hash of its beginning as it was,
    once its founder was forgotten.
    """

    id: int
    interaction: int
    at: int
    guild: int
    channel: int
    founder: int
    game: str
    name: str
    seat: str
    dice: str
    seed: bytes
    rules: str
    data: str | None
    terms: str = "{}"
    start: str | None = None


class EntryRow(NamedTuple):
    """An entry of a campaign's log; ``command``, ``events`` and ``dice`` are JSON. ``seal`` is its seal in the record
    as it was, once somebody in it was forgotten. By its ``number`` everybody knows it; a private deed has none.
    """

    campaign: int
    seq: int
    interaction: int
    at: int
    user: int
    seat: str | None
    command: str
    events: str
    dice: str
    undoes: int | None
    rules: str
    seal: str | None = None
    number: int | None = None


class Post(NamedTuple):
    """Something to post in a campaign's channel once it is ``due``.

    ``kind`` says what: the result of entry ``seq`` (0 is the founding), or something about that entry which its time
    brings. ``tries`` counts how often it was begun.
    """

    campaign: int
    kind: str
    seq: int
    due: int
    tries: int = 0


class Ending(NamedTuple):
    """How a post ended: ``posted`` as a ``message``, with ``nothing`` to say, or ``stopped`` for a reason.

    A message that goes away again has its ``channel`` with it.
    """

    campaign: int
    kind: str
    seq: int
    how: str
    message: int | None = None
    channel: int | None = None


class PassingRow(NamedTuple):
    """A message that goes away again, and the post by which it came to its channel."""

    kind: str
    seq: int
    message: int
    channel: int


class ProcessRow(NamedTuple):
    """A process that runs on a database ``since`` a time, in milliseconds since 1970, and says so anew before the time
    ``until``: the shards that it serves, of ``total`` (0 where one process serves whatever there is).
    """

    name: str
    since: int
    until: int
    first: int
    last: int
    total: int
    version: str


class HomeRow(NamedTuple):
    """Where a campaign is played ``since`` a time, and ``until`` when if it has moved on."""

    campaign: int
    since: int
    guild: int
    channel: int
    until: int | None = None


def made_up(campaign: int, seq: int) -> int:
    """Return a made-up interaction, which no real one equals, for an entry that came with a whole log."""
    return -(campaign * 2**24 + seq)


def marks(number: int, first: int = 1) -> str:
    """Return the marks of some values in a statement: ``$1, $2``."""
    return ", ".join(f"${place}" for place in range(first, first + number))


def names(columns: Iterable[str]) -> str:
    """Return the names of some columns in a statement."""
    return ", ".join(f'"{column}"' for column in columns)


def numbered(values: Sequence[object]) -> dict[str, object]:
    """Values by their marks, as SQLite takes them."""
    return {str(number): value for number, value in enumerate(values, start=1)}
