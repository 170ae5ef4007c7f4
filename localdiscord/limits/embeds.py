"""The limits of embeds."""

from collections.abc import Iterator
from typing import Final

from localdiscord.limits.shape import Many, Number, Shape, Text, Thing, Url, Wrong, wrong
from localdiscord.refusal import Json

COLOURS: Final = 0xFFFFFF
ALL_TOGETHER: Final = 6000
_WEB: Final = ("http", "https")
_PICTURE: Final = Thing({"url": Url()})


def _not_empty(embed: Json) -> Iterator[Wrong]:
    if not any(embed.get(key) for key in EMBED.fields if key not in ("color", "url", "timestamp")):
        yield wrong("BASE_TYPE_REQUIRED", "This field is required", "description")


EMBED: Final = Thing(
    {
        "title": Text(256),
        "description": Text(4096),
        "url": Url(schemes=_WEB),
        "color": Number(COLOURS),
        "footer": Thing({"text": Text(2048, 1), "icon_url": Url()}, ("text",)),
        "author": Thing({"name": Text(256, 1), "url": Url(schemes=_WEB), "icon_url": Url()}, ("name",)),
        "image": _PICTURE,
        "thumbnail": _PICTURE,
        "fields": Many(Thing({"name": Text(256, 1), "value": Text(1024, 1)}, ("name", "value")), 25),
    },
    rules=(_not_empty,),
)
EMBEDS: Final[Shape] = Many(EMBED, 10)


def size(embed: Json) -> int:
    """The characters of an embed that count towards the sum."""
    texts = [embed.get("title"), embed.get("description")]
    texts += [(embed.get("footer") or {}).get("text"), (embed.get("author") or {}).get("name")]
    for field in embed.get("fields") or ():
        texts += [field.get("name"), field.get("value")]
    return sum(len(text) for text in texts if isinstance(text, str))


def all_together(message: Json) -> Iterator[Wrong]:
    """All embeds of a message have 6000 characters at most."""
    embeds = message.get("embeds") or ()
    if sum(size(embed) for embed in embeds if isinstance(embed, dict)) > ALL_TOGETHER:
        sentence = f"Embed size exceeds maximum size of {ALL_TOGETHER}"
        yield wrong("MAX_EMBED_SIZE_EXCEEDED", sentence, "embeds")
