"""The limits of channels, threads, forums and their posts."""

from collections.abc import Iterator, Mapping
from typing import Final

from localdiscord.errors import Json
from localdiscord.limits.shape import List, Number, Object, OneOf, Shape, Text, Violation, duplicates, violation
from localdiscord.state.channels import ChannelFlag, ChannelType
from localdiscord.state.forums import MOST_APPLIED, MOST_TAGS

SLOWEST: Final = 21600
NAME: Final = Text(100, 1)
ARCHIVE_MINUTES: Final = OneOf((60, 1440, 4320, 10080))
SNOWFLAKE: Final = Number(2**63 - 1)


def _check_emoji(named: Json) -> Iterator[Violation]:
    if named.get("emoji_id") and named.get("emoji_name"):
        yield violation("EMOJI_FIELDS_EXCLUSIVE", "At most one of emoji_id and emoji_name may be set.", "emoji_name")


def _check_names(forum: Json) -> Iterator[Violation]:
    tags = [tag for tag in forum.get("available_tags") or () if isinstance(tag, dict)]
    for index in duplicates(str(tag.get("name")).casefold() for tag in tags):
        yield violation("FORUM_TAG_NAME_DUPLICATE", "Tag names must be unique.", "available_tags", index, "name")


class _Flags:
    """Some flags and no others."""

    def __init__(self, allowed: ChannelFlag) -> None:
        self._allowed = allowed

    def violations(self, value: object) -> Iterator[Violation]:
        """Whether a flag is set that cannot be."""
        if not isinstance(value, int) or value & ~self._allowed:
            yield violation("BASE_TYPE_CHOICES", f"Only the flags {int(self._allowed)} can be set here.")


_TAG: Final = Object({"name": Text(20)}, ("name",), (_check_emoji,))
CHANNEL: Final = Object({"name": NAME, "topic": Text(1024), "rate_limit_per_user": Number(SLOWEST)})
FORUM: Final = Object(
    {
        **CHANNEL.fields,
        "topic": Text(4096),
        "flags": _Flags(ChannelFlag.REQUIRE_TAG),
        "available_tags": List(_TAG, MOST_TAGS),
        "default_reaction_emoji": Object({}, rules=(_check_emoji,)),
        "default_sort_order": OneOf((0, 1)),
        "default_forum_layout": OneOf((0, 1, 2)),
        "default_auto_archive_duration": ARCHIVE_MINUTES,
        "default_thread_rate_limit_per_user": Number(SLOWEST),
    },
    rules=(_check_names,),
)
NEW_CHANNEL: Final = {
    type_: Object({**shape.fields, "type": OneOf((int(type_),))}, ("name",), shape.rules)
    for type_, shape in ((ChannelType.TEXT, CHANNEL), (ChannelType.ANNOUNCEMENT, CHANNEL), (ChannelType.FORUM, FORUM))
}
_THREAD_FIELDS: Final[Mapping[str, Shape]] = {
    "name": NAME,
    "auto_archive_duration": ARCHIVE_MINUTES,
    "rate_limit_per_user": Number(SLOWEST),
}
THREAD_CHANGES: Final = Object(_THREAD_FIELDS)
POST_CHANGES: Final = Object(
    {**_THREAD_FIELDS, "flags": _Flags(ChannelFlag.PINNED), "applied_tags": List(SNOWFLAKE, MOST_APPLIED)}
)
THREAD: Final = Object(_THREAD_FIELDS, ("name",))
POST: Final = Object(
    {**_THREAD_FIELDS, "applied_tags": List(SNOWFLAKE, MOST_APPLIED), "message": Object({})}, ("name", "message")
)
HISTORY: Final = Object({"limit": Number(100, 1), "before": SNOWFLAKE, "after": SNOWFLAKE, "around": SNOWFLAKE})
RECIPIENT: Final = Object({"recipient_id": SNOWFLAKE}, ("recipient_id",))
