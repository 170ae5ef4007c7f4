"""A small Discord on this machine, to which an unmodified discord.py bot connects.

async with LocalDiscord() as server, run_client(server, bot):
    anna, general = server.user("anna"), server.channel("general")
    await anna.slash(general, "ping")
    assert anna.messages(general)[-1]["content"] == "pong"
"""

from localdiscord.chaos import Chaos
from localdiscord.client import redirect_client, run_client
from localdiscord.errors import InvalidAction, Json, NoPort, NoResponse, RejectedRequest
from localdiscord.faults import Fault
from localdiscord.gateway.protocol import Intent
from localdiscord.guild import Guild
from localdiscord.hub import RequestRecord
from localdiscord.interactions.interaction import Interaction, Modal
from localdiscord.rates import Rate, Rates
from localdiscord.script.player import play
from localdiscord.serve import serve
from localdiscord.server import LocalDiscord, StartBot
from localdiscord.state.clock import Clock
from localdiscord.state.files import Upload
from localdiscord.state.permissions import Permission
from localdiscord.table import RunningBot, Table
from localdiscord.tour import Tour
from localdiscord.users.posts import Post
from localdiscord.users.user import Channel, User

__all__ = [
    "Channel",
    "Chaos",
    "Clock",
    "Fault",
    "Guild",
    "Intent",
    "Interaction",
    "InvalidAction",
    "Json",
    "LocalDiscord",
    "Modal",
    "NoPort",
    "NoResponse",
    "Permission",
    "Post",
    "Rate",
    "Rates",
    "RejectedRequest",
    "RequestRecord",
    "RunningBot",
    "StartBot",
    "Table",
    "Tour",
    "Upload",
    "User",
    "play",
    "redirect_client",
    "run_client",
    "serve",
]
