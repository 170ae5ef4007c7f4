"""Posts what waits in the outbox, and makes of each answer of Discord what its meaning asks for.

| Discord says | what happens |
|---|---|
| it is posted, or was found in the channel | the post ends |
| 429, 5xx, no connection | it waits, longer at each try |
| the thread is archived | it is opened again and the post tried once more |
| no access, no permission, no such channel, locked | it is stopped; the referee reads so with the next answer |

A post that may be in the channel already is looked for there before it is posted again. It also carries a nonce of its
own, by which Discord itself keeps a second one out for a few minutes.
"""

import logging
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Any, TypeVar

import aiohttp
import discord

from bot.base.clock import utc_now
from bot.base.language import reading, say
from bot.chat.posting.find_posted import trace_of
from bot.chat.posting.fork_threads import Forks
from bot.chat.posting.panel import Panels
from bot.chat.posting.refused_channels import Forbidden
from bot.chat.posting.reminders import Reminders
from bot.chat.posting.step_message import Posted, Results
from bot.chat.posting.watchers import Watchers
from bot.engine.outbox import Later, Outbox, Outcome
from bot.engine.people import Reach
from bot.engine.posts import ARRIVAL, DEADLINE, FORK, MOVE, PANEL, RESULT, WATCH, is_note, panel, reminder_of
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.storage import Ending, Post
from bot.ui.campaign_texts import arrived, founding
from bot.ui.embeds import Colour, compose
from bot.ui.person_texts import tell_notes
from bot.ui.result_message import (
    arrival_message,
    below_call,
    buttons,
    calling,
    founding_message,
    founding_view,
    public_message,
    public_notices,
)
from rules.campaign import Campaign
from rules.campaign.decider.waiting import late
from rules.campaign.questions import questions, requests
from rules.campaign.seats.absence import overdue_moves
from rules.errors import RuleError
from rules.line import Line, Listed, line
from rules.notice import Public, tell_all
from rules.seat import Player
from rules.secrets import Shown

log = logging.getLogger(__name__)

ARCHIVED = 50083
LONGEST_NONCE = 25
NOBODY = 0
"""What time brings is nobody's own: no button stands out."""

T = TypeVar("T")
Message = dict[str, Any]


class Poster:
    """Posts in channels by the bot's own right, without an interaction."""

    def __init__(
        self, client: discord.Client, service: CampaignService, results: Results, outbox: Outbox, panels: Panels,
        reminders: Reminders, forbidden: Forbidden, now: Callable[[], datetime] = utc_now,
    ) -> None:  # fmt: skip
        self._client = client
        self._service = service
        self._results = results
        self._outbox = outbox
        self._watchers = Watchers(service, outbox)
        self._panels = panels
        self._reminders = reminders
        self._now = now
        self._forks = Forks(client, service, outbox, now)
        self._forbidden = forbidden
        self._reasons: dict[int, str] = {}

    async def try_posts(self, posts: Sequence[Post]) -> Outcome:
        """Post some posts of one campaign as one message."""
        first = posts[0]
        session = await self._service.session(first.campaign)
        if first.kind == PANEL:
            return await self._post_panel(session, first)
        if first.kind == FORK:
            return await self._tried(session, first, self._open_fork(session, first))
        if (first.kind, first.seq) == (RESULT, 0):  # a bot that died as it founded the campaign had no time for it
            await self._outbox.schedule([panel(session.id, 0, first.due)])
        result = await self._result(session, first.seq) if first.kind == RESULT and first.seq > 0 else None
        message = await self._compose(session, posts, result)
        if message is None:
            return _ending(first, "nothing")
        if await self._reminders.goes_by_dm(first):
            return await self._reminders.send(session, first, message)
        if self._forbidden.holds(session.channel):
            return _ending(first, "stopped")
        return await self._tried(session, first, self._send(session, posts, message, result))

    async def _send(self, session: Session, posts: Sequence[Post], message: Message, result: Result | None) -> Ending:
        first = posts[0]
        posted = await self._post(session, first, message, result)
        self._panels.touch(session.id)
        await (self._watchers.told(session) if first.kind == WATCH else self._reminders.told(session, first))
        passes = not is_note(first) and all(reminder_of(post.kind) for post in posts)
        return _ending(first, "posted", posted)._replace(channel=session.channel if passes else None)

    async def _tried(self, session: Session, post: Post, work: Awaitable[Ending]) -> Outcome:
        """What becomes of a post, whatever Discord says."""
        try:
            return await work
        except discord.RateLimited as limited:
            return Later(timedelta(seconds=limited.retry_after))
        except discord.HTTPException as error:
            return self._outcome(session, post, error)
        except (aiohttp.ClientError, OSError) as error:  # a time-out is an OSError
            log.warning("%s waits: %s", post, type(error).__name__)
            return Later()
        except RuleError as refused:  # nor can it be done later, and others wait behind it
            self._reasons[session.id] = say(refused.text)
            return _ending(post, "stopped")

    async def _post_panel(self, session: Session, post: Post) -> Outcome:
        try:
            return _ending(post, *await self._panels.post(session, post.seq))
        except (discord.HTTPException, aiohttp.ClientError, OSError) as error:
            log.warning("%s waits: %s", post, type(error).__name__)
            return Later()

    async def _open_fork(self, session: Session, post: Post) -> Ending:
        return _ending(post, "posted", await self._forks.post(session, post))

    def _outcome(self, session: Session, post: Post, error: discord.HTTPException) -> Outcome:
        log.warning("%s was not posted: status %s, code %s", post, error.status, error.code)
        if error.status >= HTTPStatus.INTERNAL_SERVER_ERROR or error.status == HTTPStatus.TOO_MANY_REQUESTS:
            return Later()
        self._forbidden.note(session.channel)
        self._reasons[session.id] = error.text or str(error.status)
        return _ending(post, "stopped")

    def told_of(self, posts: Sequence[Post]) -> Line:
        """What a referee reads of posts that were stopped, with the reason in Discord's words."""
        return line(
            "The bot could not post here: {reason}. The results of these entries are missing: {entries}."
            " The bot tries again now; `/campaign log` shows them too.", entries=Listed(post.seq for post in posts),
            reason=self._reasons.get(posts[0].campaign, "Discord refused it"),
        )  # fmt: skip

    # ---- composing ----

    async def _compose(self, session: Session, posts: Sequence[Post], result: Result | None) -> Message | None:
        """The message of some posts; None where there is nothing to say any more."""
        first = posts[0]
        if is_note(first):
            return await self._notes(session, first)
        if first.kind == ARRIVAL:
            return arrival_message(session, arrived(session))
        if first.kind == WATCH:
            return await self._watchers.message(session, first)
        if first.kind != RESULT:
            return await self._brought_by_time(session, posts)
        if result is None:
            message = founding_message(session, founding(session))
        else:
            notices = public_notices(result)
            if not notices:
                return None
            message = public_message(result, notices)
        if first.seq != session.campaign.seq:
            message.pop("view", None)  # only the newest result has buttons
            if result is None:
                message["view"] = founding_view(session.id, session.campaign)
        return message

    async def _result(self, session: Session, seq: int) -> Result:
        result = await self._service.result_of(session.id, seq)
        new = await self._service.calls.made_by(session, seq)
        return replace(result, waits=new, reach=await self._service.calls.reach(session.campaign, new))

    async def _brought_by_time(self, session: Session, posts: Sequence[Post]) -> Message | None:
        """One message of all that time has brought: requests whose time to answer has passed, and those who are called
        again because they have not decided yet.
        """
        campaign = session.campaign.when(self._now())
        deadlines = {post.seq for post in posts if post.kind == DEADLINE}
        overdues = [notice for seq in sorted(deadlines) for notice in _overdue(campaign, seq)]
        if any(post.kind == MOVE for post in posts):
            overdues += overdue_moves(campaign)
        said = await self._reminders.said(session, posts)
        if not overdues and not said.calls:
            return None
        askers = await self._service.people.of({int(player) for player, _ in late(campaign, deadlines)})
        silent = said.reach.silent - askers.keys() | (await self._service.calls.reach_of(askers)).silent
        reach = Reach(silent, said.reach.away)
        title = "The time to answer has passed" if overdues else "Play waits"
        lines = [await self._waiting_since(session, seq) for seq in said.calls]
        footer = line("{game}", game=campaign.game.title)
        if said.calls:  # so that the one before is not taken for it
            footer = line("{game} · reminder {number}", game=campaign.game.title, number=said.number)
        with reading(campaign.language):
            embed = compose(title, [*overdues, *lines], Colour.ACTION, footer)
            call = calling(campaign, said.standing, unanswered=deadlines, reach=reach)
            return below_call({"embed": embed, **buttons(session.id, campaign, NOBODY)}, call)

    async def _notes(self, session: Session, post: Post) -> Message | None:
        """In the channel: who has left themselves a note for this turn, and not what it says; in a DM: the note."""
        notes = await self._reminders.notes(session, post)
        if not notes:
            return None
        if await self._reminders.goes_by_dm(post):
            own = tell_notes(
                [note for each in notes.values() for note in each], {session.id: session.campaign.founding.name}
            )
            with reading(session.campaign.language):
                return {"embed": compose("You left yourself a note", own, Colour.SECRET)}
        reach = await self._service.calls.reach_of(await self._service.people.of(notes))
        lines = [tell_all("{player}: you left yourself a note for this turn.", player=Player(user)) for user in notes]
        users = [discord.Object(user) for user in notes if user not in reach.silent]
        mentions = discord.AllowedMentions(users=users)
        with reading(session.campaign.language):
            embed = compose("Notes for this turn", [tell_all("`/me notes` shows yours to you alone.")], Colour.ACTION)
            content = "\n".join(say(each.line) for each in lines)
        return {"content": content, "allowed_mentions": mentions, "embed": embed}

    async def _waiting_since(self, session: Session, seq: int) -> Public:
        """Since when somebody has been called, with a link to the result that called them."""
        start = session.campaign.founding
        entry = await self._service.entry(session, seq) if seq else None
        at, title = (entry.at, entry.title) if entry else (start.at or self._now(), "Campaign started")
        since, message = Shown(f"<t:{int(at.timestamp())}:R>"), await self._outbox.message_of(session.id, seq)
        if message is None:
            return tell_all("Waiting since {since}.", since=since)
        link = session.link(message)
        return tell_all("Waiting since {since}: [{title}]({link})", since=since, title=Shown(title), link=link)

    # ---- posting ----

    async def _post(self, session: Session, post: Post, message: Message, result: Result | None) -> int:
        channel = self._client.get_partial_messageable(session.channel)
        entry = await self._service.entry(session, post.seq) if post.seq else None
        began = session.campaign.founding.at
        found = await trace_of(
            channel, self._client.user, message["embed"], entry, began, is_result=post.kind == RESULT
        )
        if found is not None:
            return found
        joined = await self._join(channel, result) if result is not None else None
        if joined is not None:
            return joined
        nonce = f"{post.campaign}-{post.seq}-{post.kind}"[:LONGEST_NONCE]
        sent = await self._awake(session, lambda: channel.send(**message, nonce=nonce))
        if "view" in message and post.kind != WATCH:  # a call to those who watch keeps its button, and is no result
            posted = Posted(sent.id)
            await self._results.replace(session.id, channel, posted.joined_by(result) if result else posted)
        return sent.id

    async def _join(self, channel: discord.PartialMessageable, result: Result) -> int | None:
        """Add a result to the message before it, if it belongs there."""
        found = await self._results.joins(result, public_notices(result))
        if found is None:
            return None
        last, shown = found
        session = await self._service.session(result.id)
        try:
            await self._awake(session, lambda: channel.get_partial_message(last.message).edit(**shown))
        except discord.NotFound:  # it was deleted
            return None
        self._results.note(result.id, last.joined_by(result))
        return last.message

    async def _awake(self, session: Session, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in a channel; a thread that is archived is opened again first."""
        try:
            return await work()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self._client.http.edit_channel(session.channel, archived=False)
            return await work()


def _ending(post: Post, how: str, message: int | None = None) -> Ending:
    return Ending(post.campaign, post.kind, post.seq, how, message)


def _overdue(campaign: Campaign, seq: int) -> Iterator[Public]:
    """What the table reads once the time to answer what an entry asked has passed."""
    yield from requests.overdue(campaign, seq)
    yield from questions.overdue(campaign, seq)
