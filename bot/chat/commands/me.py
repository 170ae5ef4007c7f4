"""``/me``: how you want to be reached, your absences, and your campaigns everywhere. Only you read the answers."""

import logging
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

import discord
from discord import app_commands

from bot.base.clock import milliseconds
from bot.chat.answering.forget_me import farewell
from bot.chat.answering.menus import Here, entry
from bot.chat.client import Adjutant
from bot.chat.commands import Cog, Menu, opener
from bot.engine.people import days_ahead, hours, read_day, read_hours, read_zone, zones
from bot.engine.sessions import Session
from bot.messages.autocomplete import Choices, choices
from bot.messages.interaction import Interaction, answer_privately, tell_privately
from bot.messages.person_texts import EVERY, absence_of, campaigns_of, settings_of, tell_campaigns
from bot.storage import StoreFault
from rules.errors import NotNow, NotThere, RuleError
from rules.notice import Public, tell_all
from rules.seat import REFEREE
from rules.secrets import quote

log = logging.getLogger(__name__)

LONGEST_NAME = 30
REACHES = {"channel": "channel", "DM": "dm"}


class MeCog(Cog):
    """A person's own settings. They hold on every server."""

    me = app_commands.Group(name="me", description="You: your settings, your absences, your campaigns on every server")

    def __init__(self, bot: Adjutant) -> None:
        super().__init__(bot)
        self.me.add_command(opener("more", "me", "Your campaigns, being back, being forgotten"))

    @me.command()
    @app_commands.describe(
        zone="Your time zone, such as Europe/Berlin",
        quiet="Hours in which no mention disturbs you, such as 22-7, or off",
        reminders="How often you are reminded when play waits for you",
        reach="Where reminders reach you",
        name="What journals call you, in place of “Player 1”; “-” for no name",
    )
    @app_commands.choices(reminders=[app_commands.Choice(name=name, value=name) for name in EVERY])
    async def settings(
        self,
        interaction: Interaction,
        zone: app_commands.Range[str, 1, 60] | None = None,
        quiet: app_commands.Range[str, 1, 20] | None = None,
        reminders: str | None = None,
        reach: Literal["channel", "DM"] | None = None,
        name: app_commands.Range[str, 1, LONGEST_NAME] | None = None,
    ) -> None:
        """See how the bot reaches you, and change it"""
        changes: dict[str, object] = {}
        if zone is not None:
            changes["zone"] = read_zone(zone)
        if quiet is not None:
            changes["quiet"] = read_hours(quiet)
        if reminders is not None:
            changes["every"] = EVERY[reminders]
        if reach is not None:
            changes["by"] = REACHES[reach]
        if name is not None:
            changes["name"] = "" if name.strip() == "-" else " ".join(name.split())
        await _change(self.bot, interaction, changes)

    @settings.autocomplete("zone")
    async def _zones(self, _interaction: Interaction, typed: str) -> Choices:
        return choices(zones(), typed.replace(" ", "_"))

    @me.command()
    @app_commands.describe(
        until="The day on which you are back, such as 2026-03-05, or how long, such as 7d",
        stand_in="Who is called in your place; in this channel's campaign they may then take your seat beside you",
    )
    async def away(
        self, interaction: Interaction, until: app_commands.Range[str, 1, 20], stand_in: discord.User | None = None
    ) -> None:
        """Be away: no mention disturbs you, and your campaigns read until when"""
        user, people = interaction.user.id, self.bot.service.people
        if stand_in is not None and (stand_in.bot or stand_in.id == user):
            raise NotThere("Somebody else must stand in for you.")
        before = await people.one(user)
        back = read_day(until, before.zone, interaction.created_at)
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0) if stand_in else None
        seats = campaign.seats_of(user) if campaign and not campaign.is_ended else ()
        if stand_in is not None and any(seat != REFEREE for seat in seats):
            await self.bot.responder.execute(interaction, "name_stand_in", player=stand_in.id, until=back.isoformat())
        person = await people.change(user, away=milliseconds(back), stand_in=stand_in.id if stand_in else None)
        sessions = await campaigns_of(self.bot.service, user, interaction.created_at)
        untold = await _tell_in_each(self.bot, interaction, sessions, {"type": "be_away", "until": back.isoformat()})
        said = tell_all("A campaign that waits for you says so to the others.")
        await tell_privately(interaction, "You are away", [*absence_of(person, interaction.created_at), said, *untold])

    @away.autocomplete("until")
    async def _days(self, interaction: Interaction, typed: str) -> Choices:
        person = await self.bot.service.people.one(interaction.user.id)
        return choices(days_ahead(person.zone, interaction.created_at), typed)


class MeMenu(Menu, name="me", description="You"):
    """What a person rarely does for themselves."""

    @app_commands.command(extras=entry("Back", there=Here.is_away))
    async def back(self, interaction: Interaction) -> None:
        """Be back before your time; see what waits for you"""
        people, user, now = self.bot.service.people, interaction.user.id, interaction.created_at
        sessions = await campaigns_of(self.bot.service, user, now)
        waiting = [each for each in sessions if each.campaign.when(now).is_expected_back(user)]
        if not waiting and (await people.one(user)).away_until(now) is None:
            raise NotNow("You are not away. `/me away` says until when you will be.")
        await people.change(user, away=None, stand_in=None)
        untold = await _tell_in_each(self.bot, interaction, waiting, {"type": "come_back"})
        await _show_campaigns(self.bot, interaction, "You are back", untold)

    @app_commands.command(extras=entry("Your campaigns", there=lambda _: True))
    async def campaigns(self, interaction: Interaction) -> None:
        """All your campaigns on every server, and what waits for you"""
        await _show_campaigns(self.bot, interaction, "Your campaigns", [])

    @app_commands.command(
        extras=entry(
            "Quiet hours…",
            there=lambda _: True,
            now=lambda here: {"zone": here.person.zone, "quiet": hours(here.person.quiet) if here.person.quiet else ""},
        )
    )
    @app_commands.describe(
        zone="Your time zone, such as Europe/Berlin",
        quiet="Hours in which no mention disturbs you, such as 22-7, or off",
    )
    async def quiet(
        self, interaction: Interaction, zone: app_commands.Range[str, 1, 60], quiet: app_commands.Range[str, 1, 20]
    ) -> None:
        """Hours in which no mention disturbs you"""
        await _change(self.bot, interaction, {"zone": read_zone(zone), "quiet": read_hours(quiet)})

    @app_commands.command(extras=entry("Forget me", there=lambda _: True))
    async def forget(self, interaction: Interaction) -> None:
        """Have the bot forget you: your settings, and your name and words in every log"""
        await interaction.response.defer(ephemeral=True, thinking=True)  # all logs are looked through
        traces = await self.bot.service.forgetting.traces(interaction.user.id)
        await answer_privately(interaction, **farewell(traces))


async def _change(bot: Adjutant, interaction: Interaction, changes: Mapping[str, object]) -> None:
    """Change how a user is reached, and show it."""
    people, user = bot.service.people, interaction.user.id
    person = await people.change(user, **changes) if changes else await people.one(user)
    await tell_privately(interaction, "Your settings", settings_of(person, interaction.created_at))
    await people.told(user)


async def _tell_in_each(
    bot: Adjutant, interaction: Interaction, sessions: Sequence[Session], request: dict[str, str]
) -> list[Public]:
    """Say it in some campaigns, where the outbox posts it. Return a line about each that could not be told."""
    untold = list[Public]()
    for session in sessions:
        try:
            await bot.service.tell_in(session, interaction.user.id, interaction.created_at, request)
        except (RuleError, StoreFault) as error:
            log.warning("campaign %s was not told: %s", session.id, error)
            name = quote(session.campaign.founding.name, 60)
            untold.append(
                tell_all("[{name}]({link}) could not be told. Say it again later.", name=name, link=session.place)
            )
    return untold


async def _show_campaigns(bot: Adjutant, interaction: Interaction, title: str, more: Iterable[Public]) -> None:
    service, user, now = bot.service, interaction.user.id, interaction.created_at
    sessions = await campaigns_of(service, user, now)
    await tell_privately(interaction, title, [*tell_campaigns(sessions, user, now), *more])
