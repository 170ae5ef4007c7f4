"""The log: as text or as JSON, and never with a token in it."""

import json
import logging
import re
from datetime import UTC, datetime
from typing import Literal

from bot.base.deeds import under_way

Level = Literal["DEBUG", "INFO", "WARNING", "ERROR"]
Format = Literal["text", "json"]

OWN = ("bot", "rules")
GONE = "▮▮▮"
# an interaction's token stands in addresses, and in what Discord sends
TOKENS = re.compile(
    r"(?P<before>/(?:webhooks|interactions)/\d+/|['\"]token['\"]:\s*['\"])[\w.~%=+-]+"
    r"|aW50ZXJhY3Rpb246[\w=+/-]+"
)


class Redacted(logging.Formatter):
    """A line of the log without the bot's token and without those of interactions."""

    def __init__(self, inner: logging.Formatter, secret: str) -> None:
        super().__init__()
        self._inner = inner
        self._secret = secret

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        line = TOKENS.sub(lambda found: (found["before"] or "") + GONE, self._inner.format(record))
        return line.replace(self._secret, GONE) if self._secret else line


class Json(logging.Formatter):
    """One JSON object a line: time, level, logger, message, and what there is of interaction, bug and traceback."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line."""
        deeds = under_way.get()
        fields = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
            "interaction": deeds.interaction if deeds else None,
            "bug": getattr(record, "bug", None),
            "traceback": self.formatException(record.exc_info) if record.exc_info else None,
        }
        return json.dumps({name: value for name, value in fields.items() if value is not None}, ensure_ascii=False)


def listen(level: Level, format_: Format = "text", secret: str = "") -> None:
    """Log to standard error. At DEBUG, other libraries stay at INFO: below it they write tokens and messages."""
    as_text = logging.Formatter("{asctime} {levelname:<7} {name}: {message}", "%Y-%m-%d %H:%M:%S", "{")
    handler = logging.StreamHandler()
    handler.setFormatter(Redacted(Json() if format_ == "json" else as_text, secret))
    logging.root.addHandler(handler)
    logging.root.setLevel("INFO" if level == "DEBUG" else level)
    logging.getLogger("asyncpg").setLevel("ERROR")  # its retries have tracebacks; that the database is away, we say
    for name in OWN:
        logging.getLogger(name).setLevel(level)
