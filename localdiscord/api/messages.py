"""Messages in channels, their pins and reactions."""

import re
from datetime import timedelta
from typing import Final
from urllib.parse import unquote

from localdiscord.api.access import check_awake, check_unlocked, check_words, get_channel, get_message
from localdiscord.api.request import ApiCall
from localdiscord.api.route import Route
from localdiscord.errors import ApiError, Json, invalid_form_body
from localdiscord.gateway.gateway import Gateway
from localdiscord.limits import check_history, check_message
from localdiscord.rates import RateLimiter
from localdiscord.state.channels import THREADS, ChannelType
from localdiscord.state.clock import created_at
from localdiscord.state.composition import compose, edit, pin
from localdiscord.state.history import page_of
from localdiscord.state.messages import MOST_PINS, SYSTEM_TYPES, MessageFlag, MessageType, StoredMessage
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State

_HISTORY: Final = Permission.READ_MESSAGE_HISTORY
# Discord looks for a nonce in "the past few minutes"
NONCE_LIFETIME: Final = timedelta(minutes=5)
OLD: Final = timedelta(hours=1)
OLDEST_IN_BULK: Final = timedelta(days=14)
MOST_REACTIONS: Final = 20
_CUSTOM_EMOJI: Final = re.compile(r"\w{2,32}:\d+")
_DUPLICATES: Final = {"_errors": [{"code": "SET_TYPE_CONTAINS_DUPLICATES", "message": "Some values are there twice."}]}
_UNKNOWN_REFERENCE: Final = {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]}


class MessageApi:
    """Sends, reads, edits and deletes messages."""

    def __init__(self, state: State, gateway: Gateway, limiter: RateLimiter) -> None:
        self._state = state
        self._gateway = gateway
        self._limiter = limiter

    def routes(self) -> list[Route]:
        """The routes of this part of the API."""
        messages = "/channels/{channel}/messages"
        message = messages + "/{message}"
        # pins come first: "pins" is no message id
        return [
            Route("POST", messages, self._send),
            Route("GET", messages, self._list_messages),
            Route("POST", messages + "/bulk-delete", self._bulk_delete),
            Route("GET", messages + "/pins", self._list_pins),
            Route("PUT", messages + "/pins/{message}", self._pin),
            Route("DELETE", messages + "/pins/{message}", self._unpin),
            Route("GET", "/channels/{channel}/pins", self._list_pinned),
            Route("PUT", "/channels/{channel}/pins/{message}", self._pin),
            Route("DELETE", "/channels/{channel}/pins/{message}", self._unpin),
            Route("GET", message, self._get_message),
            Route("PATCH", message, self._edit),
            Route("DELETE", message, self._delete),
            Route("PUT", message + "/reactions/{emoji}/@me", self._add_reaction),
            Route("DELETE", message + "/reactions/{emoji}/@me", self._remove_reaction),
        ]

    # sending

    def _send(self, call: ApiCall) -> Json:
        channel, payload = self._open_channel(call), call.json_object
        if payload.get("flags"):  # only the answer to an interaction is for one person
            payload["flags"] &= ~MessageFlag.EPHEMERAL
        check_words(self._state, call, payload)
        check_message(payload, uploads=call.uploads)
        earlier = self._find_by_nonce(channel, payload)
        if earlier is not None:
            return earlier
        state = self._state
        extra = self._reference(channel, payload)
        stored = compose(state, channel["id"], state.bot, payload, uploads=call.uploads, extra=extra)
        state.messages.add(stored)
        return stored.message

    def _open_channel(self, call: ApiCall) -> Json:
        """The channel, if the bot can send a message in it now."""
        channel = get_channel(self._state, call)
        if channel["type"] == ChannelType.FORUM:
            raise ApiError(400, 50008, "Cannot send messages in a non-text channel")
        is_thread = channel["type"] in THREADS
        get_channel(self._state, call, Permission.SEND_MESSAGES_IN_THREADS if is_thread else Permission.SEND_MESSAGES)
        check_unlocked(self._state, channel)
        check_awake(channel)
        if channel["type"] == ChannelType.DM:
            self._check_reachable(channel["recipients"][0]["id"])
        return channel

    def _check_reachable(self, user_id: str) -> None:
        if user_id in self._state.without_dms:
            raise ApiError(403, 50007, "Cannot send messages to this user")
        state = self._state
        if not any(user_id in guild.members and state.has_bot(guild.id) for guild in state.guilds.values()):
            raise ApiError(403, 50278, "Cannot send messages to this user due to having no mutual guilds")

    def _check_may_attach(self, call: ApiCall) -> None:
        if call.uploads:
            get_channel(self._state, call, Permission.ATTACH_FILES)

    def _find_by_nonce(self, channel: Json, payload: Json) -> Json | None:
        """The message that was sent with this nonce, if the bot asked for each nonce to be sent once."""
        if not payload.get("enforce_nonce") or payload.get("nonce") is None:
            return None
        stored = self._state.messages.with_nonce(channel["id"], self._state.bot_id, payload["nonce"])
        if stored is None or created_at(stored.id) < self._state.clock.now() - NONCE_LIFETIME:
            return None
        return stored.message

    def _reference(self, channel: Json, payload: Json) -> Json:
        """The fields of a reply that name the message to which it replies."""
        reference = payload.get("message_reference")
        if not reference:
            return {}
        if not self._state.channels.permissions_of(self._state.bot_id, channel["id"]) & _HISTORY:
            raise ApiError(400, 160002, "Cannot reply without permission to read message history")
        stored = self._state.messages.in_channel(channel["id"]).get(str(reference.get("message_id")))
        if stored is None:
            if reference.get("fail_if_not_exists") is False:
                return {}
            raise invalid_form_body({"message_reference": _UNKNOWN_REFERENCE})
        known = {"type": 0, "channel_id": channel["id"], "message_id": stored.id}
        return {"type": int(MessageType.REPLY), "message_reference": known, "referenced_message": stored.message}

    # reading

    def _list_messages(self, call: ApiCall) -> list[Json]:
        """The newest first; none if the bot cannot read the history."""
        channel = get_channel(self._state, call)
        check_history(call.query)
        if not self._state.channels.permissions_of(self._state.bot_id, channel["id"]) & _HISTORY:
            return []
        messages = [stored.message for stored in self._state.messages.public_in(channel["id"])]
        asked = {key: int(value) for key, value in call.query.items()}
        return [self._gateway.readable(message) for message in reversed(page_of(messages, asked))]

    def _get_message(self, call: ApiCall) -> Json:
        return self._gateway.readable(get_message(self._state, call, _HISTORY).message)

    # editing and deleting

    def _edit(self, call: ApiCall) -> Json:
        stored = get_message(self._state, call)
        check_awake(get_channel(self._state, call))
        if stored.author_id != self._state.bot_id and call.json_object.keys() == {"flags"}:
            get_channel(self._state, call, Permission.MANAGE_MESSAGES)
        elif stored.author_id != self._state.bot_id:
            raise ApiError(403, 50005, "Cannot edit a message authored by another user")
        _check_own_words(stored)
        if created_at(stored.id) < self._state.clock.now() - OLD:
            self._limiter.take_old_edit(stored.channel_id)
        self._check_may_attach(call)
        check_message(call.json_object, uploads=call.uploads, before=stored.message)
        edit(self._state, stored, call.json_object, call.uploads)
        return stored.message

    def _delete(self, call: ApiCall) -> None:
        stored = get_message(self._state, call)
        if stored.author_id != self._state.bot_id:
            get_channel(self._state, call, Permission.MANAGE_MESSAGES)
        self._state.messages.delete(stored)

    def _bulk_delete(self, call: ApiCall) -> None:
        channel = get_channel(self._state, call, Permission.MANAGE_MESSAGES)
        message_ids = [str(message_id) for message_id in call.json_object.get("messages", ())]
        if not 2 <= len(message_ids) <= 100:
            raise ApiError(400, 50016, "Provided too few or too many messages to delete.")
        if len(set(message_ids)) < len(message_ids):
            raise invalid_form_body({"messages": _DUPLICATES})
        if any(created_at(message_id) < self._state.clock.now() - OLDEST_IN_BULK for message_id in message_ids):
            raise ApiError(400, 50034, "A message provided was too old to bulk delete")
        for stored in self._state.messages.public_in(channel["id"]):
            if stored.id in message_ids:
                self._state.messages.delete(stored)

    # pins

    def _list_pins(self, call: ApiCall) -> Json:
        channel = get_channel(self._state, call)
        can_read = self._state.channels.permissions_of(self._state.bot_id, channel["id"]) & _HISTORY
        newest_first = reversed(self._state.messages.pinned_in(channel["id"]) if can_read else [])
        items = [{"pinned_at": each["timestamp"], "message": self._gateway.readable(each)} for each in newest_first]
        return {"items": items, "has_more": False}

    def _list_pinned(self, call: ApiCall) -> list[Json]:
        """The pins as the deprecated route gives them."""
        return [item["message"] for item in self._list_pins(call)["items"]]

    def _pin(self, call: ApiCall) -> None:
        self._set_pinned(call, pinned=True)

    def _unpin(self, call: ApiCall) -> None:
        self._set_pinned(call, pinned=False)

    def _set_pinned(self, call: ApiCall, *, pinned: bool) -> None:
        stored = get_message(self._state, call, Permission.PIN_MESSAGES)
        check_awake(get_channel(self._state, call))
        if stored.message["pinned"] == pinned:
            return
        _check_own_words(stored)
        if pinned and len(self._state.messages.pinned_in(stored.channel_id)) >= MOST_PINS:
            raise ApiError(400, 30003, f"Maximum number of pins reached ({MOST_PINS})")
        pin(self._state, stored, self._state.bot, pinned=pinned)

    # reactions

    def _add_reaction(self, call: ApiCall) -> None:
        stored, emoji = get_message(self._state, call, _HISTORY), unquote(call.path["emoji"])
        check_awake(get_channel(self._state, call))
        if emoji.isascii() and not _CUSTOM_EMOJI.fullmatch(emoji):
            raise ApiError(400, 10014, "Unknown Emoji")
        there = [reaction["emoji"]["name"] for reaction in stored.message.get("reactions", ())]
        if emoji not in there:
            get_channel(self._state, call, Permission.ADD_REACTIONS)
            if len(there) >= MOST_REACTIONS:
                raise ApiError(400, 30010, f"Maximum number of reactions reached ({MOST_REACTIONS})")
        self._state.messages.react(stored, emoji, self._state.bot_id, +1)

    def _remove_reaction(self, call: ApiCall) -> None:
        stored = get_message(self._state, call)
        self._state.messages.react(stored, unquote(call.path["emoji"]), self._state.bot_id, -1)


def _check_own_words(stored: StoredMessage) -> None:
    """An ApiError for a row that Discord itself has written."""
    if stored.message["type"] in SYSTEM_TYPES:
        raise ApiError(403, 50021, "Cannot execute action on a system message")
