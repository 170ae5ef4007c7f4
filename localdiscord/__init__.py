"""A small Discord on this machine, to which the unmodified discord.py client connects.

table = LocalDiscord()
await table.start()
# the bot finds it by discord.http.Route.BASE = table.api
# and DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(table.gateway.url)
await table.bot_online()
anna, marne = table.person("anna"), table.channel("marne")
await anna.slash(marne, "draw event", {"marker": "Fog"})
assert anna.messages(marne)[-1]["embeds"]
await table.stop()
"""

from localdiscord.clock import Clock
from localdiscord.people import Person, Place
from localdiscord.refusal import CannotDo, NoAnswer, Refused
from localdiscord.server import LocalDiscord
from localdiscord.trouble import Trouble

__all__ = ["CannotDo", "Clock", "LocalDiscord", "NoAnswer", "Person", "Place", "Refused", "Trouble"]
