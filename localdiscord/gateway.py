"""The gateway: the WebSocket by which the bot hears what happens."""

import asyncio
import json
import secrets
from collections import deque
from dataclasses import dataclass, field
from enum import IntFlag
from typing import Final

from aiohttp import web

from localdiscord.connection import Close, Connection, Op
from localdiscord.refusal import Json
from localdiscord.world import THREADS, ChannelType, Happening, World


class Intent(IntFlag):
    GUILDS = 1 << 0
    GUILD_MEMBERS = 1 << 1
    GUILD_PRESENCES = 1 << 8
    GUILD_MESSAGES = 1 << 9
    GUILD_REACTIONS = 1 << 10
    DIRECT_MESSAGES = 1 << 12
    DIRECT_REACTIONS = 1 << 13
    MESSAGE_CONTENT = 1 << 15


PRIVILEGED: Final = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
ALL_INTENTS: Final = (1 << 26) - 1
MISSED_EVENTS: Final = 1000
_MESSAGES = (Intent.GUILD_MESSAGES, Intent.DIRECT_MESSAGES)

_REACTIONS = (Intent.GUILD_REACTIONS, Intent.DIRECT_REACTIONS)

_BLANK: Final[Json] = {"content": "", "embeds": [], "attachments": [], "components": []}

# what happens → the event of a guild, the event of a thread, the intent in a guild, the intent in a DM
_EVENTS: Final[dict[str, tuple[str, str, tuple[Intent, Intent]]]] = {
    "message_create": ("MESSAGE_CREATE", "MESSAGE_CREATE", _MESSAGES),
    "message_update": ("MESSAGE_UPDATE", "MESSAGE_UPDATE", _MESSAGES),
    "message_delete": ("MESSAGE_DELETE", "MESSAGE_DELETE", _MESSAGES),
    "channel_create": ("CHANNEL_CREATE", "THREAD_CREATE", (Intent.GUILDS, Intent(0))),
    "channel_update": ("CHANNEL_UPDATE", "THREAD_UPDATE", (Intent.GUILDS, Intent(0))),
    "channel_delete": ("CHANNEL_DELETE", "THREAD_DELETE", (Intent.GUILDS, Intent(0))),
    "user_create": ("GUILD_MEMBER_ADD", "", (Intent.GUILD_MEMBERS, Intent(0))),
    "pins": ("CHANNEL_PINS_UPDATE", "CHANNEL_PINS_UPDATE", (Intent.GUILDS, Intent.DIRECT_MESSAGES)),
    "reaction_add": ("MESSAGE_REACTION_ADD", "MESSAGE_REACTION_ADD", _REACTIONS),
    "reaction_remove": ("MESSAGE_REACTION_REMOVE", "MESSAGE_REACTION_REMOVE", _REACTIONS),
}


@dataclass
class Session:
    """One identified shard of the bot; outlives a dropped connection so that it can be resumed."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=MISSED_EVENTS))
    outbox: asyncio.Queue[str | None] | None = None

    def send(self, event: str, data: str) -> None:
        self.sequence += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put_nowait(frame)


class Gateway:
    """All sessions of the one bot that may connect."""

    def __init__(self, world: World, token: str, *, shards: int, privileged: int, heartbeat: float) -> None:
        self.world = world
        self.token = token
        self.shards = shards
        self.url = ""
        self._allowed = ALL_INTENTS & ~PRIVILEGED | privileged
        self._heartbeat = heartbeat
        self._sessions: dict[str, Session] = {}
        self._sockets: set[web.WebSocketResponse] = set()
        world.listeners.append(self._hear)

    @property
    def online(self) -> bool:
        return any(session.outbox is not None for session in self._sessions.values())

    # what the bot is told

    def dispatch(
        self, event: str, data: Json, *, intent: int = 0, dm: bool = False, secret: Json | None = None
    ) -> None:
        """Sends the event to the shard that it belongs to, if its intents ask for it.

        `secret` is what a bot without the message content intent gets in place of the content.
        """
        open_text = blank_text = ""
        for session in self._sessions.values():
            if intent & ~session.intents or not self._belongs(session, dm=dm):
                continue
            if secret is not None and not session.intents & Intent.MESSAGE_CONTENT:
                blank_text = blank_text or json.dumps(data | secret)
                session.send(event, blank_text)
            else:
                open_text = open_text or json.dumps(data)
                session.send(event, open_text)

    def _belongs(self, session: Session, *, dm: bool) -> bool:
        number, of = session.shard
        return number == (0 if dm else (int(self.world.guild_id) >> 22) % of)

    def _hear(self, happening: Happening) -> None:
        if happening.only is not None or happening.kind not in _EVENTS or not self._sessions:
            return
        event, thread_event, intents = _EVENTS[happening.kind]
        channel = self.world.channels.get(happening.channel_id or "", {})
        if channel and not self.world.sees_channel(self.world.bot["id"], channel["id"]):
            return
        is_dm = channel.get("type") == ChannelType.DM
        intent = intents[is_dm]
        if is_dm and not intent:
            return
        name = thread_event if channel.get("type") in THREADS else event
        data = _event_data(self.world, happening, dm=is_dm)
        secret = None if is_dm or self._may_read(data) else _BLANK
        self.dispatch(name, data, intent=intent, dm=is_dm, secret=secret)

    def readable(self, message: Json) -> Json:
        """The message as this application may read it over HTTP."""
        is_dm = self.world.channels[message["channel_id"]]["type"] == ChannelType.DM
        if is_dm or self._allowed & Intent.MESSAGE_CONTENT or self._may_read(message):
            return message
        return message | _BLANK

    def _may_read(self, data: Json) -> bool:
        """Whether everybody's bot would read this: it is no message, or the bot's own, or mentions it."""
        mine = self.world.bot["id"]
        if "author" not in data:
            return True
        return data["author"]["id"] == mine or any(user["id"] == mine for user in data["mentions"])

    # the connection

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        self._sockets.add(socket)
        try:
            await Connection(self, socket).serve()
        finally:
            self._sockets.discard(socket)
        return socket

    @property
    def heartbeat(self) -> float:
        return self._heartbeat

    def session(self, session_id: str) -> Session | None:
        return self._sessions.get(session_id)

    def open_session(self, data: Json) -> Session | Close:
        """A new session, or why there is none."""
        intents = int(data.get("intents", 0))
        number, of = data.get("shard") or (0, 1)
        if data.get("token") != self.token:
            return Close.AUTHENTICATION_FAILED
        if intents & ~ALL_INTENTS:
            return Close.INVALID_INTENTS
        if intents & ~self._allowed:
            return Close.DISALLOWED_INTENTS
        if not 0 <= number < of:
            return Close.INVALID_SHARD
        # a session that nobody listens to is replaced: the bot that had this shard is gone
        self._sessions = {
            key: old for key, old in self._sessions.items() if old.outbox is not None or old.shard != (number, of)
        }
        session = Session(secrets.token_hex(16), intents, (number, of))
        self._sessions[session.id] = session
        return session

    def greet(self, session: Session) -> None:
        """READY, and the guild if it is this shard's."""
        world, mine = self.world, self._belongs(session, dm=False)
        ready: Json = {
            "v": 10,
            "user": world.bot,
            "guilds": [{"id": world.guild_id, "unavailable": True}] if mine else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": world.application_id, "flags": 0},
            "private_channels": [],
            "relationships": [],
        }
        session.send("READY", json.dumps(ready))
        if mine and session.intents & Intent.GUILDS:
            session.send("GUILD_CREATE", json.dumps(self._whole_guild(session)))

    def _whole_guild(self, session: Session) -> Json:
        world = self.world
        seen = [c for c in world.channels.values() if world.sees_channel(world.bot["id"], c["id"])]
        members = list(world.members.values())
        if not session.intents & Intent.GUILD_MEMBERS:
            members = [world.members[world.bot["id"]]]
        return world.guild | {
            "joined_at": world.members[world.bot["id"]]["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": len(world.members),
            "members": members,
            "channels": [c for c in seen if c["type"] == ChannelType.TEXT],
            "threads": [c for c in seen if c["type"] in THREADS],
            "presences": [],
            "voice_states": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def changed(self) -> None:
        self.world.announce("bot", {"status": "online" if self.online else "offline"})

    # for tests: what a network does

    def ask_to_reconnect(self) -> None:
        """Op 7: the bot shall come back and resume."""
        for session in self._sessions.values():
            if session.outbox is not None:
                session.outbox.put_nowait(json.dumps({"op": Op.RECONNECT, "d": None}))

    def forget_sessions(self) -> None:
        """So that the next RESUME finds nothing."""
        self._sessions.clear()

    async def drop(self, code: int = 1011) -> None:
        """Closes every connection."""
        for socket in list(self._sockets):
            await socket.close(code=code)


def _event_data(world: World, happening: Happening, *, dm: bool) -> Json:
    """The event's `d`, from what the world told."""
    body = happening.body
    data: Json = next((dict(body[key]) for key in ("message", "channel") if key in body), dict(body))
    if "user" in body:
        data = world.members[body["user"]["id"]] | {"guild_id": world.guild_id}
    elif "channel" not in body and not dm:
        data["guild_id"] = world.guild_id
        if "author" in data:
            member = world.members[data["author"]["id"]]
            data["member"] = {key: value for key, value in member.items() if key != "user"}
    if happening.kind == "channel_create" and data.get("type") in THREADS:
        data["newly_created"] = True
    return data
