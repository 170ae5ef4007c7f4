"""The first hour: the card on a server that the bot joins, what its buttons begin, and `/help`."""

import logging
from typing import Any

import discord
from pydantic import ValidationError

from bot.base.clock import milliseconds
from bot.base.language import language_of, languages, reading, say
from bot.chat.answering.responder import caller_of
from bot.chat.channel_access import LOST, may_write
from bot.chat.onboarding.help_page import all_commands, card, help_now, law
from bot.chat.onboarding.start_campaign import Starts
from bot.engine.founding import Wish
from bot.engine.server_settings import Server
from bot.engine.service import CampaignService
from bot.messages import start_buttons
from bot.messages.forms import chosen_in, typed_in
from bot.messages.interaction import (
    Buttons,
    Interaction,
    answer_privately,
    old_form,
    read_number,
    server_of,
    tell_privately,
)
from bot.messages.menu_items import MenuButton
from bot.storage import StoreFault
from rules.errors import NotThere, NotYours
from rules.game import AnyGame

log = logging.getLogger(__name__)

NEEDED = ("view_channel", "embed_links")


class Welcome:
    """Meets people who do not know the bot. ``ids`` are those of the commands, once Discord has given them."""

    def __init__(self, client: Any, service: CampaignService, starts: Starts) -> None:
        self._client = client
        self._service = service
        self.starts = starts
        self.ids: dict[str, int] = {}

    async def greet(self, guild: discord.Guild) -> None:
        """Post the card on a server that the bot has just joined: at most once, where it first may. Before it is
        posted, it is noted; where it is lost, `/help` shows it. Its campaigns speak the server's own language until its
        managers choose another.
        """
        channels = [each for each in (guild.system_channel, *guild.text_channels) if each is not None]
        place = next((each for each in channels if may_write(each, guild.me, *NEEDED)), None)
        joined = guild.me.joined_at
        if place is None or joined is None:
            return
        try:
            servers, language = self._service.servers, language_of(guild.preferred_locale.value)
            if await servers.store.welcome(guild.id, milliseconds(joined)):
                if language in languages() and await servers.of(guild.id) == Server():
                    await servers.change(guild.id, language=language)
                with reading(language):
                    message = self._card()
                await place.send(**message)
        except (*LOST, StoreFault) as error:
            log.warning("server %s reads no welcome: %s", guild.id, error)

    async def begin(self, interaction: Interaction, what: str) -> None:
        """Do what a button is for. Raises ``RuleError``."""
        match what:
            case "new":  # ask for the game, unless the server does not let the user start one
                server = await self._service.servers.of(server_of(interaction))
                server.check_founder(caller_of(interaction))
                view = Buttons(start_buttons.GameMenu(await self._games(interaction)))
                await tell_privately(interaction, "Start a campaign", view=view)
            case "server":
                server = await self._service.servers.of(server_of(interaction))
                check_may_set_up(interaction)
                home = interaction.guild.get_channel(server.channel or 0) if interaction.guild else None
                place = f"#{home.name}" if home else say("any channel")
                await interaction.response.send_modal(start_buttons.server_form(server, place))
            case "commands":
                campaign = await self._service.campaign_in(interaction.channel_id or 0)
                told = all_commands(campaign.game if campaign else None, self.ids, self._commands())
                await tell_privately(interaction, "Commands", told)
            case "law":
                await tell_privately(interaction, "The law of the table", law())
            case _:
                raise NotThere("This button is from another version of the bot. `/help` says what you can do.")

    async def help(self, interaction: Interaction) -> None:
        """Say what the user can do here now, or show the card if there is no campaign."""
        session = next(iter(await self._service.sessions_in(interaction.channel_id or 0)), None)
        if session is None:
            await answer_privately(interaction, **self._card())
            return
        campaign = session.campaign.when(interaction.created_at)
        message = help_now(session, campaign, interaction.user.id, self.ids, self._commands())
        await answer_privately(interaction, **message)

    def _card(self) -> dict[str, Any]:
        return card(self.ids, self._service.catalog.games.values())

    def _commands(self) -> list[Any]:
        every: list[Any] = self._client.tree.get_commands(type=discord.AppCommandType.chat_input)
        return every

    # ---- starting a campaign ----

    async def ask(self, interaction: Interaction, game: str) -> None:
        """Open the form of a campaign of a game."""
        games = await self._games(interaction)
        if game not in games:
            raise NotThere("This bot has no such game any more. `/campaign new` lists its games.")
        await interaction.response.send_modal(start_buttons.campaign_form(game, games[game]))

    async def _games(self, interaction: Interaction) -> dict[str, AnyGame]:
        found = await self._service.data.games(server_of(interaction))
        return {name: edition.game for name, edition in found.items()}

    async def submit(self, interaction: Interaction, custom_id: str) -> None:
        """Do what a form asks for: start a campaign, or keep a server's settings."""
        data: Any = interaction.data
        typed = typed_in(data)
        if custom_id == start_buttons.SERVER_FORM:
            check_may_set_up(interaction)
            try:
                await self.set_up(interaction, **start_buttons.read_server(typed))
            except ValidationError:
                raise old_form() from None
            return
        opening = typed.get("opening", start_buttons.LATER)
        wish = Wish(
            custom_id.removeprefix(start_buttons.FORM),
            typed.get("name", ""),
            typed["seat"],
            "physical" if typed["dice"] == "physical" else "sealed",
            "" if opening == start_buttons.LATER else opening,
        )
        players = [read_number(each) for each in chosen_in("players", data)]
        await self.starts.start_apart(interaction, wish, players)

    # ---- a server's settings ----

    async def set_up(self, interaction: Interaction, **changes: object) -> None:
        """Change settings of a server, and show them all."""
        servers, guild = self._service.servers, server_of(interaction)
        server = await servers.change(guild, **changes) if changes else await servers.of(guild)
        view = Buttons(MenuButton("games"))
        await tell_privately(interaction, "Server settings", start_buttons.settings_of(server), view=view)


def check_may_set_up(interaction: Interaction) -> None:
    """Check whether the user can manage the server. Raises ``NotYours``."""
    if not interaction.permissions.manage_guild:
        raise NotYours("Only those who can manage this server change its settings.")
