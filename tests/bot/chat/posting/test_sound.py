"""What makes a sound in a channel: a call does, and nothing else."""

from typing import Any

import discord

from tests.bot.harness import Harness

SILENT = discord.MessageFlags(suppress_notifications=True).value


def by_the_bot(here: Harness) -> list[dict[str, Any]]:
    """What everybody sees that the bot has said."""
    return [each for each in here.carla.messages(here.marne) if each["author"].get("bot") and each["type"] != 6]
