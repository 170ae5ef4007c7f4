"""The little Discord on 127.0.0.1: one guild, served to one bot and to its people."""

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path

from aiohttp import web

from localdiscord.archive import Archive
from localdiscord.clock import Clock
from localdiscord.deeds import Deeds
from localdiscord.gateway import Gateway
from localdiscord.interactions import Interactions
from localdiscord.page import Page, guard
from localdiscord.people import Person, Place
from localdiscord.permissions import EVERYONE
from localdiscord.refusal import Json, Refused
from localdiscord.rest import PREFIX, add_routes
from localdiscord.rest.call import Exchange
from localdiscord.settle import Traffic
from localdiscord.trouble import Trouble
from localdiscord.world import ChannelType, Happening, World

LARGEST_REQUEST = 25 * 1024 * 1024
_FILES_URL = re.compile(r"http://127\.0\.0\.1:\d+/attachments")


class LocalDiscord:
    """The same server for the page, tests, scripts and the benchmark."""

    def __init__(
        self,
        port: int = 0,
        clock: Clock | None = None,
        database: Path | None = None,
        *,
        guild: str = "The table",
        bot: str = "Adjutant",
        token: str = "local-table",
        bot_permissions: int = EVERYONE,
        shards: int = 1,
        privileged_intents: int = 0,
        patience: float = 3.0,
        heartbeat: float = 41.25,
        quiet: float = 0.1,
    ) -> None:
        self.clock = clock or Clock()
        self.token = token
        self.quiet = quiet
        self.refused: list[Refused] = []
        self.troubles: list[Trouble] = []
        self.watch: Callable[[Exchange], None] | None = None
        self.traffic = Traffic()
        self.world = World(self.clock, guild, bot, bot_permissions)
        self._archive = Archive(database, self.world) if database is not None else None
        self.gateway = Gateway(self.world, token, shards=shards, privileged=privileged_intents, heartbeat=heartbeat)
        self.interactions = Interactions(self.world, self.gateway, patience=patience, files_url=lambda: self.files_url)
        self.deeds = Deeds(self.world, self.interactions, lambda: self.files_url)
        self.page = Page(self)
        self._port = port
        self._runner: web.AppRunner | None = None
        self._changed = asyncio.Event()
        self.world.listeners.append(self._hear)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def api(self) -> str:
        return self.url + PREFIX

    @property
    def files_url(self) -> str:
        return self.url + "/attachments"

    async def start(self) -> None:
        app = web.Application(client_max_size=LARGEST_REQUEST, middlewares=[guard])
        app.router.add_get("/gateway", self.gateway.connect)
        add_routes(self, app)
        self.page.add_routes(app)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.5)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self._move_files()
        self.gateway.url = f"ws://127.0.0.1:{self._port}/gateway"

    def _move_files(self) -> None:
        """The links in restored messages lead to this server, whatever port the last one had."""
        for posts in self.world.posts.values():
            for post in posts.values():
                if post.message["attachments"]:
                    text = _FILES_URL.sub(self.files_url, json.dumps(post.message))
                    post.message = json.loads(text)

    async def stop(self) -> None:
        await self.gateway.drop(1001)
        await self.page.stop()
        if self._runner is not None:
            await self._runner.cleanup()
            self._runner = None
        if self._archive is not None:
            self._archive.close()
            self._archive = None

    async def bot_online(self, timeout: float = 10) -> None:  # noqa: ASYNC109 (the contract's name)
        """Waits until a bot has identified and its commands are registered."""
        async with asyncio.timeout(timeout):
            while not (self.gateway.online and self.world.usable()):
                self._changed.clear()
                await self._changed.wait()

    def _hear(self, _happening: Happening) -> None:
        self._changed.set()

    # who and where, made on first use

    def person(self, name: str) -> Person:
        user = next((u for u in self.world.people() if u["global_name"] == name), None)
        return Person(self, user or self.world.add_person(name))

    def channel(self, name: str) -> Place:
        return self._place(name, None) or self.world.add_channel(name)

    def thread(self, name: str, parent: Place) -> Place:
        owner: str = self.world.guild["owner_id"]
        return self._place(name, parent["id"]) or self.world.add_thread(parent["id"], name, owner)

    def _place(self, name: str, parent_id: str | None) -> Json | None:
        return next(
            (
                channel
                for channel in self.world.channels.values()
                if channel.get("name") == name
                and channel.get("parent_id") == parent_id
                and channel["type"] != ChannelType.DM
            ),
            None,
        )
