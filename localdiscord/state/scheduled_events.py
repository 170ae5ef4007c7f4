"""Scheduled events: what the members of a guild find in its list of events, and who is interested."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from enum import IntEnum
from typing import Final

from localdiscord.errors import Json
from localdiscord.state.clock import Clock
from localdiscord.state.updates import Updates


class EventStatus(IntEnum):
    """How far a scheduled event is."""

    SCHEDULED = 1
    ACTIVE = 2
    COMPLETED = 3
    CANCELED = 4


OPEN: Final = frozenset({EventStatus.SCHEDULED, EventStatus.ACTIVE})
NEXT: Final = {
    EventStatus.SCHEDULED: frozenset({EventStatus.ACTIVE, EventStatus.CANCELED}),
    EventStatus.ACTIVE: frozenset({EventStatus.COMPLETED}),
    EventStatus.COMPLETED: frozenset[EventStatus](),
    EventStatus.CANCELED: frozenset[EventStatus](),
}
"""What the status of an event can become."""


@dataclass(eq=False, slots=True)
class ScheduledEvent:
    """A scheduled event as Discord's object, and the ids of those who are interested."""

    body: Json
    user_ids: list[str] = field(default_factory=list)

    @property
    def id(self) -> str:
        """The id of the event."""
        return str(self.body["id"])

    @property
    def status(self) -> EventStatus:
        """How far it is."""
        return EventStatus(self.body["status"])

    def counted(self) -> Json:
        """The object with the number of those who are interested."""
        return self.body | {"user_count": len(self.user_ids)}


class ScheduledEvents:
    """The scheduled events of all guilds. They begin and end by the server's clock."""

    def __init__(self, clock: Clock, updates: Updates) -> None:
        self._clock = clock
        self._updates = updates
        self.by_id: dict[str, ScheduledEvent] = {}

    def open_in(self, guild_id: str) -> Iterator[ScheduledEvent]:
        """The events of a guild that are neither over nor called off, the oldest first."""
        return (each for each in self.by_id.values() if each.body["guild_id"] == guild_id and each.status in OPEN)

    def add(self, guild_id: str, creator: Json, wanted: Json) -> ScheduledEvent:
        """Creates an event; `wanted` are the fields that its creator chose."""
        body: Json = {
            "id": self._clock.next_id(),
            "guild_id": guild_id,
            "channel_id": None,
            "creator_id": creator["id"],
            "creator": creator,
            "description": None,
            "image": None,
            "entity_id": None,
            "recurrence_rule": None,
            "guild_scheduled_event_exceptions": [],
            "status": int(EventStatus.SCHEDULED),
        }
        event = self.by_id[body["id"]] = ScheduledEvent(body | wanted)
        self._publish("event_create", event)
        return event

    def change(self, event: ScheduledEvent, **changes: object) -> None:
        """Changes fields of an event."""
        event.body = event.body | changes
        self._publish("event_update", event)

    def remove(self, event: ScheduledEvent) -> None:
        """Deletes an event."""
        del self.by_id[event.id]
        self._updates.persist("event", event.id, None)
        self._updates.publish("event_delete", event.body, guild_id=event.body["guild_id"])

    def subscribe(self, event: ScheduledEvent, user_id: str, *, subscribed: bool) -> None:
        """Notes that a user is interested, or is no longer; a second time does nothing."""
        if (user_id in event.user_ids) == subscribed:
            return
        event.user_ids.append(user_id) if subscribed else event.user_ids.remove(user_id)
        self._persist(event)
        body = {"guild_scheduled_event_id": event.id, "user_id": user_id}
        type_ = "event_user_add" if subscribed else "event_user_remove"
        self._updates.publish(type_, body, guild_id=event.body["guild_id"])

    def keep_time(self) -> None:
        """Begins the events whose time has come, and ends those whose time is over."""
        now = self._clock.now()
        for event in self.by_id.values():
            if event.status is EventStatus.SCHEDULED and moment(event.body["scheduled_start_time"]) <= now:
                self.change(event, status=int(EventStatus.ACTIVE))
            if event.status is EventStatus.ACTIVE and moment(event.body["scheduled_end_time"]) <= now:
                self.change(event, status=int(EventStatus.COMPLETED))

    def _publish(self, type_: str, event: ScheduledEvent) -> None:
        self._persist(event)
        self._updates.publish(type_, event.body, guild_id=event.body["guild_id"])

    def _persist(self, event: ScheduledEvent) -> None:
        self._updates.persist("event", event.id, {"event": event.body, "users": event.user_ids})


def moment(text: str) -> datetime:
    """The moment that a timestamp names; a ValueError if it names none."""
    return datetime.fromisoformat(text)
