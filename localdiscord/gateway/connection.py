"""One WebSocket connection of the bot, from HELLO to its end."""

import asyncio
import json
import logging
from collections.abc import Callable
from typing import Any, Final

from aiohttp import WSMsgType, web

from localdiscord.errors import Json
from localdiscord.gateway.events import members_chunk
from localdiscord.gateway.outbox import Outbox
from localdiscord.gateway.protocol import CloseCode, Op, frame
from localdiscord.gateway.session import Session, Sessions
from localdiscord.state.state import State

log = logging.getLogger(__name__)

# seconds until a heartbeat is answered
_ACK_DELAY: Final = 0.03
# with these close codes a bot says that it will not come back
_GOODBYE: Final = (1000, 1001)
# the opcodes whose data is an object
# what a bot can send once it has said who it is
_IN_SESSION: Final = frozenset({Op.REQUEST_GUILD_MEMBERS, Op.PRESENCE_UPDATE, Op.VOICE_STATE_UPDATE})
_LONGEST: Final = 4096
_MOST_A_MINUTE: Final = 120
_MINUTE: Final = 60.0
_WITH_OBJECT: Final = frozenset({Op.IDENTIFY, Op.RESUME, Op.REQUEST_GUILD_MEMBERS})


class Connection:
    """Reads the frames of one connection, and writes what its session sends."""

    def __init__(
        self,
        state: State,
        sessions: Sessions,
        socket: web.WebSocketResponse,
        outbox: Outbox,
        *,
        heartbeat_interval: float,
    ) -> None:
        self._state = state
        self._sessions = sessions
        self._socket = socket
        self._outbox = outbox
        self._heartbeat_interval = heartbeat_interval
        self._session: Session | None = None
        self._close_code: CloseCode | None = None
        self._has_left = False
        self._received: list[float] = []
        self._handlers: dict[int, Callable[[Any], None]] = {
            Op.HEARTBEAT: self._heartbeat,
            Op.IDENTIFY: self._identify,
            Op.RESUME: self._resume,
            Op.REQUEST_GUILD_MEMBERS: self._request_members,
            # nobody on this server has a presence or a voice
            Op.PRESENCE_UPDATE: lambda _data: None,
            Op.VOICE_STATE_UPDATE: lambda _data: None,
        }

    async def run(self) -> None:
        """Serves the connection until one side closes it."""
        self._send(Op.HELLO, {"heartbeat_interval": int(self._heartbeat_interval * 1000)})
        writer = asyncio.create_task(self._outbox.write(), name="gateway writer")
        try:
            await self._read()
        finally:
            if self._session is not None and self._session.outbox is self._outbox:
                self._sessions.disconnect(self._session, for_good=self._has_left)
            writer.cancel()
            await asyncio.gather(writer, return_exceptions=True)

    async def _read(self) -> None:
        while self._close_code is None:
            try:
                # the bot sends one heartbeat per interval; it has half an interval more before it counts as gone
                received = await self._socket.receive(timeout=self._heartbeat_interval * 1.5)
            except TimeoutError:
                self._close_code = CloseCode.SESSION_TIMED_OUT
                break
            if received.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                # the bot says goodbye; if the gateway closed the connection, it is another frame
                self._has_left = received.type is WSMsgType.CLOSE and received.data in _GOODBYE
                return
            self._handle(received.data)
        log.warning("The gateway closes a connection: %s %s", int(self._close_code), self._close_code.name)
        await self._outbox.end(self._close_code)

    def _handle(self, text: str | bytes) -> None:
        if len(text) > _LONGEST:
            self._close_code = CloseCode.DECODE_ERROR
            return
        try:
            message = json.loads(text)
            op, data = message["op"], message.get("d")
            handler = self._handlers.get(op)
        except (ValueError, TypeError, KeyError, AttributeError):
            self._close_code = CloseCode.DECODE_ERROR
            return
        if self._has_said_too_much(op):
            self._close_code = CloseCode.RATE_LIMITED
        elif handler is None:
            self._close_code = CloseCode.UNKNOWN_OPCODE
        elif op in _WITH_OBJECT and not isinstance(data, dict):
            self._close_code = CloseCode.DECODE_ERROR
        elif op in _IN_SESSION and self._session is None:
            self._close_code = CloseCode.NOT_AUTHENTICATED
        else:
            handler(data)

    def _has_said_too_much(self, op: object) -> bool:
        """Whether the bot has sent too many frames in a minute. Heartbeats are not counted: a test may have them come
        quickly.
        """
        now = asyncio.get_running_loop().time()
        if op != Op.HEARTBEAT:
            self._received = [*(at for at in self._received if now - at < _MINUTE), now]
        return len(self._received) > _MOST_A_MINUTE

    def _send(self, op: Op, data: object) -> None:
        self._outbox.put(frame(op, data))

    def _heartbeat(self, _data: object) -> None:
        # discord.py notes in another thread when it sent the heartbeat, and after it left: an answer that overtakes the
        # note reads as a connection that lags by a whole interval
        asyncio.get_running_loop().call_later(_ACK_DELAY, self._send, Op.HEARTBEAT_ACK, None)

    def _identify(self, data: Json) -> None:
        if self._session is not None:
            self._close_code = CloseCode.ALREADY_AUTHENTICATED
            return
        session = self._sessions.identify(data)
        if isinstance(session, CloseCode):
            self._close_code = session
            return
        self._attach(session)
        self._sessions.send_ready(session)
        self._sessions.publish_status()

    def _resume(self, data: Json) -> None:
        if self._session is not None:
            self._close_code = CloseCode.ALREADY_AUTHENTICATED
            return
        session = self._sessions.resume(data)
        if isinstance(session, CloseCode):
            self._close_code = session
            return
        missed = session.frames_after(data.get("seq") or 0) if session is not None else None
        if session is None or missed is None:
            self._send(Op.INVALID_SESSION, False)  # noqa: FBT003 (the frame holds just this)
            return
        self._attach(session)
        for event in missed:
            self._outbox.put(event)
        session.send("RESUMED", "{}")
        self._sessions.publish_status()

    def _attach(self, session: Session) -> None:
        self._session = session
        session.outbox = self._outbox

    def _request_members(self, data: Json) -> None:
        guild = self._state.guilds.get(str(data.get("guild_id")))
        if self._session is not None and guild is not None and self._session.receives(guild.id):
            self._session.send("GUILD_MEMBERS_CHUNK", json.dumps(members_chunk(guild, data)))
