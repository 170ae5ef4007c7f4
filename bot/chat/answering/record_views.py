"""What the record answers to its reader alone: the log, what was searched in it, the report."""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeVar

from bot.base.language import say
from bot.engine.outbox import Outbox
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.autocomplete import read_names
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Interaction, answer_privately, tell_privately
from bot.messages.log_lines import log_lines
from rules.campaign import Campaign
from rules.campaign.chronicle.report import for_reader
from rules.campaign.chronicle.retelling import may_read
from rules.campaign.chronicle.search import Wanted, search
from rules.line import line
from rules.log import LogEntry
from rules.notice import Public, tell_all

PAGE = 10
T = TypeVar("T")


class Answers:
    """Answers from the log. What folds it whole is done beside the event loop, one at a time."""

    def __init__(self, service: CampaignService, outbox: Outbox) -> None:
        self._service = service
        self._outbox = outbox
        self._one = asyncio.Lock()

    async def show_entries(self, interaction: Interaction, session: Session, wanted: Wanted) -> None:
        """Show the newest entries that are wanted, each with a link to its message."""
        campaign = session.campaign
        if wanted.is_all:
            is_earlier = wanted.before is not None and wanted.before <= campaign.number
            before = (await self._service.numbered(session, wanted.before or 0)).seq if is_earlier else None
            entries = await self._service.newest_seen(session, PAGE, before)
            footer = line("Entries in total: {count}", count=campaign.number)
        else:
            found = await self._found(interaction, session, wanted)
            entries, footer = found[::-1][:PAGE], line("Entries found: {count}", count=len(found))
            if len(found) > PAGE:
                last = entries[-1].number or 0
                footer = line("Entries found: {count}. `before:{seq}` shows earlier ones.", count=len(found), seq=last)
        undone = await self._service.undone(session, since=entries[-1].seq if entries else 1)
        messages = {each.seq: await self._outbox.message_of(session.id, each.seq) for each in entries}
        links = {seq: str(session.link(message)) for seq, message in messages.items() if message is not None}
        lines: Iterable[Public] = log_lines(session.campaign, entries, undone, links)
        if not entries and not wanted.is_all:
            lines = [tell_all("No entry that you may read fits.")]
        await answer_privately(interaction, embed=compose("Campaign log", lines, Colour.ANSWER, footer))

    async def show_report(self, interaction: Interaction, session: Session) -> None:
        """Show the report of the campaign so far."""
        session.check_playable()
        at, user = interaction.created_at, interaction.user.id
        lines = await self._worked_out(interaction, session, lambda now, log: [*for_reader(now.when(at), log, user)])
        told = tell_all("The whole campaign, turn by turn: `/record journal`.")
        await tell_privately(interaction, "Report", [*lines, told])

    async def _found(self, interaction: Interaction, session: Session, wanted: Wanted) -> list[LogEntry]:
        session.check_playable()
        seats = may_read(session.campaign.when(interaction.created_at), interaction.user.id)
        seat = read_names(session.campaign.roster, wanted.seat or "")
        return await self._worked_out(
            interaction, session, lambda now, log: [*search(now, log, seats, replace(wanted, seat=seat), say)]
        )

    async def _worked_out(
        self, interaction: Interaction, session: Session, work: Callable[[Campaign, Sequence[LogEntry]], list[T]]
    ) -> list[T]:
        """Return what follows from a campaign and its whole log, which can take longer than Discord waits."""
        await interaction.response.defer(ephemeral=True, thinking=True)
        async with self._one:
            entries = await self._service.entries(session)
            return await asyncio.to_thread(work, session.campaign, entries)
