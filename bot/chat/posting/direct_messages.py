"""Direct messages to players who want their reminders there."""

import logging
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Any

import aiohttp
import discord

from bot.base.language import reading
from bot.engine.outbox import Later
from bot.engine.posts import nonce_of, player_of
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.storage import Post

log = logging.getLogger(__name__)

DMS_CLOSED = 50007
LOST = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What Discord, or the way to it, can do to what is sent; a time-out is an OSError."""


class DirectMessages:
    """The DMs of the bot. Who has closed theirs is reached in the channel from then on."""

    def __init__(self, client: discord.Client, service: CampaignService) -> None:
        self._client = client
        self._service = service
        self._people = service.people

    async def reaches(self, player: int) -> bool:
        """Return whether a player wants DMs, and theirs are not known to be closed."""
        return (await self._people.one(player)).by == "dm"

    async def send(
        self, session: Session, post: Post, embed: discord.Embed, below: Mapping[str, Any]
    ) -> discord.Message | Later:
        """Send a message to a post's player, its title as text. Return the message, or when to try again."""
        player = player_of(post.kind) or 0
        try:
            channel = await self._client.create_dm(discord.Object(player))
            nonce = nonce_of(session.id, await self._service.identity_of(session, post.seq), post.kind)
            with reading(session.campaign.language):
                head, embed.title = embed.title, None
                return await channel.send(f"**{head}**", embed=embed, **below, nonce=nonce)
        except LOST as error:
            if not isinstance(error, discord.HTTPException) or (
                error.status != HTTPStatus.FORBIDDEN and error.code != DMS_CLOSED
            ):
                return Later()
            log.info("a DM was refused: %s", type(error).__name__)
            await self._people.close_dms(player)
            return Later(timedelta())
