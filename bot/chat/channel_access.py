"""Who sees a channel or thread, who may write there, and what can be lost on the way; and a thread of its own for a
campaign: in a text channel, or as a post in a forum.
"""

from typing import Any, Final

import aiohttp
import discord

from bot.base.language import said_by_any
from bot.messages.interaction import Interaction

LOST = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What Discord, or the way to it, can do to what is sent; a time-out is an OSError."""
OUTSIDE = "I am not in this private thread, so I remind nobody here. Mention me once, so that I am in it."
Place = discord.abc.GuildChannel | discord.Thread
Parent = discord.TextChannel | discord.ForumChannel
LONGEST_NAME: Final = 100
READS: Final = ("view_channel", "send_messages_in_threads", "embed_links")
OPENS: Final = {discord.TextChannel: "create_public_threads", discord.ForumChannel: "send_messages"}
"""What it takes to open a public thread in a text channel, and a post in a forum."""


async def sees(place: Place, member: discord.Member) -> bool:
    """Return whether a member sees a place. For a private thread, its members decide, not its parent's permissions."""
    may = place.permissions_for(member)
    if not isinstance(place, discord.Thread) or not place.is_private() or may.manage_threads:
        return may.view_channel
    try:
        await place.fetch_member(member.id)
    except discord.NotFound:
        return False
    return True


def may_write(place: Place, member: discord.Member, *rights: str) -> bool:
    """Return whether somebody may write in a place, and has some rights there besides."""
    may = place.permissions_for(member)
    sends = may.send_messages_in_threads if isinstance(place, discord.Thread) else may.send_messages
    return sends and all(getattr(may, name) for name in rights)


def is_outside(interaction: Interaction) -> bool:
    """Return whether an interaction is in a private thread without the bot, which can answer there and no more."""
    place = interaction.channel
    is_private = isinstance(place, discord.Thread) and place.is_private() and place.me is None
    return is_private and not interaction.app_permissions.manage_threads


async def sees_channel(interaction: Interaction, channel: int) -> bool:
    """Return whether the user of an interaction sees a channel or thread of its server."""
    place = interaction.guild.get_channel_or_thread(channel) if interaction.guild else None
    user = interaction.user
    return place is not None and isinstance(user, discord.Member) and await sees(place, user)


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
