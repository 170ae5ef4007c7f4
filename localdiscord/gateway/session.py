"""The bot's sessions. A session outlives its connection, so that the bot can resume it."""

import json
import secrets
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from localdiscord.errors import Json
from localdiscord.gateway.events import guild_create
from localdiscord.gateway.outbox import Outbox
from localdiscord.gateway.protocol import ALL_INTENTS, PRIVILEGED, CloseCode, Intent
from localdiscord.gateway.settings import GatewaySettings
from localdiscord.state.guild import GuildState
from localdiscord.state.state import State

# how many events a bot can miss and still resume
_REPLAY_LIMIT: Final = 1000


@dataclass
class Session:
    """One identified shard of the bot; `outbox` belongs to its connection, which it may have lost at `lost_at`."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REPLAY_LIMIT))
    outbox: Outbox | None = None
    lost_at: float = 0.0

    def receives(self, guild_id: str | None) -> bool:
        """Whether the events of this guild, or those of DMs (None), go to its shard."""
        number, count = self.shard
        return number == (0 if guild_id is None else (int(guild_id) >> 22) % count)

    def send(self, event: str, data: str) -> None:
        """Sends an event, or stores it until the bot resumes; `data` is JSON."""
        self.sequence += 1
        frame = f'{{"op":0,"t":"{event}","s":{self.sequence},"d":{data}}}'
        self.sent.append((self.sequence, frame))
        if self.outbox is not None:
            self.outbox.put(frame)

    def frames_after(self, sequence: int) -> list[str] | None:
        """What the bot missed since this event; None if it missed too much to resume."""
        if self.sent and sequence < self.sent[0][0] - 1:
            return None
        return [frame for number, frame in self.sent if number > sequence]


class Sessions:
    """All sessions of the one bot; `url` is the gateway's address. Of a guild that is unavailable none learns."""

    def __init__(self, state: State, settings: GatewaySettings) -> None:
        self.url = ""
        self.unavailable: set[str] = set()
        self._state = state
        self._token = settings.token
        self._resume_timeout = settings.resume_timeout
        self._allowed_intents = ALL_INTENTS & ~PRIVILEGED | settings.privileged_intents
        self._sessions: dict[str, Session] = {}

    def __iter__(self) -> Iterator[Session]:
        """The sessions that are connected or can still be resumed."""
        oldest = time.monotonic() - self._resume_timeout
        alive = (each for each in self._sessions.values() if each.outbox is not None or each.lost_at > oldest)
        self._sessions = {session.id: session for session in alive}
        return iter(self._sessions.values())

    @property
    def connected(self) -> int:
        """How many sessions of the bot are connected."""
        return sum(session.outbox is not None for session in self)

    @property
    def content_allowed(self) -> bool:
        """Whether the application has the message content intent."""
        return bool(self._allowed_intents & Intent.MESSAGE_CONTENT)

    def identify(self, data: Json) -> Session | CloseCode:
        """A new session, or the code that says why there is none."""
        intents = data.get("intents")
        shard = _shard(data.get("shard", [0, 1]))
        if type(intents) is not int:
            return CloseCode.DECODE_ERROR
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        if intents & ~ALL_INTENTS:
            return CloseCode.INVALID_INTENTS
        if intents & ~self._allowed_intents:
            return CloseCode.DISALLOWED_INTENTS
        if shard is None:
            return CloseCode.INVALID_SHARD
        session = Session(secrets.token_hex(16), intents, shard)
        self._sessions[session.id] = session
        return session

    def resume(self, data: Json) -> Session | CloseCode | None:
        """The session to resume; None if it is unknown, a code if the request is wrong."""
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        if type(data.get("seq") or 0) is not int:
            return CloseCode.INVALID_SEQ
        return next((session for session in self if session.id == data.get("session_id")), None)

    def disconnect(self, session: Session, *, for_good: bool) -> None:
        """Notes that a session lost its connection. It can be resumed for a while, unless the bot left for good."""
        session.outbox, session.lost_at = None, time.monotonic()
        if for_good:
            self.remove(session)
        self.publish_status()

    def send_ready(self, session: Session) -> None:
        """READY, then the guilds of this shard."""
        state = self._state
        guilds = [each for each in state.guilds.values() if session.receives(each.id) and state.has_bot(each.id)]
        ready: Json = {
            "v": 10,
            "user": state.bot,
            "guilds": [{"id": guild.id, "unavailable": True} for guild in guilds],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": state.application_id, "flags": 0},
            "private_channels": [],
            "relationships": [],
        }
        session.send("READY", json.dumps(ready))
        for guild in guilds:
            self.send_guild(session, guild)

    def send_guild(self, session: Session, guild: GuildState, *, is_new: bool = False) -> None:
        """GUILD_CREATE, if the guild belongs to this shard and it asked for guilds. One that the bot has just joined
        was not among those of READY, and so does not become available.
        """
        if guild.id in self.unavailable or not self._state.has_bot(guild.id):
            return
        if session.receives(guild.id) and session.intents & Intent.GUILDS:
            with_members = bool(session.intents & Intent.GUILD_MEMBERS)
            data = guild_create(self._state, guild, with_members=with_members)
            session.send("GUILD_CREATE", json.dumps(data if is_new else data | {"unavailable": False}))

    def publish_status(self) -> None:
        """Tells the page whether the bot is online."""
        self._state.updates.publish("bot", {"status": "online" if self.connected else "offline"})

    def remove(self, session: Session) -> None:
        """Drops a session: it cannot be resumed."""
        self._sessions.pop(session.id, None)

    def forget(self) -> None:
        """Drops every session."""
        self._sessions.clear()


def _shard(value: object) -> tuple[int, int] | None:
    """A shard's number and how many there are; None if this is no shard."""
    if not isinstance(value, list) or len(value) != 2 or not all(type(each) is int for each in value):
        return None
    number, count = value
    return (number, count) if 0 <= number < count else None
