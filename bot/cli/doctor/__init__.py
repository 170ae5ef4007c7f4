"""`adjutant doctor`: what is wrong with an installation, and what to do about it."""

from bot.cli.doctor.finding import Finding, Level
from bot.cli.doctor.machine import look_at_machine, look_deep
from bot.cli.doctor.remote import look_at_discord

__all__ = ["Finding", "Level", "look_at_discord", "look_at_machine", "look_deep"]
