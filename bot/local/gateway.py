"""The gateway: the WebSocket by which the bot hears what happens."""

import asyncio
import json
import logging
import secrets
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import IntEnum, IntFlag
from typing import Any, Final

from aiohttp import WSMsgType, web

from bot.local.refusal import Json
from bot.local.world import THREADS, ChannelType, Happening, World

log = logging.getLogger(__name__)


class Op(IntEnum):
    DISPATCH = 0
    HEARTBEAT = 1
    IDENTIFY = 2
    PRESENCE = 3
    VOICE = 4
    RESUME = 6
    RECONNECT = 7
    MEMBERS = 8
    INVALID_SESSION = 9
    HELLO = 10
    HEARTBEAT_ACK = 11


class Close(IntEnum):
    UNKNOWN_OPCODE = 4001
    DECODE_ERROR = 4002
    NOT_AUTHENTICATED = 4003
    AUTHENTICATION_FAILED = 4004
    ALREADY_AUTHENTICATED = 4005
    SESSION_TIMED_OUT = 4009
    INVALID_SHARD = 4010
    INVALID_INTENTS = 4013
    DISALLOWED_INTENTS = 4014


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
_NO_INTENT = (Intent(0), Intent(0))

_REACTIONS = (Intent.GUILD_REACTIONS, Intent.DIRECT_REACTIONS)

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

    def dispatch(self, event: str, data: Json, *, intent: int = 0, dm: bool = False) -> None:
        """Sends the event to the shard that it belongs to, if its intents ask for it."""
        text = ""
        for session in self._sessions.values():
            number, of = session.shard
            if intent & ~session.intents or number != (0 if dm else (int(self.world.guild_id) >> 22) % of):
                continue
            text = text or json.dumps(data, separators=(",", ":"))
            session.send(event, text)

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
        self.dispatch_filtered(name, _event_data(self.world, happening, dm=is_dm), intent, dm=is_dm)

    def dispatch_filtered(self, event: str, data: Json, intent: int, *, dm: bool) -> None:
        """As `dispatch`, but what others wrote is blank for a bot without the message content intent."""
        if not event.startswith("MESSAGE_") or "author" not in data or dm or self._may_read(data):
            self.dispatch(event, data, intent=intent, dm=dm)
            return
        blank: Json = {"content": "", "embeds": [], "attachments": [], "components": []}
        for session in self._sessions.values():
            reads = session.intents & Intent.MESSAGE_CONTENT
            if not intent & ~session.intents:
                session.send(event, json.dumps(data if reads else data | blank))

    def _may_read(self, message: Json) -> bool:
        mine = self.world.bot["id"]
        return message["author"]["id"] == mine or any(user["id"] == mine for user in message["mentions"])

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
            key: old
            for key, old in self._sessions.items()
            if old.outbox is not None or old.shard != (number, of)
        }
        session = Session(secrets.token_hex(16), intents, (number, of))
        self._sessions[session.id] = session
        return session

    def greet(self, session: Session) -> None:
        """READY, and the guild if it is this shard's."""
        world = self.world
        number, of = session.shard
        mine = number == (int(world.guild_id) >> 22) % of
        ready: Json = {
            "v": 10,
            "user": world.bot,
            "guilds": [{"id": world.guild_id, "unavailable": True}] if mine else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": [number, of],
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


class Connection:
    """One WebSocket from HELLO to its end."""

    def __init__(self, gateway: Gateway, socket: web.WebSocketResponse) -> None:
        self._gateway = gateway
        self._socket = socket
        self._session: Session | None = None
        self._outbox: asyncio.Queue[str | None] = asyncio.Queue()
        self._answers: dict[int, Callable[[Any], None]] = {
            Op.HEARTBEAT: self._beat,
            Op.IDENTIFY: self._identify,
            Op.RESUME: self._resume,
            Op.MEMBERS: self._chunk_members,
            Op.PRESENCE: lambda _data: None,
            Op.VOICE: lambda _data: None,
        }
        self._closing: Close | None = None

    async def serve(self) -> None:
        self._send(Op.HELLO, {"heartbeat_interval": int(self._gateway.heartbeat * 1000)})
        writer = asyncio.create_task(self._write(), name="gateway writer")
        try:
            await self._read()
        finally:
            if self._session is not None and self._session.outbox is self._outbox:
                self._session.outbox = None
                self._gateway.changed()
            self._outbox.put_nowait(None)
            await writer

    async def _write(self) -> None:
        while (frame := await self._outbox.get()) is not None:
            if self._socket.closed:
                return
            try:
                await self._socket.send_str(frame)
            except ConnectionError:
                return

    async def _read(self) -> None:
        while self._closing is None:
            try:
                # the bot beats once an interval; half of another is its grace
                frame = await self._socket.receive(timeout=self._gateway.heartbeat * 1.5)
            except TimeoutError:
                self._closing = Close.SESSION_TIMED_OUT
                break
            if frame.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                return
            self._take(frame.data)
        log.warning("gateway closes with %s", self._closing)
        await self._socket.close(code=self._closing)

    def _take(self, frame: str | bytes) -> None:
        try:
            message = json.loads(frame)
            answer = self._answers.get(message["op"])
            data = message.get("d")
        except (ValueError, TypeError, KeyError, AttributeError):
            self._closing = Close.DECODE_ERROR
            return
        if answer is None:
            self._closing = Close.UNKNOWN_OPCODE
        else:
            answer(data)

    def _send(self, op: Op, data: object) -> None:
        self._outbox.put_nowait(json.dumps({"op": op, "d": data, "s": None, "t": None}))

    def _beat(self, _data: object) -> None:
        self._send(Op.HEARTBEAT_ACK, None)

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            self._closing = Close.ALREADY_AUTHENTICATED
            return
        session = self._gateway.open_session(data)
        if isinstance(session, Close):
            self._closing = session
            return
        self._attach(session)
        self._gateway.greet(session)
        self._gateway.changed()

    def _resume(self, data: Json) -> None:
        session = self._gateway.session(str(data.get("session_id")))
        if data.get("token") != self._gateway.token:
            self._closing = Close.AUTHENTICATION_FAILED
            return
        last = int(data.get("seq") or 0)
        if session is None or (session.sent and last < session.sent[0][0] - 1):
            self._send(Op.INVALID_SESSION, False)
            return
        missed = [frame for sequence, frame in session.sent if sequence > last]
        self._attach(session)
        for frame in missed:
            self._outbox.put_nowait(frame)
        session.send("RESUMED", "{}")
        self._gateway.changed()

    def _attach(self, session: Session) -> None:
        self._session = session
        session.outbox = self._outbox

    def _chunk_members(self, data: Json) -> None:
        if self._session is None:
            self._closing = Close.NOT_AUTHENTICATED
            return
        world = self._gateway.world
        wanted = [str(each) for each in _listed(data.get("user_ids"))]
        start = str(data.get("query") or "").lower()
        members = [
            member
            for user_id, member in world.members.items()
            if (user_id in wanted if wanted else member["user"]["username"].startswith(start))
        ]
        chunk: Json = {
            "guild_id": world.guild_id,
            "members": members,
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [each for each in wanted if each not in world.members],
        }
        if "nonce" in data:
            chunk["nonce"] = data["nonce"]
        self._session.send("GUILD_MEMBERS_CHUNK", json.dumps(chunk))


def _listed(value: Any) -> list[Any]:
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


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
