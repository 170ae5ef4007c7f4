"""Reminders: those who let the table wait are called again, each as they want to be reached.

A reminder is a post of the outbox for one player and one call. When it is taken, the next one is written first; then it
is said in the channel, sent as a DM, or left, by the player's settings. It takes the place of the one before it, and
goes away once the call is answered.
"""

import asyncio
import contextlib
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import discord

from bot.base.clock import milliseconds
from bot.base.deeds import second_step
from bot.base.language import reading, say
from bot.chat.channel_access import LOST
from bot.chat.posting.delivery import Channels, Delivery, Message, ending
from bot.chat.posting.step_message import Results
from bot.engine.outbox import Later, Outbox, Outcome
from bot.engine.people import ANYBODY, EVERYBODY, Person, Reach
from bot.engine.posts import Deadline, DirectReminder, Kind, Reminder, kind_of, nonce_of, player_of, post
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.buttons import with_opt_out
from bot.messages.embeds import Colour, compose
from bot.messages.result_message import buttons, calling, headed, with_call
from bot.storage import PassingRow, Post, StoreFault
from rules.campaign import Campaign
from rules.campaign.decider.waiting import called, dues, made_by
from rules.campaign.state.wait import Wait
from rules.campaign.time.deadlines import deadlines, in_time, late, overdue, overdue_moves
from rules.errors import NotNow, RuleError
from rules.line import Line, line
from rules.notice import Public, tell_all
from rules.seat import Seat
from rules.secrets import Shown, moment

log = logging.getLogger(__name__)

DMS_CLOSED, NO_MEMBER = 50007, 10007
NOBODY = 0
"""What time brings is nobody's own: no button stands out."""
PLAY_WAITS, TIME_PASSED = Line("Play waits"), Line("The time to answer has passed")
"""What a reminder is called that is about several things, or about one without a name."""


@dataclass(frozen=True, slots=True)
class Said:
    """What reminders say in the channel: the calls by their entries, all that waits for them, and whom it disturbs.
    ``number`` counts the reminders of the call that was reminded of most often.
    """

    calls: tuple[int, ...] = ()
    standing: frozenset[Wait] = frozenset()
    reach: Reach = EVERYBODY
    number: int = 0


@dataclass(frozen=True)
class Reminders(Delivery):
    """What time brings: requests past their time, and those who are called again."""

    channels: Channels
    client: discord.Client
    service: CampaignService
    results: Results
    outbox: Outbox

    # ---- delivering ----

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Say it in the channel, or to one player by a DM. A message of reminders alone goes away again."""
        await self.free_left(session, [wait.seat for wait in session.campaign.began])
        (message, why), kind = await self._composed(session, posts), kind_of(posts[0].kind)
        if message is None:
            return ending(posts[0], "nothing")
        if isinstance(kind, DirectReminder) and (await self.service.people.one(kind.player)).by == "dm":
            with reading(session.campaign.language):
                below, embed = with_opt_out({}), message["embed"].copy()
                embed.title = say(why)  # what the call says in the channel
            told = await self._send(session, posts[0], kind.player, embed, below)
            if isinstance(told, Later):
                return told
            await self._note(posts, message)
            return ending(posts[0], "posted", told.id)._replace(channel=told.channel.id)
        _, overdues = _overdues(session.campaign.when(self.service.now()), posts)
        sent = await self.channels.post(session, posts[0], message)
        if sent.how != "posted":
            return sent
        await self._note(posts, message)
        return sent._replace(channel=None if overdues else session.channel)

    async def _send(
        self, session: Session, post: Post, player: int, embed: discord.Embed, below: Mapping[str, Any]
    ) -> discord.Message | Later:
        """Send a DM to a player, its title as text. Return the message, or when to try again: at once where they have
        closed their DMs, since they are reached in the channel from then on.
        """
        try:
            channel = await self.client.create_dm(discord.Object(player))
            nonce = nonce_of(session.id, await self.service.identity_of(session, post.seq), post.kind)
            head, embed.title = embed.title, None
            return await channel.send(f"**{head}**", embed=embed, **below, nonce=nonce)
        except LOST as error:
            if not isinstance(error, discord.Forbidden) and getattr(error, "code", 0) != DMS_CLOSED:
                return Later()
            log.info("a DM was refused: %s", type(error).__name__)
            await self.service.people.close_dms(player)
            return Later(timedelta())

    async def _note(self, posts: Iterable[Post], message: Message) -> None:
        """Note whom a message has reminded, and not whom it spares: for a day nothing else does."""
        mentions = message.get("allowed_mentions")
        called = {each.id for each in mentions.users} if mentions else set[int]()
        for player in called & {player_of(each.kind) for each in posts}:
            await self.service.people.change(player, reminded=milliseconds(self.service.now()))

    async def free_left(self, session: Session, seats: Iterable[str]) -> None:
        """Free the seats of those who hold one of some and have left the server: Discord says so only if asked."""
        players = {int(player) for seat in seats for player in session.campaign.roster.get(Seat(seat), ())}
        if (guild := self.client.get_guild(session.guild)) is not None:
            await asyncio.gather(*(self._free_if_left(session, guild, each) for each in sorted(players)))

    async def _free_if_left(self, session: Session, guild: discord.Guild, player: int) -> None:
        with second_step("a player who may have left", (*LOST, StoreFault, RuleError)):
            try:
                await guild.fetch_member(player)
            except discord.NotFound as error:
                if error.code != NO_MEMBER:
                    raise
                await self.service.tell_in(session, player, self.service.now(), {"type": "depart"})

    async def _composed(self, session: Session, posts: Sequence[Post]) -> tuple[Message | None, Line]:
        """Return the message of all that time has brought, and what it is about."""
        campaign = session.campaign.when(self.service.now())
        unanswered, overdues = _overdues(campaign, posts)
        if not overdues:  # so that the message goes away with its reminders
            await self.outbox.leave(each for each in posts if player_of(each.kind) is None)
        said = await self.said(session, posts)
        if not overdues and not said.calls:
            return None, PLAY_WAITS
        askers = await self.service.people.of({int(player) for player, _ in late(campaign, unanswered)})
        silent = said.reach.silent - askers.keys() | (await self.service.people.reach(askers)).silent
        reach = Reach(silent, said.reach.away)
        title = TIME_PASSED if overdues else PLAY_WAITS
        why = TIME_PASSED if overdues else _what_waits(campaign, said.standing)
        # those that any player can carry out now without the missing answers
        stale = sorted({each.seq for each in campaign.requests if campaign.is_past(each.until) and each.goes_on})
        overdues += [each for seq in stale if seq not in unanswered for each in overdue(campaign, seq)]
        asked = {wait.request for wait in said.standing}
        # the call says nothing of it
        ends = [each for each in campaign.requests if each.seq in asked and each.command.ends_phase]
        lines = [tell_all("{player} wants to {wish}.", player=each.player, wish=each.what) for each in ends]
        lines += [await self._waiting_since(session, seq) for seq in said.calls]
        footer = line("{game}", game=campaign.game.title)
        if said.calls:  # so that the one before is not taken for it
            footer = line("{game} · reminder {number}", game=campaign.game.title, number=said.number)
        with reading(campaign.language):
            call = calling(campaign, said.standing, unanswered=unanswered, reach=reach)
            told = compose(title if call else "", [*overdues, *lines], Colour.ACTION, footer)
            message: Message = {"content": "", "embed": told} if call else headed(title, told)
            whole = with_call({**message, **buttons(session.id, campaign, NOBODY, besides=1)}, call)
            return with_opt_out(whole) if call else whole, why

    async def _waiting_since(self, session: Session, seq: int) -> Public:
        """Since when somebody has been called, with a link to the result that called them."""
        start = session.campaign.founding
        entry = await self.service.entry(session, seq) if seq else None
        at, title = (entry.at, entry.title) if entry else (start.at or self.service.now(), "Campaign started")
        since, message = moment(at), await self.outbox.message_of(session.id, seq)
        if message is None:
            return tell_all("Waiting since {since}.", since=since)
        link = session.link(message)
        return tell_all("Waiting since {since}: [{title}]({link})", since=since, title=Shown(title), link=link)

    # ---- in the channel ----

    async def said(self, session: Session, posts: Sequence[Post]) -> Said:
        """Return what the reminders among some posts still have to say in the channel; what comes after each is written
        before, and those that say nothing here end.
        """
        campaign, said = session.campaign.when(self.service.now()), Said()
        own = [each for each in posts if player_of(each.kind) is not None]
        if (again := campaign.pause) is not None:
            await self.outbox.store.schedule([_once_more(each, again) for each in own])
            await self.outbox.leave(own)
            return said
        for seq in dict.fromkeys(each.seq for each in own):
            standing = in_time(campaign, made_by(session.campaign, seq))
            people = await self.service.people.called(campaign, standing)
            of_call = [each for each in own if each.seq == seq]
            await self.outbox.store.schedule(await self._next(session, seq, of_call, people))
            loud = [each for each in of_call if self._is_said(each, people)]
            await self.outbox.leave(each for each in of_call if each not in loud)
            if loud:
                said = await self._with(campaign, said, seq, standing, people, loud)
        reminded = {(each.seq, player_of(each.kind)) for each in own if each.seq in said.calls}
        if reminded and (
            rows := await self.outbox.store.passing(session.id)
        ):  # what reminded them of it before goes away
            await self._delete(session.id, rows, [row for row in rows if (row.seq, player_of(row.kind)) in reminded])
        return said

    async def _next(
        self, session: Session, seq: int, posts: Iterable[Post], people: Mapping[int, Person]
    ) -> list[Post]:
        """Return the posts that follow some reminders of a call: the next one for each player, the first one for those
        without any, and a DM now for those who get it there.
        """
        now = self.service.now()
        at = (await self.service.entry(session, seq)).at if seq else session.campaign.founding.at or now
        after: dict[Kind, datetime] = {
            Reminder(player, 1): person.reminded_first(at) for player, person in people.items()
        }
        for kind in (kind_of(each.kind) for each in posts):
            if not isinstance(kind, Reminder | DirectReminder) or (person := people.get(kind.player)) is None:
                continue
            after.pop(Reminder(kind.player, 1), None)
            is_due = person.can_be_reminded(now)
            then = person.reminded_next(at, now) if is_due else person.remindable(now)
            if then is not None:
                after[Reminder(kind.player, kind.number + 1)] = then
            if person.by == "dm" and person.every != 0 and is_due:
                after[DirectReminder(kind.player, kind.number)] = now
        return [post(session.id, kind, seq, due) for kind, due in after.items()]

    def _is_said(self, post: Post, people: Mapping[int, Person]) -> bool:
        """Return whether a reminder is said in the channel now: not at night, and not to who wants none. That somebody
        is away is said to the others.
        """
        kind = kind_of(post.kind)
        person = people.get(kind.player) if isinstance(kind, Reminder | DirectReminder) else None
        if person is None or player_of(post.kind) == ANYBODY:
            return False
        if person.away_until(self.service.now()):
            return isinstance(kind, Reminder)
        is_here = isinstance(kind, DirectReminder) or person.by != "dm"
        return is_here and person.every != 0 and person.can_be_reminded(self.service.now())

    async def _with(
        self,
        campaign: Campaign,
        said: Said,
        seq: int,
        standing: frozenset[Wait],
        people: Mapping[int, Person],
        posts: Collection[Post],
    ) -> Said:
        """Return what is said, and one more call for those whom some posts remind of it."""
        kinds = [kind_of(each.kind) for each in posts]
        reminders = [kind for kind in kinds if isinstance(kind, Reminder | DirectReminder)]
        players = {each.player for each in reminders}
        theirs = frozenset(wait for wait in standing if set(called(campaign, wait)) & players)
        reach = await self.service.people.reach({each: people[each] for each in people if each in players})
        silent = said.reach.silent | reach.silent | (people.keys() - players)
        away = {**said.reach.away, **reach.away}
        number = max(said.number, *(each.number for each in reminders))
        return Said((*said.calls, seq), said.standing | theirs, Reach(silent, away), number)

    # ---- what goes away ----

    async def tidy(self) -> None:
        """Take away the reminders of calls that were answered, in every campaign in which something happened."""
        while self.outbox.touched:
            try:
                await self._tidy(self.outbox.touched.pop())
            except (StoreFault, NotNow) as error:
                log.warning("reminders stay: %s", error)

    async def _tidy(self, id_: int) -> None:
        rows = await self.outbox.store.passing(id_)
        if not rows:
            return
        session = await self.service.session(id_)
        stale = []
        for seq in {row.seq for row in rows}:
            standing = made_by(session.campaign, seq)
            players = {int(player) for wait in standing for player in called(session.campaign, wait)}
            stale += [row for row in rows if row.seq == seq and player_of(row.kind) not in players]
        await self._delete(id_, rows, stale)

    async def _delete(self, id_: int, rows: Iterable[PassingRow], stale: Collection[PassingRow]) -> None:
        """Delete messages that are no longer needed. A message that cannot be deleted stays and is not tried again."""
        needed = {row.message for row in rows if row not in stale}
        places = {row.message: row.channel for row in stale if row.message not in needed}
        for message, channel in places.items():
            with contextlib.suppress(*LOST):
                await self.client.get_partial_messageable(channel).get_partial_message(message).delete()
        await self.outbox.store.forget_messages(id_, places)
        self.results.forget(id_, places)


def _what_waits(campaign: Campaign, standing: Iterable[Wait]) -> Line:
    """Return the one thing that reminders ask for, if it is one."""
    asked = {each.seq: each.asks for each in campaign.to_answer}
    said = {asked.get(each.request or 0) or _what_is_due(campaign, each.seat) for each in standing}
    return said.pop() if len(said) == 1 else PLAY_WAITS


def _what_is_due(campaign: Campaign, seat: Seat) -> Line:
    """Return what play waits for from a seat."""
    due = dues(campaign).get(seat)
    return PLAY_WAITS if due is None else line("Play waits: {what}", what=due.what)


def _once_more(reminder: Post, due: datetime) -> Post:
    """Return the reminder that comes in the place of one that says nothing: all clocks stand still."""
    kind = kind_of(reminder.kind)
    assert isinstance(kind, Reminder | DirectReminder), "a reminder is for one player"
    return post(reminder.campaign, Reminder(kind.player, kind.number + 1), reminder.seq, due)


def _overdues(campaign: Campaign, posts: Iterable[Post]) -> tuple[set[int], list[Public]]:
    """Return the requests whose time ends with some posts, and what the table reads of all that ends then."""
    # one that has moved is told when it passes, and not at the time that it was
    passed = {kind_of(each.kind) for each in posts}
    ended = [at for at in deadlines(campaign) if Deadline(milliseconds(at)) in passed]
    unanswered = {each.seq for each in campaign.to_answer if each.until in ended}
    told = [notice for seq in sorted(unanswered) for notice in overdue(campaign, seq)]
    return unanswered, [*told, *overdue_moves(campaign, ended)]
