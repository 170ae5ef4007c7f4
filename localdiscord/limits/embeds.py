"""The limits of embeds."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from localdiscord.errors import Json
from localdiscord.limits.shape import List, Number, Object, Shape, Text, Url, Violation, violation

LARGEST_COLOR: Final = 0xFFFFFF
TOTAL_CHARACTERS: Final = 6000
TRIMMED: Final = ("title", "description", "text", "name", "value")
_WEB: Final = ("http", "https")
_PICTURE: Final = Object({"url": Url()})


def _not_empty(embed: Json) -> Iterator[Violation]:
    if not any(embed.get(key) for key in EMBED.fields if key not in ("color", "url", "timestamp")):
        yield violation("BASE_TYPE_REQUIRED", "This field is required", "description")


def _check_timestamp(embed: Json) -> Iterator[Violation]:
    try:
        datetime.fromisoformat(embed.get("timestamp") or "2026-01-05")
    except (TypeError, ValueError):
        yield violation("DATE_TIME_TYPE_PARSE", "Could not parse it. Should be ISO8601.", "timestamp")


EMBED: Final = Object(
    {
        "title": Text(256),
        "description": Text(4096),
        "url": Url(schemes=_WEB),
        "color": Number(LARGEST_COLOR),
        "footer": Object({"text": Text(2048, 1), "icon_url": Url()}, ("text",)),
        "author": Object({"name": Text(256, 1), "url": Url(schemes=_WEB), "icon_url": Url()}, ("name",)),
        "image": _PICTURE,
        "thumbnail": _PICTURE,
        "fields": List(Object({"name": Text(256, 1), "value": Text(1024, 1)}, ("name", "value")), 25),
    },
    rules=(_not_empty, _check_timestamp),
)
EMBEDS: Final[Shape] = List(EMBED, 10)


def trim(embeds: object) -> None:
    """Take the blanks around the texts of some embeds away, as Discord does before it counts them."""
    for part in embeds if isinstance(embeds, list) else ():
        if isinstance(part, dict):
            part.update({key: part[key].strip() for key in TRIMMED if isinstance(part.get(key), str)})
            trim([part.get("footer"), part.get("author"), *(part.get("fields") or ())])


def _characters(embed: Json) -> int:
    """The characters of an embed that count towards the total."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or ():
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if isinstance(text, str))


def check_total(message: Json) -> Iterator[Violation]:
    """The embeds of a message have at most 6000 characters together."""
    embeds = message.get("embeds") or ()
    if sum(_characters(embed) for embed in embeds if isinstance(embed, dict)) > TOTAL_CHARACTERS:
        sentence = f"Embed size exceeds maximum size of {TOTAL_CHARACTERS}"
        yield violation("MAX_EMBED_SIZE_EXCEEDED", sentence, "embeds")
