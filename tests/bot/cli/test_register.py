"""Processes that share a database know of one another, and of the shards that nobody serves."""

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.base.settings import Settings, Shards
from bot.chat.startup_errors import CannotStart
from bot.cli import register
from bot.cli.doctor.machine import look_at_machine
from bot.cli.health_server import Health
from bot.cli.register import LEASE_SECONDS, Register, misfit, unserved
from bot.storage import PostgresStore, ProcessRow
from localdiscord import LocalDiscord
from tests.bot.command import adjutant, begin, end_of, on
from tests.bot.harness import Harness
from tests.patience import a_moment, until
from tests.start import Hands

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)


@pytest.fixture
async def store(address: SecretStr) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(address)
    yield opened
    await opened.close()


def process(first: int = 0, last: int = 0, total: int = 0, version: str = "0.2.0") -> ProcessRow:
    return ProcessRow("x", 0, 9, first, last, total, version)


@pytest.mark.parametrize(
    ("own", "other", "said"),
    [
        (process(0, 3, 8), process(4, 7, 8), None),
        (process(0, 3, 8), process(0, 3, 8), None),
        (process(), process(), None),
        (process(0, 3, 8), process(0, 3, 16), "serves shards 0-3/16, and this one shards 0-3/8"),
        (process(), process(4, 7, 8), "serves shards 4-7/8, and this one all shards"),
        (process(4, 7, 8), process(), "serves all shards, and this one shards 4-7/8"),
        (process(version="0.3.0"), process(), "Adjutant 0.2.0 runs on this database, and this is 0.3.0: stop all"),
    ],
)
def test_two_processes_fit_or_are_told_why_not(own: ProcessRow, other: ProcessRow, said: str | None) -> None:
    found = misfit(own, other)
    assert (found is None) if said is None else (found is not None and said in found)


@pytest.mark.parametrize(
    ("processes", "said"),
    [
        ([], None),
        ([process()], None),
        ([process(0, 3, 8), process(4, 7, 8)], None),
        ([process(0, 7, 8), process(2, 3, 8)], None),
        ([process(2, 3, 8)], "Nobody serves these shards of 8: 0, 1, 4, 5, 6, 7."),
        ([process(), process(2, 3, 4)], "Nobody serves these shards of 4: 1."),
        ([process(0, 1, 4), process(3, 3, 4)], "Nobody serves these shards of 4: 2."),
    ],
)
def test_shards_that_nobody_serves_are_named(processes: list[ProcessRow], said: str | None) -> None:
    assert unserved(processes) == said


async def test_each_sees_the_others_for_as_long_as_they_run(store: PostgresStore) -> None:
    clock = Hands(NOW)
    one, two = Register(store, Shards(0, 1, 4), clock), Register(store, Shards(2, 3, 4), clock)
    await one.enter()
    assert unserved(await one.processes()) == "Nobody serves these shards of 4: 2, 3."
    await two.enter()
    assert unserved(await one.processes()) is None
    await two.leave()
    assert unserved(await one.processes()) == "Nobody serves these shards of 4: 2, 3."
    await two.enter()
    clock.now += timedelta(seconds=LEASE_SECONDS - 1)
    assert unserved(await one.processes()) is None
    await one._enrol()
    clock.now += timedelta(seconds=1)
    assert unserved(await one.processes()) == "Nobody serves these shards of 4: 2, 3.", "it was killed"
    clock.now += timedelta(seconds=LEASE_SECONDS)
    await two._enrol()
    assert [each.first for each in await two.processes()] == [2]
    (left,) = await store._pool.fetch("SELECT count(*) FROM process")
    assert left == (1,), "those that ran once leave nothing"


@pytest.mark.parametrize("ahead", [timedelta(milliseconds=1), timedelta(seconds=-1)])
async def test_a_latecomer_that_does_not_fit_is_refused(store: PostgresStore, ahead: timedelta) -> None:
    """Whether the clock of the later one is ahead or behind."""
    clock = Hands(NOW)
    one = Register(store, Shards(0, 1, 4), clock)
    clock.now += ahead
    other = Register(store, Shards(4, 7, 8), clock)
    await one.enter()
    with pytest.raises(CannotStart, match="give all of them the same total"):
        await other.enter()
    assert [each.total for each in await one.processes()] == [4]
    await one.enter()
    await one.leave()
    await other.enter()


async def test_of_two_that_start_at_once_one_goes_on(address: SecretStr) -> None:
    """However their statements fall: each says that it runs before it looks at the others."""
    stores = [await PostgresStore.open(address) for _ in range(2)]
    try:
        for round_ in range(20):
            clock = Hands(NOW)
            clock.now += timedelta(hours=round_)
            both = [Register(each, Shards(0, 0, total), clock) for each, total in zip(stores, (1, 2), strict=True)]
            done = await asyncio.gather(*(each.enter() for each in both), return_exceptions=True)
            assert sorted(type(each).__name__ for each in done) == ["CannotStart", "NoneType"]
            assert len(await both[0].processes()) == 1
    finally:
        for each in stores:
            await each.close()


async def test_it_says_so_anew_also_after_the_database_failed(
    address: SecretStr, store: PostgresStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(register, "ANEW_SECONDS", 0.01)
    clock, closed = Hands(NOW), await PostgresStore.open(address)
    own = Register(closed, None, clock)
    await own.enter()
    running = asyncio.create_task(own.run())
    clock.now += timedelta(seconds=LEASE_SECONDS)

    async def is_known() -> bool:
        return bool(await store.processes(int(clock.now.timestamp() * 1000)))

    await until(is_known)
    with caplog.at_level(logging.WARNING):
        await closed.close()
        await until(lambda: bool(caplog.records))
        await a_moment()
    assert len([each for each in caplog.records if "cannot see that this one runs" in each.getMessage()]) == 1
    running.cancel()


async def test_a_misfit_ends_in_a_sentence_until_there_is_room(address: SecretStr) -> None:
    async with LocalDiscord() as server:
        given = on(server, Path("a.sqlite")) | {"database": address.get_secret_value()}
        first = await begin("run", **given, shards="0-0/1")
        await server.bot_online()
        ended = await adjutant("run", **given, shards="0-1/2")
        assert (ended.code, "Traceback" in ended.said) == (1, False)
        assert ended.said.strip().endswith("give all of them the same total, by ADJUTANT_SHARDS.")
        first.terminate()
        assert (await end_of(first)).code == 0
        opened = await PostgresStore.open(address)
        assert await opened.processes(0) == []
        await opened.close()


async def test_the_doctor_names_bad_shards(here: Harness, store: PostgresStore, address: SecretStr) -> None:
    await here.bot.client.wait_until_ready()
    own = Register(store, Shards(0, 1, 4), here.server.clock.now)
    await own.enter()
    health = Health(here.bot.client, here.bot._store, here.database.parent, here.server.clock.now, own)
    assert await health.check() == "Nobody serves these shards of 4: 2, 3."
    settings = Settings.model_validate({"database": address})
    now = here.server.clock.now()
    found = {each.about: each for each in await asyncio.to_thread(lambda: [*look_at_machine(settings, {}, now)])}
    assert (found["processes"].level, "shards of 4: 2, 3" in str(found["processes"])) == ("fault", True)
    await Register(store, Shards(2, 3, 4), here.server.clock.now).enter()
    assert await health.check() is None
    found = {each.about: each for each in await asyncio.to_thread(lambda: [*look_at_machine(settings, {}, now)])}
    assert (found["processes"].level, str(found["processes"]).endswith("2 run on it")) == ("ok", True)
