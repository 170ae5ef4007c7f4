"""Starts campaigns where they belong: in the channel of a command, or in a thread of their own."""

import asyncio
import contextlib
import logging
from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.base.language import language_of, languages, say
from bot.chat.answering.responder import caller_of
from bot.chat.channel_access import LOST, OUTSIDE, Parent, is_outside, may_open, open_thread
from bot.chat.posting.late_results import beginning
from bot.chat.posting.step_message import Posted, Results
from bot.engine.founding import Wish
from bot.engine.outbox import Outbox
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.messages.campaign_texts import founding
from bot.messages.interaction import Interaction, answer_privately, server_of
from bot.messages.result_message import as_posted, founding_message, public_message, public_notices
from rules.campaign.chronicle.lessons import is_taught, lesson_of
from rules.campaign.state.wait import is_past_demo
from rules.errors import NotThere, RuleError
from rules.line import line

log = logging.getLogger(__name__)

MOST_LOOKED_AT = 10
WEEK = 10080
"""After so many minutes Discord archives a quiet thread."""
THREAD_SECONDS = 1.5
"""So long the bot waits for a thread: Discord waits 3 seconds for an answer."""
THREADLESS = "The bot may not open a thread here, or Discord gave it none, so it plays in this channel."


class Starts:
    """From a wish to a campaign that stands in a channel."""

    def __init__(self, client: discord.Client, service: CampaignService, outbox: Outbox, results: Results) -> None:
        self._client = client
        self._service = service
        self._outbox = outbox
        self._results = results

    # ---- here ----

    async def start(self, interaction: Interaction, wish: Wish, players: Sequence[int] = ()) -> None:
        """Start a campaign in the channel of an interaction, and answer with it."""
        session = await self._service.found(caller_of(interaction), wish)
        is_lesson = lesson_of(session.campaign) is not None
        with self._outbox.answering(session.id, 0):
            if not is_lesson:
                await self._open(interaction, session, wish.opening, players)
            begun = await beginning(self._service, session)
            told = founding_message(session, founding(session), begun)
            sent = await interaction.response.send_message(**as_posted(told))
            for seq in range(len(begun) + 1):
                self._outbox.note(session.id, seq, sent.message_id)
        if sent.message_id is not None:
            self._results.note(session.id, Posted(sent.message_id, through=len(begun)))
        interaction.client.panels.touch(session.id)  # a post in a forum has tags from the start
        if is_outside(interaction):
            await answer_privately(interaction, content=say(OUTSIDE))
        result = await self._open(interaction, session) if is_lesson else None
        if result is None:
            return
        with self._outbox.answering(session.id, result.entry.seq):
            told = public_message(result, public_notices(result))
            message = await interaction.followup.send(**as_posted(told), wait=True)
            self._outbox.note(session.id, result.entry.seq, message.id)
        await self._results.follow(interaction, result, message.id)

    async def _open(
        self, interaction: Interaction, session: Session, opening: str = "", players: Sequence[int] = ()
    ) -> Result | None:
        """Choose the scenario of a new campaign and invite players, or give the first command of a lesson."""
        lesson = lesson_of(session.campaign)
        if lesson is not None and lesson.opening:
            return await self._service.execute(caller_of(interaction), session, dict(lesson.opening))
        caller = caller_of(interaction)
        is_for_one = session.campaign.founding.terms.demo and lesson is None
        for seat in session.campaign.game.seats if is_for_one else ():
            if seat not in session.campaign.seats_of(caller.user):
                await self._service.execute(caller, session, {"type": "join", "seat": seat})
        if opening:
            command = session.campaign.game.openings()[opening]
            await self._service.execute(caller, session, command.model_dump())
        if asked := tuple(each for each in players if each != caller.user):
            await self._service.tell_in(session, caller.user, caller.at, {"type": "invite", "players": asked})
        return None

    # ---- in a thread ----

    async def start_apart(self, interaction: Interaction, wish: Wish, players: Sequence[int] = ()) -> None:
        """Start a campaign in a new thread, or in this channel if the bot may not create threads."""
        server = await self._service.servers.of(server_of(interaction))
        place = self._place(interaction, server.channel)
        caller = caller_of(interaction)
        there = replace(caller, parent=place.id) if place else caller
        row, edition = await self._service.founder.check(there, wish)  # so that no thread is left
        thread = await self._thread(place, row.name, edition.game.title)
        if thread is None or place is None:
            await self.start(interaction, wish, players)
            await answer_privately(interaction, content=say(THREADLESS))
            return
        caller = replace(caller, channel=thread.id, parent=place.id)
        session = await self._service.found(caller, wish)
        with self._outbox.answering(session.id, 0):
            result = await self._open(interaction, session, wish.opening, players)
        if result is not None:
            with self._outbox.answering(session.id, result.entry.seq):
                pass  # the outbox posts it after the founding
        await answer_privately(
            interaction, content=say(line("It begins in {thread}: press its first button.", thread=thread.mention))
        )
        with contextlib.suppress(discord.HTTPException):
            await thread.add_user(interaction.user)

    def _place(self, interaction: Interaction, channel: int | None) -> Parent | None:
        """Return where the bot may open a thread: in the server's channel or forum for campaigns, or in that of the
        interaction.
        """
        here = interaction.channel.parent if isinstance(interaction.channel, discord.Thread) else interaction.channel
        place = here if channel is None else self._client.get_channel(channel)
        if not isinstance(place, Parent):
            return None
        is_here = place.id == interaction.channel_id
        may = interaction.app_permissions if is_here else place.permissions_for(place.guild.me)
        return place if may_open(place, may) else None

    async def _thread(self, place: Parent | None, name: str, about: str) -> discord.Thread | None:
        """Return a new thread, or None if Discord refuses to create one."""
        if place is None:
            return None
        try:
            async with asyncio.timeout(THREAD_SECONDS):
                return await open_thread(place, name, about, WEEK)
        except LOST as error:
            log.warning("no thread in channel %s: %s", place.id, error)
            return None

    # ---- demos ----

    async def try_it(self, interaction: Interaction, game: str) -> None:
        """Start a demo of a game for the user alone, or show them the one that they have. Raises ``NotThere``."""
        edition = (await self._service.data.games(server_of(interaction))).get(game)
        wanted = edition.game if edition else None
        if wanted is None or (wanted.data.lesson is None and game in self._service.catalog.games):
            raise NotThere("This bot has no such game to try. `/campaign new` starts a campaign.")
        known = await self._demo_of(interaction, game)
        if known is not None:
            said = line("You have a game to try already: {channel}.", channel=f"<#{known.channel}>")
            await answer_privately(interaction, content=say(said))
            return
        name, spoken = say(line("Try {game}", game=wanted.title)), language_of(interaction.locale.value)
        language = spoken if spoken in languages() else None
        await self.start_apart(interaction, Wish(game, name, wanted.seats[0], demo=True, language=language))

    async def _demo_of(self, interaction: Interaction, game: str) -> Session | None:
        """Return the demo of a game that the user has on this server, if it is not over and they can find it."""
        guild, people = interaction.guild, self._service.people
        if guild is None:
            return None
        for id_ in (await people.store.campaigns_of(interaction.user.id))[:MOST_LOOKED_AT]:
            try:
                session = await self._service.session(id_)
            except RuleError:
                continue
            campaign, terms = session.campaign, session.campaign.founding.terms
            is_own = session.guild == guild.id and campaign.founding.founder == interaction.user.id
            is_own = is_own and game in (campaign.game.id, campaign.game.title)
            is_past = is_past_demo(terms, campaign.at, interaction.created_at)
            is_over = campaign.is_ended or is_taught(campaign) or is_past
            if terms.demo and is_own and not is_over and guild.get_channel_or_thread(session.channel) is not None:
                return session
        return None
