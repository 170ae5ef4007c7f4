"""Turns what somebody sent into a message as Discord returns it."""

from collections.abc import Sequence
from typing import Any, Final

from localdiscord.errors import Json
from localdiscord.state.channels import ChannelType
from localdiscord.state.clock import timestamp
from localdiscord.state.components import complete, resolve_media
from localdiscord.state.files import Upload
from localdiscord.state.messages import MessageFlag, MessageType, StoredMessage
from localdiscord.state.objects import new_message
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State

_EMBED_KEYS: Final = (
    "title",
    "description",
    "url",
    "timestamp",
    "color",
    "footer",
    "image",
    "thumbnail",
    "author",
    "fields",
)


def compose(
    state: State,
    channel_id: str,
    author: Json,
    payload: Json,
    *,
    uploads: Sequence[Upload] = (),
    only_for: str | None = None,
    extra: Json | None = None,
) -> StoredMessage:
    """A new message, not posted yet. `extra` holds fields beyond those of every message."""
    flags = int(payload.get("flags") or 0)
    message = new_message(state.clock.next_id(), channel_id, author, timestamp(state.clock.now()))
    message |= {"tts": bool(payload.get("tts")), "flags": flags | (MessageFlag.EPHEMERAL if only_for else 0)}
    message |= {"nonce": payload["nonce"]} if payload.get("nonce") is not None else {}
    message |= extra or {}
    _fill(state, message, payload, uploads)
    return StoredMessage(message, only_for)


def edit(
    state: State, stored: StoredMessage, payload: Json, uploads: Sequence[Upload] = (), *, is_first: bool = False
) -> None:
    """Changes the fields that the payload names. The first content of a placeholder (`is_first`) is no edit."""
    message = dict(stored.message)
    message["flags"] &= ~MessageFlag.LOADING
    wanted = int(payload.get("flags") or 0)
    message["flags"] |= wanted & MessageFlag.COMPONENTS_V2
    if payload.get("flags") is not None:
        kept = message["flags"] & ~MessageFlag.SUPPRESS_EMBEDS
        message["flags"] = kept | wanted & MessageFlag.SUPPRESS_EMBEDS
    _fill(state, message, payload, uploads)
    if not is_first:
        message["edited_timestamp"] = timestamp(state.clock.now())
    state.messages.replace(stored, message)


def pin(state: State, stored: StoredMessage, by: Json, *, pinned: bool) -> None:
    """Pins a message, or takes its pin away. A new pin leaves a row in the channel that says whose it is."""
    now = timestamp(state.clock.now())
    state.messages.replace(stored, stored.message | {"pinned": pinned})
    body = {"channel_id": stored.channel_id, "last_pin_timestamp": now}
    state.updates.publish("pins", body, channel_id=stored.channel_id)
    if pinned:
        _tell(state, stored.channel_id, by, MessageType.PINNED, message_id=stored.id)


def tell_of_thread(state: State, thread: Json, by: Json) -> None:
    """Leaves a row in the text channel that says who started the thread; a private thread has none."""
    if thread["type"] != ChannelType.PRIVATE_THREAD:
        _tell(state, thread["parent_id"], by, MessageType.THREAD_CREATED, thread["name"], channel_id=thread["id"])


def _tell(state: State, place: str, by: Json, type_: MessageType, content: str = "", **reference: str) -> None:
    guild = state.guild_of(place)
    reference = {"channel_id": place} | reference | ({} if guild is None else {"guild_id": guild.id})
    extra: Json = {"type": int(type_), "message_reference": {"type": 0} | reference}
    state.messages.add(compose(state, place, by, {"content": content}, extra=extra))


def _fill(state: State, message: Json, payload: Json, uploads: Sequence[Upload]) -> None:
    if "content" in payload:
        message["content"] = str(payload["content"] or "").strip()
    if "attachments" in payload or uploads:
        _attach(state, message, payload, uploads)
    links = {file["filename"]: file["url"] for file in message["attachments"]}
    if payload.get("embeds") is not None:
        message["embeds"] = [_embed(embed) for embed in payload["embeds"]]
        _link_attachments(message["embeds"], links)
    if payload.get("components") is not None:
        message["components"] = complete(payload["components"])
        _link_attachments(message["components"], links)
        resolve_media(state.clock, message)
    if "content" in payload or "allowed_mentions" in payload:
        _mention(state, message, payload.get("allowed_mentions"))


def _embed(embed: Json) -> Json:
    known: Json = {"type": "rich"}
    known |= {key: embed[key] for key in _EMBED_KEYS if embed.get(key) is not None}
    for field in known.get("fields", ()):
        field.setdefault("inline", False)
    return known


def _attach(state: State, message: Json, payload: Json, uploads: Sequence[Upload]) -> None:
    """Drops the attachments that the payload does not name, and adds the uploads."""
    by_id = {str(partial.get("id")): partial for partial in payload.get("attachments") or ()}
    attachments = message["attachments"]
    if "attachments" in payload:
        attachments = [file for file in attachments if file["id"] in by_id]
    # an upload is described under its index in the request
    new = [
        state.files.attach(upload, by_id.get(str(index), {}).get("description")) for index, upload in enumerate(uploads)
    ]
    message["attachments"] = attachments + new


def _link_attachments(tree: Any, links: dict[str, str]) -> None:
    if isinstance(tree, list):
        for item in tree:
            _link_attachments(item, links)
    elif isinstance(tree, dict):
        url = tree.get("url")
        if isinstance(url, str) and url.startswith("attachment://"):
            tree["url"] = links.get(url.removeprefix("attachment://"), url)
        for item in tree.values():
            _link_attachments(item, links)


def _mention(state: State, message: Json, allowed: Json | None) -> None:
    content: str = message["content"]
    parse = set(allowed.get("parse", ())) if allowed is not None else {"users", "roles", "everyone"}
    user_ids = {str(user_id) for user_id in (allowed or {}).get("users", ())}
    message["mentions"] = [
        user
        for user in state.users.values()
        if (f"<@{user['id']}>" in content or f"<@!{user['id']}>" in content)
        and ("users" in parse or user["id"] in user_ids)
    ]
    may = state.channels.permissions_of(message["author"]["id"], message["channel_id"]) & Permission.MENTION_EVERYONE
    is_named = "@everyone" in content or "@here" in content
    message["mention_everyone"] = bool(may) and is_named and "everyone" in parse
