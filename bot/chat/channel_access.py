"""Who sees a channel or thread."""

import discord

Place = discord.abc.GuildChannel | discord.Thread


async def sees(place: Place, member: discord.Member) -> bool:
    """Whether somebody sees a place. Of a private thread its parent's permissions say nothing: it has its members."""
    may = place.permissions_for(member)
    if not isinstance(place, discord.Thread) or not place.is_private() or may.manage_threads:
        return may.view_channel
    try:
        await place.fetch_member(member.id)
    except discord.NotFound:
        return False
    return True
