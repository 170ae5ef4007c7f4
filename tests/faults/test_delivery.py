"""Interactions that are delivered more than once, one button that many press, two processes on one campaign."""

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest
from filelock import FileLock

from bot.engine.service import Result
from bot.messages.result_message import public_message, public_notices
from bot.storage import SqliteStore
from localdiscord import Chaos, User
from rules.campaign import Audit
from rules.errors import NotNow, RuleError
from tests.bot.desk import ANNA, BERT, Desk
from tests.bot.harness import Harness, harness, text
from tests.faults.lives import check_told_once
from tests.faults.rounds import Report, many


async def test_repeated_deliveries_are_done_once(tmp_path: Path, chance: random.Random, report: Report) -> None:
    async with harness(tmp_path) as here:
        await here.found_high_card()
        here.server.inject(Chaos(chance.randrange(10**9), requests=0, gateway=0, deliveries=(1, 3)))
        number = many(40, 1000)

        async def roll(user: User) -> None:
            for _ in range(number // 4):
                await user.slash(here.marne, "dice roll", {"reason": "rain"})

        await asyncio.gather(*(roll(user) for user in (here.anna, here.bert) * 2))
        here.server.calm()
        await here.bot.settle()
        session = await here.campaign()
        assert session.campaign.seq == 1 + number // 4 * 4
        said = here.carla.messages(here.marne)
        for seq in range(1, session.campaign.seq + 1):
            check_told_once(await here.bot.client.service.result_of(session.id, seq), said)
        assert here.private(here.anna) == []
        assert [text(each).splitlines()[0] for each in here.private(here.bert)] == ["You play Blue"]
        report(f"{number} interactions were delivered 1 to 3 times")
        here.server.rejected.clear()  # the second answers to an interaction


@pytest.mark.parametrize("users", [1, 20])
async def test_a_button_that_many_press_at_once_counts_once(here: Harness, users: int) -> None:
    await here.found()
    if users > 1:
        for number in range(users - 1):
            user = here.server.user(f"ally-{number}")
            await user.slash(here.marne, "campaign join", {"seat": "Allies"})
            await here.anna.press(here.newest(here.anna), "Allies: Agree")
    before = (await here.campaign()).campaign.seq
    names = ["anna", *(f"ally-{number}" for number in range(users - 1))]
    presses = many(60, 200)
    pressers = [here.server.user(name) for name in names] * (presses // users)
    message = here.newest(here.anna)
    pressed = await asyncio.gather(*(user.press(message, "Allies: Draw 3 events") for user in pressers))
    assert len({each.id for each in pressed}) == presses
    assert (await here.campaign()).campaign.seq == before + 1
    told = [text(each) for name in names for each in here.private(here.server.user(name))]
    assert len(told) == presses
    assert sum("hit an error" in each for each in told) == 0
    drawn = [each for each in told if "drew" in each.casefold() or "you draw" in each.casefold()]
    assert len(drawn) == 1, sorted(set(told))


@pytest.fixture
async def other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Desk]:
    """A second process on the database of ``desk``, past the lock that refuses it."""
    with monkeypatch.context() as unlocked:
        unlocked.setattr("bot.storage.sqlite.lock", lambda file: FileLock(f"{file}.other"))
        store = await SqliteStore.open(tmp_path / "a.sqlite")
    second = Desk(store)
    second._interaction = 1_000_000
    yield second
    await store.close()


async def test_two_processes_tell_the_log(desk: Desk, other: Desk, chance: random.Random, report: Report) -> None:
    session = await desk.found("high-card", "Red", bert="Blue")
    told: list[Result] = []

    async def play(one: Desk, user: int) -> None:
        for _ in range(many(10, 100)):
            wanted: Any = {"type": "undo"} if chance.random() < 0.1 else {"type": "roll_dice", "number": 2, "sides": 6}
            try:
                told.append(await one.act(user, wanted))
            except NotNow:
                await asyncio.sleep(0)

    await asyncio.gather(*(play(one, user) for one in (desk, other) for user in (ANNA, BERT)))
    entries = {each.seq: each for each in await desk.service.entries(session)}
    assert sorted(each.entry.seq for each in told) == [*range(2, len(entries) + 1)]
    for each in told:
        assert (each.entry.rolls, each.entry.events) == (entries[each.entry.seq].rolls, entries[each.entry.seq].events)
    for one in (desk, other):
        with pytest.raises(RuleError):
            await one.act(9, {"type": "join", "seat": "Green"})
        assert (await one.act(ANNA, {"type": "roll_dice", "number": 1, "sides": 6})).campaign.seq > len(entries)
    assert await desk.service.verify(session, await desk.service.entries(session)) == Audit((), {})
    report(f"{len(told)} actions of two processes")


@pytest.mark.parametrize(("said", "is_told"), [(None, True), ("\u200b", True), ("She rolled otherwise.", False)])
async def test_an_empty_message_is_compared_without_placeholder(
    here: Harness, monkeypatch: pytest.MonkeyPatch, said: str | None, is_told: bool
) -> None:
    """A headline alone has a placeholder below it, but not where it shares its message with one that has a text."""
    await here.found_high_card()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    session = await here.campaign()
    result = await here.bot.client.service.result_of(session.id, session.campaign.seq)
    message = public_message(result, public_notices(result))
    told = message if said is None else {**message, "embed": discord.Embed(description=said)}
    monkeypatch.setattr("tests.faults.lives.public_message", lambda *_: told)
    with contextlib.nullcontext() if is_told else pytest.raises(AssertionError, match="otherwise"):
        check_told_once(result, here.carla.messages(here.marne))
