"""The bot's sessions. A session outlives its connection, so that the bot can resume it."""

import json
import secrets
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

# how many events a bot can miss and still resume
_REPLAY_LIMIT: Final = 1000


@dataclass
class Session:
    """One identified shard of the bot; `outbox` belongs to its connection while it has one."""

    id: str
    intents: int
    shard: tuple[int, int]
    sequence: int = 0
    sent: deque[tuple[int, str]] = field(default_factory=lambda: deque(maxlen=_REPLAY_LIMIT))
    outbox: Outbox | None = None

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
    """All sessions of the one bot; `url` is the gateway's address."""

    def __init__(self, state: GuildState, settings: GatewaySettings) -> None:
        self.url = ""
        self._state = state
        self._token = settings.token
        self._allowed_intents = ALL_INTENTS & ~PRIVILEGED | settings.privileged_intents
        self._sessions: dict[str, Session] = {}

    def __iter__(self) -> Iterator[Session]:
        return iter(self._sessions.values())

    @property
    def online(self) -> bool:
        """Whether a shard of the bot is connected."""
        return any(session.outbox is not None for session in self)

    @property
    def content_allowed(self) -> bool:
        """Whether the application has the message content intent."""
        return bool(self._allowed_intents & Intent.MESSAGE_CONTENT)

    def is_addressed(self, session: Session, *, is_dm: bool) -> bool:
        """Whether this shard receives the events of the guild, or those of DMs."""
        number, count = session.shard
        return number == (0 if is_dm else (int(self._state.guild_id) >> 22) % count)

    def identify(self, data: Json) -> Session | CloseCode:
        """A new session, or the code that says why there is none."""
        intents = int(data.get("intents", 0))
        number, count = data.get("shard") or (0, 1)
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        if intents & ~ALL_INTENTS:
            return CloseCode.INVALID_INTENTS
        if intents & ~self._allowed_intents:
            return CloseCode.DISALLOWED_INTENTS
        if not 0 <= number < count:
            return CloseCode.INVALID_SHARD
        # a disconnected session of the same shard belongs to a bot that is gone
        self._sessions = {
            old.id: old for old in self._sessions.values() if old.outbox is not None or old.shard != (number, count)
        }
        session = Session(secrets.token_hex(16), intents, (number, count))
        self._sessions[session.id] = session
        return session

    def resume(self, data: Json) -> Session | CloseCode | None:
        """The session to resume; None if it is unknown, a code if the token is wrong."""
        if data.get("token") != self._token:
            return CloseCode.AUTHENTICATION_FAILED
        return self._sessions.get(str(data.get("session_id")))

    def send_ready(self, session: Session) -> None:
        """READY, then the guild if it belongs to this shard."""
        state, has_guild = self._state, self.is_addressed(session, is_dm=False)
        ready: Json = {
            "v": 10,
            "user": state.bot,
            "guilds": [{"id": state.guild_id, "unavailable": True}] if has_guild else [],
            "session_id": session.id,
            "resume_gateway_url": self.url,
            "shard": list(session.shard),
            "application": {"id": state.application_id, "flags": 0},
            "private_channels": [],
            "relationships": [],
        }
        session.send("READY", json.dumps(ready))
        if has_guild and session.intents & Intent.GUILDS:
            guild = guild_create(state, with_members=bool(session.intents & Intent.GUILD_MEMBERS))
            session.send("GUILD_CREATE", json.dumps(guild))

    def publish_status(self) -> None:
        """Tells the page whether the bot is online."""
        self._state.updates.publish("bot", {"status": "online" if self.online else "offline"})

    def remove(self, session: Session) -> None:
        """Drops a session: it cannot be resumed."""
        self._sessions.pop(session.id, None)

    def forget(self) -> None:
        """Drops every session."""
        self._sessions.clear()
