"""A campaign moves to another channel: whether it can be played there, before anybody is asked."""

from typing import Any

import discord

from bot.results import PLACES
from bot.service import CampaignService
from bot.sessions import Session
from rules.campaign.places import mention
from rules.errors import NotNow, NotThere, NotYours

NEEDED = ("view_channel", "embed_links", "read_message_history")


async def check_place(
    service: CampaignService, interaction: discord.Interaction[Any], session: Session, channel: int
) -> None:
    """Whether a campaign can move to a channel of its server. Raises ``RuleError``."""
    place = interaction.guild.get_channel_or_thread(channel) if interaction.guild else None
    if not isinstance(place, PLACES):
        raise NotThere("The bot does not see that channel. If it is an archived thread, open it first.")
    if channel == session.channel:
        raise NotNow("The campaign is played here already.")
    if not _can_play(place, place.guild.me):
        raise NotNow("The bot may not read and write in {channel}, and show embeds there.", channel=mention(channel))
    if not isinstance(interaction.user, discord.Member) or not _can_play(place, interaction.user):
        raise NotYours("You may not write in {channel}.", channel=mention(channel))
    await service.homes.check_free(session, channel)
    server = await service.servers.of(place.guild.id)
    server.check_channel(channel, place.parent_id if isinstance(place, discord.Thread) else None)


def _can_play(place: discord.TextChannel | discord.Thread | discord.VoiceChannel, member: discord.Member) -> bool:
    may = place.permissions_for(member)
    sends = may.send_messages_in_threads if isinstance(place, discord.Thread) else may.send_messages
    return sends and all(getattr(may, name) for name in NEEDED)
