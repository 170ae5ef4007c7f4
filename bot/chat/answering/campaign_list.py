"""Which campaigns somebody can find: here, and on the server."""

from collections.abc import AsyncIterator

from bot.chat.channel_access import sees_channel
from bot.engine.service import CampaignService
from bot.engine.sessions import Session
from bot.messages.interaction import Interaction, server_of
from rules.notice import Open, Public, tell_all
from rules.secrets import Shown, moment, quote

MOST = 20


async def list_lines(
    service: CampaignService, interaction: Interaction, where: str, *, ended: bool
) -> AsyncIterator[Public]:
    """Some campaigns, a line each, without what happens in them."""
    found = [each async for each in _found(service, interaction, where, ended=ended)]
    for each in found[:MOST]:
        yield each
    if len(found) > MOST:
        yield tell_all("And {count} more.", count=len(found) - MOST)
    if not found:
        yield tell_all("There is no such campaign. `/campaign new` starts one.")


async def _found(
    service: CampaignService, interaction: Interaction, where: str, *, ended: bool
) -> AsyncIterator[Public]:
    """Yield the campaigns that the user may see, each with its line. Only a channel's own list shows ended ones."""
    for session in await _all(service, interaction, where):
        campaign, told = session.campaign, _line(session, ended=ended or where == "channel")
        is_own = bool(campaign.seats_of(interaction.user.id))
        if told is None:
            continue
        is_open = where == "channel" or is_own
        if is_open or (not campaign.founding.terms.demo and await sees_channel(interaction, session.channel)):
            yield told


async def _all(service: CampaignService, interaction: Interaction, where: str) -> list[Session]:
    if where == "channel":
        return await service.sessions_in(interaction.channel_id or 0)
    return await service.homes.on_server(server_of(interaction))


def _line(session: Session, *, ended: bool) -> Public | None:
    """Return a campaign's line in a list, or None if it has ended and ``ended`` is false."""
    campaign = session.campaign
    known: dict[str, Open] = {
        "number": Shown(str(session.id)),
        "name": quote(campaign.founding.name, 60),
        "link": session.place,
        "game": Shown(campaign.game.title),
    }
    if not campaign.is_ended:
        assert campaign.at is not None, "a campaign was founded at a time"
        turn, when = campaign.game.turn(campaign.state), moment(campaign.at)
        return tell_all(
            "`{number}` [{name}]({link}), {game}, turn {turn}, last played {when}", **known, turn=turn, when=when
        )
    if not ended:
        return None
    if (outcome := campaign.game.outcome(campaign.state)) is not None:
        return tell_all("`{number}` [{name}]({link}), {game}: ended. {outcome}", **known, outcome=outcome)
    return tell_all("`{number}` [{name}]({link}), {game}: ended", **known)
