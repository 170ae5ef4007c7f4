"""Nothing of what was shown stays in memory: neither the buttons below it nor the forms that were opened."""

import asyncio
import gc

import discord

from tests.bot.harness import Harness


async def test_the_library_keeps_nothing_of_what_is_shown(here: Harness) -> None:
    gc.collect()
    before = shown()  # by other tests of this process
    await here.found()
    for _ in range(20):
        await here.anna.slash(here.marne, "help")
        await here.anna.slash(here.marne, "campaign status")
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.anna.slash(here.marne, "act", {"offer": await choice(here)})
    await here.settle()
    gc.collect()
    assert [each for each in shown() if not any(each is other for other in before)] == []
    store = here.bot.client._connection._view_store
    assert (store._views, store._modals, store._synced_message_views) == ({}, {}, {})
    waiting = [each for each in gc.get_objects() if isinstance(each, asyncio.TimerHandle) and "View" in repr(each)]
    assert waiting == []


def shown() -> list[discord.ui.View | discord.ui.Modal]:
    return [each for each in gc.get_objects() if isinstance(each, discord.ui.View | discord.ui.Modal)]


async def choice(here: Harness) -> str:
    """Something that has a form."""
    choices = await here.anna.autocomplete(here.marne, "act", focused="offer", value="Order")
    return str(choices[0]["value"])
