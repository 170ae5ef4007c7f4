"""Scheduled events: created, listed, changed, begun, ended and deleted."""

import hashlib
from datetime import UTC
from typing import Final

from localdiscord.api.access import get_guild, missing_permissions
from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import ApiError, Json, invalid_form_body, unknown
from localdiscord.limits import check_event
from localdiscord.state.clock import timestamp
from localdiscord.state.permissions import Permission
from localdiscord.state.scheduled_events import NEXT, OPEN, EventStatus, ScheduledEvent, moment
from localdiscord.state.state import State

MOST_OPEN: Final = 100
MOST_USERS: Final = 100
_INTERESTED: Final = 1
_IN_CHANNELS: Final = (1, 2)  # stage, voice
_FIELDS: Final = ("name", "description", "privacy_level", "entity_type", "entity_metadata", "status")
_TIMES: Final = ("scheduled_start_time", "scheduled_end_time")
_PAST: Final = {
    "_errors": [{"code": "GUILD_SCHEDULED_EVENT_SCHEDULE_PAST", "message": "Cannot schedule event in the past."}]
}
_NOT_NEXT: Final = {
    "_errors": [{"code": "GUILD_SCHEDULED_EVENT_STATUS_TRANSITION", "message": "The status cannot become this one."}]
}


class EventApi:
    """The scheduled events of guilds, all of them outside Discord's channels."""

    def __init__(self, state: State) -> None:
        self._state = state

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        events = "/guilds/{guild}/scheduled-events"
        return [
            Route("GET", events, self._list),
            Route("POST", events, self._create),
            Route("GET", events + "/{event}", self._get),
            Route("PATCH", events + "/{event}", self._change),
            Route("DELETE", events + "/{event}", self._delete),
            Route("GET", events + "/{event}/users", self._list_users),
        ]

    def _find(self, call: ApiCall) -> ScheduledEvent:
        event = self._state.events.by_id.get(call.path["event"])
        if event is None or event.body["guild_id"] != get_guild(self._state, call).id:
            raise unknown("Guild Scheduled Event", 10070)
        return event

    def _find_own(self, call: ApiCall) -> ScheduledEvent:
        """The event, if the bot can change it: one of its own with either permission, others with the one to manage."""
        event, guild = self._find(call), get_guild(self._state, call)
        is_own = event.body["creator_id"] == self._state.bot_id
        enough = Permission.MANAGE_EVENTS | (Permission.CREATE_EVENTS if is_own else 0)
        if not self._state.channels.permissions_in(self._state.bot_id, guild) & enough:
            raise missing_permissions()
        return event

    # reading

    def _list(self, call: ApiCall) -> list[Json]:
        guild = get_guild(self._state, call)
        return [_shown(call, event) for event in self._state.events.open_in(guild.id)]

    def _get(self, call: ApiCall) -> Json:
        return _shown(call, self._find(call))

    def _list_users(self, call: ApiCall) -> list[Json]:
        event, guild = self._find(call), get_guild(self._state, call)
        ids = sorted(event.user_ids, key=int)
        limit = int(call.query.get("limit", MOST_USERS))
        if "before" in call.query:
            page = [each for each in ids if int(each) < int(call.query["before"])][-limit:]
        else:
            page = [each for each in ids if int(each) > int(call.query.get("after", 0))][:limit]
        with_member = _is_set(call, "with_member")
        return [
            {"guild_scheduled_event_id": event.id, "user_id": each, "response": _INTERESTED}
            | {"user": self._state.users[each]}
            | ({"member": guild.members[each]} if with_member and each in guild.members else {})
            for each in page
        ]

    # writing

    def _create(self, call: ApiCall) -> Json:
        guild, wanted = get_guild(self._state, call, Permission.CREATE_EVENTS), call.json_object
        self._check_place(wanted)
        check_event(wanted)
        self._check_start(wanted)
        if sum(1 for _ in self._state.events.open_in(guild.id)) >= MOST_OPEN:
            raise ApiError(400, 30038, f"Maximum number of uncompleted guild scheduled events reached ({MOST_OPEN})")
        return self._state.events.add(guild.id, self._state.bot, _fields(wanted)).body

    def _change(self, call: ApiCall) -> Json:
        event, wanted = self._find_own(call), call.json_object
        if event.status not in OPEN:
            raise ApiError(400, 180000, "Cannot update a finished event")
        self._check_place(wanted)
        check_event(wanted, event.body)
        if event.status is EventStatus.SCHEDULED:
            self._check_start(wanted)
        if wanted.get("status") is not None and EventStatus(wanted["status"]) not in NEXT[event.status]:
            raise invalid_form_body({"status": _NOT_NEXT})
        self._state.events.change(event, **_fields(wanted))
        return event.body

    def _delete(self, call: ApiCall) -> None:
        self._state.events.remove(self._find_own(call))

    def _check_place(self, wanted: Json) -> None:
        """An ApiError for an event in a voice or stage channel: there are none here."""
        if wanted.get("entity_type") in _IN_CHANNELS:
            raise unknown("Channel", 10003)

    def _check_start(self, wanted: Json) -> None:
        start = wanted.get("scheduled_start_time")
        if start is not None and moment(start) <= self._state.clock.now():
            raise invalid_form_body({"scheduled_start_time": _PAST})


def _fields(wanted: Json) -> Json:
    """The fields that a request sets, as Discord returns them."""
    fields: Json = {key: wanted[key] for key in _FIELDS if key in wanted}
    fields |= {key: timestamp(moment(wanted[key]).astimezone(UTC)) for key in _TIMES if wanted.get(key) is not None}
    if "image" in wanted:
        image = wanted["image"]
        fields["image"] = hashlib.sha256(image.encode()).hexdigest()[:32] if image else None
    return fields


def _shown(call: ApiCall, event: ScheduledEvent) -> Json:
    return event.counted() if _is_set(call, "with_user_count") else event.body


def _is_set(call: ApiCall, name: str) -> bool:
    return call.query.get(name, "").lower() in ("1", "true")
