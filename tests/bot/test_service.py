"""The one road of every command, without Discord."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import aiosqlite
import pytest

from bot.service import Caller, CampaignService
from bot.sessions import Session
from bot.store import EntryRow, Store
from rules.errors import NotNow, NotThere, NotYours, RuleError
from tests.games import SEED, catalog

ANNA, BERT = 1, 2
CHANNEL, THREAD = 50, 51


class ServiceHarness:
    """Campaigns on a database, and calls with interactions of their own."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.service = CampaignService(store, catalog(), lambda: SEED)
        self._interaction = 1000

    def call(self, user: int = ANNA, channel: int = CHANNEL, interaction: int | None = None) -> Caller:
        self._interaction += 1
        return Caller(interaction or self._interaction, datetime(2026, 1, 5, tzinfo=UTC), 7, channel, user)

    async def found(self, game: str = "marne-1918", seat: str = "Allies", channel: int = CHANNEL) -> Session:
        return await self.service.found(self.call(channel=channel), game, "The long war", seat, "sealed")

    async def act(self, user: int, request: Any, **more: Any) -> Any:
        caller = self.call(user, **more)
        session = await self.service.session_in(caller.channel)
        return await self.service.execute(caller, session, request)


@pytest.fixture
async def desk(tmp_path: Path) -> AsyncIterator[ServiceHarness]:
    store = await Store.open(tmp_path / "a.sqlite")
    yield ServiceHarness(store)
    await store.close()


async def again(desk: ServiceHarness) -> ServiceHarness:
    """The same database, as another process would read it."""
    fresh = ServiceHarness(desk.store)
    fresh._interaction = desk._interaction
    return fresh


async def test_a_campaign_is_read_back_as_it_was(desk: ServiceHarness) -> None:
    table = await desk.found()
    await desk.act(BERT, {"type": "join", "seat": "Germans"})
    await desk.act(ANNA, {"type": "draw"})
    await desk.act(ANNA, {"type": "undo"})
    read = await (await again(desk)).service.session_in(CHANNEL)
    assert read.campaign == table.campaign
    assert read.campaign.seq == 3
    assert (read.id, read.channel, read.seed) == (table.id, CHANNEL, SEED)


async def test_an_accepted_command_is_one_hop_to_the_database(
    desk: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.found()
    hops: list[object] = []
    execute: Any = aiosqlite.Connection._execute

    async def counted(self: aiosqlite.Connection, function: Any, *args: Any, **options: Any) -> Any:
        hops.append(function)
        return await execute(self, function, *args, **options)

    monkeypatch.setattr(aiosqlite.Connection, "_execute", counted)
    await desk.act(ANNA, {"type": "draw"})
    assert len(hops) == 1


async def test_an_interaction_delivered_twice_is_done_once_and_answered_the_same(desk: ServiceHarness) -> None:
    await desk.found()
    first = await desk.act(ANNA, {"type": "draw"}, interaction=77)
    second = await desk.act(ANNA, {"type": "draw"}, interaction=77)
    assert second.entry == first.entry
    assert second.notices == first.notices
    fresh = await again(desk)
    third = await fresh.act(ANNA, {"type": "draw"}, interaction=77)
    assert (third.entry, third.notices) == (first.entry, first.notices)
    assert third.campaign.seq == 1


async def test_a_legal_deed_delivered_twice_is_done_once(desk: ServiceHarness) -> None:
    """Bids may be repeated at will, so that only the interaction tells the second delivery."""
    await desk.found("high-card", "Red")
    for _ in range(2):
        outcome = await desk.act(ANNA, {"type": "bid", "points": 3}, interaction=77)
        assert outcome.campaign.seq == 1
    assert len(await desk.store.entries(1)) == 1


async def test_a_founding_delivered_twice_founds_once(desk: ServiceHarness) -> None:
    call = desk.call()
    first = await desk.service.found(call, "marne-1918", "", "Allies", "sealed")
    second = await desk.service.found(call, "marne-1918", "", "Allies", "sealed")
    assert first is second
    assert await desk.store.campaign(2) is None


async def test_two_founders_at_once_found_one_campaign(desk: ServiceHarness) -> None:
    results = await asyncio.gather(desk.found(), desk.found(), return_exceptions=True)
    assert sorted(type(result).__name__ for result in results) == ["NotNow", "Session"]


async def test_many_at_once_come_in_one_order_and_nobody_is_lost(desk: ServiceHarness) -> None:
    await desk.found("high-card", "Red")
    await desk.act(BERT, {"type": "join", "seat": "Blue"})
    bids = [desk.act(user, {"type": "bid", "points": n % 10}) for n in range(40) for user in (ANNA, BERT)]
    outcomes = await asyncio.gather(*bids)
    assert sorted(outcome.entry.seq for outcome in outcomes) == list(range(2, 82))
    assert [row.seq for row in await desk.store.entries(1)] == list(range(1, 82))


async def test_one_deed_by_many_at_once_is_done_once(desk: ServiceHarness) -> None:
    await desk.found()
    results = await asyncio.gather(*(desk.act(ANNA, {"type": "draw"}) for _ in range(10)), return_exceptions=True)
    assert sum(isinstance(result, NotNow) for result in results) == 9
    assert len(await desk.store.entries(1)) == 1


async def test_an_insert_that_failed_but_was_committed_is_no_failure(
    desk: ServiceHarness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.found()
    append = desk.store.append

    async def committed(row: EntryRow) -> None:
        await append(row)
        raise sqlite3.OperationalError("disk I/O error")

    monkeypatch.setattr(desk.store, "append", committed)
    outcome = await desk.act(ANNA, {"type": "draw"})
    assert outcome.campaign.seq == 1


async def test_an_insert_that_failed_changes_nothing(desk: ServiceHarness, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await desk.found()
    before = table.campaign

    async def failed(_row: EntryRow) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "append", failed)
        with pytest.raises(sqlite3.OperationalError):
            await desk.act(ANNA, {"type": "draw"})
    assert table.campaign is before
    assert (await desk.act(ANNA, {"type": "draw"})).campaign.seq == 1


@pytest.mark.parametrize(
    ("user", "ask", "kind"),
    [(9, {"type": "draw"}, NotYours), (ANNA, {"type": "next_turn"}, NotNow), (ANNA, {"type": "dance"}, NotThere)],
)
async def test_a_refusal_writes_nothing(desk: ServiceHarness, user: int, ask: Any, kind: type[RuleError]) -> None:
    table = await desk.found()
    before = table.campaign
    with pytest.raises(kind):
        await desk.act(user, ask)
    assert table.campaign is before
    assert await desk.store.entries(1) == []


async def test_each_channel_and_thread_has_its_own_campaign(desk: ServiceHarness) -> None:
    one, other = await desk.found(), await desk.found(channel=THREAD)
    await desk.act(ANNA, {"type": "draw"}, channel=THREAD)
    assert (one.campaign.seq, other.campaign.seq) == (0, 1)
    with pytest.raises(NotNow, match="already has a campaign"):
        await desk.found()


async def test_after_the_end_another_is_founded(desk: ServiceHarness) -> None:
    one = await desk.found()
    await desk.act(ANNA, {"type": "end"})
    other = await (await again(desk)).found()
    assert other.id == one.id + 1


@pytest.mark.parametrize(
    ("game", "seat", "said"), [("chess", "White", "has no such game"), ("marne-1918", "French", "seats are Allies")]
)
async def test_what_cannot_be_founded(desk: ServiceHarness, game: str, seat: str, said: str) -> None:
    with pytest.raises(NotThere, match=said):
        await desk.found(game, seat)


async def test_where_nothing_was_founded(desk: ServiceHarness) -> None:
    with pytest.raises(NotThere, match="no campaign in this channel"):
        await desk.act(ANNA, {"type": "draw"})
    with pytest.raises(NotThere, match="not in this bot's database"):
        await desk.service.session(99)


async def test_each_campaign_draws_a_seed_of_its_own(tmp_path: Path) -> None:
    store = await Store.open(tmp_path / "a.sqlite")
    campaigns = CampaignService(store, catalog())
    desk = ServiceHarness(store)
    tables = [await campaigns.found(desk.call(channel=n), "marne-1918", "", "Allies", "sealed") for n in range(1, 4)]
    assert len({table.seed for table in tables}) == 3
    assert len({table.campaign.founding.seal for table in tables}) == 3
    await store.close()


async def test_a_log_that_cannot_be_read_says_where(desk: ServiceHarness) -> None:
    await desk.found()
    row = EntryRow(1, 1, 5, 0, ANNA, "Allies", '{"type":"draw"}', '[{"type":"rain"}]', "[]", None, "0.1")
    await desk.store.append(row)
    session = await (await again(desk)).service.session_in(CHANNEL)
    (status, *_) = session.campaign.game.status(session.campaign.state)
    assert "entry 1 of campaign 1" in str(status)
