"""Rows to write."""

from typing import Any

from bot.storage import CampaignRow, EntryRow, SqliteStore
from bot.storage.rows import linked

CAMPAIGN = CampaignRow(0, 1, 1000, 10, 20, 30, "marne-1918", "x", "Allies", "sealed", bytes(32), "0.1", None)
DUE = 5000


def entry(seq: int, interaction: int | None = None, undoes: int | None = None) -> EntryRow:
    return EntryRow(1, seq, interaction or 100 + seq, 1000, 30, "Allies", '{"type":"x"}', "[]", "[]", undoes, "0.1")


async def next_due(store: Any) -> int | None:
    """When the next post is due, None if none waits."""
    ((due,),) = await store._read("SELECT min(due) FROM post WHERE ended IS NULL")
    return None if due is None else int(due)


async def link_anew(store: SqliteStore, campaign: int = 1) -> None:
    """Make the chain of a log true, whatever was changed in it: what a forger would do, and no fault does."""
    rows = [each.row for each in await store.chain(campaign)]
    for each in linked(await store._begun(campaign), rows):
        sql = "UPDATE entry SET hash = ? WHERE campaign = ? AND seq = ?"
        await store._db.execute(sql, (each.hash, campaign, each.row.seq))
