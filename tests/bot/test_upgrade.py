"""A log that can be read in ten years: what changes outside a campaign never changes or breaks it.

This crosses the catalog, the codec, the sessions and the service, so it has a file of its own.
"""

import json
import re
from pathlib import Path
from typing import Any, cast

import pytest

import rules
from bot.base.catalog import SHIPPED, Catalog, Edition, read_catalog
from bot.engine.sessions import Session
from bot.log.chain import read_record
from bot.log.export import export_campaign
from bot.storage import EntryRow, SqliteStore
from rules.campaign.decider.unknown import UnknownGame
from rules.errors import NotNow, NotThere, NotYours
from rules.games.gathering_storm import GatheringStorm
from rules.games.marne_1918 import Marne1918
from rules.log import LogEntry
from rules.seat import Seat
from tests.bot.bots import ANNA, BERT, Bot
from tests.bot.harness import Harness, choose, labels, text
from tests.bot.storage.rows import link_anew
from tests.games import catalog, small_catalog
from tests.high_card import HighCard, HighCardData, Taken
from tests.rules.test_upcast import STEPS


def other_default(tmp_path: Path) -> Catalog:
    """Marne 1918 where Cantigny enters on turn 2, unless the referee rules otherwise."""
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    before, ruling = text.split("[rulings.cantigny_entry]")
    own = tmp_path / "own"
    own.mkdir()
    changed = ruling.replace('default = "turn_1"', 'default = "turn_2"', 1)
    (own / "marne_1918.toml").write_text(f"{before}[rulings.cantigny_entry]{changed}", encoding="utf-8")
    return read_catalog(own, games=(Marne1918,))


async def test_a_changed_default_changes_no_campaign_that_runs(store: SqliteStore, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    before = await old.found("marne-1918", "Allies")
    await old.do(ANNA, "draw")
    new = Bot(store, other_default(tmp_path))
    session = await new.session()
    assert session.campaign.state == before.campaign.state
    assert session.campaign.game.data.rulings["cantigny_entry"].answer == "turn_1"
    assert (await new.verified()).wrong == ()
    fresh = new.service.catalog.games["marne-1918"]
    assert fresh.data.rulings["cantigny_entry"].answer == "turn_2"


async def test_the_referee_adopts_newer_data_which_says_what_changes(store: SqliteStore, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("marne-1918", "Allies")
    assert await old.service.data.newer(await old.session()) is None
    await old.do(BERT, "join", seat="Germans")
    new = Bot(store, other_default(tmp_path))
    newer = await new.service.data.newer(await new.session())
    assert newer is not None
    with pytest.raises(NotYours, match="Only the referee"):
        await new.do(BERT, "adopt_data", data=newer.data)
    with pytest.raises(NotThere, match="does not have that data"):
        await new.do(ANNA, "adopt_data", data="0" * 64)
    assert "wants to add or change the data" in await new.do(ANNA, "adopt_data", data=newer.data)
    told = await new.do(BERT, "agree", to=2)
    assert "Changed in the rulings: “Cantigny is printed twice" in told
    with pytest.raises(NotNow, match="already uses"):
        await new.do(ANNA, "adopt_data", data=newer.data)
    await new.do(ANNA, "draw")
    # a third bot that has the first data again: the campaign keeps what it adopted
    third = Bot(store, catalog())
    session = await third.session()
    assert session.campaign.game.data.rulings["cantigny_entry"].answer == "turn_2"
    assert (await third.verified()).wrong == ()


async def test_a_bot_that_runs_goes_on_with_data_that_another_adopted(store: SqliteStore, tmp_path: Path) -> None:
    """As with two processes on one database, of which one has the newer data already."""
    old = Bot(store, catalog())
    session = await old.found("marne-1918", "Allies")
    new = Bot(store, other_default(tmp_path))
    newer = await new.service.data.newer(await new.session())
    assert newer is not None
    await new.do(ANNA, "adopt_data", data=newer.data)
    async with session.lock:
        await old.service.sessions.catch_up(session)
    assert session.campaign.seq == 1
    assert session.campaign.game.data.rulings["cantigny_entry"].answer == "turn_2"


def without_card(tmp_path: Path, id_: str | None = None) -> Catalog:
    """Gathering Storm without a card of its deck, by default the first."""
    text = (SHIPPED / "gathering_storm_deck.toml").read_text(encoding="utf-8")
    head, *cards = text.split("[[cards]]")
    gone = next(card for card in cards if id_ is None or f'id = "{id_}"' in card)
    own = tmp_path / "own"
    own.mkdir()
    left = "[[cards]]".join([head, *(card for card in cards if card is not gone)])
    (own / "gathering_storm_deck.toml").write_text(left, encoding="utf-8")
    return read_catalog(own, games=(GatheringStorm,))


async def test_a_card_that_is_gone_breaks_no_campaign_that_holds_it(store: SqliteStore, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("gathering-storm", "Germany")
    await old.do(ANNA, "draw")
    before = (await old.session()).campaign.state
    new = Bot(store, without_card(tmp_path, before.held["Germany"][0].card))
    assert (await new.session()).campaign.state == before
    assert (await new.verified()).wrong == ()


async def test_data_that_lacks_a_card_in_use_is_not_adopted(store: SqliteStore, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("gathering-storm", "Germany")
    await old.do(ANNA, "draw")
    held = (await old.session()).campaign.state.held["Germany"][0].card
    new = Bot(store, without_card(tmp_path, held))
    newer = await new.service.data.newer(await new.session())
    assert newer is not None
    with pytest.raises(NotNow, match="uses something that the newer data lacks"):
        await new.do(ANNA, "adopt_data", data=newer.data)
    assert (await new.session()).campaign.seq == 1


async def test_old_entries_are_told_by_their_own_data(store: SqliteStore, tmp_path: Path) -> None:
    """A card that has left the table can leave the deck; the log still names it."""
    old = Bot(store, catalog())
    await old.found("gathering-storm", "Germany")
    await old.do(ANNA, "draw")
    held = (await old.session()).campaign.state.held["Germany"][0].card
    title = (await old.session()).campaign.game.data.card(held).title
    turn = 1
    while (await old.session()).campaign.state.turn == turn:
        await old.do(ANNA, "next_turn")
    session = await old.session()
    told = [line for entry in await old.service.entries(session) for line in lines(session, entry)]
    assert title in "".join(told)
    new = Bot(store, without_card(tmp_path, held))
    newer = await new.service.data.newer(await new.session())
    assert newer is not None
    await new.do(ANNA, "adopt_data", data=newer.data)
    session = await new.session()
    again = [line for entry in await new.service.entries(session) for line in lines(session, entry)]
    assert again[: len(told)] == told


def lines(session: Session, entry: LogEntry) -> list[str]:
    """What is told of an entry."""
    return [str(notice) for notice in session.campaign.tell(entry)]


async def test_an_inapplicable_event_leaves_the_channel_usable(
    store: SqliteStore, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    await Bot(store, catalog()).found("high-card", "Red")
    await (bot := Bot(store, catalog())).do(ANNA, "take")
    monkeypatch.setattr(Taken, "apply", lambda *_: [][0])
    bot = Bot(store, catalog())
    session = await bot.session()
    why = str(next(iter(session.campaign.game.status(session.campaign.state))))
    (bug,) = re.findall(r"error ([0-9a-f]{8})", why)
    assert any(bug in record.getMessage() and record.exc_info for record in caplog.records)
    assert "ends the campaign" in await bot.do(ANNA, "end")


@pytest.mark.parametrize("events", ["5", "null", '[{"type":"data_adopted"}]', "[5]", '"data_adopted"'])
async def test_an_entry_of_the_wrong_shape_is_no_bug(store: SqliteStore, events: str) -> None:
    await Bot(store, catalog()).found("high-card", "Red")
    await store.append(EntryRow(1, 1, 5, 0, ANNA, "Red", '{"type":"take","v":1}', events, "[]", None, "0.1"))
    session = await Bot(store, catalog()).session()
    assert isinstance(session.campaign.game, UnknownGame)
    assert await export_campaign(store, 1) is not None


async def test_choosing_the_newer_default_is_still_a_choice(store: SqliteStore, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("marne-1918", "Allies")
    await old.do(ANNA, "set_ruling", name="cantigny_entry", choice="turn_2")
    new = Bot(store, other_default(tmp_path))
    newer = await new.service.data.newer(await new.session())
    assert newer is not None
    await new.do(ANNA, "adopt_data", data=newer.data)
    assert (await new.session()).campaign.game.data.rulings["cantigny_entry"].chosen == "turn_2"


@pytest.mark.parametrize("games", [Catalog([]), small_catalog(HighCard)])
async def test_without_its_game_a_campaign_keeps_its_log_and_can_end(store: SqliteStore, games: Catalog) -> None:
    old = Bot(store, catalog())
    await old.found("marne-1918", "Allies")
    await old.do(BERT, "join", seat="Germans")
    await old.do(ANNA, "draw")
    bot = Bot(store, games)
    session = await bot.session()
    assert isinstance(session.campaign.game, UnknownGame)
    assert "no game “marne-1918”" in str(next(iter(session.campaign.game.status(session.campaign.state))))
    assert [entry.command.type for entry in await bot.service.newest(session, 10)] == ["draw", "join"]
    assert session.campaign.roster[Seat("Germans")] == (BERT,)
    with pytest.raises(NotNow, match="cannot play this campaign: it has no game"):
        await bot.do(ANNA, "keep", marker="x")
    exported = await export_campaign(store, session.id)
    assert exported is not None
    assert len(read_record(exported.data).contents) == 2
    assert "ends the campaign" in await bot.do(ANNA, "end")
    assert (await bot.verified()).wrong == ()


async def test_data_that_todays_game_cannot_read_is_no_bug(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await Bot(store, catalog()).found("high-card", "Red")

    class Stricter(HighCardData):
        joker: int

    monkeypatch.setattr(HighCard, "data_type", Stricter)
    kind = cast(Any, HighCard)
    bot = Bot(store, Catalog([Edition(kind(None), "{}", "0" * 64)]))
    session = await bot.session()
    assert "cannot read the data of High Card" in str(next(iter(session.campaign.game.status(session.campaign.state))))


async def test_each_entry_names_the_rules_that_decided_it(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(store, catalog())
    session = await bot.found("high-card", "Red")
    this_version = rules.VERSION
    assert session.campaign.founding.rules == this_version
    await bot.do(ANNA, "take")
    await bot.do(ANNA, "bid", points=3)
    monkeypatch.setattr(rules, "VERSION", "9.9")
    await bot.do(ANNA, "bid", points=4)
    found = await bot.verified()
    assert found.wrong == ()
    assert found.other_rules == {this_version: 2}


async def test_a_changed_die_is_found(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(store, catalog())
    await bot.found("high-card", "Red")
    await bot.do(ANNA, "take")
    (row,) = await store.entries(1)
    other = "2" if json.loads(row.dice)[0]["faces"][0] == 1 else "1"
    dice = json.loads(row.dice)
    dice[0]["faces"][0] = int(other)
    await store._db.execute("DROP TRIGGER entry_is_not_changed")
    await store._db.execute("UPDATE entry SET dice = ?", (json.dumps(dice),))
    await link_anew(store)
    monkeypatch.setattr(rules, "VERSION", "9.9")
    assert (await bot.verified()).wrong == (1,)


async def test_old_data_documents_are_read(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await Bot(store, catalog()).found("high-card", "Red")
    monkeypatch.setattr("tests.games.small_catalog", small_catalog.__wrapped__)  # it reads the data again
    monkeypatch.setattr(HighCard, "data_version", 2)
    monkeypatch.setattr(HighCard, "data_upcasters", {1: lambda given: {**given, "sides": given["sides"] * 2}})
    session = await Bot(store, read_catalog()).session()
    assert isinstance(session.campaign.game, UnknownGame)  # a bot without the game
    session = await Bot(store, catalog()).session()
    assert session.campaign.game.data.sides == 2 * small_catalog(HighCard).games["high-card"].data.sides


async def test_a_log_of_an_earlier_schema_version_is_read(store: SqliteStore, monkeypatch: pytest.MonkeyPatch) -> None:
    await Bot(store, catalog()).found("high-card", "Red")
    command, events = '{"type":"bid","v":1,"points":3}', '[{"type":"bet","v":1,"seat":"Red","points":"3"}]'
    await store.append(EntryRow(1, 1, 5, 0, ANNA, "Red", command, events, "[]", None, "0.0"))
    monkeypatch.setattr(HighCard, "upcasters", STEPS)
    session = await Bot(store, catalog()).session()
    assert session.campaign.state.bids == {"Red": 30}


class TestThroughDiscord:
    """What players read when their bot has lost or changed its game."""

    async def test_a_missing_game_is_explained(self, here: Harness, caplog: pytest.LogCaptureFixture) -> None:
        await here.found()
        await here.anna.slash(here.marne, "draw event")
        button = here.newest(here.carla)
        await here.restart(Catalog([]))
        for command in (
            "campaign status",
            "record find",
            "campaign manage rulings",
            "help",
            "hand",
            "record more verify",
            "act",
        ):
            options = {"offer": "x"} if command == "act" else {}
            await choose(here.anna, here.marne, command, options)
        for command in ("draw event", "pool", "turn next", "table", "odds", "ledger"):
            options = {"title": "x"} if command == "table" else {}
            await choose(here.anna, here.marne, command, options)
            assert "cannot play this campaign" in text(here.newest(here.anna)), command
        await here.anna.press(button, "My hand")
        for command, option in (("event play", "marker"), ("table", "title"), ("turn phase", "to")):
            assert await here.anna.autocomplete(here.marne, command, focused=option) == []
        await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
        assert "ends the campaign" in text(here.newest(here.carla))
        assert not any("bug" in record.getMessage() for record in caplog.records)

    @pytest.mark.parametrize("to", ["1", "3"])
    async def test_an_unreadable_log_offers_no_rewind(self, here: Harness, to: str) -> None:
        await here.found()
        await here.anna.slash(here.marne, "draw event")
        id_ = (await here.campaign()).id
        await here.bot.kill()
        store = await SqliteStore.open(here.database)
        row = EntryRow(
            id_, 3, 5, 0, int(here.anna.id), "Allies", '{"type":"x","v":1}', '[{"type":"rained","v":1}]', "[]", None,
            "0.0",
        )  # fmt: skip
        await store.append(row)
        await store.close()
        await here.start_bot()
        await here.anna.slash(here.marne, "record rewind", {"to": to})
        assert "cannot play this campaign" in text(here.newest(here.anna))
        assert labels(here.newest(here.anna)) == []

    async def test_the_log_of_a_game_that_is_gone_names_each_action(self, here: Harness) -> None:
        await here.found()
        await here.anna.slash(here.marne, "draw event")
        await here.restart(Catalog([]))
        await here.anna.slash(here.marne, "record find")
        log = text(here.newest(here.anna))
        assert "joins as the Germans" in log
        assert "Unknown action" in log
        assert "Cantigny" not in log
