"""What the record answers to its reader: the log, what was searched in it, the report, and the check of every die and
entry.
"""

import asyncio
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TypeVar

import rules
from bot.base.language import reading, say
from bot.engine.outbox import Outbox
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.log.chain import Written
from bot.messages.autocomplete import read_names
from bot.messages.dice_texts import proof, without_this_bot
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Interaction, answer_privately, tell_privately
from bot.messages.log_lines import log_lines
from bot.messages.result_message import headed
from rules.campaign import Audit, Campaign
from rules.campaign.chronicle.report import for_reader
from rules.campaign.chronicle.retelling import may_read
from rules.campaign.chronicle.search import Wanted, search
from rules.dice import seal
from rules.errors import NotNow
from rules.line import line
from rules.log import LogEntry
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

PAGE = 10
T = TypeVar("T")
VERIFY_EVERY = timedelta(minutes=1)


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
                footer = line("Entries found: {count}. before:{seq} shows earlier ones.", count=len(found), seq=last)
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


class DiceChecks:
    """Who checked the dice of which campaign a moment ago."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service
        self._verified: dict[tuple[int, int], datetime] = {}

    async def verify(self, interaction: Interaction, session: Session) -> None:
        """Say what a check of all dice and entries finds."""
        self._check_not_often(interaction, session)
        entries = await self._service.entries(session)
        found = await self._service.verify(session, entries)
        record = await self._service.record(session, interaction.created_at)
        lines = [*_verified(session, entries, found, record)]
        files = proof(record)
        if not record.is_open:
            await tell_privately(interaction, "Dice check", lines, files=files)
            return
        with reading(session.campaign.language):  # everybody reads it
            message = headed("Dice check", compose("", lines, Colour.ANSWER))
        await interaction.response.send_message(**message, files=files)

    def _check_not_often(self, interaction: Interaction, session: Session) -> None:
        """Check whether somebody without a seat asked for the same a moment ago: it is much work. Raises ``NotNow``."""
        user, now = interaction.user.id, interaction.created_at
        if session.campaign.seats_of(user):
            return
        self._verified = {key: at for key, at in self._verified.items() if now - at < VERIFY_EVERY}
        if (session.id, user) in self._verified:
            raise NotNow("You hold no seat in this campaign, so you can check its dice once a minute.")
        self._verified[session.id, user] = now


def _verified(session: Session, entries: list[LogEntry], found: Audit, record: Written) -> Iterable[Public]:
    campaign = session.campaign
    yield tell_all("Sealed by `{seal}`.", seal=Shown(seal(session.seed)))
    yield tell_all("Sealed dice: {dice}. Log entries: {count}.", dice=campaign.next_die, count=record.entries)
    yield tell_all("Hash of the log: `{hash}`.", hash=Shown(record.hash))
    by_hand = sum(len(roll.faces) for entry in entries for roll in entry.rolls if roll.by_hand)
    if by_hand:
        yield tell_all(
            "Dice rolled on the table: {dice}. The log has the faces that the players entered.", dice=by_hand
        )
    if told := sum(each.command.is_told for each in entries):
        yield tell_all("Entries that only told how your table stood: {count}.", count=told)
    numbers = {each.seq: each.number for each in entries}
    for seq in found.wrong:
        number = numbers.get(seq) or seq
        yield tell_all("**Entry {seq} does not match. Replaying it gives a different result.**", seq=number)
    if found.forgotten:
        yield tell_all(
            "Entries in which somebody was forgotten: {count}. Of them only the dice were checked.",
            count=found.forgotten,
        )
    if not (found.wrong or found.other_rules or found.unplayable or found.forgotten):
        if campaign.next_die:
            yield tell_all("Every entry was replayed from the seed, and every die matches the log.")
        else:
            yield tell_all("Every entry was replayed, and matches the log. No sealed die was rolled.")
    elif not found.wrong and campaign.next_die:
        yield tell_all("Every sealed die matches the seed.")
    yield from _dice_alone(found)
    if record.is_open:
        yield tell_section("The seed", "Published: `{seed}`", seed=Shown(session.seed.hex()))
    else:
        yield tell_section("The seed", "It is published once the campaign has ended and nobody can reopen it.")
    yield without_this_bot()


def _dice_alone(found: Audit) -> Iterable[Public]:
    """Of what the decisions were not judged."""
    for version, count in found.other_rules.items():
        yield tell_all(
            "Entries decided by rules {version}: {count}. This bot has rules {own}, so it checked only their dice.",
            count=count,
            version=Shown(version or "?"),
            own=Shown(rules.VERSION),
        )
    if found.unplayable:
        yield tell_all("This bot cannot play this campaign's game, so it checked only the dice.")
