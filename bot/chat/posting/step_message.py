"""Results in the channel: the message of each, which later results of a step join, and the newest one's buttons."""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import NamedTuple

import discord

from bot.base.deeds import second_step
from bot.chat.channel_access import LOST
from bot.engine.outbox import Outbox
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.messages.interaction import Interaction
from bot.messages.result_message import (
    Message,
    Telling,
    calling,
    founding_view,
    head_of,
    is_partial,
    past_message,
    public_message,
    public_notices,
    reasons_in,
    still_calling,
    what_counts,
)
from bot.storage import StoreFault
from rules.campaign.decider.waiting import waits
from rules.campaign.seats.seating import SeatCommand, TurnDown
from rules.campaign.state.wait import Wait
from rules.campaign.time.corrections import CALLS
from rules.command import GameCommand, GameEvent
from rules.log import LogEntry
from rules.notice import Public

log = logging.getLogger(__name__)

MOST_NOTED = 10_000
MOST_TOLD = 20
"""So many entries are told in one message."""
MOST_STRUCK = 5
"""So many messages are told anew when what they tell was undone."""
MOST_CALLING = 5
"""In so many older messages a call goes away when it is answered."""
MOST_BETWEEN = 3 * MOST_TOLD
LONGEST_TOLD = 3000
"""So many characters a message can have that a result joins."""
SAME_SITTING = timedelta(hours=12)
"""For so long results join a message: who was away longer looks for what is new at the bottom of the channel."""
STILL_THERE = timedelta(minutes=5)
"""For so long who asked something looks at the channel, and sees an edit. Later an answer is a message."""
EDIT_SECONDS = 1.5
"""An answer to Discord is due within three seconds, so an edit before it must not take longer."""
Place = discord.TextChannel | discord.Thread | discord.VoiceChannel | discord.DMChannel | discord.PartialMessageable
PLACES = (discord.TextChannel, discord.Thread, discord.VoiceChannel)


@dataclass(frozen=True, slots=True)
class Posted:
    """The newest message of a campaign in its channel, with the entries that it tells; ``why`` is the last of them that
    has reasons to show, ``through`` the last entry that needs no message after it, and ``called_for`` what the table
    waits for by the line above it.
    """

    message: int
    entries: tuple[LogEntry, ...] = ()
    why: int | None = None
    through: int = 0
    called_for: frozenset[Wait] = frozenset()

    @property
    def told_to(self) -> int:
        """The last entry that it tells."""
        return self.entries[-1].seq if self.entries else self.through

    def joined_by(self, result: Result, message: int | None = None) -> "Posted":
        """Return the same message with one more result."""
        entry, why = result.entry, reasons_in(result) or self.why
        called_for = waits(result.campaign) if self.entries else result.waits
        return Posted(message or self.message, (*self.before(entry), entry), why, entry.seq, called_for)

    def before(self, entry: LogEntry) -> tuple[LogEntry, ...]:
        """Return the entries that it tells before one: an interaction that is delivered again joins where it did."""
        return self.entries[:-1] if self.entries[-1:] == (entry,) else self.entries


class Calling(NamedTuple):
    """What an older message, which tells entries up to ``through``, still calls for."""

    through: int
    standing: frozenset[Wait]


class Results:
    """The newest message of each campaign, and what older ones are still ``calling`` for, by campaign and message."""

    def __init__(self, service: CampaignService, outbox: Outbox) -> None:
        self._service = service
        self.outbox = outbox
        self._newest: dict[int, Posted] = {}
        self.calling: dict[int, dict[int, Calling]] = {}
        self._recalled: set[int] = set()

    def note(self, id_: int, posted: Posted) -> None:
        """Note the message that has a campaign's live buttons, unless a newer one was noted meanwhile."""
        if len(self._newest) > MOST_NOTED:
            self._newest.clear()  # the database knows them too
        held = self._newest.get(id_)
        if held is None or held.message <= posted.message:
            self._newest[id_] = posted

    def pass_over(self, id_: int, seq: int) -> None:
        """Note that an entry has nothing for the channel, so that the next result can join the message before it."""
        last = self._newest.get(id_)
        if last is not None and last.through == seq - 1:
            self.note(id_, replace(last, through=seq))

    def forget(self, id_: int, messages: Container[int]) -> None:
        """Look no more for the buttons of messages that have gone away."""
        if id_ in self._newest and self._newest[id_].message in messages:
            del self._newest[id_]

    async def newest(self, id_: int) -> Posted | None:
        """Return the message that has a campaign's live buttons, after a restart too."""
        if id_ not in self._newest:
            try:
                found = await self.outbox.store.newest_message(id_)
                if found is None:
                    return None
                self.note(id_, await self._read(id_, *found))
            except StoreFault as fault:  # what was done is done; only old buttons stay
                log.warning("the newest result of campaign %s is not known: %s", id_, fault)
                return None
        return self._newest[id_]

    async def _read(self, id_: int, seq: int, message: int) -> Posted:
        posted = Posted(message, through=seq)
        for each in await self.told_with(id_, seq, message):
            posted = posted.joined_by(await self._service.result_of(id_, each))
        standing = (await self._service.session(id_)).campaign.began
        told = {each.seq for each in posted.entries}
        return replace(posted, called_for=frozenset(wait for wait, began in standing.items() if began.seq in told))

    async def told_with(self, id_: int, seq: int, message: int) -> list[int]:
        """Return the entries up to ``seq`` that a message tells. Some of them may tell the channel nothing. That of the
        founding is no result, whatever it tells beside.
        """
        told: list[int] = []
        if message == await self.outbox.message_of(id_, 0):
            return told
        for each in range(seq, max(seq - MOST_BETWEEN, 0), -1):
            found = await self.outbox.message_of(id_, each)
            if found == message:
                told.insert(0, each)
            elif found is not None:
                break
        return told

    async def reasons_before(self, id_: int, seq: int) -> int | None:
        """Return the number of the last entry with reasons that the same message tells before ``seq``, if any."""
        message = await self.outbox.message_of(id_, seq)
        told = await self.told_with(id_, seq, message) if message is not None else []
        for each in reversed(told[:-1]):
            if (number := await self.reasons(id_, each)) is not None:
                return number
        return None

    async def reasons(self, id_: int, seq: int) -> int | None:
        """Return the number of an entry, if it has reasons to show."""
        return reasons_in(await self._service.result_of(id_, seq))

    async def follow(self, interaction: Interaction, result: Result, message: int) -> None:
        """Note a result's message, and reduce the one before it to what happened. The founding shows the free seats."""
        channel = _seen(interaction)
        await self.replace(result.id, channel, Posted(message).joined_by(result))
        is_of_a_seat = isinstance(result.entry.command, SeatCommand | TurnDown)
        if channel and is_of_a_seat and (first := await self.outbox.message_of(result.id, 0)):
            await rewrite(channel, first, {"view": founding_view(result.id, result.campaign)})

    async def replace(self, id_: int, channel: Place | None, posted: Posted) -> None:
        """Note the message that has the live buttons now. The one before it keeps what happened, if the bot sees it."""
        last = await self.newest(id_)
        self.note(id_, posted)
        if last is not None and last.message != posted.message and channel is not None:
            session = await self._service.session(id_)
            if session.home_of(last.message).channel != channel.id:
                return
            campaign = session.campaign
            self._keep_calling(id_, last.message, Calling(last.told_to, last.called_for & waits(campaign)))
            # an entry in between may stand there too, although its mark was lost in a crash
            is_sure = bool(posted.entries) and last.through == posted.entries[0].seq - 1
            with contextlib.suppress(discord.HTTPException):
                past: Message = past_message(id_, campaign, last.entries, last.why, last.called_for, is_whole=is_sure)
                if not last.entries and last.message == await self.outbox.message_of(id_, 0):
                    past = {"view": founding_view(id_, campaign)}
                await channel.get_partial_message(last.message).edit(**past)

    async def recall(self, session: Session) -> None:
        """Before the first command after a start, find out which older messages call for something."""
        if session.id in self._recalled:
            return
        if len(self._recalled) > MOST_NOTED:
            self._recalled.clear()
        self._recalled.add(session.id)
        with second_step("older calls", (StoreFault,)):
            newest, calls = await self.newest(session.id), defaultdict[int, set[Wait]](set)
            there = await self.outbox.messages_of(session.id)
            last = {message: seq for seq, message in sorted(there.items())}
            for wait, began in session.campaign.began.items():
                calls[there.get(began.seq, 0)].add(wait)
            for message in calls.keys() - {0, newest.message if newest else 0}:
                self._keep_calling(session.id, message, Calling(last[message], frozenset(calls[message])))

    def _keep_calling(self, id_: int, message: int, call: Calling) -> None:
        """Note what an older message still calls for."""
        if len(self.calling) > MOST_NOTED:
            self.calling.clear()
        calls = {**self.calling.pop(id_, {}), message: call}
        if left := {each: calls[each] for each in sorted(calls)[-MOST_CALLING:] if calls[each].standing}:
            self.calling[id_] = left

    async def settle(self, interaction: Interaction, result: Result) -> None:
        """Take what a result answered out of the calls of older messages. The last message has its turn anyway."""
        channel, standing = _seen(interaction), waits(result.campaign)
        calls = self.calling.get(result.id, {})
        for message, call in [each for each in calls.items() if not each[1].standing <= standing]:
            self._keep_calling(result.id, message, call._replace(standing=call.standing & standing))
            if channel is not None:
                told = (await self._read(result.id, call.through, message)).entries
                if head := head_of(result.campaign, told):  # the founding is no result, and calls nobody
                    await rewrite(channel, message, still_calling(result.campaign, call.standing, head))

    async def leave(self, interaction: Interaction, id_: int) -> None:
        """Take the buttons away in the channel from which a campaign moves away."""
        last, channel = await self.newest(id_), _seen(interaction)
        self._newest.pop(id_, None)
        session = await self._service.session(id_)
        if last is not None and channel is not None and session.home_of(last.message).channel == channel.id:
            await rewrite(channel, last.message, {"view": None})

    async def strike(self, interaction: Interaction, result: Result) -> None:
        """Strike what a result undid in the newest few messages that tell it. The last message has its turn anyway."""
        channel, undone = _seen(interaction), sorted(result.entry.undone)
        if channel is None:
            return
        with contextlib.suppress(StoreFault):  # what was done is done; only old messages stay
            newest, there = await self.newest(result.id), await self.outbox.messages_of(result.id)
            last = {message: seq for seq, message in sorted(there.items())}
            kept = {there.get(0), newest.message if newest else None}
            for message in sorted({there[seq] for seq in undone if seq in there} - kept)[-MOST_STRUCK:]:
                posted, end = await self._read(result.id, last[message], message), last[message] + 1
                between = range(end, min((seq for seq in there if seq >= end), default=result.entry.seq))
                # one of these may stand there too, although its mark was lost in a crash
                told = [public_notices(await self._service.result_of(result.id, seq)) for seq in between[:MOST_BETWEEN]]
                of = (posted.entries, posted.why, posted.called_for)
                await rewrite(channel, message, past_message(result.id, result.campaign, *of, is_whole=not any(told)))

    # ---- results that join the message before them ----

    async def joins(self, result: Result, notices: Sequence[Public]) -> tuple[Posted, Message] | None:
        """Return the message that a result joins, and how it reads then; None if the result has a message of its own: a
        step begins with it (and something happened in the last one), it calls somebody, it answers who asked a while
        ago, it ends the game, or the message before it is no result of the same sitting.
        """
        last, entry = await self.newest(result.id), result.entry
        before = last.before(entry) if last is not None else ()
        session = await self._service.session(result.id)
        if last is not None and session.home_of(last.message).channel != session.channel:
            return None
        if last is None or not before or last.through not in (entry.seq - 1, entry.seq):
            return None
        begins = any(event.begins_step for event in entry.events)
        begins = begins and any(
            what_counts(Telling(result.campaign, {entry.seq: result.notices}), [*before, entry])[:-1]
        )
        is_late = entry.at - before[0].at > SAME_SITTING
        if begins or is_late or len(before) == MOST_TOLD or not _goes_on(before, entry):
            return None
        if any(roll.is_open for roll in entry.rolls) and not result.campaign.is_alone(entry.user):
            return None  # Discord keeps the press of a message's first answer alone, and others can compare it
        calls = calling(result.campaign, result.waits, entry.user) or isinstance(entry.command, CALLS)
        # whoever asked long ago would not notice an edited message
        is_awaited = any(each.seq in entry.answered and entry.at - each.at > STILL_THERE for each in before)
        if entry.ends_game or calls or is_awaited:
            return None
        # where nothing can be done next, the buttons of before go away
        message: Message = {"view": None, **public_message(result, notices, before, last.why)}
        return (last, message) if len(message["embed"]) <= LONGEST_TOLD else None

    async def join(self, interaction: Interaction, last: Posted, message: Message) -> bool:
        """Add a result to the message before it; False if the bot may not, or the message is gone. The answer is given
        by it if the button was pressed there. Whatever leaves in doubt whether the result stands there is raised: then
        the outbox looks, and nobody else tells it meanwhile.
        """
        pressed = interaction.message
        if pressed is not None and pressed.id == last.message:
            await interaction.response.edit_message(**message)
            return True
        channel = _seen(interaction)
        if channel is None:
            return False
        try:
            async with asyncio.timeout(EDIT_SECONDS):
                await channel.get_partial_message(last.message).edit(**message)
        except discord.DiscordServerError:
            raise
        except discord.HTTPException as error:
            log.warning("message %s takes no result: %s", last.message, type(error).__name__)
            return False
        return True


async def rewrite(channel: Place, message: int, shown: Message) -> None:
    """Show something else in a message of the bot. If that fails, the message stays as it was."""
    try:
        async with asyncio.timeout(EDIT_SECONDS):
            await channel.get_partial_message(message).edit(**shown)
    except LOST as error:
        log.warning("message %s stays as it is: %s", message, type(error).__name__)


def _seen(interaction: Interaction) -> Place | None:
    """Return the channel of an interaction, if the bot sees it."""
    channel = interaction.channel
    if isinstance(channel, discord.DMChannel):
        return channel
    return channel if isinstance(channel, PLACES) and interaction.app_permissions.view_channel else None


def _goes_on(before: Sequence[LogEntry], entry: LogEntry) -> bool:
    """Return whether an entry continues those before: it answers one of them, or both are moves of the game."""
    answers = entry.answered & {each.seq for each in before}
    return bool(answers) or is_partial(entry) or (_is_move(before[-1]) and _is_move(entry))


def _is_move(entry: LogEntry) -> bool:
    """Return whether an entry moves the game, at once or by the last consent to it."""
    return isinstance(entry.command, GameCommand) or any(isinstance(event, GameEvent) for event in entry.events)
