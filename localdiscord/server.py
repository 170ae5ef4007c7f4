"""The server: a small Discord on 127.0.0.1, for one bot and any number of guilds and users."""

import asyncio
import errno
import json
import re
from collections.abc import Awaitable, Callable, Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from aiohttp import web

from localdiscord.api.router import PREFIX, add_api_routes, api_routes
from localdiscord.chaos import Chaos
from localdiscord.errors import Json, NoPort, RejectedRequest
from localdiscord.faults import Fault
from localdiscord.gateway.gateway import Gateway
from localdiscord.gateway.settings import GatewaySettings
from localdiscord.guild import Guild
from localdiscord.hub import RequestRecord, build_hub
from localdiscord.idle import Waiting
from localdiscord.rates import Rates
from localdiscord.state.archive import Archive
from localdiscord.state.clock import Clock
from localdiscord.state.objects import ENGLISH
from localdiscord.state.permissions import DEFAULT_PERMISSIONS, Permission
from localdiscord.state.state import State
from localdiscord.state.updates import Update
from localdiscord.table import RunningBot, Table
from localdiscord.users.user import Channel, User
from localdiscord.web.guard import guard
from localdiscord.web.page import Page

_HOST: Final = "127.0.0.1"
_LARGEST_REQUEST: Final = 25 * 1024 * 1024
_FILES_URL: Final = re.compile(r"http://127\.0\.0\.1:\d+/attachments")


class LocalDiscord:
    """A small Discord. Start it with `async with`, or with `start` and `stop`.

    `port` 0 picks a free one; of several ports it takes the first that is free. With a `database` the state is kept in
    that file. `ack_timeout` is how many seconds the bot has for its first response. A bot in another process counts as
    finished with an interaction when it has sent no request for `idle_after` seconds; if it `waits` not, actions of
    users return as they are acknowledged. With `rates` it limits requests. New guilds, and users until they choose,
    have the language `locale`. The other settings are those of the gateway: see GatewaySettings.
    """

    _runner: web.AppRunner | None = None

    def __init__(
        self,
        port: int | Sequence[int] = 0,
        clock: Clock | None = None,
        database: Path | None = None,
        *,
        guild_name: str = "Local guild",
        bot_name: str = "Bot",
        token: str = "local-token",  # noqa: S107 (it opens nothing but this server)
        bot_permissions: int = DEFAULT_PERMISSIONS,
        shards: int = 1,
        max_concurrency: int = 16,
        privileged_intents: int = 0,
        ack_timeout: float = 3.0,
        heartbeat_interval: float = 41.25,
        resume_timeout: float = 120.0,
        idle_after: float = 0.1,
        rates: Rates | None = None,
        waits: bool = True,
        locale: str = ENGLISH,
    ) -> None:
        state = State(
            clock or Clock(),
            guild_name=guild_name,
            bot_name=bot_name,
            bot_permissions=bot_permissions,
            shards=shards,
            locale=locale,
        )
        self._archive = Archive(database, state) if database is not None else None
        gateway = (shards, max_concurrency, privileged_intents, heartbeat_interval, resume_timeout)
        self.hub = build_hub(state, GatewaySettings(token, *gateway), rates, ack_timeout=ack_timeout)
        self._waiting = Waiting(self.hub.monitor, idle_after, waits=waits)
        self._page = Page(state, self.hub.gateway, self.hub.actions, Table(self.hub))
        self._ports = (port,) if isinstance(port, int) else tuple(port)
        self._port = self._ports[0]
        self._state_changed = asyncio.Event()
        state.updates.subscribe(self._on_update)

    @property
    def table(self) -> Table:
        """The controls that no Discord has: the clock and the bot."""
        return self._page.table

    @property
    def locale(self) -> str:
        """The language of the first guild, as Discord names it."""
        return str(self.hub.state.guild["preferred_locale"])

    def lead_to(self, thread: str) -> None:
        """From now on the page leads newcomers to the thread of this name."""
        self._page.tour = thread

    # addresses

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{_HOST}:{self._port}"

    @property
    def api_url(self) -> str:
        """The address of the REST API, for `discord.http.Route.BASE`."""
        return self.url + PREFIX

    @property
    def gateway_url(self) -> str:
        """The address of the gateway, for `discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY`."""
        return f"ws://{_HOST}:{self._port}/gateway"

    @property
    def token(self) -> str:
        """The token with which the bot logs in."""
        return self.hub.token

    # start and stop

    async def start(self) -> None:
        """Listens on 127.0.0.1, on the first of its ports that is free. Raises NoPort if none is."""
        self._runner = web.AppRunner(self.app(), access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        await self._listen(self._runner)
        self._port = self._runner.addresses[0][1]
        self.hub.gateway.url = self.gateway_url
        self.hub.state.files.url = self.url + "/attachments"
        self._update_file_links()

    async def _listen(self, runner: web.AppRunner) -> None:
        for port in self._ports:
            try:
                await web.TCPSite(runner, _HOST, port).start()
            except OSError as error:
                if error.errno != errno.EADDRINUSE or port == self._ports[-1]:
                    raise NoPort(error.errno, error.strerror) from error
            else:
                return

    def app(self) -> web.Application:
        """The web application with all routes."""
        app = web.Application(client_max_size=_LARGEST_REQUEST, middlewares=[guard])
        app.router.add_get("/gateway", self.hub.gateway.connect)
        add_api_routes(self.hub, app)
        self._page.add_routes(app)
        return app

    def _update_file_links(self) -> None:
        """Points the links in restored messages at this server, whose port can be a new one."""
        for stored in self.hub.state.messages.everywhere():
            if stored.message["attachments"]:
                text = _FILES_URL.sub(self.hub.state.files.url, json.dumps(stored.message))
                stored.message = json.loads(text)

    async def stop(self) -> None:
        """Closes every connection and the database."""
        await self.hub.gateway.close_connections(1001)
        await self._page.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(
        self, _type: type[BaseException] | None, _error: BaseException | None, _traceback: TracebackType | None
    ) -> None:
        await self.stop()

    async def bot_online(
        self,
        timeout: float = 10,  # noqa: ASYNC109 (it is asyncio.timeout inside)
        *,
        with_commands: bool = True,
        sessions: int = 1,
    ) -> None:
        """Waits until this many sessions of the bot are connected (one for each shard of each process).

        Unless the caller says otherwise, the bot must have registered its commands, too. Raises TimeoutError.
        """
        state, gateway = self.hub.state, self.hub.gateway
        async with asyncio.timeout(timeout):
            while gateway.connected < sessions or (with_commands and not any(state.commands.values())):
                self._state_changed.clear()
                await self._state_changed.wait()

    def _on_update(self, _update: Update) -> None:
        self._state_changed.set()

    # guilds; the first call creates a guild, user, channel or thread

    def guild(self, name: str, channels: Iterable[str] = ()) -> Guild:
        """The guild of this name; a new one has these text channels. The first one of the server is on shard 0, the
        next on shard 1, and so on in turn.
        """
        state = self.hub.state
        return Guild(state.find_guild(name) or state.add_guild(name, channels), state, self._user)

    def _user(self, user: Json) -> User:
        return User(user, self.hub.state, self.hub.actions, self._waiting)

    @property
    def first_guild(self) -> Guild:
        """The guild that was there from the start; the page and scripts use it, and `user`, `channel` and `thread`."""
        return Guild(self.hub.state.first, self.hub.state, self._user)

    @property
    def guild_id(self) -> str:
        """The id of the first guild."""
        return self.first_guild.id

    @property
    def clock(self) -> Clock:
        """The server's clock."""
        return self.hub.clock

    def user(self, name: str) -> User:
        """The user of this name. The first user of the guild owns it."""
        return self.first_guild.user(name)

    def channel(self, name: str) -> Channel:
        """The text channel of this name."""
        return self.first_guild.channel(name)

    def announcement(self, name: str) -> Channel:
        """The announcement channel of this name."""
        return self.first_guild.announcement(name)

    def forum(self, name: str, tags: Iterable[str] = (), *, requires_tag: bool = False) -> Channel:
        """The forum of this name; a new one has these tags, and may ask for one in each post."""
        return self.first_guild.forum(name, tags, requires_tag=requires_tag)

    def thread(self, name: str, parent: Channel) -> Channel:
        """The public thread of this name in a text channel, or the post of this name in a forum."""
        return self.first_guild.thread(name, parent)

    # what happens to the places of the bot

    def archive(self, thread: Channel, *, locked: bool = False) -> None:
        """Archives a thread, and locks it if asked to: the bot's messages are refused with 50083 or 50013."""
        self.hub.state.channels.set_thread(thread, archived=True, locked=locked)

    def lock(self, thread: Channel) -> None:
        """Locks a thread that stays active: only who can manage threads writes in it (50013)."""
        self.hub.state.channels.set_thread(thread, locked=True)

    def reopen(self, thread: Channel) -> None:
        """Unarchives and unlocks a thread."""
        self.hub.state.channels.set_thread(thread, archived=False, locked=False)

    def become_own_app(self) -> None:
        """From now on the bot is on no server: its users have it for themselves, and use it anywhere."""
        self.hub.state.is_installed = False

    def let_threads_sleep(self) -> None:
        """From now on a thread is archived once nothing has happened in it for as long as it says, by the clock."""
        self.hub.state.auto_archive = True
        self.hub.state.keep_time()

    def delete(self, channel: Channel) -> None:
        """Deletes a channel with its threads and messages: the bot's requests are refused with 10003."""
        self.hub.state.delete_channel(channel)

    def deny(self, channel: Channel, permissions: Permission) -> None:
        """Takes permissions from the bot in a text channel and its threads (50013; without VIEW_CHANNEL 50001).

        Before the first user joins, the bot owns the guild, and an owner keeps every permission.
        """
        self.hub.state.channels.set_overwrite(channel, self.hub.state.bot_id, deny=permissions)

    def allow(self, channel: Channel, permissions: Permission) -> None:
        """Gives permissions to the bot in a text channel and its threads."""
        self.hub.state.channels.set_overwrite(channel, self.hub.state.bot_id, allow=permissions)

    # what tests look at and interfere with

    @property
    def gateway(self) -> Gateway:
        """The gateway, whose connections a test can interrupt."""
        return self.hub.gateway

    @property
    def rejected(self) -> list[RejectedRequest]:
        """Every request that the server answered with an error, the oldest first; a test can clear it."""
        return self.hub.rejected

    def inject(self, cause: Fault | Chaos) -> None:
        """Makes requests of the bot fail; a ValueError if there is no such route, which no request could hit."""
        known = {(route.method, route.path) for route in api_routes(self.hub)}
        for method, path in [(cause.method, cause.path)] if isinstance(cause, Fault) else cause.routes:
            if (method, path) not in known:
                raise ValueError(f"There is no route {method} {path}")
        self.hub.sabotage.add(cause)

    def calm(self) -> None:
        """Ends every fault and the chaos."""
        self.hub.sabotage.end()

    def watch(self, on_request: Callable[[RequestRecord], None]) -> None:
        """Calls `on_request` with every request of the bot that is accepted."""
        self.hub.watchers.append(on_request)


# starts a bot that connects to the server and keeps its data in the file
StartBot = Callable[[LocalDiscord, Path], Awaitable[RunningBot]]
