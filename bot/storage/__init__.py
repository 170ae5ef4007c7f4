"""The database: campaigns, their logs, and what is to be posted. Rows in, rows out, without their meaning."""

from bot.storage.faults import Behind, DoneBefore, StoreFault, keeping
from bot.storage.open import Place, name_of, open_store, read_store
from bot.storage.postgres import PostgresStore
from bot.storage.rows import CampaignRow, Damaged, Ending, EntryRow, HomeRow, PassingRow, Post, ProcessRow
from bot.storage.sqlite import SqliteStore
from bot.storage.store import Erasure, Store

__all__ = [
    "Behind", "CampaignRow", "Damaged", "DoneBefore", "Ending", "EntryRow", "Erasure", "HomeRow", "PassingRow",
    "Place", "Post", "PostgresStore", "ProcessRow", "SqliteStore", "Store", "StoreFault",
    "keeping", "name_of", "open_store", "read_store",
]  # fmt: skip
