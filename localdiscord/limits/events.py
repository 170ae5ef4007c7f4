"""The limits of scheduled events."""

from collections.abc import Iterator
from typing import Any, Final

from localdiscord.errors import Json
from localdiscord.limits.shape import Number, Object, OneOf, Text, Violation, violation
from localdiscord.state.scheduled_events import EventStatus, moment

EXTERNAL: Final = 3
GUILD_ONLY: Final = 2
_IMAGE: Final = "data:image/"


class _Moment:
    """A timestamp with its zone."""

    def violations(self, value: Any) -> Iterator[Violation]:
        """Whether it is none."""
        try:
            zone = moment(value).tzinfo
        except (TypeError, ValueError):
            zone = None
        if zone is None:
            yield violation("DATE_TIME_TYPE_PARSE", f"Could not parse “{value}”. Should be ISO8601.")


class _Picture:
    """A picture as data in the request."""

    def violations(self, value: Any) -> Iterator[Violation]:
        """Whether it is none."""
        if not isinstance(value, str) or not value.startswith(_IMAGE):
            yield violation("IMAGE_INVALID", "Invalid image")


class _Missing:
    """What this server does not have."""

    def violations(self, value: Any) -> Iterator[Violation]:
        """One, if it is asked for."""
        if value is not None:
            yield violation("NOT_HERE", "The local Discord has no recurring events.")


EVENT: Final = Object(
    {
        "name": Text(100, 1),
        "description": Text(1000, 1),
        "scheduled_start_time": _Moment(),
        "scheduled_end_time": _Moment(),
        "privacy_level": OneOf((GUILD_ONLY,)),
        "entity_type": OneOf((1, 2, EXTERNAL)),
        "entity_metadata": Object({"location": Text(100, 1)}, ("location",)),
        "channel_id": Number(2**63 - 1),
        "status": OneOf(tuple(int(status) for status in EventStatus)),
        "image": _Picture(),
        "recurrence_rule": _Missing(),
    }
)
NEW_EVENT: Final = Object(EVENT.fields, ("name", "scheduled_start_time", "privacy_level", "entity_type"))


def check_external(event: Json) -> Iterator[Violation]:
    """What an event outside Discord's channels has, and that it ends after it begins."""
    for key in ("scheduled_end_time", "entity_metadata"):
        if event.get(key) is None:
            yield violation("BASE_TYPE_REQUIRED", "This field is required", key)
    if event.get("channel_id") is not None:
        yield violation("BASE_TYPE_NULL", "An external event has no channel.", "channel_id")
    start, end = event.get("scheduled_start_time"), event.get("scheduled_end_time")
    if start is not None and end is not None and moment(end) <= moment(start):
        sentence = "The end of an event is after its start."
        yield violation("GUILD_SCHEDULED_EVENT_END_BEFORE_START", sentence, "scheduled_end_time")
