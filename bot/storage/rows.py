"""The rows of the database. Times are milliseconds since 1970, ids are Discord's unless it says otherwise.

What shows that a fault changed a row: each entry has a hash over the one before it and over all that it holds. The
chain is a thing of the database alone, and begins with the row of its campaign. Two copies of a campaign have the same
one, whatever its id is there. Whoever changes a row lawfully links all that follows it anew.
"""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from bot.storage.faults import StoreFault


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


class Damaged(StoreFault):
    """Rows of a campaign are not as the bot wrote them, or are gone. Its text says what, as players read it."""

    is_damage = True


class Linked(NamedTuple):
    """An entry with the hash in its row."""

    row: EntryRow
    hash: str

    def follows(self, before: str) -> bool:
        """Return whether it is as it was written after an entry, or a campaign, of that hash."""
        return self.hash == link(before, self.row)


def beginning(row: CampaignRow) -> str:
    """Return the hash of a campaign: what it was founded with, without its id and where it is played."""
    return _digest([row.interaction, row.at, *row[5:]])


def digest(row: EntryRow) -> str:
    """Return the hash of an entry's content, without a made-up interaction, because that differs between copies."""
    interaction = None if row.interaction == made_up(row.campaign, row.seq) else row.interaction
    return _digest([row.seq, interaction, *row[3:]])


def link(before: str, row: EntryRow) -> str:
    """Return the hash of an entry after an entry, or a campaign, of that hash."""
    return sha256(f"{before} {digest(row)}".encode()).hexdigest()


def linked(before: str, rows: Iterable[EntryRow]) -> list[Linked]:
    """Some entries with their hashes, after an entry, or a campaign, of that hash."""
    chain = list[Linked]()
    for row in rows:
        before = link(before, row)
        chain.append(Linked(row, before))
    return chain


def checked(before: str, after: int, chain: Sequence[Linked]) -> list[EntryRow]:
    """Return the entries after one of that hash and ``seq``. Raises ``Damaged`` for the first that was changed."""
    for seq, each in enumerate(chain, start=after + 1):
        if each.row.seq != seq or not each.follows(before):
            raise Damaged(f"entry {seq} of its log is damaged")
        before = each.hash
    return [each.row for each in chain]


def _digest(values: Sequence[object]) -> str:
    written = json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=repr)  # a fault can make any type
    return sha256(written.encode(errors="surrogateescape")).hexdigest()
