"""``/record``: back in time and forward again, comparing, checking, searching, and files to keep; the Apps menu
of a result.
"""

import io
from types import MappingProxyType
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.base.language import say
from bot.chat.answering.board_check import settable
from bot.chat.answering.menus import Here, entry
from bot.chat.answering.rewind_preview import goal
from bot.chat.client import Adjutant
from bot.chat.commands import Menu, opener
from bot.journal.position import TAKE, has_position, position_file, said_in
from bot.messages.autocomplete import LONGEST_CHOICE, Choices, choices, choices_of
from bot.messages.campaign_texts import recorded
from bot.messages.dice_texts import proof, sealed
from bot.messages.interaction import Interaction, answer_privately, tell_privately
from bot.messages.options_layout import options_layout
from rules.campaign.chronicle.search import EntryKind, Wanted
from rules.campaign.state.timeline import MOST_KEPT
from rules.errors import NotThere
from rules.notice import Public

ABOUT = "The campaign's record, to keep and to search"
FACTS = MappingProxyType({"fact": lambda here: settable(here.session.campaign) if here.session else []})
BOTH = frozenset({"from", "to"})
Goal = app_commands.Range[str, 1, LONGEST_CHOICE]


class RecordCog(commands.GroupCog, group_name="record", group_description=ABOUT):
    """The record of a campaign."""

    def __init__(self, bot: Adjutant) -> None:
        self.bot = bot
        about = "Comparing and checking the board, the dice, report and files"
        if self.app_command is not None:
            self.app_command.add_command(opener("more", "record", about))

    @app_commands.command()
    @app_commands.describe(to="A point, or an entry: it stays, and what came after it is undone")
    async def rewind(self, interaction: Interaction, to: Goal) -> None:
        """See what going back would undo, then ask the others"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await self.bot.rewinds.preview(interaction, session, goal(session.campaign, to))

    @rewind.autocomplete("to")
    async def _to(self, interaction: Interaction, typed: str) -> Choices:
        if await self.bot.service.campaign_in(interaction.channel_id or 0) is None:
            return []
        return await self.bot.rewinds.goals(await self.bot.service.session_in(interaction.channel_id or 0), typed)

    @app_commands.command()
    @app_commands.describe(
        since="The turn with which it begins (default: the first)",
        campaign="An earlier campaign of this channel, by its number in `/campaign manage what:list`",
    )
    async def journal(
        self,
        interaction: Interaction,
        since: app_commands.Range[int, 0] = 0,
        campaign: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Get the whole campaign as a file, as you may read it"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.files.send_journal(interaction, session, since)

    @app_commands.command()
    @app_commands.describe(
        text="Words to look for, in results, reasons and what only you were told",
        turn="Only what was done in this turn",
        seat="Only what was done for this seat",
        kind="Only entries of this kind; numbers are those that players entered, table is all beside the game",
        before="Entries before this one (default: the newest)",
        campaign="An earlier campaign of this channel, by its number in `/campaign manage what:list`",
    )
    async def find(
        self,
        interaction: Interaction,
        text: app_commands.Range[str, 1, 100] = "",
        turn: app_commands.Range[int, 1] | None = None,
        seat: app_commands.Range[str, 1, 60] | None = None,
        kind: EntryKind | None = None,
        before: app_commands.Range[int, 2] | None = None,
        campaign: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Search the log, as you may read it; without words, read it from its newest entry"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.answers.show_entries(interaction, session, Wanted(text, turn, seat, kind, before))

    @find.autocomplete("seat")
    async def _seats(self, interaction: Interaction, typed: str) -> Choices:
        campaign = await self.bot.service.campaign_in(interaction.channel_id or 0)
        return choices(campaign.game.seats if campaign else (), typed)


async def _goals(here: Here) -> Choices:
    """Points and entries, the newest first."""
    rewinds = here.interaction.client.rewinds
    found: Choices = await rewinds.goals(here.session, "") if here.session else []
    return found


def _earlier(here: Here) -> Choices:
    """Return the campaigns of the channel, where it has several."""
    return choices_of(((str(each.id), f"{each.id}: {each.campaign.founding.name}") for each in here.channel[1:]), "")


class RecordMenu(Menu, name="record", description="The record of this campaign"):
    """What is rarely asked of the record."""

    @app_commands.command(extras=entry("Redo…"))
    @app_commands.describe(
        entries="How many actions (default: all)", first="The first entry to bring back; earlier ones are left out"
    )
    async def redo(
        self,
        interaction: Interaction,
        entries: app_commands.Range[int, 1, MOST_KEPT] = MOST_KEPT,
        first: app_commands.Range[int, 1] | None = None,
    ) -> None:
        """Bring back what was undone, with the same dice, as far as it still fits"""
        await self.bot.responder.execute(interaction, "redo", number=entries, first=first or 0)

    @app_commands.command(extras=entry("Compare…", offered={"from": _goals, "to": _goals}, others=BOTH))
    @app_commands.describe(
        one="A point, or an entry (default: as it stands now)", other="A point, or an entry (default: as it stands now)"
    )
    @app_commands.rename(one="from", other="to")
    async def compare(self, interaction: Interaction, one: Goal | None = None, other: Goal | None = None) -> None:
        """See what differs on the table between two points, also undone ones"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        now = session.campaign.number
        first, second = (now if each is None else goal(session.campaign, each) for each in (one, other))
        await self.bot.boards.compare(interaction, session, first, second)

    @app_commands.command(extras=entry("Check the board"))
    async def check(self, interaction: Interaction) -> None:
        """See what should lie on your table, and say that it does"""
        await self.bot.boards.check(interaction, await self.bot.service.session_in(interaction.channel_id or 0))

    @app_commands.command(extras=entry("Correct a value…", offered=FACTS, others=frozenset({"fact"})))
    @app_commands.describe(fact="The value that is wrong", value="What it should be", reason="Why; everybody reads it")
    async def adjust(
        self, interaction: Interaction, fact: Goal, value: Goal, reason: app_commands.Range[str, 1, 200]
    ) -> None:
        """Correct a value that the bot keeps; everybody reads it"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await self.bot.boards.adjust(interaction, session, fact, value, reason)

    @app_commands.command(extras=entry("Our table as a file", there=lambda here: has_position(here.session)))
    async def position(self, interaction: Interaction) -> None:
        """Get what lies open on the table, a line for each thing, to change it and give it back"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        file = discord.File(io.BytesIO(position_file(session.campaign)), "table.toml")
        said = say("Change what stands otherwise on your table, then give the file back: *Set to our table…*")
        await answer_privately(interaction, content=said, file=file)

    @app_commands.command(
        extras=entry("Set to our table…", there=lambda here: here.is_seated() and has_position(here.session))
    )
    @app_commands.describe(
        file="As *Our table as a file* writes it; without one you are asked what matters first",
        only_look="See what differs, and change nothing",
    )
    async def table(
        self, interaction: Interaction, file: discord.Attachment | None = None, only_look: bool = False
    ) -> None:
        """Set the game to how it stands on your table, once the other sides agree"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        campaign = session.campaign
        if file is None:
            forms = [each for each in campaign.on_screens(interaction.user.id) if each.command.is_told]
            if not forms:
                raise NotThere("Add a file: *Our table as a file* writes one.")
            view = options_layout(session.id, forms, "How does your table stand?")
            await answer_privately(interaction, view=view)
            return
        table = await said_in(file)
        if not only_look:
            await self.bot.responder.execute(interaction, TAKE, table=table)
            return
        command: Any = campaign.game.read_command({"type": TAKE, "table": table})
        command.taken(campaign.game.data, campaign.state)
        lines = [Public(each) for each in command.differs(campaign.game.data, campaign.state)]
        await tell_privately(interaction, "What differs", lines)

    @app_commands.command(extras=entry("Export"))
    async def export(self, interaction: Interaction) -> None:
        """Get the campaign as one file; while it goes on, without its secrets"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await interaction.response.defer(ephemeral=True, thinking=True)
        record = await self.bot.service.record(session, interaction.created_at)
        await tell_privately(interaction, "Record of the campaign", recorded(record), files=proof(record))

    @app_commands.command(extras=entry("Report…", offered={"campaign": _earlier}))
    @app_commands.describe(campaign="An earlier campaign of this channel (default: the newest)")
    async def report(self, interaction: Interaction, campaign: app_commands.Range[int, 1] | None = None) -> None:
        """See how the campaign went: who won, what was held, the figures"""
        session = await self.bot.service.session_in(interaction.channel_id or 0, campaign)
        await self.bot.answers.show_report(interaction, session)

    @app_commands.command(extras=entry("Seal of the dice"))
    async def seal(self, interaction: Interaction) -> None:
        """See the seal of this campaign's dice"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await tell_privately(interaction, "Dice seal", sealed(session))

    @app_commands.command(extras=entry("Check the dice"))
    async def verify(self, interaction: Interaction) -> None:
        """Check every die, and replay every entry of the log"""
        session = await self.bot.service.session_in(interaction.channel_id or 0)
        await self.bot.dice_checks.verify(interaction, session)


async def why(interaction: Interaction, message: discord.Message) -> None:
    """Show the tables, rules and rulings of a result."""
    await interaction.client.looks.explain_message(interaction, message)


async def correct(interaction: Interaction, message: discord.Message) -> None:
    """Ask again what a result took in: the dice stay, and what was done since stands."""
    await interaction.client.looks.correct_message(interaction, message)


async def what_happened(interaction: Interaction, message: discord.Message) -> None:
    """Show who did what and when."""
    await interaction.client.looks.show_entries(interaction, message)


async def undo_to_here(interaction: Interaction, message: discord.Message) -> None:
    """Show what would be undone to come back to just after a result."""
    await interaction.client.rewinds.preview_message(interaction, message)


APPS = {"Why?": why, "Correct…": correct, "What happened here?": what_happened, "Undo to here": undo_to_here}


def setup(bot: Adjutant) -> None:
    """Add the Apps menu of a result."""
    for name, command in APPS.items():
        bot.tree.add_command(app_commands.ContextMenu(name=name, callback=command))
