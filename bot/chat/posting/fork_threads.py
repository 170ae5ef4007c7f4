"""Forks on Discord: once the log of the original says that one begins, the outbox opens its thread and writes its log.

It is done once, however often the bot dies on the way: a fork is known by the interaction that began it. At worst an
empty thread is left.
"""

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any

import discord

from bot.base.language import reading, say
from bot.chat.posting.delivery import Delivery, ending
from bot.chat.posting.nonces import nonce_of
from bot.chat.posting.own_thread import Parent, open_thread
from bot.engine.outbox import Outbox, Outcome
from bot.engine.posts import What, overdues, panel, post, reminders
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.storage import Post
from rules.campaign.decider.waiting import deadlines, waits
from rules.campaign.time.forking import ForkBegun
from rules.errors import NotThere
from rules.line import line
from rules.log import LogEntry
from rules.secrets import Shown

WEEK: Any = 10080
"""After so many minutes Discord hides a quiet thread."""


class Forks(Delivery):
    """Opens forks: a thread each, beside the channel of the original."""

    def __init__(
        self, client: discord.Client, service: CampaignService, outbox: Outbox, now: Callable[[], datetime]
    ) -> None:
        self._client = client
        self._service = service
        self._outbox = outbox
        self._now = now

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Open the fork that an entry of the original began, if it is not open yet, and say where it is."""
        first = posts[0]
        entry = await self._service.entry(session, first.seq)
        founder = self._service.founder
        fork = await founder.fork_by(session, entry)
        if fork is None:
            begun, here = _begun_in(entry), await self._place(session)
            about = session.campaign.game.title
            thread = await open_thread(parent_of(here), begun.name, about, WEEK, _kind_beside(here))
            fork = await founder.fork(session, entry, begun, thread.id)
        await self._schedule(fork)
        await self._bring(fork)
        with reading(session.campaign.language):
            where = line("The fork goes on in {thread}.", thread=Shown(f"<#{fork.channel}>"))
            channel = self._client.get_partial_messageable(session.channel)
            sent = await channel.send(say(where), nonce=nonce_of(session.id, entry.number or 0, first.kind))
        self._outbox.poke()
        return ending(first, "posted", sent.id)

    async def _place(self, original: Session) -> Any:
        return self._client.get_channel(original.channel) or await self._client.fetch_channel(original.channel)

    async def _bring(self, fork: Session) -> None:
        """Bring its players to a fork in a private thread, which nobody else sees."""
        thread = await self._place(fork)
        if not thread.is_private():
            return
        for player in {player for players in fork.campaign.roster.values() for player in players}:
            with contextlib.suppress(discord.NotFound, discord.Forbidden):  # who has left the server
                await thread.add_user(discord.Object(int(player)))

    async def _schedule(self, fork: Session) -> None:
        """What is to be posted in the thread: what it is, its panel, and the deadlines and reminders of its waits."""
        now, seq = self._now(), fork.campaign.begun_at
        people = await self._service.calls.people(fork.campaign, waits(fork.campaign))
        await self._outbox.schedule(
            [
                post(fork.id, What.RESULT, seq, now),
                panel(fork.id, 0, now),
                *overdues(fork.id, seq, deadlines(fork.campaign)),
                *reminders(fork.id, seq, now, people),
            ]
        )


def _begun_in(entry: LogEntry) -> ForkBegun:
    return next(event for event in entry.events if isinstance(event, ForkBegun))


def parent_of(here: object) -> Parent:
    """Return the channel in which, or in a thread of which, somebody is; the forum of a post. Raises ``NotThere`` where
    it can have no fork.
    """
    place = here.parent if isinstance(here, discord.Thread) else here
    if not isinstance(place, Parent):
        raise NotThere("A fork needs a text channel or a forum, in which the bot can open a thread.")
    return place


def _kind_beside(here: object) -> discord.ChannelType:
    """Return the kind of a fork's thread: nobody sees it who did not see the original."""
    is_private = isinstance(here, discord.Thread) and here.is_private()
    return discord.ChannelType.private_thread if is_private else discord.ChannelType.public_thread
