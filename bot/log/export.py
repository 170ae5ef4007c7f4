"""The record of a campaign, written from its rows as the database keeps them.

It decides and folds nothing, so it works for a campaign whose game or data this bot no longer has. An open one holds
the seed and all secrets: it is for whoever runs the bot, and for everybody once the game is over.
"""

import contextlib
import json
from typing import Any

from bot.log.chain import ToWrite, Written, write_record
from bot.log.codec import digests
from bot.storage import CampaignRow, Damaged, EntryRow, Place, Store, read_store
from rules.dice import heads, seal


async def export_campaign(store: Store, id_: int, *, is_open: bool = True) -> Written | None:
    """Return the record of the campaign of that id, or None when there is none."""
    row = await store.campaign(id_)
    if row is None:
        return None
    entries = await _log(store, id_)
    documents = dict[str, str]()
    for digest in digests(row, entries):
        with contextlib.suppress(Damaged):
            if (body := await store.document(digest)) is not None:
                documents[digest] = body
    chained = map(entry_of, entries)
    return write_record(beginning_of(row), documents, chained, row.seed, is_open=is_open, start=row.start)


async def _log(store: Store, id_: int) -> list[EntryRow]:
    """Return the log of a campaign. A damaged log is exported as it stands, if it can be read at all."""
    try:
        return await store.entries(id_)
    except Damaged:
        rows = [each.row for each in await store.chain(id_)]
        with contextlib.suppress(ValueError, TypeError):
            for row in rows:
                content_of(row)
            return rows
        raise


async def export_from(place: Place, id_: int) -> Written | None:
    """Return the open record of a campaign in a database, also while a bot writes it. Raises ``StoreFault``."""
    store = await read_store(place)
    try:
        return await export_campaign(store, id_)
    finally:
        await store.close()


def beginning_of(row: CampaignRow) -> dict[str, Any]:
    """Return a campaign as it was founded. Where that was, and by which interaction, is not part of its record."""
    return {
        "at": row.at, "data": row.data or "", "dice": row.dice, "founder": row.founder, "game": row.game,
        "heads": [*heads(row.seed)], "name": row.name, "rules": row.rules, "seal": seal(row.seed), "seat": row.seat,
        "terms": json.loads(row.terms),
    }  # fmt: skip


def entry_of(row: EntryRow) -> ToWrite:
    """Return an entry as the record chains it."""
    return ToWrite(content_of(row), row.number is None, row.seal)


def content_of(entry: EntryRow) -> dict[str, Any]:
    """Return what an entry holds."""
    return {
        "at": entry.at,
        "command": json.loads(entry.command),
        "dice": json.loads(entry.dice),
        "events": json.loads(entry.events),
        "rules": entry.rules,
        "seat": entry.seat,
        "undoes": entry.undoes,
        "user": entry.user,
    }
