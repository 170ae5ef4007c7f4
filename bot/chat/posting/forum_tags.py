"""The tags of a campaign's post in a forum: which game it is, whose move, whether a seat is free, that it has ended.

A server that wants them gives its forum tags of these names; the bot gives and takes those alone.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Final

import discord

from bot.base.language import said_by_any
from bot.base.second_step import second_step
from bot.chat.posting.direct_messages import LOST
from bot.engine.sessions import Session
from rules.campaign import Campaign
from rules.campaign.decider.waiting import in_time, waits
from rules.line import Line

MOST: Final = 5
"""So many tags a post can have."""
FREE, ENDED = Line("Seats free"), Line("Ended")


class ForumTags:
    """Keeps the tags of posts. ``now`` is the table's clock."""

    def __init__(self, client: discord.Client, now: Callable[[], datetime]) -> None:
        self._client = client
        self._now = now

    def post_of(self, session: Session) -> discord.Thread | None:
        """The post in which a campaign is played, if that is in a forum."""
        thread = self._client.get_channel(session.channel)
        is_post = isinstance(thread, discord.Thread) and isinstance(thread.parent, discord.ForumChannel)
        return thread if is_post and isinstance(thread, discord.Thread) else None

    async def bring(self, session: Session) -> None:
        """Bring the tags of a campaign's post up to date; those that players gave it stay."""
        post = self.post_of(session)
        if post is None or post.archived or not _may_tag(post):
            return
        known = _kept(post, session.campaign)
        wanted = {label for label in labels_of(session.campaign.when(self._now())) if label in known}
        others = [tag for tag in post.applied_tags if tag not in known.values()]
        tags = [*others, *(tag for label, tag in known.items() if label in wanted)][:MOST]
        if {tag.id for tag in tags} != {tag.id for tag in post.applied_tags}:
            with second_step("the tags of a post", LOST):
                await post.edit(applied_tags=tags)


def _may_tag(post: discord.Thread) -> bool:
    """Whether the bot may change the tags of a post: of its own, or of any by its right to manage threads."""
    me = post.guild.me
    return post.owner_id == me.id or post.permissions_for(me).manage_threads


def labels_of(campaign: Campaign) -> Iterator[str]:
    """What can be said of a campaign in tags, in English: its game, and whose move it is, or that it has ended."""
    yield campaign.game.title
    if campaign.rests:
        yield ENDED.template
        return
    yield from sorted({str(wait.seat) for wait in in_time(campaign, waits(campaign)) if wait.seat})
    if any(not campaign.roster[seat] for seat in campaign.game.seats):
        yield FREE.template


def _kept(post: discord.Thread, campaign: Campaign) -> Mapping[str, discord.ForumTag]:
    """The tags of the forum that the bot keeps, by what they say in English: the forum names them in any language."""
    assert isinstance(post.parent, discord.ForumChannel)
    labels = (Line(campaign.game.title), *map(Line, campaign.game.seats), FREE, ENDED)
    by_name = {tag.name.casefold(): tag for tag in post.parent.available_tags}
    found = ((label.template, by_name.get(name.casefold())) for label in labels for name in said_by_any(label))
    return {label: tag for label, tag in found if tag is not None}
