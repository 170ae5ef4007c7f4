"""Results that the answer to their interaction did not bring to the channel, campaigns that come to one, and how a
campaign went, told once nobody can reopen it.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, replace

from typing_extensions import override

from bot.base.language import reading
from bot.chat.posting.delivery import Channels, Delivery, InChannel, Message, ending
from bot.engine.outbox import Outbox, Outcome
from bot.engine.posts import WentBack, kind_of
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.messages import result_message
from bot.messages.campaign_texts import arrived, founding, went_back
from bot.messages.embeds import Colour, compose
from bot.storage import Post
from rules.campaign.chronicle.lessons import lesson_of
from rules.campaign.chronicle.report import for_reader
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.decider.waiting import called_by, waits
from rules.campaign.life.ending import is_over
from rules.line import Line, line
from rules.log import LogEntry
from rules.notice import tell_all
from rules.secrets import quote

FOUNDING = 0
HERE, BACK = Line("The campaign is here now"), Line("The log has gone back")
MOST_BEGUN = 9
"""So much can be done as a campaign is founded: its scenario is chosen, players are invited, seats are taken."""
NOBODY = 0
"""A reader who has read nothing."""


@dataclass(frozen=True)
class LateResults(Delivery):
    """The result of an entry, or the founding of a campaign."""

    channels: Channels
    service: CampaignService
    outbox: Outbox

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Post a result as its answer would have been. Only the newest has buttons."""
        first = posts[0]
        if first.seq == FOUNDING:
            return await self._deliver_founding(session, first)
        result = await self._result(session, first.seq)
        if is_begun(session, result.entry):
            first_message = await self.outbox.message_of(session.id, FOUNDING)
            return ending(first, "posted" if first_message else "nothing", first_message)
        if not (notices := result_message.public_notices(result)):
            return ending(first, "nothing")
        message = result_message.public_message(result, notices)
        if first.seq != session.campaign.seq:
            message.pop("view", None)
        return await self.channels.post(session, first, message, result)

    async def _deliver_founding(self, session: Session, first: Post) -> Outcome:
        """Post the founding, with what was done as the campaign began."""
        begun = await beginning(self.service, session)
        message = result_message.founding_message(session, founding(session), begun)
        is_live = session.campaign.seq == len(begun)  # else a newer result has the buttons
        if not is_live:
            message["view"] = result_message.founding_view(session.id, session.campaign)
        return await self.channels.post(session, first, message, is_live=is_live)

    async def _result(self, session: Session, seq: int) -> Result:
        """Return the result of an entry, with what it called for, and whom the bot can reach."""
        result, people = await self.service.result_of(session.id, seq), self.service.people
        reach = await people.reach(await people.called(session.campaign, waits(session.campaign)))
        return replace(result, waits=called_by(session.campaign, result.entry), reach=reach)


async def beginning(service: CampaignService, session: Session) -> list[Result]:
    """Return the results of what was done as a campaign was founded, which its message tells."""
    begun = list[Result]()
    for seq in range(1, min(session.campaign.seq, MOST_BEGUN) + 1):
        result = await service.result_of(session.id, seq)
        if not is_begun(session, result.entry):
            break
        begun.append(result)
    return begun


def is_begun(session: Session, entry: LogEntry) -> bool:
    """Return whether an entry was made as the campaign was founded. That of a lesson has a message of its own."""
    start = session.campaign.founding
    is_first = entry.seq <= MOST_BEGUN and lesson_of(session.campaign) is None
    return is_first and entry.at == start.at and entry.user == start.founder


class Arrivals(InChannel):
    """A campaign that was moved, or that a restored backup has brought back to an earlier entry."""

    async def compose(self, session: Session, posts: Sequence[Post]) -> Message | None:
        """Return what the channel reads in which it goes on."""
        kind = kind_of(posts[0].kind)
        if not isinstance(kind, WentBack):
            return result_message.arrival_message(session, HERE, arrived(session))
        is_told = kind.lost or not session.campaign.is_ended
        return result_message.arrival_message(session, BACK, went_back(session, kind.lost)) if is_told else None


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
            return result_message.headed(title, compose("", [*told, more], Colour.ACTION))
