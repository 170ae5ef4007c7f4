"""The logs, held against their chain as they are read. The statements are the same for every kind of database."""

import asyncio
from hashlib import sha256

from bot.storage.row_chain import Damaged, Linked, beginning, checked
from bot.storage.rows import CampaignRow, EntryRow
from bot.storage.statements.campaigns import HomeRows

ENTRY = ", ".join(f'"{name}"' for name in EntryRow._fields)
LINKED = f"SELECT {ENTRY}, hash FROM entry WHERE campaign = $1"
FOUNDED = f"SELECT {', '.join(CampaignRow._fields)}, hash FROM campaign WHERE id = $1"
DOCUMENT = "SELECT body FROM document WHERE digest = $1"
BEFORE = (
    "SELECT coalesce((SELECT hash FROM entry WHERE campaign = $1 AND seq < $2 ORDER BY seq DESC LIMIT 1),"
    " (SELECT hash FROM campaign WHERE id = $1), '')"
)
"""The hash of the entry before one, or of its campaign."""
PAGE = 5000
"""So many entries are read at once, so that the longest log leaves each statement time enough."""
MOST_AT_ONCE = 500
"""So many entries are checked in less time than a player notices."""


class EntryRows(HomeRows):
    """Entries and documents. Whoever reads them reads what was written, or ``Damaged`` is raised."""

    async def entries(self, campaign: int, after: int = 0) -> list[EntryRow]:
        """Return the log of a campaign after an entry. Raises ``Damaged``."""
        chain = await self.chain(campaign, max(after, 1))
        if not after:
            return await _checked(await self._begun(campaign), 0, chain)
        if not chain or chain[0].row.seq != after:
            raise Damaged(f"entry {after} of its log is damaged")
        return await _checked(chain[0].hash, after, chain[1:])

    async def chain(self, campaign: int, since: int = 1) -> list[Linked]:
        """Return the log of a campaign from an entry on as it stands in the database, whatever became of it."""
        sql = f"{LINKED} AND seq >= $2 ORDER BY seq LIMIT {PAGE}"
        chain = page = await self._linked(sql, campaign, since)
        while len(page) == PAGE:
            page = await self._linked(sql, campaign, page[-1].row.seq + 1)
            chain += page
        return chain

    async def newest(self, campaign: int, number: int, before: int) -> list[EntryRow]:
        """At most ``number`` entries with a ``seq`` below ``before``, the newest first. Raises ``Damaged``."""
        sql = f"{LINKED} AND seq < $2 ORDER BY seq DESC LIMIT $3"
        chain = (await self._linked(sql, campaign, before, number + 1))[::-1]
        if len(chain) <= number:
            return checked(await self._begun(campaign), 0, chain)[::-1] if chain else []
        return checked(chain[0].hash, chain[0].row.seq, chain[1:])[::-1]

    async def undoing(self, campaign: int, after: int = 0) -> list[EntryRow]:
        """Return the entries after an entry that undo others."""
        sql = f"{LINKED} AND undoes IS NOT NULL AND seq > $2 ORDER BY seq"
        return [each.row for each in await self._linked(sql, campaign, after)]

    async def entry_by(self, interaction: int) -> EntryRow | None:
        """Return the entry that an interaction made."""
        rows = await self._read(f"SELECT {ENTRY} FROM entry WHERE interaction = $1", interaction)
        return next((EntryRow(*row) for row in rows), None)

    async def numbered(self, campaign: int, number: int) -> EntryRow | None:
        """Return the entry that everybody knows by a number."""
        rows = await self._read(f"SELECT {ENTRY} FROM entry WHERE campaign = $1 AND number = $2", campaign, number)
        return next((EntryRow(*row) for row in rows), None)

    async def keep_document(self, digest: str, body: str) -> None:
        """Keep a document of data under its digest, once."""
        await self._change("INSERT INTO document (digest, body) VALUES ($1, $2) ON CONFLICT DO NOTHING", digest, body)

    async def document(self, digest: str) -> str | None:
        """Return the document of a digest. Raises ``Damaged``."""
        body = next((str(each) for (each,) in await self._read(DOCUMENT, digest)), None)
        if body is not None and sha256(body.encode(errors="surrogateescape")).hexdigest() != digest:
            raise Damaged("the data that it is played with is damaged")
        return body

    async def documents(self) -> list[str]:
        """Return the digests of all documents."""
        return [str(digest) for (digest,) in await self._read("SELECT digest FROM document ORDER BY digest")]

    async def campaigns(self) -> list[int]:
        """Return the ids of all campaigns."""
        return [int(id_) for (id_,) in await self._read("SELECT id FROM campaign ORDER BY id")]

    async def _begun(self, campaign: int) -> str:
        """Return the hash with which the chain of a campaign begins. Raises ``Damaged``."""
        for *values, hash_ in await self._read(FOUNDED, campaign):
            if beginning(CampaignRow(*values)) == hash_:
                return str(hash_)
        raise Damaged("its founding is damaged")

    async def _linked(self, sql: str, *values: object) -> list[Linked]:
        return [Linked(EntryRow(*row), str(hash_)) for *row, hash_ in await self._read(sql, *values)]


async def _checked(before: str, after: int, chain: list[Linked]) -> list[EntryRow]:
    """Some entries, the many of which are checked beside the event loop. Raises ``Damaged``."""
    if len(chain) > MOST_AT_ONCE:
        return await asyncio.to_thread(checked, before, after, chain)
    return checked(before, after, chain)
