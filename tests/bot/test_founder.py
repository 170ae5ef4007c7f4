"""Campaigns start once, and one at a time."""

import asyncio

import pytest

from rules.errors import NotThere
from tests.bot.desk import ANNA, Desk, again


async def test_a_founding_delivered_twice_founds_once(desk: Desk) -> None:
    call = desk.call()
    first = await desk.service.found(call, "marne-1918", "", "Allies", "sealed")
    second = await desk.service.found(call, "marne-1918", "", "Allies", "sealed")
    assert first is second
    assert await desk.store.campaign(2) is None


async def test_two_founders_at_once_found_one_campaign(desk: Desk) -> None:
    results = await asyncio.gather(desk.found(), desk.found(), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["NotNow", "Session"]


async def test_after_the_end_another_is_founded(desk: Desk) -> None:
    one = await desk.found()
    await desk.act(ANNA, {"type": "end"})
    other = await (await again(desk)).found()
    assert other.id == one.id + 1


@pytest.mark.parametrize(
    ("game", "seat", "said"), [("chess", "White", "has no such game"), ("marne-1918", "French", "seats are Allies")]
)
async def test_what_cannot_be_founded(desk: Desk, game: str, seat: str, said: str) -> None:
    with pytest.raises(NotThere, match=said):
        await desk.found(game, seat)
