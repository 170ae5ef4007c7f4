"""``/campaign``: start one, see its status, rule, end, reopen; list them, move one, bring one in from elsewhere."""

from dataclasses import asdict
from typing import Any, Literal

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import read_language, say
from bot.chat.answering.campaign_list import list_lines, trashed_in
from bot.chat.answering.move_check import check_place
from bot.chat.answering.responder import caller_of
from bot.chat.client import Adjutant
from bot.engine.founding import LONGEST_NAME
from bot.engine.people import Weekends, days_ahead, read_day, weekends_of
from bot.log.chain import MOST_MEGABYTES, too_large
from bot.ui.autocomplete import Choices, choices, choices_by_id, language_choices, list_choices, read_names
from bot.ui.campaign_texts import newer_data, offered, rulings_of, status
from bot.ui.clock_texts import deadlines_of
from bot.ui.embeds import Colour, compose
from bot.ui.interaction import Interaction, answer_privately
from bot.ui.pictures.gallery import What
from bot.ui.pictures.palette import Theme
from bot.ui.result_message import buttons
from bot.ui.seat_form import SeatFormButton
from bot.ui.unwatched import Buttons
from rules.campaign.chronicle.search import EntryKind, Wanted
from rules.campaign.questions.questions import LONGEST as LONGEST_QUESTION
from rules.campaign.seats.seating import check_can_sit
from rules.errors import NotNow, NotThere, passes
from rules.games import GAMES
from rules.notice import tell_all
from rules.seat import REFEREE

GAME_CHOICES = [app_commands.Choice(name=game.title, value=game.id) for game in GAMES]
Name = app_commands.Range[str, 1, 60]


class CampaignCog(commands.Cog):
    """Campaigns, from their founding to their end."""

    campaign = app_commands.Group(name="campaign", description="A campaign in this channel or thread")

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot

    @campaign.command()
    @app_commands.describe(
        game="The game on your table",
        seat="Your seat; you are also the referee until somebody else takes that seat",
        dice="Sealed dice that anybody can check (default), or dice that you roll on your own table",
        name="Your own name for the campaign",
        scenario="The scenario with which the game begins",
        deadline="Days that play waits for an answer; 0 for no limit",
    )
    @app_commands.choices(game=GAME_CHOICES)
    async def new(
        self,
        interaction: Interaction,
        game: str,
        seat: str,
        dice: Literal["sealed", "physical"] = "sealed",
        name: app_commands.Range[str, 1, LONGEST_NAME] = "",
        scenario: app_commands.Range[str, 1, 100] = "",
        deadline: app_commands.Range[int, 0, 90] | None = None,
    ) -> None:
        """Start a campaign in this channel or thread"""
        await self.bot.welcome.starts.start(interaction, game, name, seat, dice=dice, opening=scenario, move=deadline)

    @new.autocomplete("seat")
    async def _seats_of_game(self, interaction: Interaction, typed: str) -> Choices:
        game = self.bot.service.catalog.games.get(getattr(interaction.namespace, "game", ""))
        return choices((*game.seats, REFEREE) if game else (), typed)

    @new.autocomplete("scenario")
    async def _scenarios_of_game(self, interaction: Interaction, typed: str) -> Choices:
        game = self.bot.service.catalog.games.get(getattr(interaction.namespace, "game", ""))
        return choices(game.openings() if game else (), typed)

    @campaign.command()
    @app_commands.describe(seat="The seat to take; several players can share one")
    async def join(self, interaction: Interaction, seat: Name) -> None:
        """Take a seat in this channel's campaign"""
        await self.bot.responder.execute(interaction, "join", seat=seat)

    @join.autocomplete("seat")
    async def _free_seats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        if campaign is None:
            return []
        now = campaign.when(interaction.created_at)
        return choices((seat for seat in now.roster if passes(check_can_sit, now, interaction.user.id, seat)), typed)

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
        campaign = session.campaign.when(interaction.created_at)
        embed = compose("Campaign status", status(campaign), Colour.ANSWER)
        await answer_privately(interaction, embed=embed, **buttons(session.id, campaign, interaction.user.id))

    @campaign.command()
    @app_commands.describe(
        before="Entries before this one (default: the newest)",
        campaign="An earlier campaign of this channel, by its number in `/campaign list`",
        turn="Only what was done in this turn",
        seat="Only what was done for this seat",
        kind="Only entries of this kind; numbers are those that players entered, table is all beside the game",
    )
    async def log(
        self,
        interaction: Interaction,
        before: app_commands.Range[int, 2] | None = None,
        campaign: app_commands.Range[int, 1] | None = None,
        turn: app_commands.Range[int, 1] | None = None,
        seat: Name | None = None,
        kind: EntryKind | None = None,
    ) -> None:
        """Read the log, newest entries first"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.answers.show_entries(interaction, session, Wanted("", turn, seat, kind, before))

    @log.autocomplete("seat")
    async def _seats_of_log(self, interaction: Interaction, typed: str) -> Choices:
        return choices(await self._seats(interaction), typed)

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
            embed = compose("Rulings", rulings_of(session.campaign, ruling), Colour.ANSWER)
            await answer_privately(interaction, embed=embed)
            return
        if ruling is None:
            raise NotThere("Name the ruling as well as the choice.")
        asked = rulings[ruling]
        answer = next((id_ for id_ in asked.ids if choice in (str(id_), say(asked.said(id_)))), choice)
        await self.bot.responder.execute(interaction, "set_ruling", name=ruling, choice=answer)

    @rulings.autocomplete("ruling")
    async def _rulings(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.data.rulings.by_name if campaign else (), typed)

    @rulings.autocomplete("choice")
    async def _choices(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        asked = getattr(interaction.namespace, "ruling", "")
        ruling = campaign.game.data.rulings.by_name.get(asked) if campaign else None
        return choices_by_id({str(id_): ruling.said(id_) for id_ in ruling.ids} if ruling else {}, typed)

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
        embed = compose("Newer data available", newer_data(session.campaign, newer), Colour.ANSWER)
        await answer_privately(interaction, embed=embed)

    @campaign.command()
    @app_commands.describe(
        sure="True: the campaign ends once the others agree",
        for_good="True: nobody can reopen it, and the seed of its dice is published",
    )
    async def end(self, interaction: Interaction, sure: bool, for_good: bool = False) -> None:
        """End the campaign; the other sides are asked"""
        if not sure:
            raise NotNow("The campaign has not ended. Choose `sure:True` to end it.")
        await self.bot.responder.execute(interaction, "end", for_good=for_good)

    @campaign.command()
    async def reopen(self, interaction: Interaction) -> None:
        """Go on with this channel's campaign that ended less than 30 days ago"""
        await self.bot.responder.execute(interaction, "reopen")

    @campaign.command()
    @app_commands.describe(
        answer="Days to answer a request of another player",
        silence="Days of silence after which a seat can be taken",
        move="Days to answer what play waits for; then any player can go on by default; 0 for no limit",
        bank="Days a side can hold phases open in all, beyond those to answer each turn; 0 for no limit",
        away="Days a quarter that the clock of an absent player who said so stands still; 0 for none",
        weekends="Free: clocks stand still on Saturdays and Sundays, in your time zone as it is now",
    )
    async def deadlines(
        self,
        interaction: Interaction,
        answer: app_commands.Range[int, 1, 90] | None = None,
        silence: app_commands.Range[int, 1, 90] | None = None,
        move: app_commands.Range[int, 0, 90] | None = None,
        bank: app_commands.Range[int, 0, 365] | None = None,
        away: app_commands.Range[int, 0, 90] | None = None,
        weekends: Weekends | None = None,
    ) -> None:
        """See how long the table waits and what time is left; set it, if the other sides agree"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        given = {"answer": answer, "silence": silence, "move": move, "bank": bank, "away": away}
        wanted: dict[str, Any] = {name: days for name, days in given.items() if days is not None}
        if weekends is not None:
            person = await self.bot.service.people.one(interaction.user.id)
            wanted["weekends"] = weekends_of(person.zone, interaction.created_at) if weekends == "free" else None
        if wanted:
            await self.bot.responder.execute(interaction, "set_patience", **asdict(session.campaign.patience) | wanted)
            return
        campaign = session.campaign.when(interaction.created_at)
        await answer_privately(interaction, embed=compose("Deadlines", deadlines_of(campaign), Colour.ANSWER))

    @campaign.command()
    @app_commands.describe(
        until="The day on which clocks run again, such as 2026-03-05",
        since="The day on which they stop, for holidays to come; at once if you leave it empty",
        end="True: end the pause now, or call off the next one",
    )
    async def pause(
        self,
        interaction: Interaction,
        until: app_commands.Range[str, 1, 20] | None = None,
        since: app_commands.Range[str, 1, 20] | None = None,
        end: bool = False,
    ) -> None:
        """Stop all clocks until a day, if the other sides agree; whoever wants to can play on"""
        if end:
            await self.bot.responder.execute(interaction, "resume")
            return
        if until is None:
            raise NotThere("Give `until:` the day on which clocks run again, or choose `end:True`.")
        zone, now = (await self.bot.service.people.one(interaction.user.id)).zone, interaction.created_at
        first, last = (read_day(each, zone, now).isoformat() if each else None for each in (since, until))
        await self.bot.responder.execute(interaction, "pause", until=last, since=first)

    @pause.autocomplete("until")
    @pause.autocomplete("since")
    async def _days(self, interaction: Interaction, typed: str) -> Choices:
        person = await self.bot.service.people.one(interaction.user.id)
        return choices(days_ahead(person.zone, interaction.created_at), typed)

    @campaign.command()
    @app_commands.describe(on="True: the bot mentions you when it is your move")
    async def calls(self, interaction: Interaction, on: bool) -> None:
        """Be called by the bot when it is your move, or not"""
        await self.bot.responder.execute(interaction, "set_calls", on=on)

    @campaign.command()
    async def watch(self, interaction: Interaction) -> None:
        """Follow this channel's campaign without a seat: each new turn calls you once"""
        await self.bot.watchers.watch(interaction, await self.bot.service.session_in(interaction.channel_id or 0))

    @campaign.command()
    async def unwatch(self, interaction: Interaction) -> None:
        """Follow this channel's campaign no more"""
        await self.bot.watchers.unwatch(interaction, await self.bot.service.session_in(interaction.channel_id or 0))

    @campaign.command()
    @app_commands.describe(
        question="What you ask",
        options="2 to 10 answers to choose from, separated by `;`; without them each writes an answer",
        seats="Who answers, separated by commas; everybody if you leave it empty",
    )
    async def ask(
        self,
        interaction: Interaction,
        question: app_commands.Range[str, 1, LONGEST_QUESTION],
        options: app_commands.Range[str, 1, 1100] = "",
        seats: app_commands.Range[str, 1, 200] = "",
    ) -> None:
        """Ask the others something; all answer in secret, and the answers are opened together"""
        seats = read_names(await self._seats(interaction), seats)
        await self.bot.responder.execute(interaction, "put_question", question=question, options=options, seats=seats)

    @ask.autocomplete("seats")
    async def _asked(self, interaction: Interaction, typed: str) -> Choices:
        return list_choices(await self._seats(interaction), typed)

    async def _seats(self, interaction: Interaction) -> tuple[str, ...]:
        """The sides of the channel's campaign."""
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return campaign.game.seats if campaign else ()

    @campaign.command()
    @app_commands.describe(on="False: take it away")
    async def panel(self, interaction: Interaction, on: bool = True) -> None:
        """Pin a message that always shows where the campaign stands and who must do what"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        if on:
            await self.bot.panels.show(interaction, session)
        else:
            await self.bot.panels.hide(interaction, session)

    @campaign.command()
    @app_commands.describe(
        what="Where the game stands (default), or when its turns were played", theme="Dark (default) or light"
    )
    async def picture(self, interaction: Interaction, what: What = "state", theme: Theme = "dark") -> None:
        """See a picture of the campaign, described in words"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await self.bot.gallery.show(interaction, session, what, theme)

    @campaign.command()
    @app_commands.describe(on="False: no more pictures in this campaign")
    async def pictures(self, interaction: Interaction, on: bool) -> None:
        """Switch the campaign's pictures on or off; the other sides are asked"""
        await self.bot.responder.execute(interaction, "set_pictures", on=on)

    @campaign.command()
    @app_commands.describe(language="What the channel reads; you yourself read the language of your Discord")
    async def language(self, interaction: Interaction, language: str) -> None:
        """Choose the language of the campaign; the other sides are asked"""
        await self.bot.responder.execute(interaction, "set_language", language=read_language(language))

    @language.autocomplete("language")
    async def _languages(self, _interaction: Interaction, typed: str) -> Choices:
        return language_choices(typed)

    @campaign.command(name="list")
    @app_commands.describe(
        where="The campaigns of this channel (default) or server, or those in which you hold a seat",
        ended="True: those that have ended, too",
    )
    async def list_(
        self, interaction: Interaction, where: Literal["channel", "server", "mine"] = "channel", ended: bool = False
    ) -> None:
        """List campaigns: of this channel, of the server, or your own"""
        await interaction.response.defer(ephemeral=True, thinking=True)
        lines = [line async for line in list_lines(self.bot.service, interaction, where, ended=ended)]
        await answer_privately(interaction, embed=compose("Campaigns", lines, Colour.ANSWER))

    @campaign.command()
    @app_commands.describe(
        to="A channel or thread of this server", sure="True: the campaign moves once the others agree"
    )
    async def move(
        self, interaction: Interaction, to: discord.TextChannel | discord.Thread, sure: bool = False
    ) -> None:
        """Move the campaign to another channel or thread; the other sides are asked"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await check_place(self.bot.service, interaction, session, to.id)
        if not sure:
            raise NotNow("The campaign has not moved. Choose `sure:True` to move it.")
        await self.bot.responder.execute(interaction, "move_house", channel=to.id)

    @campaign.command()
    @app_commands.describe(sure="True: the campaign goes into the trash once the others agree")
    async def trash(self, interaction: Interaction, sure: bool) -> None:
        """Put the campaign in the trash, for 30 days; the other sides are asked"""
        if not sure:
            raise NotNow("The campaign is not in the trash. Choose `sure:True` to put it there.")
        await self.bot.responder.execute(interaction, "trash")

    @campaign.command()
    @app_commands.describe(campaign="A campaign of this channel that is in the trash, by its number")
    async def restore(self, interaction: Interaction, campaign: app_commands.Range[int, 1]) -> None:
        """Bring a campaign back from the trash"""
        await self.bot.responder.execute(interaction, "restore", id_=campaign)

    @restore.autocomplete("campaign")
    async def _trashed(self, interaction: Interaction, _typed: str) -> list[app_commands.Choice[int]]:
        return await trashed_in(
            self.bot.service, interaction.channel_id or 0, interaction.user.id, interaction.created_at
        )

    @campaign.command(name="import")
    @app_commands.describe(
        file="The record of a campaign that was exported open: after its end, or by whoever runs the bot",
        sure="True: the campaign is played here from now on",
    )
    async def import_(self, interaction: Interaction, file: discord.Attachment, sure: bool = False) -> None:
        """Bring a campaign from another server or bot into this channel (an administrator)"""
        await interaction.response.defer(ephemeral=True, thinking=True)
        intake, caller = self.bot.service.intake, caller_of(interaction)
        found = await intake.examine(caller, await read_attachment(file))
        lines = [*offered(found)]
        if sure:
            session = await intake.take_in(caller, found)
            self.bot.outbox.poke()
            lines.append(tell_all("It is campaign {number} here.", number=session.id))
            view = Buttons().add_item(SeatFormButton(session.id))
        else:
            lines.append(tell_all("Nothing was done yet. Choose `sure:True` to bring it into this channel."))
            view = discord.utils.MISSING
        await answer_privately(interaction, embed=compose("Import", lines, Colour.ANSWER), view=view)


async def read_attachment(file: discord.Attachment) -> bytes:
    """What is in a file. Raises ``BadRecord`` for one that is too large, before it is read."""
    if file.size > MOST_MEGABYTES * 1_000_000:
        raise too_large()
    try:
        return await file.read()
    except discord.HTTPException as error:
        raise NotNow("Discord did not give the file. Try again.") from error


async def setup(bot: Adjutant) -> None:
    """Add the commands."""
    await bot.add_cog(CampaignCog(bot))
