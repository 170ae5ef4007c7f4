"""``/campaign``: start one, take a seat, see its status, undo, end."""

from collections.abc import Iterable
from typing import Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.autocomplete import Choices, choices
from bot.client import Adjutant
from bot.embeds import Colour, compose
from bot.responder import caller_of
from bot.service import LONGEST_NAME
from bot.sessions import Session
from rules.campaign import Campaign
from rules.campaign.rulings import AdoptData, differences
from rules.errors import NotNow, NotThere
from rules.games import GAMES
from rules.log import LogEntry
from rules.notice import Kind, Public, tell_all, tell_section, tell_text
from rules.seat import REFEREE, Player
from rules.secrets import Shown, quote

Interaction = discord.Interaction[Adjutant]
GAME_CHOICES = [app_commands.Choice(name=game.title, value=game.id) for game in GAMES]
Name = app_commands.Range[str, 1, 60]
PAGE = 10


class CampaignCog(commands.Cog):
    """Campaigns and their seats."""

    campaign = app_commands.Group(name="campaign", description="A campaign in this channel or thread")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @campaign.command()
    @app_commands.describe(
        game="The game on your table",
        seat="Your seat; you are also the referee until somebody else takes that seat",
        dice="Sealed dice that anybody can check (default), or dice that you roll on your own table",
        name="Your own name for the campaign",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seat: str,
        dice: Literal["sealed", "physical"] = "sealed",
        name: app_commands.Range[str, 1, LONGEST_NAME] = "",
    ) -> None:
        """Start a campaign in this channel or thread"""
        session = await self.bot.service.found(caller_of(interaction), game, name, seat, dice)
        embed = compose(
            "Campaign started",
            _founding(session),
            Colour.ACTION,
            f"{session.campaign.game.title} · campaign {session.id}",
        )
        await interaction.response.send_message(embed=embed, **self.bot.responder.buttons(session.id, session.campaign))

    @new.autocomplete("seat")
    async def _seats_of_game(self, interaction: Interaction, typed: str) -> Choices:
        game = self.bot.service.catalog.games.get(getattr(interaction.namespace, "game", ""))
        return choices((*game.seats, REFEREE) if game else (), typed)

    @campaign.command()
    @app_commands.describe(seat="The seat to take; several players can share one")
    async def join(self, interaction: Interaction, seat: Name) -> None:
        """Take a seat in this channel's campaign"""
        await self.bot.responder.execute(interaction, "join", seat=seat)

    @join.autocomplete("seat")
    async def _free_seats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        own = campaign.seats_of(interaction.user.id) if campaign else ()
        return choices((seat for seat in campaign.roster if seat not in own) if campaign else (), typed)

    @campaign.command()
    @app_commands.describe(seat="The seat to give up")
    async def leave(self, interaction: Interaction, seat: Name) -> None:
        """Give up a seat"""
        await self.bot.responder.execute(interaction, "leave", seat=seat)

    @leave.autocomplete("seat")
    async def _own_seats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.seats_of(interaction.user.id) if campaign else (), typed)

    @campaign.command()
    async def status(self, interaction: Interaction) -> None:
        """Show the campaign's status"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        embed = compose("Campaign status", _status(session.campaign), Colour.ANSWER)
        await self.bot.responder.tell(interaction, embed, **self.bot.responder.buttons(session.id, session.campaign))

    @campaign.command()
    @app_commands.describe(before="Entries before this one (default: the newest)")
    async def log(self, interaction: Interaction, before: app_commands.Range[int, 2] | None = None) -> None:
        """Read the log, newest entries first"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        entries = await self.bot.service.newest(session, PAGE, before)
        lines = _log_lines(session.campaign, entries, await self.bot.service.undone(session))
        embed = compose("Campaign log", lines, Colour.ANSWER, f"Entries in total: {session.campaign.seq}")
        await self.bot.responder.tell(interaction, embed)

    @campaign.command()
    async def undo(self, interaction: Interaction) -> None:
        """Undo the last action; after a die roll, a draw or a secret, the others must agree"""
        await self.bot.responder.execute(interaction, "undo")

    @campaign.command()
    @app_commands.describe(ruling="The ruling to change", choice="The answer that applies from now on")
    async def rulings(self, interaction: Interaction, ruling: Name | None = None, choice: Name | None = None) -> None:
        """See how open rules questions are answered here, or change an answer (the referee)"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        rulings = session.campaign.game.data.rulings
        if ruling is not None and ruling not in rulings:
            raise NotThere("This game has no such ruling. `/campaign rulings` lists the rulings.")
        if choice is None:
            await self.bot.responder.tell(
                interaction, compose("Rulings", _rulings(session.campaign, ruling), Colour.ANSWER)
            )
            return
        if ruling is None:
            raise NotThere("Name the ruling as well as the choice.")
        answer = next((each for each in rulings[ruling].choices if str(each) == choice), choice)
        await self.bot.responder.execute(interaction, "set_ruling", name=ruling, choice=answer)

    @rulings.autocomplete("ruling")
    async def _rulings(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.data.rulings if campaign else (), typed)

    @rulings.autocomplete("choice")
    async def _choices(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        asked = getattr(interaction.namespace, "ruling", "")
        ruling = campaign.game.data.rulings.get(asked) if campaign else None
        return choices(map(str, ruling.choices) if ruling else (), typed)

    @campaign.command()
    @app_commands.describe(sure="True: the campaign uses the newer data from now on")
    async def update(self, interaction: Interaction, sure: bool = False) -> None:
        """Compare the campaign's data with this bot's newer data, and adopt it (the referee)"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        newer = self.bot.service.newer_data(session)
        if newer is None:
            raise NotNow("This campaign already uses this bot's data.")
        if sure:
            await self.bot.responder.execute(interaction, newer.type, data=newer.data)
            return
        embed = compose("Newer data available", _newer(session.campaign, newer), Colour.ANSWER)
        await self.bot.responder.tell(interaction, embed)

    @campaign.command()
    @app_commands.describe(sure="True: the campaign ends for good, and the seed of its dice is published")
    async def end(self, interaction: Interaction, sure: bool) -> None:
        """End the campaign (the referee)"""
        if not sure:
            raise NotNow("The campaign has not ended. Choose `sure:True` to end it.")
        await self.bot.responder.execute(interaction, "end")


def _founding(session: Session) -> Iterable[Public]:
    campaign = session.campaign
    founding, seal = campaign.founding, Shown(campaign.founding.seal)
    yield tell_all("Campaign: **{name}**", name=quote(founding.name))
    if founding.seat == REFEREE:
        yield tell_all("{player} is the referee.", player=founding.founder)
    else:
        seat, player = founding.seat, founding.founder
        yield tell_all("{player} takes the {seat} seat and is the referee.", player=player, seat=seat)
    yield from campaign.game.status(campaign.state)
    if founding.dice == "sealed":
        yield tell_section("Dice", "The bot rolls sealed dice. Their seed has the SHA-256 `{seal}`.", seal=seal)
        yield tell_section("Dice", "Before the first roll, players can add words of their own: `/dice seal`.")
    else:
        yield tell_section("Dice", "You roll on your own table and enter the faces.")
        yield tell_section("Dice", "The bot's blind draws are sealed. Their seed has the SHA-256 `{seal}`.", seal=seal)
    yield tell_section("Next", "Other players take a seat with `/campaign join`. `/help` lists the commands.")


def _status(campaign: Campaign) -> Iterable[Public]:
    yield tell_all("Campaign: **{name}**", name=quote(campaign.founding.name))
    if campaign.is_ended:
        yield tell_all("The campaign has ended.")
    yield from campaign.game.status(campaign.state)
    for seat, players in campaign.roster.items():
        who = Shown(", ".join(map(str, players)))
        if players:
            yield tell_section("Seats", "{seat}: held by {who}", seat=seat, who=who)
        else:
            yield tell_section("Seats", "{seat}: free", seat=seat)
    request = campaign.undo_request
    if request:
        needed = Shown(", ".join(sorted(request.needed)))
        yield tell_section("Waiting", "{seats} must agree to undo entry {entry}.", seats=needed, entry=request.entry)
    if campaign.founding.dice == "sealed":
        yield tell_section("Dice", "Sealed dice rolled so far: {count}", count=campaign.next_die)
    else:
        yield tell_section("Dice", "You roll on your own table. Blind draws so far: {count}", count=campaign.next_die)


def _rulings(campaign: Campaign, only: str | None) -> Iterable[Public]:
    for name, ruling in campaign.game.data.rulings.items():
        if only not in (None, name):
            continue
        answer = Shown(str(ruling.answer))
        if ruling.chosen is None:
            yield tell_all("Ruling `{name}`: **{answer}**", name=Shown(name), answer=answer)
        else:
            yield tell_all("Ruling `{name}`: **{answer}** (the referee's answer)", name=Shown(name), answer=answer)
        if only is not None:
            yield tell_text(ruling.question).under("Question")
            yield tell_section("Choices", "One of: {choices}", choices=Shown(", ".join(map(str, ruling.choices))))
            yield tell_text(ruling.basis).under("Why the default")


def _newer(campaign: Campaign, newer: AdoptData) -> Iterable[Public]:
    yield tell_all("This bot has newer data than the campaign uses. `/campaign update sure:True` adopts it.")
    for change in differences(campaign.game.data, campaign.library[newer.data].data):
        yield tell_section("What differs", "Changed: {change}", change=quote(change))


def _log_lines(campaign: Campaign, entries: list[LogEntry], undone: frozenset[int]) -> Iterable[Public]:
    if not entries:
        yield tell_all("The log is empty.")
    for entry in entries:
        results = [str(n) for n in campaign.tell(entry) if isinstance(n, Public) and n.kind is Kind.RESULT]
        # a command that passes several phases is shown by the last one
        line = (results[-1] if entry.command.ends_phase else results[0]) if results else entry.title
        who, when = Player(entry.user), Shown(f"<t:{int(entry.at.timestamp())}:d>")
        text = Shown(line)
        if entry.seq in undone:
            yield tell_all("`{seq}` {when} {who}: ~~{text}~~", seq=entry.seq, when=when, who=who, text=text)
        else:
            yield tell_all("`{seq}` {when} {who}: {text}", seq=entry.seq, when=when, who=who, text=text)


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(CampaignCog(bot))
