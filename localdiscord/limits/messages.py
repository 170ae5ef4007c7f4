"""The limits of a whole message, of autocompletion, channels and threads."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from localdiscord.limits.components import MESSAGE_COMPONENTS, layout
from localdiscord.limits.embeds import EMBEDS, all_together
from localdiscord.limits.shape import Many, Number, OneOf, Shape, Text, Thing, Wrong, tree, wrong
from localdiscord.refusal import Json, Refusal, invalid_form
from localdiscord.world import MessageFlag, Upload

CONTENT: Final = 2000
FILES: Final = 10
FILE_SIZE: Final = 10 * 1024 * 1024

MESSAGE: Final = Thing(
    {
        "content": Text(CONTENT),
        "embeds": EMBEDS,
        "components": MESSAGE_COMPONENTS,
        "attachments": Many(Thing({"description": Text(1024), "filename": Text(1024, 1)}, ("id",)), FILES),
        "nonce": Text(25),
    },
    rules=(all_together,),
)


def check_message(payload: Json, uploads: Sequence[Upload] = (), before: Json | None = None) -> None:
    """Refuses what cannot be sent, or what a message cannot be changed into."""
    if isinstance(payload.get("nonce"), int):
        payload["nonce"] = str(payload["nonce"])
    after = (before or {}) | {key: value for key, value in payload.items() if key != "flags"}
    is_v2 = bool(_flags(payload) & MessageFlag.COMPONENTS_V2 or _flags(before) & MessageFlag.COMPONENTS_V2)
    found = list(MESSAGE.wrongs(payload))
    found = found or [*layout(after, is_v2=is_v2), *_v2_alone(after, is_v2=is_v2)]
    if found:
        raise invalid_form(tree(found))
    if len(uploads) > FILES:
        raise Refusal(400, 30015, f"Maximum number of attachments in a message reached ({FILES})")
    if any(len(upload.content) > FILE_SIZE for upload in uploads):
        raise Refusal(413, 40005, "Request entity too large")
    text = str(after.get("content") or "").strip()
    if not (text or after.get("embeds") or after.get("components") or after.get("attachments") or uploads):
        raise Refusal(400, 50006, "Cannot send an empty message")


def _flags(message: Json | None) -> int:
    return int((message or {}).get("flags") or 0)


def _v2_alone(message: Json, *, is_v2: bool) -> Iterator[Wrong]:
    if is_v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if message.get(key):
                sentence = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                yield wrong("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence, key)


class _Value:
    """The value of a choice: a text or a number."""

    def wrongs(self, value: Any) -> Iterator[Wrong]:
        shape: Shape = Text(100, 1) if isinstance(value, str) else Number(2**53, -(2**53))
        yield from shape.wrongs(value)


CHOICE: Final = Thing({"name": Text(100, 1), "value": _Value()}, ("name", "value"))
CHOICES: Final = Thing({"choices": Many(CHOICE, 25)}, ("choices",))
ARCHIVE_MINUTES: Final = OneOf((60, 1440, 4320, 10080))
CHANNEL: Final = Thing(
    {
        "name": Text(100, 1),
        "topic": Text(1024),
        "auto_archive_duration": ARCHIVE_MINUTES,
        "rate_limit_per_user": Number(21600),
    }
)
THREAD: Final = Thing(CHANNEL.fields, ("name",))
