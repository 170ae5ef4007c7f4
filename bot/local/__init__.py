"""A small Discord on this machine, to which the unmodified discord.py client connects."""

from bot.local.clock import Clock
from bot.local.people import Person
from bot.local.refusal import CannotDo, NoAnswer, Refused
from bot.local.server import LocalDiscord

__all__ = ["CannotDo", "Clock", "LocalDiscord", "NoAnswer", "Person", "Refused"]
