"""The limits of messages and of autocomplete choices."""

from collections.abc import Iterator, Sequence
from typing import Any, Final

from localdiscord.errors import ApiError, Json, invalid_form_body
from localdiscord.limits.components import MESSAGE_COMPONENTS, check_layout
from localdiscord.limits.embeds import EMBEDS, check_total, trim
from localdiscord.limits.shape import List, Number, Object, Shape, Text, Violation, error_tree, violation
from localdiscord.state.files import Upload
from localdiscord.state.messages import MessageFlag

CONTENT: Final = 2000
NONCE: Final = 25
FILES: Final = 10
FILE_SIZE: Final = 10 * 1024 * 1024

MENTIONS: Final = 100


def _check_mentions(message: Json) -> Iterator[Violation]:
    """Whom the text may mention: known words, not too many ids, and of one kind not both."""
    allowed = message.get("allowed_mentions")
    if not isinstance(allowed, dict):
        return
    words = allowed.get("parse") or ()
    for index, word in enumerate(words):
        if word not in ("users", "roles", "everyone"):
            sentence = "Value must be one of ('roles', 'users', 'everyone')."
            yield violation("BASE_TYPE_CHOICES", sentence, "allowed_mentions", "parse", index)
    for word in ("users", "roles"):
        ids = allowed.get(word) or ()
        if len(ids) > MENTIONS:
            sentence = f"Must be {MENTIONS} or fewer in length."
            yield violation("BASE_TYPE_MAX_LENGTH", sentence, "allowed_mentions", word)
        if ids and word in words:
            sentence = f'parse:["{word}"] and {word}: [ids...] are mutually exclusive.'
            yield violation("MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", sentence, "allowed_mentions")


MESSAGE: Final = Object(
    {
        "content": Text(CONTENT),
        "embeds": EMBEDS,
        "components": MESSAGE_COMPONENTS,
        "attachments": List(Object({"description": Text(1024), "filename": Text(1024, 1)}, ("id",)), FILES),
        "nonce": Text(NONCE),
    },
    rules=(check_total, _check_mentions),
)


def check_message(payload: Json, uploads: Sequence[Upload] = (), before: Json | None = None) -> None:
    """Checks a message to send, or the changes of the message that was there `before`."""
    if type(payload.get("nonce")) is int:
        payload["nonce"] = str(payload["nonce"])
    trim(payload.get("embeds"))
    after = (before or {}) | {key: value for key, value in payload.items() if key != "flags"}
    is_v2 = bool((_flags(payload) | _flags(before)) & MessageFlag.COMPONENTS_V2)
    found = list(MESSAGE.violations(payload))
    found = found or [*check_layout(after, is_v2=is_v2), *_check_legacy_fields(after, is_v2=is_v2)]
    if found:
        raise invalid_form_body(error_tree(found))
    _check_files(uploads)
    text = str(after.get("content") or "").strip()
    if not (text or uploads or any(after.get(key) for key in ("embeds", "components", "attachments"))):
        raise ApiError(400, 50006, "Cannot send an empty message")


def _flags(message: Json | None) -> int:
    return int((message or {}).get("flags") or 0)


def _check_files(uploads: Sequence[Upload]) -> None:
    if len(uploads) > FILES:
        raise ApiError(400, 30015, f"Maximum number of attachments in a message reached ({FILES})")
    if any(len(upload.content) > FILE_SIZE for upload in uploads):
        raise ApiError(413, 40005, "Request entity too large")


def _check_legacy_fields(message: Json, *, is_v2: bool) -> Iterator[Violation]:
    if is_v2:
        for key in ("content", "embeds", "poll", "sticker_ids"):
            if message.get(key):
                sentence = f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
                yield violation("MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence, key)


class ChoiceValue:
    """The value of a choice: a text, or a number, of which a whole one has at most 53 bits."""

    def violations(self, value: Any) -> Iterator[Violation]:
        """Every limit that the value breaks."""
        largest = 2**53 if isinstance(value, float) else 2**53 - 1
        shape: Shape = Text(100, 1) if isinstance(value, str) else Number(largest, -largest)
        yield from shape.violations(value)


CHOICE: Final = Object({"name": Text(100, 1), "value": ChoiceValue()}, ("name", "value"))
CHOICES: Final = Object({"choices": List(CHOICE, 25)}, ("choices",))
