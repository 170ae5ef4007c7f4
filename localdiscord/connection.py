"""One WebSocket of the gateway, from HELLO to its end."""

import asyncio
import json
import logging
from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from aiohttp import WSMsgType, web

from localdiscord.refusal import Json

if TYPE_CHECKING:
    from localdiscord.gateway import Gateway, Session

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


class Connection:
    """One WebSocket from HELLO to its end."""

    def __init__(self, gateway: "Gateway", socket: web.WebSocketResponse) -> None:
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

    def _attach(self, session: "Session") -> None:
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
