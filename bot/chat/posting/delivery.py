"""How a post reaches its readers: the interface of every kind of post, what is the same for those in a channel, and the
trace of one whose mark was lost in a crash: its message, which may stand in the channel already.
"""

from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, ClassVar, TypeVar

import discord

from bot.chat.posting.step_message import SAME_SITTING, Posted, Results
from bot.engine.outbox import Forbidden, Outcome
from bot.engine.posts import What, identity, nonce_of
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.messages.embeds import made_in
from bot.messages.result_message import as_posted, public_notices
from bot.storage import Ending, Post
from rules.log import LogEntry

ARCHIVED = 50083

T = TypeVar("T")
Message = dict[str, Any]
LOOK_BACK = 1000
"""So many messages are looked at for one that may be there, and none that is older than its entry."""
A_SECOND = timedelta(seconds=1)
NO_BREAK = "\N{NO-BREAK SPACE}"


class Delivery(ABC):
    """A kind of post."""

    @abstractmethod
    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Bring some posts of a campaign, which are one message, to their readers; how that ended.

        Whatever Discord answers may pass through: the poster knows what it means.
        """


@dataclass(frozen=True, slots=True)
class Channels:
    """The channels of campaigns, in which the bot posts by its own right, without an interaction. It says of each
    campaign whose channel has something new that its panel is to be brought up to date (``touch``).
    """

    client: discord.Client
    service: CampaignService
    results: Results
    forbidden: Forbidden
    touch: Callable[[int], None]

    async def send(
        self, session: Session, post: Post, message: Message, result: Result | None = None, *, is_live: bool = True
    ) -> int:
        """Post a message once, or find it where it was posted before a crash: its id. A ``result`` can join the message
        before it. One that ``is_live`` has the campaign's buttons from now on.
        """
        channel = self.client.get_partial_messageable(session.channel)
        found = await self._find(session, channel, post, message)
        if found is None and result is not None:
            found = await self._join(session, channel, result)
        if found is None:
            nonce = nonce_of(session.id, await self.service.identity_of(session, post.seq), post.kind)
            found = (await self._awake(session, lambda: channel.send(**as_posted(message), nonce=nonce))).id
            if is_live and "view" in message:
                posted = Posted(found)
                await self.results.replace(session.id, channel, posted.joined_by(result) if result else posted)
        self.touch(session.id)
        return found

    async def post(
        self, session: Session, post: Post, message: Message, result: Result | None = None, *, is_live: bool = True
    ) -> Ending:
        """Post a message where the channel does not refuse it. Return how that ended."""
        if self.forbidden.holds(session.channel):
            return ending(post, "stopped")
        return ending(post, "posted", await self.send(session, post, message, result, is_live=is_live))

    async def _find(
        self, session: Session, channel: discord.PartialMessageable, post: Post, message: Message
    ) -> int | None:
        entry = await self.service.entry(session, post.seq) if post.seq else None
        began = session.campaign.founding.at
        is_result = post.kind == What.RESULT
        return await trace_of(channel, self.client.user, message["embed"], entry, began, is_result=is_result)

    async def _join(self, session: Session, channel: discord.PartialMessageable, result: Result) -> int | None:
        """Add a result to the message before it, if it belongs there."""
        found = await self.results.joins(result, public_notices(result))
        if found is None:
            return None
        last, shown = found
        try:
            await self._awake(session, lambda: channel.get_partial_message(last.message).edit(**shown))
        except discord.NotFound:  # it was deleted
            return None
        self.results.note(result.id, last.joined_by(result))
        return last.message

    async def _awake(self, session: Session, work: Callable[[], Awaitable[T]]) -> T:
        """Do something in a channel. If its thread is archived, open the thread and try again."""
        try:
            return await work()
        except discord.HTTPException as error:
            if error.code != ARCHIVED:
                raise
            await self.client.http.edit_channel(session.channel, archived=False)
            return await work()


@dataclass(frozen=True)
class InChannel(Delivery):
    """A kind of post that is a message of its own in the campaign's channel."""

    is_live: ClassVar[bool] = True
    """Whether the message has the campaign's buttons from now on, if it has any."""

    channels: Channels

    @abstractmethod
    async def compose(self, session: Session, posts: Sequence[Post]) -> Message | None:
        """Return the message of some posts, or None if there is nothing left to say."""

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Post it."""
        message = await self.compose(session, posts)
        if message is None:
            return ending(posts[0], "nothing")
        return await self.channels.post(session, posts[0], message, is_live=self.is_live)


def ending(post: Post, how: str, message: int | None = None) -> Ending:
    """Return how a post ended: ``posted`` as a message, ``nothing`` to say, ``stopped`` by Discord."""
    return Ending(post.campaign, post.kind, post.seq, how, message)


# ---- the trace of a post whose mark was lost ----


async def trace_of(
    channel: discord.PartialMessageable,
    me: discord.ClientUser | None,
    embed: discord.Embed,
    entry: LogEntry | None,
    began: datetime | None,
    *,
    is_result: bool,
) -> int | None:
    """Return the message in which ``me`` posted an entry (None: the founding) since the campaign ``began``. A result is
    known by its mark, and by its words where Discord has dropped that.
    """
    if is_result and entry is not None:
        found = await _trace_of_result(channel, me, entry, began)
        if found is not None:
            return found
    async for each in channel.history(limit=LOOK_BACK):
        if entry is not None and each.created_at < entry.at - A_SECOND and each.edited_at is None:
            break
        if began is not None and each.created_at < began - A_SECOND:
            break
        if each.author == me and any(_words(there) == _words(embed) for there in each.embeds if not made_in(there)):
            return each.id
    return None


async def _trace_of_result(
    channel: discord.PartialMessageable, me: discord.ClientUser | None, entry: LogEntry, began: datetime | None
) -> int | None:
    """Return the message that answered the interaction of an entry, or in which ``me`` told it."""
    wanted, since = identity(entry), entry.at - SAME_SITTING - A_SECOND  # it may stand in one that was there before it
    async for each in channel.history(limit=LOOK_BACK):
        if each.created_at < since and each.edited_at is None:
            break
        if began is not None and each.created_at < began - A_SECOND:
            break
        made_by = each.interaction_metadata
        is_answer = made_by is not None and made_by.id == wanted and not each.flags.ephemeral
        if is_answer or (each.author == me and any(wanted in made_in(there) for there in each.embeds)):
            return each.id
    return None


def _words(embed: discord.Embed) -> tuple[str, ...]:
    """Return what an embed says, by which it is known; Discord may write other spaces than the bot."""
    return tuple((each or "").replace(NO_BREAK, " ") for each in (embed.title, embed.description, embed.footer.text))
