"""What can be seen of an entry without reading it: the documents of data that it needs, and what else it
does to its campaign.
"""

import json
from collections.abc import Iterable

from bot.storage import CampaignRow, EntryRow


def digests(row: CampaignRow, entries: Iterable[EntryRow]) -> set[str]:
    """Return the digests of all documents of a campaign."""
    return {row.data or "", *(digest for entry in entries for digest in digests_in(entry))}


def digests_in(entry: EntryRow) -> list[str]:
    """Return the digests of newer data that an entry adopted, or none if the entry cannot be read."""
    if "data_adopted" not in entry.events:
        return []
    try:
        return [event["data"] for event in json.loads(entry.events) if event["type"] == "data_adopted"]
    except (ValueError, TypeError, KeyError):
        return []  # whoever reads the log reports it


def moves(entry: EntryRow) -> bool:
    """Return whether an entry may have changed where its campaign is."""
    return "house_moved" in entry.events


def forgets(entry: EntryRow) -> bool:
    """Return whether entries before an entry may have been changed by it."""
    return "forgotten" in entry.events
