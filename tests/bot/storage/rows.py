"""Rows to write."""

from bot.storage import CampaignRow, EntryRow

CAMPAIGN = CampaignRow(0, 1, 1000, 10, 20, 30, "marne-1918", "x", "Allies", "sealed", bytes(32), "0.1", None)
DUE = 5000


def entry(seq: int, interaction: int | None = None, undoes: int | None = None) -> EntryRow:
    return EntryRow(1, seq, interaction or 100 + seq, 1000, 30, "Allies", '{"type":"x"}', "[]", "[]", undoes, "0.1")
