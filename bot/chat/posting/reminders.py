"""Reminders: those who let the table wait are called again, each as they want to be reached.

A reminder is a post of the outbox for one player and one call. When it is taken, the next one is written first; then it
is said in the channel, sent as a DM, or left, by the player's settings. It takes the place of the one before it, and
goes away once the call is answered.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import aiohttp
import discord

from bot.base.clock import milliseconds
from bot.base.language import reading
from bot.chat.posting.step_message import Results
from bot.engine.called_players import ANYBODY
from bot.engine.outbox import Later, Outbox, Outcome
from bot.engine.people import EVERYBODY, Person, Reach
from bot.engine.posts import DM, NOTE, REMIND, Reminder, is_note, is_reminder, reminder_of
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.storage import Ending, NoteRow, PassingRow, Post, StoreFault
from bot.ui.reminder_buttons import with_opt_out
from rules.campaign import Campaign
from rules.campaign.decider.waiting import Wait, called, in_time, waits
from rules.errors import NotNow

log = logging.getLogger(__name__)

DMS_CLOSED = 50007
LOST = (discord.HTTPException, aiohttp.ClientError, OSError)


@dataclass(frozen=True, slots=True)
class Said:
    """What reminders say in the channel: the calls by their entries, all that waits for them, and whom it disturbs.
    ``number`` counts the reminders of the call that was reminded of most often.
    """

    calls: tuple[int, ...] = ()
    standing: frozenset[Wait] = frozenset()
    reach: Reach = EVERYBODY
    number: int = 0


class Reminders:
    """The reminders of all campaigns. ``now`` is the table's clock."""

    def __init__(
        self,
        client: discord.Client,
        service: CampaignService,
        results: Results,
        outbox: Outbox,
        now: Callable[[], datetime],
    ) -> None:
        self._client = client
        self._service = service
        self._results = results
        self._outbox = outbox
        self._now = now

    # ---- in the channel ----

    async def said(self, session: Session, posts: Sequence[Post]) -> Said:
        """What the reminders among some posts still have to say in the channel; what comes after each is written
        before, and those that say nothing here end.
        """
        campaign, said = session.campaign.when(self._now()), Said()
        own = [post for post in posts if is_reminder(post) or reminder_of(post.kind)]
        for seq in dict.fromkeys(post.seq for post in own):
            standing = in_time(campaign, await self._service.calls.made_by(session, seq))
            people = await self._service.calls.people(campaign, standing)
            of_call = [post for post in own if post.seq == seq]
            await self._outbox.schedule(await self._next(session, seq, of_call, people))
            loud = [post for post in of_call if self._is_said(post, people)]
            await self._outbox.leave(post for post in of_call if post not in loud)
            if loud:
                said = await self._with(campaign, said, seq, standing, people, loud)
        await self._drop(session, {(post.seq, _player(post.kind)) for post in own if post.seq in said.calls})
        return said

    async def _next(
        self, session: Session, seq: int, posts: Iterable[Post], people: Mapping[int, Person]
    ) -> list[Post]:  # fmt: skip
        """The posts that come after some reminders of a call: the next for each, the first for whoever has none yet,
        and a DM now for whom it goes there.
        """
        now, at = self._now(), await self._called_at(session, seq)
        after = {Reminder(player, 1): person.reminded_first(at) for player, person in people.items()}
        for each in filter(None, (reminder_of(post.kind) for post in posts)):
            person = people.get(each.player)
            if person is None:
                continue
            after.pop(Reminder(each.player, 1), None)
            then = person.reminded_next(at, now) if person.is_reached(now) else person.reachable(now)
            if then is not None:
                after[Reminder(each.player, each.number + 1)] = then
            if person.by == "dm" and person.every != 0 and person.is_reached(now):
                after[each._replace(by=DM)] = now
        return [Post(session.id, each.kind, seq, milliseconds(due)) for each, due in after.items()]

    async def _called_at(self, session: Session, seq: int) -> datetime:
        founded = session.campaign.founding.at or self._now()
        return (await self._service.entry(session, seq)).at if seq else founded

    def _is_said(self, post: Post, people: Mapping[int, Person]) -> bool:
        """Whether a reminder is said in the channel now: not at night, not to who wants none, and not where the
        channel refused one before. That somebody is away is said to the others.
        """
        each = reminder_of(post.kind)
        person = people.get(each.player) if each else None
        if each is None or person is None or each.player == ANYBODY or self._outbox.has_stopped(post.campaign):
            return False
        is_here = each.by == DM or person.by != "dm"
        if person.away_until(self._now()):
            return each.by == REMIND
        return is_here and person.every != 0 and person.is_reached(self._now())

    async def _with(
        self, campaign: Campaign, said: Said, seq: int, standing: frozenset[Wait], people: Mapping[int, Person],
        posts: Collection[Post],
    ) -> Said:  # fmt: skip
        """What is said, and one more call for those whom some posts remind of it."""
        reminders = [each for each in (reminder_of(post.kind) for post in posts) if each]
        players = {each.player for each in reminders}
        theirs = frozenset(wait for wait in standing if set(called(campaign, wait)) & players)
        reach = await self._service.calls.reach_of({each: people[each] for each in people if each in players})
        silent = said.reach.silent | reach.silent | (people.keys() - players)
        away = {**said.reach.away, **reach.away}
        number = max(said.number, *(each.number for each in reminders))
        return Said((*said.calls, seq), said.standing | theirs, Reach(silent, away), number)

    # ---- by DM ----

    async def goes_by_dm(self, post: Post) -> bool:
        """Whether a post is a DM to a player who wants them, and whose DMs are not known to be closed."""
        each = reminder_of(post.kind)
        return each is not None and each.by == DM and (await self._service.people.one(each.player)).by == "dm"

    async def send(self, session: Session, post: Post, message: Mapping[str, discord.Embed]) -> Outcome:
        """Send a message to the player of a post. If their DMs are closed, it goes to the channel from then on."""
        player = _player(post.kind)
        await self._drop(session, () if is_note(post) else {(post.seq, player)})
        try:
            channel = await self._client.create_dm(discord.Object(player))
            nonce = f"{post.campaign}-{post.seq}-{post.kind}"[-25:]
            with reading(session.campaign.language):
                below: Mapping[str, Any] = {} if is_note(post) else with_opt_out({})
            sent = await channel.send(embed=message["embed"], **below, nonce=nonce)
        except discord.Forbidden as error:
            log.info("a DM was refused: code %s", error.code)
            await self._service.people.close_dms(player)
            return Later(timedelta())
        except LOST as error:
            if isinstance(error, discord.HTTPException) and error.code == DMS_CLOSED:
                await self._service.people.close_dms(player)
                return Later(timedelta())
            return Later()
        await self.told(session, post)
        return Ending(post.campaign, post.kind, post.seq, "posted", sent.id, None if is_note(post) else channel.id)

    # ---- notes ----

    async def notes(self, session: Session, post: Post) -> dict[int, list[NoteRow]]:
        """The notes of which a post tells, by their users; those who want DMs get one of their own."""
        people, turn = self._service.people, session.campaign.game.turn(session.campaign.state)
        due: dict[int, list[NoteRow]] = {}
        for note in await people.notes_due(session.id, turn):
            due.setdefault(note.user, []).append(note)
        if own := reminder_of(post.kind):
            return {own.player: due[own.player]} if own.player in due else {}
        settings = await people.of(due)
        by_dm = {user for user in due if settings[user].by == "dm"}
        now = milliseconds(self._now())
        await self._outbox.schedule(Post(session.id, Reminder(each, NOTE, DM).kind, post.seq, now) for each in by_dm)
        return {user: notes for user, notes in due.items() if user not in by_dm}

    async def told(self, session: Session, post: Post) -> None:
        """Note that the users of a post's notes were told."""
        if is_note(post):
            told = await self.notes(session, post)
            await self._service.people.note_told(note for notes in told.values() for note in notes)

    # ---- what goes away ----

    async def tidy(self) -> None:
        """Take away the reminders of calls that were answered, in every campaign in which something happened."""
        while self._outbox.touched:
            try:
                await self._tidy(self._outbox.touched.pop())
            except (StoreFault, NotNow) as error:
                log.warning("reminders stay: %s", error)

    async def _tidy(self, id_: int) -> None:
        rows = await self._outbox.passing(id_)
        if not rows:
            return
        session = await self._service.session(id_)
        waiting = waits(session.campaign)
        stale = []
        for seq in {row.seq for row in rows}:
            standing = await self._service.calls.made_by(session, seq) if waiting else frozenset()
            players = {int(player) for wait in standing for player in called(session.campaign, wait)}
            stale += [row for row in rows if row.seq == seq and _player(row.kind) not in players]
        await self._delete(id_, rows, stale)

    async def _drop(self, session: Session, reminded: Collection[tuple[int, int]]) -> None:
        """Take away what reminded some players of some calls before."""
        if reminded and (rows := await self._outbox.passing(session.id)):
            await self._delete(session.id, rows, [row for row in rows if (row.seq, _player(row.kind)) in reminded])

    async def _delete(self, id_: int, rows: Iterable[PassingRow], stale: Collection[PassingRow]) -> None:
        """Delete messages that nothing else needs; one that cannot be deleted stays, and is not tried again."""
        needed = {row.message for row in rows if row not in stale}
        places = {row.message: row.channel for row in stale if row.message not in needed}
        for message, channel in places.items():
            with contextlib.suppress(*LOST, asyncio.TimeoutError):
                await self._client.get_partial_messageable(channel).get_partial_message(message).delete()
        await self._outbox.forget(id_, places)
        self._results.forget(id_, places)


def _player(kind: str) -> int:
    each = reminder_of(kind)
    return each.player if each else ANYBODY
