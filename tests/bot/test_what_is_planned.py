"""A plan, an order and a slip outlive whatever happens to their campaign, and go with the player who made them.

This crosses plans, slips, rewinds, forks and seats, so it has a file of its own.
"""

from datetime import timedelta
from typing import Any

import pytest

from bot.engine.request import Caller
from bot.engine.sessions import Session
from localdiscord import User
from rules.campaign.state.plan import Plan
from rules.seat import SideSeat
from tests.bot.harness import Harness

GERMANS = SideSeat("Germans")
SOON = timedelta(minutes=1)
ORDER = {"type": "give_order", "when": "when_attacked", "where": "Reims", "do": "pass", "lasts": True}
PLAN = {"type": "make_plan", "stops": ["German movement"], "lasts": True}


async def do(here: Harness, person: User, command: dict[str, Any]) -> Session:
    """Somebody gives a command in #marne."""
    session = await here.campaign()
    interaction = int(here.server.clock.next_id())
    call = Caller(interaction, here.server.clock.now(), session.guild, session.channel, int(person.id))
    await here.bot.client.service.execute(call, session, command, sure=True)
    return await here.campaign()


@pytest.fixture
async def planned(here: Harness) -> Plan:
    """Bert has planned, given an order and ticked his board; then Anna has drawn."""
    await here.found()
    await do(here, here.bert, PLAN)
    session = await do(here, here.bert, ORDER)
    await here.bot.client.service.slips.done(session, int(here.bert.id), session.campaign.seq)
    plan = session.campaign.plans[GERMANS]
    assert (len(plan.stops or ()), len(plan.orders)) == (1, 1)
    await do(here, here.anna, {"type": "draw"})
    return plan


async def plan_now(here: Harness) -> Plan | None:
    return (await here.campaign()).campaign.plans.get(GERMANS)


async def is_ticked(here: Harness, person: User) -> bool:
    """Whether somebody keeps a slip of the campaign."""
    return (await here.bot.client.service.slips.of(await here.campaign(), int(person.id), 0)).is_kept


async def test_a_restart_leaves_all_three(here: Harness, planned: Plan) -> None:
    await here.restart()
    assert await plan_now(here) == planned
    assert await is_ticked(here, here.bert)


@pytest.mark.parametrize("back", [{"type": "undo"}, {"type": "rewind", "to": 1}])
async def test_what_others_take_back_leaves_all_three(here: Harness, planned: Plan, back: dict[str, Any]) -> None:
    if back["type"] == "rewind":
        back = {**back, "last": (await here.campaign()).campaign.seq}
    session = await do(here, here.anna, back)
    if session.campaign.requests:
        await do(here, here.bert, {"type": "agree", "to": session.campaign.number})
    assert await plan_now(here) == planned
    assert await is_ticked(here, here.bert)


async def test_who_gives_a_seat_away_takes_plan_and_orders_along_and_keeps_the_slip(
    here: Harness, planned: Plan
) -> None:
    assert planned
    session = await do(here, here.bert, {"type": "hand_over", "seat": GERMANS, "player": int(here.carla.id)})
    if session.campaign.requests:
        await do(here, here.carla, {"type": "agree", "to": session.campaign.number})
    assert await plan_now(here) is None
    assert await is_ticked(here, here.bert)
    assert not await is_ticked(here, here.carla)


async def test_a_stand_in_finds_the_plan_and_has_a_slip_of_their_own(here: Harness, planned: Plan) -> None:
    back = here.server.clock.now() + timedelta(days=9)
    await do(here, here.bert, {"type": "name_stand_in", "player": int(here.carla.id), "until": back})
    session = await do(here, here.carla, {"type": "join", "seat": GERMANS})
    assert int(here.carla.id) in session.campaign.roster[GERMANS]
    assert await plan_now(here) == planned
    assert not await is_ticked(here, here.carla)


async def test_a_fork_begins_without_them_and_the_original_keeps_them(here: Harness, planned: Plan) -> None:
    session = await do(here, here.anna, {"type": "fork", "at": session_at(await here.campaign()), "name": "B"})
    await do(here, here.bert, {"type": "agree", "to": session.campaign.number})
    await here.settle(after=SOON)
    there = here.server.thread("B", here.marne)
    fork = await here.bot.client.service.session_in(int(there["id"]))
    assert GERMANS not in fork.campaign.plans
    assert not (await here.bot.client.service.slips.of(fork, int(here.bert.id), 0)).is_kept
    assert await plan_now(here) == planned
    assert await is_ticked(here, here.bert)


def session_at(session: Session) -> int:
    """The newest entry by its number."""
    return session.campaign.number
