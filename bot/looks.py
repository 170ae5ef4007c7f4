"""What a player looks at in private: the hand, the journal, the reasons of a result, what happened meanwhile."""

from typing import Any

import discord

from bot.buttons import journal_view
from bot.embeds import Colour, compose
from bot.hand_message import hand_message
from bot.journal import MOST_LINES, journal_lines, log_lines, news
from bot.service import CampaignService
from rules.errors import NotYours
from rules.notice import Kind, Public, Secret, board_changes, tell_all
from rules.printed.lookup import explain, readings

Interaction = discord.Interaction[Any]
PAGE = 50
MOST_MISSED = 15
"""So many entries are listed for a player who was away."""


class Looks:
    """Answers that only the asker sees."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service

    async def look(self, interaction: Interaction, what: str, id_: int, number: int) -> None:
        """Show what a button is for; ``number`` is the entry that it is about, if any."""
        match what:
            case "hand":
                await self.show_hand(interaction, id_)
            case "journal":
                await self.show_journal(interaction, id_, number)
            case "why":
                await self.explain(interaction, id_, number)
            case _:
                await self.catch_up(interaction, id_)

    async def show_hand(self, interaction: Interaction, id_: int | None = None) -> None:
        """Show a player their hand, and nobody else."""
        found = self._service.session_in(interaction.channel_id or 0) if id_ is None else self._service.session(id_)
        session = await found
        session.require("hand")
        user = interaction.user.id
        entries, undone = await self._service.newest(session, PAGE), await self._service.undone(session)
        told = news(session.campaign, user, entries, undone)
        message = hand_message(session.id, session.campaign, user, told)
        await interaction.response.send_message(**message, ephemeral=True)

    async def select_subject(self, interaction: Interaction, id_: int, subject: str) -> None:
        """Show the hand with the buttons of another item."""
        session = await self._service.session(id_)
        message = hand_message(session.id, session.campaign, interaction.user.id, subject=subject)
        edit: dict[str, Any] = {"view": None} | message
        await interaction.response.edit_message(**edit)

    async def show_journal(self, interaction: Interaction, id_: int, before: int) -> None:
        """Show a player what their seats were told in private, the newest first, and nobody else."""
        session, user = await self._service.session(id_), interaction.user.id
        if not session.campaign.seats_of(user):
            raise NotYours("You hold no seat in this campaign. `/campaign join` takes one.")
        undone = await self._service.undone(session)
        lines: list[Secret] = []
        while before > 1 and len(lines) < MOST_LINES:
            entries = await self._service.newest(session, PAGE, before)
            for entry in entries:
                lines += journal_lines(session.campaign, user, [entry], undone)
                before = entry.seq
                if len(lines) >= MOST_LINES:
                    break
        embed = compose("My journal", lines, Colour.SECRET)
        if not lines:
            embed.description = "You have been told nothing in private."
        view = journal_view(session.id, before if before > 1 else None)
        await show(interaction, embed, **({"view": view} if view else {}))

    async def explain(self, interaction: Interaction, id_: int, seq: int) -> None:
        """Show why an entry came out so: each table that it read with its cell marked, the rules and the rulings."""
        result = await self._service.result_of(id_, seq)
        data = result.campaign.game.data
        tables = [line for event in result.entry.events for each in readings(event) for line in explain(data, each)]
        rules = [each for each in result.notices if isinstance(each, Public) and each.kind in (Kind.RULE, Kind.RULING)]
        await show(interaction, compose(f"Why: {result.entry.title}", [*tables, *rules], Colour.ANSWER))

    async def catch_up(self, interaction: Interaction, id_: int) -> None:
        """Show a player what happened since they last acted, and what of it changes their board."""
        session, user = await self._service.session(id_), interaction.user.id
        entries = await self._service.newest(session, PAGE)
        own = next((place for place, entry in enumerate(entries) if entry.user == user), len(entries))
        missed = entries[:own]
        undone = await self._service.undone(session)
        lines = [*log_lines(session.campaign, missed[:MOST_MISSED], undone)] if missed else []
        if not missed:
            lines.append(tell_all("Nothing has happened since you last acted."))
        elif own > MOST_MISSED or own == PAGE:
            lines.append(tell_all("There is more: `/campaign log` shows it all."))
        stand = [entry for entry in reversed(missed) if entry.seq not in undone and entry.undoes is None]
        told = [notice for entry in stand for notice in session.campaign.tell(entry)]
        await show(interaction, compose("Since you last acted", [*lines, *board_changes(told)], Colour.ANSWER))


async def show(interaction: Interaction, embed: discord.Embed, **more: Any) -> None:
    """Answer a question privately."""
    await interaction.response.send_message(embed=embed, ephemeral=True, **more)
