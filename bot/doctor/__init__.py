"""`adjutant doctor`: what is wrong with an installation, and what to do about it."""

from bot.doctor.finding import Finding, Level
from bot.doctor.machine import look_at_machine
from bot.doctor.remote import look_at_discord

__all__ = ["Finding", "Level", "look_at_discord", "look_at_machine"]
