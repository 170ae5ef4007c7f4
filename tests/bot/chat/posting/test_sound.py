"""What makes a sound in a channel: a call does, and nothing else."""

from datetime import timedelta

import discord

from tests.bot.harness import Harness, choose, text
from tests.bot.marne import decide_all

SILENT = discord.MessageFlags(suppress_notifications=True).value


async def test_only_a_mention_makes_a_sound(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.anna.slash(here.marne, "draw event")
    await decide_all(here)
    await choose(here.bert, here.marne, "campaign manage pictures", {"on": False})
    await here.settle(after=timedelta(days=4))
    said = [each for each in here.carla.messages(here.marne) if each["author"].get("bot") and each["type"] != 6]
    loud = [each for each in said if each["mentions"]]
    assert any("reminder" in text(each) for each in loud)
    assert len(said) > len(loud) > 1
    assert [bool(each["flags"] & SILENT) for each in said] == [not each["mentions"] for each in said]
