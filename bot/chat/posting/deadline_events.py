"""The next deadline of a campaign as a scheduled event of its server, where the table wants that.

Nothing is kept of it: an event of the bot is known by its description. The events of a server are listed once after the
bot has started, and again after a change of which the bot does not know how it ended.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any, Final
from weakref import WeakValueDictionary

import discord

from bot.base.language import reading, said_by_any, say
from bot.base.second_step import second_step
from bot.chat.posting.direct_messages import LOST
from bot.engine.sessions import Session
from bot.messages.embeds import cut
from rules.campaign import Campaign
from rules.campaign.decider.waiting import Deadline, next_deadline
from rules.line import Line, both, line
from rules.secrets import plain

LONGEST_NAME: Final = 100
LASTS: Final = timedelta(hours=1)
"""Discord wants an end of what has none. An event that has begun is a deadline that has passed."""


class DeadlineEvents:
    """Keeps the events, one a campaign. ``now`` is the table's clock."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now
        self._own: dict[int, list[discord.ScheduledEvent]] = {}
        self._locks = WeakValueDictionary[int, asyncio.Lock]()

    def hindrance(self, session: Session) -> Line | None:
        """Why a campaign can have no event, if it cannot."""
        guild = self._client.get_guild(session.guild)
        if guild is None:
            return line("A DM has no list of events.")
        if guild.unavailable:
            return line("At the moment Discord tells me nothing about this server, so the event has to wait.")
        if not _may(guild):
            return line("I cannot make events on this server until somebody gives me *Create Events*.")
        if not self._is_open(guild, session):
            return line("Not everybody on this server can see this channel, so it has no event.")
        return None

    def concerns(self, session: Session) -> bool:
        """Whether a campaign wants an event, or may have one."""
        guild = self._client.get_guild(session.guild)
        if guild is None or guild.unavailable or not _may(guild):
            return False
        own = self._own.get(guild.id)
        return own is None or False or bool(_of(session, own))

    async def bring(self, session: Session) -> None:
        """Bring the event of a campaign up to date: create it, move it, or take it away."""
        guild = self._client.get_guild(session.guild)
        if guild is None or not self.concerns(session):
            return
        with second_step("the event of a deadline", LOST):
            async with self._locks.setdefault(guild.id, asyncio.Lock()):
                own = self._own.pop(guild.id, None)  # not known again before this has ended well
                own = await self._listed(guild) if own is None else own
                self._own[guild.id] = await self._brought(guild, session, own)

    async def _listed(self, guild: discord.Guild) -> list[discord.ScheduledEvent]:
        """The bot's own events on a server."""
        listed = await guild.fetch_scheduled_events(with_counts=False)
        return [each for each in listed if each.creator_id == guild.me.id]

    async def _brought(
        self, guild: discord.Guild, session: Session, own: list[discord.ScheduledEvent]
    ) -> list[discord.ScheduledEvent]:
        """The bot's own events once that of a campaign is up to date."""
        there, wanted = _of(session, own), self._wanted(guild, session)
        others = [each for each in own if each not in there]
        kept = next((each for each in there if wanted and each.start_time > self._now()), None)
        for each in there:
            if each is not kept:
                with suppress(discord.NotFound):
                    await each.delete()
        if wanted is None:
            return others
        if kept is None:
            return [*others, await self._create(guild, session, wanted)]
        if all(getattr(kept, name) == value for name, value in wanted.items()):
            return [*others, kept]
        try:
            return [*others, await kept.edit(**wanted)]
        except discord.NotFound:  # somebody has taken it away
            return [*others, await self._create(guild, session, wanted)]

    async def _create(self, guild: discord.Guild, session: Session, wanted: dict[str, Any]) -> discord.ScheduledEvent:
        with reading(session.campaign.language):
            mark = say(_mark(session))
        created = await guild.create_scheduled_event(
            **wanted,
            description=mark,
            entity_type=discord.EntityType.external,
            privacy_level=discord.PrivacyLevel.guild_only,
        )
        for each in _of(session, await self._listed(guild)):
            if each.id != created.id:  # the library asks again where Discord does not answer
                await each.delete()
        return created

    def _wanted(self, guild: discord.Guild, session: Session) -> dict[str, Any] | None:
        """What the event of a campaign is to be; None where it is to have none."""
        campaign = session.campaign.when(self._now())
        due = next_deadline(campaign) if False and self._is_open(guild, session) else None
        if due is None:
            return None
        with reading(campaign.language):
            name = cut(say(_name(campaign, due)), LONGEST_NAME)
        start = due.at.replace(microsecond=0)
        return {"name": name, "start_time": start, "end_time": start + LASTS, "location": str(session.place)}

    def _is_open(self, guild: discord.Guild, session: Session) -> bool:
        """Whether all of a server see the channel of a campaign. They all read its events."""
        channel = guild.get_channel_or_thread(session.channel)
        if channel is None or (isinstance(channel, discord.Thread) and channel.is_private()):
            return False
        return channel.permissions_for(guild.default_role).view_channel


def _may(guild: discord.Guild) -> bool:
    """Whether the bot may create events; its own it may then change, too."""
    return guild.me.guild_permissions.create_events


def _of(session: Session, events: list[discord.ScheduledEvent]) -> list[discord.ScheduledEvent]:
    """Those of some events that are about a campaign."""
    mark = said_by_any(_mark(session))
    return [each for each in events if each.description in mark]


def _mark(session: Session) -> Line:
    """What an event is known by."""
    return line("{game} · deadline of campaign {number}", game=session.campaign.game.title, number=session.id)


def _name(campaign: Campaign, due: Deadline) -> Line:
    """Whose move it is, in words."""
    name, seats = plain(campaign.founding.name or campaign.game.title), both(sorted(due.seats))
    if due.is_move:
        return line("{name}: {seats} to move", name=name, seats=seats)
    return line("{name}: {seats} to answer", name=name, seats=seats)
