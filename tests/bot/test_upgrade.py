"""A log that can be read in ten years: what changes outside a campaign never changes or breaks it.

This crosses the catalog, the codec, the sessions and the service, so it has a file of its own.
"""

import json
from collections.abc import AsyncIterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

import rules
from bot.catalog import SHIPPED, Catalog, Edition, read_catalog
from bot.export import export_campaign
from bot.service import Caller, CampaignService
from bot.sessions import Session
from bot.store import CampaignRow, EntryRow, Store
from rules.campaign import Campaign
from rules.campaign.unknown import UnknownGame
from rules.errors import NotNow, NotThere, NotYours
from rules.games.gathering_storm import GatheringStorm
from rules.games.marne_1918 import Marne1918
from rules.notice import Public
from rules.seat import Seat
from tests.games import SEED, catalog, small_catalog
from tests.high_card import HighCard, HighCardData
from tests.rules.test_upcast import STEPS

ANNA, BERT, CHANNEL = 1, 2, 50
LOGS = {
    file: json.loads(file.read_text(encoding="utf-8"))
    for file in sorted((Path(__file__).parent.parent / "logs").glob("*/*.json"))
}
STATUS = {file: file.with_suffix(".status.txt").read_text(encoding="utf-8").splitlines() for file in LOGS}


class Bot:
    """The service of one bot on a database; another bot can follow it with other data."""

    def __init__(self, store: Store, games: Catalog) -> None:
        self.store = store
        self.service = CampaignService(store, games, lambda: SEED)

    async def caller(self, user: int) -> Caller:
        ((count,),) = await self.store._db.execute_fetchall("SELECT count(*) FROM entry")
        return Caller(1000 + count, datetime(2026, 1, 5, tzinfo=UTC), 7, CHANNEL, user)

    async def found(self, game: str, seat: str) -> Session:
        return await self.service.found(await self.caller(ANNA), game, "The long war", seat, "sealed")

    async def session(self) -> Session:
        return await self.service.session_in(CHANNEL)

    async def do(self, user: int, command: str, **fields: Any) -> str:
        result = await self.service.execute(await self.caller(user), await self.session(), {"type": command, **fields})
        return "\n".join(str(notice) for notice in result.notices)


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[Store]:
    opened = await Store.open(tmp_path / "a.sqlite")
    yield opened
    await opened.close()


def other_default(tmp_path: Path) -> Catalog:
    """Marne 1918 where Cantigny enters on turn 2, unless the referee rules otherwise."""
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    before, ruling = text.split("[rulings.cantigny_entry]")
    own = tmp_path / "own"
    own.mkdir()
    changed = ruling.replace('default = "turn 1"', 'default = "turn 2"', 1)
    (own / "marne_1918.toml").write_text(f"{before}[rulings.cantigny_entry]{changed}", encoding="utf-8")
    return read_catalog(own, games=(Marne1918,))


async def test_a_changed_default_changes_no_campaign_that_runs(store: Store, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    before = await old.found("marne-1918", "Allies")
    await old.do(ANNA, "draw")
    new = Bot(store, other_default(tmp_path))
    session = await new.session()
    assert session.campaign.state == before.campaign.state
    assert session.campaign.game.data.ruling("cantigny_entry") == "turn 1"
    assert (await new.service.verify(session)).wrong == ()
    fresh = new.service.catalog.games["marne-1918"]
    assert fresh.data.ruling("cantigny_entry") == "turn 2"


async def test_the_referee_adopts_newer_data_which_says_what_changes(store: Store, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("marne-1918", "Allies")
    assert old.service.newer_data(await old.session()) is None
    await old.do(BERT, "join", seat="Germans")
    new = Bot(store, other_default(tmp_path))
    newer = new.service.newer_data(await new.session())
    assert newer is not None
    with pytest.raises(NotYours, match="Only the referee"):
        await new.do(BERT, "adopt_data", data=newer.data)
    with pytest.raises(NotThere, match="does not have that data"):
        await new.do(ANNA, "adopt_data", data="0" * 64)
    told = await new.do(ANNA, "adopt_data", data=newer.data)
    assert "Changed: rulings.cantigny\\_entry" in told
    with pytest.raises(NotNow, match="already uses"):
        await new.do(ANNA, "adopt_data", data=newer.data)
    await new.do(ANNA, "draw")
    # a third bot that has the first data again: the campaign keeps what it adopted
    third = Bot(store, catalog())
    session = await third.session()
    assert session.campaign.game.data.ruling("cantigny_entry") == "turn 2"
    assert (await third.service.verify(session)).wrong == ()


async def test_a_ruling_of_the_referee_outlives_newer_data(store: Store, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("marne-1918", "Allies")
    await old.do(ANNA, "set_ruling", name="must_occur", choice="when it is played")
    new = Bot(store, other_default(tmp_path))
    newer = new.service.newer_data(await new.session())
    assert newer is not None
    await new.do(ANNA, "adopt_data", data=newer.data)
    assert (await new.session()).campaign.game.data.rulings["must_occur"].chosen == "when it is played"


async def test_a_card_that_is_gone_breaks_no_campaign_that_holds_it(store: Store, tmp_path: Path) -> None:
    old = Bot(store, catalog())
    await old.found("gathering-storm", "Germany")
    await old.do(ANNA, "draw")
    before = (await old.session()).campaign.state
    text = (SHIPPED / "gathering_storm_deck.toml").read_text(encoding="utf-8")
    own = tmp_path / "own"
    own.mkdir()
    first = text.index("[[cards]]")
    (own / "gathering_storm_deck.toml").write_text(text[:first] + text[text.index("[[cards]]", first + 1) :], "utf-8")
    new = Bot(store, read_catalog(own, games=(GatheringStorm,)))
    session = await new.session()
    assert session.campaign.state == before
    assert (await new.service.verify(session)).wrong == ()


@pytest.mark.parametrize("games", [Catalog([]), small_catalog(HighCard)])
async def test_without_its_game_a_campaign_keeps_its_log_and_can_end(store: Store, games: Catalog) -> None:
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
    with pytest.raises(NotNow, match="cannot play this campaign's game"):
        await bot.do(ANNA, "keep", marker="x")
    exported = await export_campaign(store, session.id)
    assert exported is not None
    assert len(exported["entries"]) == 2
    assert "ends the campaign" in await bot.do(ANNA, "end")
    assert (await bot.service.verify(await bot.session())).wrong == ()


async def test_data_that_todays_game_cannot_read_is_no_bug(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await Bot(store, catalog()).found("high-card", "Red")

    class Stricter(HighCardData):
        joker: int

    monkeypatch.setattr(HighCard, "data_type", Stricter)
    bot = Bot(store, Catalog([]))
    bot.service.catalog.editions = catalog_of(HighCard)
    session = await bot.session()
    assert "cannot read the data of High Card" in str(next(iter(session.campaign.game.status(session.campaign.state))))


def catalog_of(kind: type[Any]) -> Any:
    return {kind.id: Edition(kind(None), "{}", "0" * 64)}


async def test_each_entry_names_the_rules_that_decided_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(store, catalog())
    session = await bot.found("high-card", "Red")
    assert session.campaign.founding.rules == rules.VERSION
    await bot.do(ANNA, "take")
    await bot.do(ANNA, "bid", points=3)
    monkeypatch.setattr(rules, "VERSION", "9.9")
    await bot.do(ANNA, "bid", points=4)
    found = await bot.service.verify(session)
    assert found.wrong == ()
    assert found.other_rules == {"0.1": 2}


async def test_a_changed_die_is_found_whatever_rules_decided_it(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    bot = Bot(store, catalog())
    session = await bot.found("high-card", "Red")
    await bot.do(ANNA, "take")
    (row,) = await store.entries(1)
    other = "2" if json.loads(row.dice)[0]["faces"][0] == 1 else "1"
    dice = json.loads(row.dice)
    dice[0]["faces"][0] = int(other)
    await store._db.execute("DROP TRIGGER entry_is_not_changed")
    await store._db.execute("UPDATE entry SET dice = ?", (json.dumps(dice),))
    monkeypatch.setattr(rules, "VERSION", "9.9")
    assert (await bot.service.verify(session)).wrong == (1,)


async def test_a_document_of_an_earlier_data_version_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await Bot(store, catalog()).found("high-card", "Red")
    monkeypatch.setattr(HighCard, "data_version", 2)
    monkeypatch.setattr(HighCard, "data_upcasters", {1: lambda given: {**given, "sides": given["sides"] * 2}})
    session = await Bot(store, read_catalog()).session()
    assert isinstance(session.campaign.game, UnknownGame)  # a bot without the game
    session = await Bot(store, catalog()).session()
    assert session.campaign.game.data.sides == 2 * small_catalog(HighCard).games["high-card"].data.sides


async def test_a_log_of_an_earlier_schema_version_is_read(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    await Bot(store, catalog()).found("high-card", "Red")
    command, events = '{"type":"bid","v":1,"points":3}', '[{"type":"bet","v":1,"seat":"Red","points":"3"}]'
    await store.append(EntryRow(1, 1, 5, 0, ANNA, "Red", command, events, "[]", None, "0.0"))
    monkeypatch.setattr(HighCard, "upcasters", STEPS)
    session = await Bot(store, catalog()).session()
    assert session.campaign.state.bids == {"Red": 30}


async def restored(store: Store, exported: dict[str, Any]) -> None:
    """Write an exported campaign into a database."""
    for digest, document in exported["documents"].items():
        body = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
        await store.keep_document(digest, body)
    row = exported["campaign"]
    await store.found(CampaignRow(**(row | {"seed": bytes.fromhex(row["seed"])})))
    for entry in exported["entries"]:
        text = {name: json.dumps(entry[name], ensure_ascii=False) for name in ("command", "events", "dice")}
        await store.append(EntryRow(**(entry | text | {"campaign": 1})))


def status_of(session: Session) -> list[str]:
    """Where the game stands, line by line."""
    return [str(line) for line in session.campaign.game.status(session.campaign.state) if isinstance(line, Public)]


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_the_log_of_a_released_version_means_the_same(store: Store, file: Path) -> None:
    """It folds, every entry has notices, and the status reads as it did then."""
    await restored(store, LOGS[file])
    service = CampaignService(store, catalog())
    session = await service.session(1)
    assert not isinstance(session.campaign.game, UnknownGame)
    assert (await service.verify(session)).wrong == ()
    for entry in await service.entries(session):
        assert session.campaign.tell(entry), entry.seq
    assert status_of(session) == STATUS[file]


@pytest.mark.parametrize("file", LOGS, ids=lambda file: f"{file.parent.name}-{file.stem}")
async def test_folding_asks_no_rule(store: Store, file: Path) -> None:
    """Whatever the rulings are today, what is in the log has happened."""
    await restored(store, LOGS[file])
    service = CampaignService(store, catalog())
    campaign = (await service.session(1)).campaign
    entries = await service.entries(await service.session(1))
    game = campaign.game
    for name, ruling in game.data.rulings.items():
        for choice in ruling.choices:
            if choice != ruling.answer:
                other = Campaign.founded(campaign.founding, game.with_ruling(name, choice))
                assert other.refold(entries).seq == campaign.seq


def test_there_is_a_log_of_every_game_and_version() -> None:
    games = {exported["campaign"]["game"] for exported in LOGS.values()}
    assert games >= {"marne-1918", "fields-of-despair", "gathering-storm"}
    assert rules.VERSION in {file.parent.name for file in LOGS}
