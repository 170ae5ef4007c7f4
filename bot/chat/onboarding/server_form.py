"""A server's settings as its managers read and change them."""

from collections.abc import Iterator
from typing import Any

import discord

from bot.base.language import languages, name_of, say
from bot.engine.server_settings import Server
from bot.messages.embeds import cut
from bot.messages.interaction import Form, Typed
from bot.messages.start_buttons import SERVER_FORM, days_menu, menu
from rules.line import line
from rules.notice import Notice, tell_all
from rules.secrets import Shown

FOUNDERS = {"everybody": "Everybody", "managers": "Only those who manage the server", "role": "Only the chosen role"}
ON_OFF = {"on": "On", "off": "Off"}


def server_form(server: Server, place: str) -> discord.ui.Modal:
    """Return the form of a server's settings, as they are now. A form with a chosen channel closes on some clients."""
    spoken = {each: name_of(each) for each in languages()}
    founders = {key: label for key, label in FOUNDERS.items() if key != "role" or server.role is not None}
    kinds = [discord.ChannelType.text, discord.ChannelType.forum]
    channel: discord.ui.ChannelSelect[Any] = discord.ui.ChannelSelect(
        custom_id="channel", channel_types=kinds, required=False, min_values=0
    )
    about = cut(say(line("Empty: {place}, as now. /server settings anywhere:True allows all.", place=place)))
    return Form(
        say("Server settings"),
        SERVER_FORM,
        menu("language", "Language of new campaigns", spoken, server.language),
        menu("founders", "Who can start campaigns", founders, server.founders),
        discord.ui.Label(text=say("Channel for campaigns"), description=about, component=channel),
        days_menu(server.answer),
        menu("pictures", "Pictures in new campaigns", ON_OFF, "on" if server.pictures else "off"),
    )


def read_server(typed: Typed) -> dict[str, object]:
    """Return the settings that a form was filled in with."""
    return {
        "language": typed["language"],
        "founders": typed["founders"],
        **({"channel": typed.number("channel")} if typed.get("channel") else {}),
        "answer": typed.number("answer"),
        "pictures": typed["pictures"] == "on",
    }


def settings_of(server: Server) -> Iterator[Notice]:
    """Yield what a server has set. It counts for campaigns that are started from now on."""
    yield tell_all("Language: {language}", language=Shown(name_of(server.language)))
    if server.founders == "everybody":
        yield tell_all("Everybody can start campaigns.")
    elif server.founders == "managers":
        yield tell_all("Only those who can manage the server start campaigns.")
    else:
        role = Shown(f"<@&{server.role}>")
        yield tell_all("Only {role} and those who can manage the server start campaigns.", role=role)
    if server.channel is None:
        yield tell_all("Campaigns are started in any channel.")
    else:
        channel = Shown(f"<#{server.channel}>")
        yield tell_all("Campaigns are started in {channel} and its threads.", channel=channel)
    yield tell_all("The time to answer is {answer} {answer:day|days}.", answer=server.answer)
    if server.pictures:
        yield tell_all("Campaigns have pictures.")
    else:
        yield tell_all("Campaigns have no pictures.")
    yield tell_all("This counts for new campaigns. Each table can change its own.")
