"""A campaign as one JSON file: its row, the document of its data, and its log, as the database keeps them.

It decides and folds nothing, so it works for a campaign whose game or data this bot no longer has. The file
holds the seed and all secrets: it is for whoever runs the bot.
"""

import json
from typing import Any

from bot.documents import digests
from bot.store import EntryRow, Store

FORMAT = 1


async def export_campaign(store: Store, id_: int) -> dict[str, Any] | None:
    """The campaign of that id, or None when there is none."""
    row = await store.campaign(id_)
    if row is None:
        return None
    entries = await store.entries(id_)
    documents = {digest: await store.document(digest) for digest in digests(row, entries)}
    return {
        "format": FORMAT,
        "campaign": row._asdict() | {"seed": row.seed.hex()},
        "documents": {digest: json.loads(body) for digest, body in documents.items() if body is not None},
        "entries": [_exported(entry) for entry in entries],
    }


def _exported(entry: EntryRow) -> dict[str, Any]:
    return entry._asdict() | {name: _parsed(getattr(entry, name)) for name in ("command", "events", "dice")}


def _parsed(text: str) -> Any:
    """The JSON of a column; a damaged one is exported as the text that it is."""
    try:
        return json.loads(text)
    except ValueError:
        return text
