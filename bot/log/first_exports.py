"""What ``adjutant export`` wrote at first, with rules 0.1 to 0.3: the rows of a campaign, without a chain."""

import json
import re

from bot.log.chain import MOST_MEGABYTES, BadRecord, Entry, too_large, write_record
from bot.log.record_schema import Beginning, Content
from rules.dice import seal

BEGINS = re.compile(rb'\{\s*"format":\s*1,')


def is_first_export(data: bytes) -> bool:
    """Whether a file is a first export, as far as its beginning tells."""
    return BEGINS.match(data) is not None


def as_record(data: bytes) -> bytes:
    """A first export as the open record that today's bot would write; any other file as it is. Raises ``BadRecord``."""
    if not is_first_export(data):
        return data
    if len(data) > MOST_MEGABYTES * 1_000_000:
        raise too_large()
    try:
        whole = json.loads(data)
        row, seed = whole["campaign"], bytes.fromhex(whole["campaign"]["seed"])
        begun: dict[str, object] = {"data": row["data"] or "", "seal": seal(seed), "terms": {}}
        documents = {
            digest: json.dumps(document, ensure_ascii=False, separators=(",", ":"))
            for digest, document in whole["documents"].items()
        }
        campaign = begun | {name: row[name] for name in Beginning.model_fields if name not in begun}
        contents = ({name: each[name] for name in Content.model_fields} for each in whole["entries"])
        entries = [Entry(content, is_public=True) for content in contents]
        return write_record(campaign, documents, entries, seed, is_open=True).data
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError):
        raise BadRecord("The file is no record of a campaign.") from None
