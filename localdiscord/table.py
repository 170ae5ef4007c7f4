"""The controls of the table, which no Discord has: its clock, and the bot's being there."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import Protocol

from localdiscord.errors import InvalidAction
from localdiscord.hub import Hub
from localdiscord.state.clock import timestamp


class RunningBot(Protocol):
    """A bot that a table can end."""

    async def settle(self) -> None:
        """Returns when the bot has done what the time has brought, after the clock was moved."""

    async def rest(self) -> None:
        """Returns when the bot has answered everybody and has done what its start brought."""

    async def stop(self) -> None:
        """Ends the bot cleanly."""

    async def kill(self) -> None:
        """Ends the bot at once, as a crash would."""


class Table:
    """Moves the clock, and ends and starts the bot if somebody told it how (`host`)."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._start_bot: Callable[[], Awaitable[RunningBot]] | None = None
        self._bot: RunningBot | None = None
        self._busy = asyncio.Lock()

    @property
    def hosts_bot(self) -> bool:
        """Whether the bot can be ended and started from here."""
        return self._start_bot is not None

    def host(self, start_bot: Callable[[], Awaitable[RunningBot]]) -> None:
        """From now on the bot is started in this way."""
        self._start_bot = start_bot

    async def advance(self, by: timedelta) -> None:
        """Moves the clock forward, and returns when the bot has done what the time has brought."""
        self._hub.clock.advance(by)
        self._hub.state.updates.publish("clock", {"now": timestamp(self._hub.clock.now())})
        async with self._busy:
            if self._bot is not None:
                await self._bot.settle()

    async def settle(self) -> None:
        """Lets the bot do what is due."""
        async with self._busy:
            if self._bot is not None:
                await self._bot.settle()

    async def rest(self) -> None:
        """Lets the bot finish what somebody has begun."""
        async with self._busy:
            if self._bot is not None:
                await self._bot.rest()
        await self._hub.monitor.wait_until_idle(0)

    async def start(self) -> None:
        """Starts the bot; it connects a moment later."""
        async with self._busy:
            await self._start()

    async def _start(self) -> None:
        if self._start_bot is None:
            raise InvalidAction("This bot is started somewhere else.")
        if self._bot is None:
            self._bot = await self._start_bot()

    async def stop(self) -> None:
        """Ends the bot cleanly, if it was started."""
        async with self._busy:
            if self._bot is not None:
                bot, self._bot = self._bot, None
                await bot.stop()

    async def kill(self) -> None:
        """Ends the bot at once, if it was started."""
        async with self._busy:
            await self._kill()

    async def _kill(self) -> None:
        if self._bot is not None:
            bot, self._bot = self._bot, None
            await bot.kill()

    async def restart(self) -> None:
        """Kills the bot as a crash would, and starts it again on its database."""
        async with self._busy:
            await self._kill()
            await self._hub.gateway.close_connections()
            await self._start()
