"""How a campaign went, told to its channel once nobody can reopen it."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from typing_extensions import override

from bot.base.language import reading
from bot.chat.posting.delivery import InChannel, Message
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.embeds import Colour, compose
from bot.messages.result_message import headed
from bot.storage import Post
from rules.campaign.chronicle.report import for_reader
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.life.ending import is_over
from rules.line import line
from rules.notice import tell_all
from rules.secrets import quote

NOBODY = 0
"""A reader who has read nothing."""


@dataclass(frozen=True)
class Reveals(InChannel):
    """The report of a campaign, as anybody may read it."""

    is_live = False

    service: CampaignService

    @override
    async def compose(self, session: Session, posts: Sequence[Post]) -> Message | None:
        """Return the report, or None if the campaign can still go on or nobody will look at it."""
        campaign = session.campaign.when(self.service.now())
        if not is_over(campaign) or isinstance(campaign.game, UnknownGame) or campaign.founding.terms.demo:
            return None
        entries = await self.service.entries(session)
        told = await asyncio.to_thread(lambda: [*for_reader(campaign, entries, NOBODY)])
        if not told:
            return None
        with reading(campaign.language):
            title = line("How {name} went", name=quote(campaign.founding.name or campaign.game.title))
            more = tell_all("The whole campaign, turn by turn: `/record journal`.")
            return headed(title, compose("", [*told, more], Colour.ACTION))
