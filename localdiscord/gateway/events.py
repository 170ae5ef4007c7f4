"""The gateway events: what the bot receives after an update of the state, and at the start of a session."""

from typing import Final, NamedTuple

from localdiscord.errors import Json
from localdiscord.gateway.protocol import Intent
from localdiscord.state.channels import LISTED, THREADS, ChannelFlag, ChannelType
from localdiscord.state.guild import GuildState
from localdiscord.state.permissions import Permission
from localdiscord.state.state import State
from localdiscord.state.updates import Update

# what a message holds for a bot without the message content intent
WITHOUT_CONTENT: Final[Json] = {"content": "", "embeds": [], "attachments": [], "components": []}


class _EventNames(NamedTuple):
    """The names of an event, and the intents that it needs (none in a DM: the bot does not receive it there)."""

    in_channel: str
    in_thread: str
    guild_intent: Intent
    dm_intent: Intent | None = None


_CHANNELS: Final = (Intent.GUILDS, None)
_MESSAGES: Final = (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES)
_REACTIONS: Final = (Intent.GUILD_REACTIONS, Intent.DIRECT_REACTIONS)
_EVENTS: Final = {
    "message_create": _EventNames("MESSAGE_CREATE", "MESSAGE_CREATE", *_MESSAGES),
    "message_update": _EventNames("MESSAGE_UPDATE", "MESSAGE_UPDATE", *_MESSAGES),
    "message_delete": _EventNames("MESSAGE_DELETE", "MESSAGE_DELETE", *_MESSAGES),
    "channel_create": _EventNames("CHANNEL_CREATE", "THREAD_CREATE", *_CHANNELS),
    "channel_update": _EventNames("CHANNEL_UPDATE", "THREAD_UPDATE", *_CHANNELS),
    "channel_delete": _EventNames("CHANNEL_DELETE", "THREAD_DELETE", *_CHANNELS),
    "guild_update": _EventNames("GUILD_UPDATE", "", Intent.GUILDS),
    "user_create": _EventNames("GUILD_MEMBER_ADD", "", Intent.GUILD_MEMBERS),
    "user_remove": _EventNames("GUILD_MEMBER_REMOVE", "", Intent.GUILD_MEMBERS),
    "member_update": _EventNames("GUILD_MEMBER_UPDATE", "", Intent.GUILD_MEMBERS),
    "role_create": _EventNames("GUILD_ROLE_CREATE", "", Intent.GUILDS),
    "role_delete": _EventNames("GUILD_ROLE_DELETE", "", Intent.GUILDS),
    "pins": _EventNames("CHANNEL_PINS_UPDATE", "CHANNEL_PINS_UPDATE", Intent.GUILDS, Intent.DIRECT_MESSAGES),
    "reaction_add": _EventNames("MESSAGE_REACTION_ADD", "MESSAGE_REACTION_ADD", *_REACTIONS),
    "event_create": _EventNames("GUILD_SCHEDULED_EVENT_CREATE", "", Intent.GUILD_SCHEDULED_EVENTS),
    "event_update": _EventNames("GUILD_SCHEDULED_EVENT_UPDATE", "", Intent.GUILD_SCHEDULED_EVENTS),
    "event_delete": _EventNames("GUILD_SCHEDULED_EVENT_DELETE", "", Intent.GUILD_SCHEDULED_EVENTS),
    "event_user_add": _EventNames("GUILD_SCHEDULED_EVENT_USER_ADD", "", Intent.GUILD_SCHEDULED_EVENTS),
    "event_user_remove": _EventNames("GUILD_SCHEDULED_EVENT_USER_REMOVE", "", Intent.GUILD_SCHEDULED_EVENTS),
    "reaction_remove": _EventNames("MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE", *_REACTIONS),
}


class Event(NamedTuple):
    """A gateway event, before it is known which sessions receive it."""

    name: str
    data: Json
    intent: int
    guild_id: str | None
    has_content: bool


def event_of(state: State, update: Update) -> Event | None:
    """The event by which the bot learns about an update; None if it does not learn about it."""
    names = _EVENTS.get(update.type)
    if names is None or update.only_for is not None:
        return None
    channel = state.channels.by_id.get(update.channel_id or "", {})
    is_listed = channel.get("type") in LISTED and "channel" in update.body
    if channel and not is_listed and not state.channels.can_view(state.bot_id, channel["id"]):
        return None
    is_dm = channel.get("type") == ChannelType.DM
    intent = names.dm_intent if is_dm else names.guild_intent
    if intent is None:
        return None
    name = names.in_thread if channel.get("type") in THREADS else names.in_channel
    guild_id = state.channels.guild_id_of(update)
    if guild_id is not None and not state.has_bot(guild_id):
        return None
    if update.type == "member_update" and update.body["user"]["id"] == state.bot_id:
        intent = Intent(0)  # of itself it learns without one
    data = _event_data(update, state.guilds[guild_id] if guild_id else None)
    data = _seen(state, data) if is_listed else data
    return Event(name, data, intent, guild_id, not is_dm and needs_content_intent(state, data))


def _seen(state: State, channel: Json) -> Json:
    """A guild's channel as the bot learns of it: of one that it cannot view no more than that it is there."""
    if state.channels.can_view(state.bot_id, channel["id"]):
        return channel
    deny = {"id": channel["guild_id"], "type": 0, "allow": "0", "deny": str(int(Permission.VIEW_CHANNEL))}
    hidden: Json = {"name": "___hidden___", "topic": None, "last_message_id": None, "permission_overwrites": [deny]}
    return channel | hidden | {"flags": channel["flags"] | ChannelFlag.OBFUSCATED}


def needs_content_intent(state: State, data: Json) -> bool:
    """Whether this is a message whose content the bot reads only with the intent: not its own, no mention of it."""
    if "author" not in data or data["author"]["id"] == state.bot_id:
        return False
    return all(user["id"] != state.bot_id for user in data["mentions"])


def _event_data(update: Update, guild: GuildState | None) -> Json:
    body = update.body
    if "user" in body and guild is not None:
        return guild.members[body["user"]["id"]] | {"guild_id": guild.id}
    if "gone" in body and guild is not None:
        return {"guild_id": guild.id, "user": body["gone"]}
    if "channel" in body:
        data = dict(body["channel"])
        if update.type == "channel_create" and data["type"] in THREADS:
            data["newly_created"] = True
        return data
    data = dict(body.get("message", body))
    if guild is not None:
        data["guild_id"] = guild.id
        member = guild.members.get(data["author"]["id"]) if "author" in data else None
        if member is not None:  # whoever has left is none
            data["member"] = {key: value for key, value in member.items() if key != "user"}
    return data


def guild_create(state: State, guild: GuildState, *, with_members: bool) -> Json:
    """The data of GUILD_CREATE; without the members intent the bot finds only itself in it."""
    channels = state.channels.in_guild(guild.id).values()
    threads = [each for each in channels if each["type"] in THREADS and not each["thread_metadata"]["archived"]]
    me = guild.members[state.bot_id]
    return guild.body | {
        "joined_at": me["joined_at"],
        "large": False,
        "member_count": len(guild.members),
        "members": list(guild.members.values()) if with_members else [me],
        "channels": [_seen(state, channel) for channel in channels if channel["type"] in LISTED],
        "threads": [thread for thread in threads if state.channels.can_view(state.bot_id, thread["id"])],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [event.counted() for event in state.events.open_in(guild.id)],
        "soundboard_sounds": [],
    }


def members_chunk(guild: GuildState, request: Json) -> Json:
    """The data of GUILD_MEMBERS_CHUNK, for a request by user ids or by the beginning of a username, of which it may
    want a number at most; 0 are all.
    """
    user_ids = [str(user_id) for user_id in _as_list(request.get("user_ids"))]
    prefix = str(request.get("query") or "").lower()
    members = [
        member
        for user_id, member in guild.members.items()
        if (user_id in user_ids if user_ids else member["user"]["username"].startswith(prefix))
    ]
    limit = request.get("limit")
    if not user_ids and isinstance(limit, int) and limit > 0:
        members = members[:limit]
    chunk: Json = {
        "guild_id": guild.id,
        "members": members,
        "chunk_index": 0,
        "chunk_count": 1,
        "not_found": [user_id for user_id in user_ids if user_id not in guild.members],
    }
    return chunk | {key: request[key] for key in ("nonce",) if key in request}


def _as_list(value: object) -> list[object]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]
