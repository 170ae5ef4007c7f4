"""A campaign moves to another channel: whether it can be played there, before anybody is asked."""

import discord

from bot.chat.channel_access import may_write, sees
from bot.chat.posting.step_message import PLACES
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.interaction import Interaction
from rules.campaign.life.settings import mention
from rules.errors import NotNow, NotThere, NotYours

NEEDED = ("view_channel", "embed_links", "read_message_history")


Place = discord.TextChannel | discord.Thread | discord.VoiceChannel


def is_lost(guild: discord.Guild | None, session: Session) -> bool:
    """Return whether the bot does not see a campaign's channel on its server: it is gone, or a thread that sleeps."""
    return guild is not None and session.guild == guild.id and guild.get_channel_or_thread(session.channel) is None


async def check_gone(client: discord.Client, session: Session) -> None:
    """Check whether a campaign's channel is gone. Raises ``NotNow``."""
    try:
        await client.fetch_channel(session.channel)
    except discord.NotFound:
        return
    except discord.Forbidden:
        raise NotNow("The bot may not see {channel}. Let it see that.", channel=mention(session.channel)) from None
    raise NotNow(
        "It is played in {channel}. Write a line there, and the thread wakes.", channel=mention(session.channel)
    )


async def check_place(service: CampaignService, interaction: Interaction, session: Session, channel: int) -> None:
    """Check whether a campaign can move to a channel of its server, before anybody is asked. Raises ``RuleError``."""
    place = open_place(interaction.guild.get_channel_or_thread(channel) if interaction.guild else None)
    if channel == session.channel:
        raise NotNow("The campaign is played here already.")
    if not isinstance(interaction.user, discord.Member) or not await _can_write(place, interaction.user):
        raise NotYours("You may not write in {channel}.", channel=mention(channel))
    await _check_seen(session, place)
    await service.homes.check_free(session, channel)
    server = await service.servers.of(place.guild.id)
    server.check_channel(channel, place.parent_id if isinstance(place, discord.Thread) else None)


def open_place(place: object) -> Place:
    """Return a place in which the bot can play. Raises ``RuleError`` for any other."""
    if not isinstance(place, PLACES):
        raise NotThere("The bot cannot see that channel. If it is an archived thread, open it first.")
    if not may_write(place, place.guild.me, *NEEDED):
        raise NotNow("The bot cannot read, write and show embeds in {channel}.", channel=mention(place.id))
    return place


async def _check_seen(session: Session, place: Place) -> None:
    """Whether all who play see a place: nobody is left behind by a move that their silence agrees to."""
    for player in sorted({player for players in session.campaign.roster.values() for player in players}):
        try:
            member = await place.guild.fetch_member(int(player))
        except discord.NotFound:  # who has left the server sees no place of it
            continue
        if not await _can_write(place, member):
            raise NotNow(
                "{player} may not write in {channel}, so the campaign cannot go on there.",
                player=player,
                channel=mention(place.id),
            )


async def _can_write(place: Place, member: discord.Member) -> bool:
    return may_write(place, member, *NEEDED) and await sees(place, member)
