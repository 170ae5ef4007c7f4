"""What shows that a fault changed a row: each entry has a hash over the one before it and over all that it holds.

The chain is a thing of the database alone, and begins with the row of its campaign. Two copies of a campaign have the
same one, whatever its id is there. Whoever changes a row lawfully links all that follows it anew.
"""

import json
from collections.abc import Iterable, Sequence
from hashlib import sha256
from typing import NamedTuple

from bot.storage.faults import StoreFault
from bot.storage.rows import CampaignRow, EntryRow, made_up


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
