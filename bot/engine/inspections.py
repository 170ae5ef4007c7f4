"""Reads the whole database once a day, beside the bot: what a fault has changed is found before it is played with."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.storage import Place, StoreFault
from bot.storage.inspection import Unsound, inspect, remedy

log = logging.getLogger(__name__)

FIRST_SECONDS = 600.0
"""A bot that starts has other things to do at first."""
EVERY_SECONDS = 24 * 3600.0


class Inspections:
    """Looks at a database, and closes each campaign that is damaged: ``look_again`` reads it anew."""

    def __init__(self, place: Place, look_again: Callable[[int], Awaitable[None]]) -> None:
        self._place = place
        self._look_again = look_again
        self._found: list[Unsound] = []
        self._failed = ""

    def trouble(self) -> str | None:
        """Return a sentence about what is damaged, or why nobody knows whether something is; None if all is well."""
        for each in self._found:
            return f"{each}. Stop the bot and run {remedy(each)}."
        return f"The database could not be inspected: {self._failed}." if self._failed else None

    async def run(self, first: float = FIRST_SECONDS, every: float = EVERY_SECONDS) -> None:
        """Look once a day, for ever."""
        await asyncio.sleep(first)
        while True:
            try:
                await self.look()
                self._failed = ""
            except StoreFault as fault:
                log.warning("the database could not be inspected: %s", fault)
                self._failed = str(fault)
            await asyncio.sleep(every)

    async def look(self) -> list[Unsound]:
        """Look now, and return what is not as it was written. Raises ``StoreFault``."""
        self._found = found = await inspect(self._place)
        for each in found:
            log.error("%s. Stop the bot and run %s.", each, remedy(each))
        for id_ in sorted({each.campaign for each in found if each.campaign is not None}):
            await self._look_again(id_)
        return found
