"""The gateway as the rest of the server uses it: it accepts connections and dispatches events."""

import asyncio
import json

from aiohttp import web

from localdiscord.chaos import Disturbance
from localdiscord.errors import Json
from localdiscord.gateway.connection import Connection
from localdiscord.gateway.events import WITHOUT_CONTENT, event_of, needs_content_intent
from localdiscord.gateway.outbox import Outbox
from localdiscord.gateway.protocol import CloseCode, Intent, Op, frame
from localdiscord.gateway.session import Session, Sessions
from localdiscord.gateway.settings import GatewaySettings
from localdiscord.sabotage import Sabotage
from localdiscord.state.channels import ChannelType
from localdiscord.state.state import State
from localdiscord.state.updates import Update

VERSION = "10"
"""The version of the gateway."""


class Gateway:
    """Sends events to the shards of the one bot that can connect."""

    def __init__(self, state: State, settings: GatewaySettings, sabotage: Sabotage) -> None:
        self.settings = settings
        self._state = state
        self._sabotage = sabotage
        self._sessions = Sessions(state, settings)
        self._outboxes: set[Outbox] = set()
        state.updates.subscribe(self._on_update)

    @property
    def url(self) -> str:
        """The address to which the bot connects."""
        return self._sessions.url

    @url.setter
    def url(self, url: str) -> None:
        self._sessions.url = url

    @property
    def online(self) -> bool:
        """Whether the bot is connected."""
        return self.connected > 0

    @property
    def connected(self) -> int:
        """How many sessions of the bot are connected: one for each shard of each process."""
        return self._sessions.connected

    async def connect(self, request: web.Request) -> web.WebSocketResponse:
        """The handler of the WebSocket route."""
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        if request.query.get("v", VERSION) != VERSION:
            await socket.close(code=CloseCode.INVALID_API_VERSION)
            return socket
        outbox = Outbox(request, socket)
        self._outboxes.add(outbox)
        try:
            interval = self.settings.heartbeat_interval
            await Connection(self._state, self._sessions, socket, outbox, heartbeat_interval=interval).run()
        finally:
            self._outboxes.discard(outbox)
        return socket

    def dispatch(
        self, event: str, data: Json, *, guild_id: str | None, intent: int = 0, has_content: bool = False
    ) -> None:
        """Sends an event of a guild, or of a DM (None), to every session of its shard that asked for it.

        With `has_content` a session without the message content intent receives the message blanked.
        """
        whole = blanked = ""
        for session in list(self._sessions):
            if intent & ~session.intents or not session.receives(guild_id):
                continue
            if has_content and not session.intents & Intent.MESSAGE_CONTENT:
                blanked = blanked or json.dumps(data | WITHOUT_CONTENT)
                session.send(event, blanked)
            else:
                whole = whole or json.dumps(data)
                session.send(event, whole)
            self._disturb(session)

    def _disturb(self, session: Session) -> None:
        if session.outbox is None:
            return
        match self._sabotage.disturbance(session.shard[0]):
            case Disturbance.CLOSE:
                session.outbox.close(CloseCode.UNKNOWN_ERROR)
            case Disturbance.RECONNECT:
                session.outbox.put(frame(Op.RECONNECT))
            case Disturbance.INVALID_SESSION:
                self._sessions.remove(session)
                session.outbox.put(frame(Op.INVALID_SESSION, False))  # noqa: FBT003 (the frame holds just this)
            case None:
                pass

    def _on_update(self, update: Update) -> None:
        if update.type == "guild_create" and update.guild_id is not None:
            for session in self._sessions:
                self._sessions.send_guild(session, self._state.guilds[update.guild_id], is_new=True)
        elif update.type == "guild_delete":
            self.dispatch("GUILD_DELETE", update.body, guild_id=update.guild_id, intent=Intent.GUILDS)
        elif (event := event_of(self._state, update)) is not None:
            name, data, intent, guild_id, has_content = event
            self.dispatch(name, data, guild_id=guild_id, intent=intent, has_content=has_content)

    def readable(self, message: Json) -> Json:
        """The message as the bot can read it over HTTP."""
        is_dm = self._state.channels.by_id[message["channel_id"]]["type"] == ChannelType.DM
        if is_dm or self._sessions.content_allowed or not needs_content_intent(self._state, message):
            return message
        return message | WITHOUT_CONTENT

    # what a network does to a bot, for tests

    def request_reconnect(self) -> None:
        """Asks the bot to reconnect and resume (op 7)."""
        for session in self._sessions:
            if session.outbox is not None:
                session.outbox.put(frame(Op.RECONNECT))

    def forget_sessions(self) -> None:
        """Makes the next resume fail, so that the bot has to identify again."""
        self._sessions.forget()

    def begin_outage(self, guild_id: str) -> None:
        """Discord cannot reach a guild: the bot reads so, and learns nothing of it by identifying again."""
        self._sessions.unavailable.add(guild_id)
        if self._state.has_bot(guild_id):
            body = {"id": guild_id, "unavailable": True}
            self.dispatch("GUILD_DELETE", body, guild_id=guild_id, intent=Intent.GUILDS)

    def end_outage(self, guild_id: str) -> None:
        """Discord reaches the guild again: the bot learns all of it."""
        self._sessions.unavailable.discard(guild_id)
        for session in self._sessions:
            self._sessions.send_guild(session, self._state.guilds[guild_id])

    async def close_connections(self, code: int = 1011) -> None:
        """Closes every connection of the bot with this code."""
        await asyncio.gather(*(outbox.end(code) for outbox in self._outboxes))
