"""A thread of its own for a campaign: in a text channel, or as a post in a forum."""

from typing import Any, Final

import discord

from bot.base.language import said_by_any

Parent = discord.TextChannel | discord.ForumChannel
LONGEST_NAME: Final = 100
READS: Final = ("view_channel", "send_messages_in_threads", "embed_links")
OPENS: Final = {discord.TextChannel: "create_public_threads", discord.ForumChannel: "send_messages"}
"""What it takes to open a public thread in a text channel, and a post in a forum."""


def may_open(parent: Parent, may: discord.Permissions) -> bool:
    """Return whether the bot may open a thread there and play in it."""
    return all(getattr(may, name) for name in (*READS, OPENS[type(parent)]))


async def open_thread(parent: Parent, name: str, about: str, minutes: Any) -> discord.Thread:
    """Open a thread for a campaign, hidden after so many ``minutes`` of silence. A post begins with what it is
    ``about``, and has a tag where its forum asks for one: that of this name, or the first that anybody may give.
    """
    if isinstance(parent, discord.TextChannel):
        public = discord.ChannelType.news_thread if parent.is_news() else discord.ChannelType.public_thread
        return await parent.create_thread(name=name[:LONGEST_NAME], type=public, auto_archive_duration=minutes)
    tags = [_tag(parent, about)] if parent.flags.require_tag and parent.available_tags else []
    post = await parent.create_thread(
        name=name[:LONGEST_NAME], content=about, auto_archive_duration=minutes, applied_tags=tags, silent=True
    )
    return post.thread


def _tag(forum: discord.ForumChannel, name: str) -> discord.ForumTag:
    names = {each.casefold() for each in said_by_any(name)}
    named = (each for each in forum.available_tags if each.name.casefold() in names)
    free = (each for each in forum.available_tags if not each.moderated)
    return next(named, None) or next(free, forum.available_tags[0])
