"""Campaigns start once, and one at a time."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

import rules
from bot.base.clock import milliseconds
from bot.engine.founding import NotWritten, Wish
from bot.storage import CampaignRow, StoreFault
from rules.errors import NotNow, NotThere
from tests.bot.desk import ANNA, BERT, CHANNEL, Desk, again, answer_lost
from tests.games import SEED, catalog

POSTS = "SELECT kind, seq, due FROM post ORDER BY kind"
DUE = 1_800_000_000_000


async def test_a_founding_delivered_twice_founds_once(desk: Desk) -> None:
    call = desk.call()
    first = await desk.service.found(call, Wish("marne-1918", "", "Allies", "sealed"))
    second = await desk.service.found(call, Wish("marne-1918", "", "Allies", "sealed"))
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
async def test_impossible_foundings_are_refused(desk: Desk, game: str, seat: str, said: str) -> None:
    with pytest.raises(NotThere, match=said):
        await desk.found(game, seat)


async def posts(desk: Desk) -> list[tuple[str, int, int]]:
    """What waits in the outbox: its kind, entry and time."""
    return [(str(kind), int(seq), int(due)) for kind, seq, due in await desk.store._read(POSTS)]


def wish(**more: Any) -> Wish:
    return Wish(**{"game": "marne-1918", "name": "", "seat": "Allies"} | more)


async def test_a_founding_is_written_as_it_was_wished(desk: Desk) -> None:
    call = replace(desk.call(), user=11)
    await desk.service.servers.change(call.guild, answer=5)
    given = wish(name=" The  long\twar ", dice="physical", opening="Le Matz", language="fr")
    session = await desk.service.founder.found(call, given, DUE)
    edition = catalog().editions["marne-1918"]
    at = milliseconds(call.at)
    assert await desk.store.campaign(session.id) == CampaignRow(
        1, call.interaction, at, 7, CHANNEL, 11, "marne-1918", "The long war", "Allies", "physical", SEED,
        rules.VERSION, edition.digest, '{"language":"fr","answer":5}',
    )  # fmt: skip
    assert await desk.store.document(edition.digest) == edition.body
    first = milliseconds(call.at + timedelta(days=2))
    assert await posts(desk) == [
        ("panel", 0, DUE), ("remind 0 1", 0, first), ("result", 0, DUE),
    ]  # fmt: skip


async def test_nobody_is_reminded_of_a_demo(desk: Desk) -> None:
    session = await desk.service.founder.found(desk.call(), wish(demo=True), DUE)
    assert session.campaign.founding.terms.demo
    assert await posts(desk) == [("result", 0, DUE)], "and it has no panel"


async def test_a_solitaire_campaign_reminds_nobody(desk: Desk) -> None:
    await desk.found("fields-of-despair", "Allies")
    assert sorted(kind for kind, *_ in await posts(desk)) == ["panel", "result"]


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("", "Marne 1918"), (" \n\t ", "Marne 1918"), ("\0", "Marne 1918"), ("a\0b", "a b"), (" a   b ", "a b"),
        ("x" * 80, "x" * 80), ("x" * 81, "x" * 80), ("@", "@"), ("\u200b\u200b", "Marne 1918"),
    ],
)  # fmt: skip
async def test_a_name_is_one_line_of_at_most_80_characters(desk: Desk, name: str, kept: str) -> None:
    session = await desk.service.founder.found(desk.call(), wish(name=name), DUE)
    assert session.campaign.founding.name == kept


async def test_an_unknown_scenario_is_refused_with_the_known_ones(desk: Desk) -> None:
    said = "^Marne 1918 has no such scenario. Its scenarios are Blücher, Le Matz, Friedensturm.$"
    with pytest.raises(NotThere, match=said):
        await desk.service.founder.check(desk.call(), wish(opening="Verdun"))
    with pytest.raises(NotThere, match=r"^High Card has no scenarios.$"):
        await desk.service.founder.check(desk.call(), wish(game="high-card", seat="Red", opening="Verdun"))
    row, _ = await desk.service.founder.check(desk.call(), wish(seat="Referee"))
    assert row.seat == "Referee"


async def test_former_players_replace_an_ended_campaign_at_once(desk: Desk) -> None:
    await desk.found("high-card", "Red", bert="Blue")
    with pytest.raises(NotNow, match=r"^This channel already has a campaign. End it "):
        await desk.service.founder.found(desk.call(BERT), wish(), DUE)
    await desk.act(ANNA, {"type": "end"})
    await desk.act(BERT, {"type": "agree", "to": 2})
    ended = desk.call(9)
    for days, founds in ((0, False), (29, False), (30, True)):
        call = replace(desk.call(9), at=ended.at + timedelta(days=days))
        if not founds:
            with pytest.raises(
                NotNow, match=r"^The players of the last campaign here can still reopen it. Start yours"
            ):
                await desk.service.founder.found(call, wish(), DUE)
        else:
            assert (await desk.service.founder.found(call, wish(), DUE)).id == 2


async def test_a_player_founds_over_what_can_still_be_reopened(desk: Desk) -> None:
    await desk.found("high-card", "Red", bert="Blue")
    await desk.act(ANNA, {"type": "end"})
    await desk.act(BERT, {"type": "agree", "to": 2})
    assert (await desk.service.founder.found(desk.call(BERT), wish(), DUE)).id == 2


async def test_a_demo_makes_room_for_its_player_alone_until_it_is_past(desk: Desk) -> None:
    """It is past three days after its player has last done something."""
    demo = await desk.service.founder.found(desk.call(), wish(demo=True), DUE)
    call, day = desk.call(), timedelta(days=1)
    await desk.service.execute(replace(call, at=call.at + day), demo, {"type": "roll_dice"})
    past = timedelta(days=3) + day
    for later, founds in ((timedelta(0), False), (past - timedelta(seconds=1), False), (past, True)):
        call = desk.call(BERT)
        call = replace(call, at=call.at + later)
        if founds:
            assert (await desk.service.founder.found(call, wish(), DUE)).id == 2
        else:
            with pytest.raises(NotNow, match="already has a campaign"):
                await desk.service.founder.found(call, wish(), DUE)


async def test_a_demo_makes_room_for_its_player(desk: Desk) -> None:
    await desk.service.founder.found(desk.call(), wish(demo=True), DUE)
    assert (await desk.service.founder.found(desk.call(), wish(), DUE)).id == 2
    with pytest.raises(NotNow, match="already has a campaign"):
        await desk.service.founder.found(desk.call(), wish(), DUE)


async def test_a_campaign_that_may_have_been_founded_is_looked_for(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one is not founded beside it, and nobody plays on in the one before it."""
    await desk.service.founder.found(desk.call(), wish(demo=True), DUE)
    with monkeypatch.context() as broken:
        broken.setattr(desk.store, "found", answer_lost(desk.store.found))
        assert (await desk.service.founder.found(desk.call(), wish(), DUE)).id == 2
    with pytest.raises(NotNow, match="already has a campaign"):
        await desk.service.founder.found(desk.call(), wish(), DUE)


async def test_a_founding_that_failed_says_that_nothing_was_done(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any) -> int:
        raise StoreFault("The disk is full")

    monkeypatch.setattr(desk.store, "found", fails)
    with pytest.raises(NotWritten, match=r"^The disk is full: nothing was done\. Try again later\."):
        await desk.found()
