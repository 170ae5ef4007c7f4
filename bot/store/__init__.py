"""The database: campaigns, their logs, and what is to be posted. Rows in, rows out, without their meaning."""

from bot.store.faults import Behind, DoneBefore, StoreFault
from bot.store.forgetting import Erasure
from bot.store.open import Place, name_of, open_store, read_store
from bot.store.postgres import PostgresStore
from bot.store.rows import CampaignRow, Ending, EntryRow, HomeRow, NoteRow, PassingRow, Post, SnapshotRow
from bot.store.sqlite import SqliteStore
from bot.store.store import Store

__all__ = [
    "Behind", "CampaignRow", "DoneBefore", "Ending", "EntryRow", "Erasure", "HomeRow", "NoteRow", "PassingRow", "Place",
    "Post", "PostgresStore", "SnapshotRow", "SqliteStore", "Store", "StoreFault", "name_of", "open_store", "read_store",
]  # fmt: skip
