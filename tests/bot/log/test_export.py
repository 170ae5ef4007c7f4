"""The record of a campaign, written from the database: open for the operator, closed for everybody else."""

import json
from pathlib import Path
from typing import Any

import pytest

from bot.log.chain import FORMAT
from bot.log.export import beginning_of, content_of, entry_of, export_campaign, export_from
from bot.storage import CampaignRow, Damaged, EntryRow, SqliteStore
from bot.storage.rows import Linked
from rules.campaign.questions.rulings import AdoptData, DataAdopted
from rules.dice import heads, seal
from rules.seat import Player
from tests.bot.desk import ANNA, Desk
from tests.games import SEED
from tests.records import closed_record, open_record, played


async def test_it_holds_the_campaign_its_data_and_its_whole_log(desk: Desk) -> None:
    session = await played(desk, rolls=0)
    exported = json.loads(await open_record(desk))
    assert (exported["format"], exported["seed"]) == (FORMAT, SEED.hex())
    campaign = exported["campaign"]
    assert (campaign["game"], campaign["seal"], campaign["founder"]) == (
        "high-card", seal(session.seed), ANNA
    )  # fmt: skip
    assert json.loads(exported["documents"][campaign["data"]])["sides"] == 6
    contents = [entry["content"] for entry in exported["entries"]]
    assert [each["command"]["type"] for each in contents] == ["join", "check_board", "take", "bid", "undo", "bid"]
    assert contents[4]["undoes"] == 4
    (taken,), (roll,) = contents[2]["events"], contents[2]["dice"]
    assert taken["number"] == sum(roll["faces"]), "the file holds the secrets"


async def test_where_a_campaign_is_played_is_not_part_of_its_record(desk: Desk) -> None:
    """So it can be written again in the same bytes wherever it goes."""
    await played(desk)
    assert not {"guild", "channel", "interaction", "id"} & {*keys(json.loads(await open_record(desk)))}


def keys(part: Any) -> list[str]:
    if isinstance(part, dict):
        return [*part, *(key for each in part.values() for key in keys(each))]
    return [key for each in part for key in keys(each)] if isinstance(part, list) else []


async def test_a_closed_record_holds_no_entry_no_document_and_no_salt(desk: Desk) -> None:
    session = await played(desk)
    opened, closed = json.loads(await open_record(desk)), await closed_record(desk, session)
    for entry, other in zip(opened["entries"], json.loads(closed)["entries"], strict=True):
        assert {name: entry[name] for name in other} == other
        assert {*other} - {"told"} == {"deeds", "hash", "seal"}
        assert entry["salt"].encode() not in closed
    assert SEED.hex().encode() not in closed
    assert json.loads(closed)["documents"] == {}


async def test_records_of_twin_games_differ_only_in_seals(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    session = await played(desk)
    before = await closed_record(desk, session)
    entries = desk.store.entries

    async def other(campaign: int, after: int = 0) -> list[EntryRow]:
        """Another number was drawn, in an entry that is longer than it was."""
        rows = await entries(campaign, after)
        changed = rows[5]._replace(events=rows[5].events.replace('"number":', '"number":1000'))
        return [*rows[:5], changed, *rows[6:]]

    monkeypatch.setattr(desk.store, "entries", other)
    after = await closed_record(desk, session)
    assert len(before) == len(after)
    assert before != after
    assert without_seals(before) == without_seals(after)


def without_seals(data: bytes) -> Any:
    """What a reader can make sense of."""
    whole = json.loads(data)
    return {**whole, "entries": [{*each} for each in whole["entries"]], "hash": ""}


async def test_it_holds_all_documents_used(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    other = desk.service.catalog.editions["bridges"]
    await desk.store.keep_document(other.digest, other.body)
    adopted = DataAdopted(player=Player(ANNA), data=other.digest, changes=())
    await desk.append(1, AdoptData(data=other.digest).model_dump_json(), f"[{adopted.model_dump_json()}]")
    exported = json.loads(await open_record(desk))
    assert set(exported["documents"]) == {session.campaign.data, other.digest}


async def test_it_needs_neither_the_game_nor_a_log_that_can_be_read(desk: Desk) -> None:
    await desk.found("high-card", "Red")
    await desk.append(1, '{"type":"rain"}', '[{"type":"rained"}]')
    exported = json.loads(await open_record(desk))
    assert exported["entries"][0]["content"]["events"] == [{"type": "rained"}]


async def test_there_is_none_of_a_campaign_that_is_not_there(desk: Desk) -> None:
    assert await export_campaign(desk.store, 1) is None


async def test_a_forgotten_founder_keeps_the_beginning(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(desk)
    founded = desk.store.campaign

    async def forgotten(id_: int) -> CampaignRow | None:
        row = await founded(id_)
        return row and row._replace(start="b" * 64)

    assert "forgotten" not in json.loads(await open_record(desk))
    monkeypatch.setattr(desk.store, "campaign", forgotten)
    exported = json.loads(await open_record(desk))
    assert (exported["start"], exported["forgotten"]) == ("b" * 64, True)


async def test_a_document_that_is_gone_or_damaged_is_left_out(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(desk)

    async def gone(_: str) -> None:
        return None

    async def damaged(_: str) -> str:
        raise Damaged("the document is damaged")

    for document in (gone, damaged):
        monkeypatch.setattr(desk.store, "document", document)
        exported = json.loads(await open_record(desk))
        assert exported["documents"] == {}
        assert len(exported["entries"]) > 1


async def test_a_damaged_log_is_exported(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await played(desk)
    whole = json.loads(await open_record(desk))
    chain = await desk.store.chain(1)

    async def damaged(*_: int) -> list[EntryRow]:
        raise Damaged("entry 2 of its log is damaged")

    async def unreadable(*_: int) -> list[Linked]:
        return [*chain[:-1], chain[-1]._replace(row=chain[-1].row._replace(events="[")), chain[0]]

    monkeypatch.setattr(desk.store, "entries", damaged)
    assert json.loads(await open_record(desk))["entries"] == whole["entries"]
    monkeypatch.setattr(desk.store, "chain", unreadable)
    with pytest.raises(Damaged, match="entry 2"):
        await open_record(desk)


async def test_an_open_export_works_beside_a_bot(tmp_path: Path) -> None:
    store = await SqliteStore.open(tmp_path / "adjutant.sqlite")
    await played(Desk(store))
    written = await export_from(tmp_path / "adjutant.sqlite", 1)
    assert written is not None
    assert written.is_open
    assert json.loads(written.data)["seed"] == SEED.hex()
    assert await export_from(tmp_path / "adjutant.sqlite", 2) is None
    await store.close()


def test_an_entry_and_a_beginning_hold_exactly_this() -> None:
    entry = EntryRow(5, 9, 8, 1000, 7, "Blue", '{"type":"x"}', "[1]", "[2]", 4, "0.5", "a" * 64, 7)
    assert content_of(entry) == {
        "at": 1000, "command": {"type": "x"}, "dice": [2], "events": [1], "rules": "0.5", "seat": "Blue", "undoes": 4,
        "user": 7,
    }  # fmt: skip
    assert entry_of(entry)[1:] == (False, "a" * 64)
    assert entry_of(entry._replace(number=None, seal=None))[1:] == (True, None)
    row = CampaignRow(5, 6, 2000, 10, 20, 30, "marne-1918", "x", "Allies", "physical", SEED, "0.7", None, '{"days":3}')
    assert beginning_of(row) == {
        "at": 2000, "data": "", "dice": "physical", "founder": 30, "game": "marne-1918", "name": "x", "rules": "0.7",
        "heads": [*heads(SEED)], "seal": seal(SEED), "seat": "Allies", "terms": {"days": 3},
    }  # fmt: skip
