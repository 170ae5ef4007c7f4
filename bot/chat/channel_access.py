"""Who sees a channel or thread, who may write there, and what can be lost on the way."""

import aiohttp
import discord

from bot.messages.interaction import Interaction

LOST = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What Discord, or the way to it, can do to what is sent; a time-out is an OSError."""
OUTSIDE = "I am not in this private thread, so I remind nobody here. Mention me once, so that I am in it."
Place = discord.abc.GuildChannel | discord.Thread


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
