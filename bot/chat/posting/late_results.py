"""Results that the answer to their interaction did not bring to the channel, and campaigns that come to one."""

from collections.abc import Sequence
from dataclasses import replace

from bot.chat.posting.delivery import Channels, Delivery, InChannel, Message, ending
from bot.engine.outbox import Outbox, Outcome
from bot.engine.posts import panel
from bot.engine.service import CampaignService, Result
from bot.engine.sessions import Session
from bot.storage import Post
from bot.ui.campaign_texts import arrived, founding
from bot.ui.result_message import arrival_message, founding_message, founding_view, public_message, public_notices

FOUNDING = 0


class LateResults(Delivery):
    """The result of an entry, or the founding of a campaign."""

    def __init__(self, channels: Channels, service: CampaignService, outbox: Outbox) -> None:
        self._channels = channels
        self._service = service
        self._outbox = outbox

    async def deliver(self, session: Session, posts: Sequence[Post]) -> Outcome:
        """Post it as it would have been answered; only the newest has buttons."""
        first = posts[0]
        if first.seq == FOUNDING:  # a bot that died as it founded the campaign had no time for its panel
            await self._outbox.schedule([panel(session.id, FOUNDING, first.due)])
        result = await self._result(session, first.seq) if first.seq != FOUNDING else None
        message = _message(session, result)
        if message is None:
            return ending(first, "nothing")
        if self._channels.refuses(session):
            return ending(first, "stopped")
        return ending(first, "posted", await self._channels.send(session, first, message, result))

    async def _result(self, session: Session, seq: int) -> Result:
        result, calls = await self._service.result_of(session.id, seq), self._service.calls
        new = await calls.made_by(session, seq)
        return replace(result, waits=new, reach=await calls.reach(session.campaign, new))


def _message(session: Session, result: Result | None) -> Message | None:
    """The message of a result, or of the founding; None where the channel reads nothing of it."""
    if result is None:
        message = founding_message(session, founding(session))
        if session.campaign.seq != FOUNDING:
            message["view"] = founding_view(session.id, session.campaign)
        return message
    notices = public_notices(result)
    if not notices:
        return None
    message = public_message(result, notices)
    if result.entry.seq != session.campaign.seq:
        message.pop("view", None)
    return message


class Arrivals(InChannel):
    """A campaign that was moved, taken in or brought back."""

    async def compose(self, session: Session, posts: Sequence[Post]) -> Message | None:  # noqa: ARG002
        """What the channel reads to which it has come."""
        return arrival_message(session, arrived(session))
