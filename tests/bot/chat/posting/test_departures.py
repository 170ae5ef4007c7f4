"""Who has left the server is named as gone, called no more, and replaced without waiting."""

from datetime import timedelta

import pytest

from localdiscord import Fault
from rules.seat import Seat
from tests.bot.engine.test_called_players import calls, offered
from tests.bot.harness import Harness, text

SOUTH = Seat("South")
MEMBER = "/guilds/{guild}/members/{user}"
LEFT = "{} has left this server."


def public(here: Harness) -> str:
    return "\n".join(map(text, here.carla.messages(here.marne)))


@pytest.fixture
async def gone(here: Harness) -> Harness:
    """Night Watch, in which South is called, and has left the server."""
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Call")})
    here.server.first_guild.leave(here.bert)
    return here


async def test_who_has_left_is_named_and_not_called(gone: Harness) -> None:
    before = len(calls(gone))
    for _ in range(3):
        await gone.settle(after=timedelta(days=2, minutes=1))
    assert public(gone).count(LEFT.format(f"<@{gone.bert.id}>")) == 1
    assert calls(gone)[before:] == []
    session = await gone.campaign()
    assert session.campaign.roster[SOUTH] == ()
    assert {each.status for each in gone.server.rejected} == {404}
    gone.server.rejected.clear()


async def test_who_has_left_is_replaced_at_once(gone: Harness) -> None:
    await gone.carla.slash(gone.marne, "campaign join", {"seat": "South"})
    await gone.settle(after=timedelta(minutes=1))
    await gone.carla.slash(gone.marne, "campaign join", {"seat": "South"})
    assert LEFT.format(f"<@{gone.bert.id}>") in public(gone)
    assert (await gone.campaign()).campaign.roster[SOUTH] == (int(gone.carla.id),)
    gone.server.rejected.clear()


async def test_who_cannot_be_looked_up_stays(gone: Harness) -> None:
    gone.server.inject(Fault("GET", MEMBER, 403, code=50001, times=9))
    await gone.settle(after=timedelta(days=2, minutes=1))
    assert (await gone.campaign()).campaign.roster[SOUTH] == (int(gone.bert.id),)
    assert "has left" not in public(gone)
    gone.server.rejected.clear()
