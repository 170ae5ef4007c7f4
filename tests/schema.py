"""Write ``docs/record.schema.json``: what the record of a campaign can hold."""

import json
from pathlib import Path

from bot.log.record_schema import RecordFile

FILE = Path(__file__).parent.parent / "docs" / "record.schema.json"

if __name__ == "__main__":
    FILE.write_text(json.dumps(RecordFile.model_json_schema(), indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
