"""Checks every die of a campaign, and replays every entry of its log."""

from collections.abc import Iterable
from datetime import datetime, timedelta

import rules
from bot.base.language import reading
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.log.chain import Written
from bot.messages.dice_texts import proof, without_this_bot
from bot.messages.embeds import Colour, compose
from bot.messages.interaction import Interaction, tell_privately
from bot.messages.result_message import headed
from rules.campaign import Audit
from rules.dice import seal
from rules.errors import NotNow
from rules.log import LogEntry
from rules.notice import Public, tell_all, tell_section
from rules.secrets import Shown

VERIFY_EVERY = timedelta(minutes=1)


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
