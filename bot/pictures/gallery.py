"""The pictures of campaigns, ready to be sent. A picture that cannot be drawn is missing, and nothing else is."""

import asyncio
import io
import logging
import secrets
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from typing import Literal

import discord

from bot.pictures.palette import Theme
from bot.pictures.render import render
from bot.pictures.svg import draw
from bot.service import CampaignService
from bot.sessions import Session
from rules.campaign import Campaign
from rules.campaign.past import past_of
from rules.campaign.timeline import timeline
from rules.picture import AnyPast, Picture

log = logging.getLogger(__name__)

What = Literal["state", "timeline"]
MOST_KEPT = 200
"""So many campaigns whose past is kept, so that only what is new is followed."""


@dataclass(frozen=True, slots=True)
class Image:
    """A picture that was drawn, and what it shows in words. ``digest`` tells it from others."""

    png: bytes
    words: str
    digest: str

    def file(self) -> discord.File:
        """The picture as a file to attach, with its words as description."""
        return discord.File(io.BytesIO(self.png), "picture.png", description=self.words)


class Gallery:
    """Draws the pictures of campaigns."""

    def __init__(self, service: CampaignService) -> None:
        self._service = service
        self._pasts: OrderedDict[int, tuple[Campaign, AnyPast]] = OrderedDict()

    async def show(self, session: Session, what: What = "state", theme: Theme = "dark") -> Image | None:
        """A picture of a campaign; None if it has none, or if a bug keeps it from being drawn."""
        if not session.campaign.has_pictures:
            return None
        try:
            return await self._drawn(await self._decide(session, what), theme)
        except Exception:  # whatever is wrong with a picture, the answer goes without it
            bug = secrets.token_hex(4)
            log.exception("bug %s: campaign %s cannot be drawn", bug, session.id, extra={"bug": bug})
            return None

    async def draw(self, session: Session, picture: Picture, theme: Theme = "dark") -> Image | None:
        """A picture that was decided already, for an answer about a campaign; None as in ``show``."""
        if not session.campaign.has_pictures:
            return None
        try:
            return await self._drawn(picture, theme)
        except Exception:  # as above
            bug = secrets.token_hex(4)
            log.exception("bug %s: a picture for campaign %s", bug, session.id, extra={"bug": bug})
            return None

    async def _drawn(self, picture: Picture | None, theme: Theme) -> Image | None:
        if picture is None:
            return None
        svg = draw(picture, theme)
        return Image(await render(svg), picture.words, sha256(svg.encode()).hexdigest())

    async def _decide(self, session: Session, what: What) -> Picture | None:
        campaign, past = await self._past(session)
        if what == "timeline":
            return timeline(campaign, past)
        return campaign.game.picture(campaign.state, past)

    async def _past(self, session: Session) -> tuple[Campaign, AnyPast]:
        """The campaign as it stands with its past; what was followed before is not followed again."""
        now = session.campaign
        seen, past = self._pasts.get(session.id, (now.as_founded(), None))
        new = (await self._service.newest(session, now.seq - seen.seq, now.seq + 1))[::-1] if now.seq > seen.seq else []
        if past is not None and any(each.undoes is not None and each.undoes <= seen.seq for each in new):
            seen, past = now.as_founded(), None
            new = (await self._service.newest(session, now.seq, now.seq + 1))[::-1]
        followed = await asyncio.to_thread(past_of, seen, new, past)
        self._pasts[session.id] = now, followed
        self._pasts.move_to_end(session.id)
        if len(self._pasts) > MOST_KEPT:
            self._pasts.popitem(last=False)
        return now, followed
