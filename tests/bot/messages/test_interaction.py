"""What is told to one alone is private, before and after the interaction was answered."""

import asyncio
import gc
from typing import Any

import discord
import pytest

from bot.messages.interaction import LARGEST, answer_privately, read_number
from rules.errors import NotNow
from tests.bot.harness import EPHEMERAL, Harness, text


@pytest.mark.parametrize("is_answered", [False, True])
async def test_only_who_asked_reads_it(here: Harness, is_answered: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found()

    async def show_hand(interaction: discord.Interaction[Any], _id: int | None = None) -> None:
        if is_answered:
            await interaction.response.defer(ephemeral=True, thinking=True)
        await answer_privately(interaction, content="for you alone")

    monkeypatch.setattr(here.bot.client.looks, "show_hand", show_hand)
    await here.anna.slash(here.marne, "hand")
    told = here.private(here.anna)[-1]
    assert (text(told), told["flags"] & EPHEMERAL) == ("for you alone", EPHEMERAL)
    assert not any("for you alone" in text(each) for each in here.carla.messages(here.marne))


def test_a_number_is_at_most_what_a_database_holds() -> None:
    assert [read_number(each) for each in ("0", "007", str(LARGEST))] == [0, 7, 2**63 - 1]
    for typed in (str(LARGEST + 1), "1" * 20, "-1", "", "²", "1.0"):
        with pytest.raises(NotNow, match="from another version"):
            read_number(typed)


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
    choices = await here.anna.autocomplete(here.marne, "act", focused="offer", value="")
    return str(next(each["value"] for each in choices if each["name"] == "Choose a scenario"))
