"""The record of a campaign, written from the database: open for the operator, closed for everybody else."""

import json
from typing import Any

import pytest

from bot.log.chain import FORMAT
from bot.log.export import beginning_of, content_of, export_campaign
from bot.storage import CampaignRow, EntryRow
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
    assert [each["command"]["type"] for each in contents] == ["join", "add_words", "take", "bid", "undo", "bid"]
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
        assert {*other} - {"told", "words"} == {"deeds", "hash", "seal"}
        assert entry["salt"].encode() not in closed
    assert SEED.hex().encode() not in closed
    assert json.loads(closed)["documents"] == {}


async def test_two_games_that_differ_in_what_is_hidden_alone_have_records_that_differ_in_seals_alone(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
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


async def test_it_holds_every_document_that_the_campaign_was_played_with(desk: Desk) -> None:
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


def test_an_entry_and_a_beginning_hold_exactly_this() -> None:
    entry = EntryRow(5, 9, 8, 1000, 7, "Blue", '{"type":"x"}', "[1]", "[2]", 4, "0.5", "a" * 64)
    assert content_of(entry) == {
        "at": 1000, "command": {"type": "x"}, "dice": [2], "events": [1], "rules": "0.5", "seat": "Blue", "undoes": 4,
        "user": 7,
    }  # fmt: skip
    row = CampaignRow(5, 6, 2000, 10, 20, 30, "marne-1918", "x", "Allies", "physical", SEED, "0.7", None, '{"days":3}')
    assert beginning_of(row) == {
        "at": 2000, "data": "", "dice": "physical", "founder": 30, "game": "marne-1918", "name": "x", "rules": "0.7",
        "heads": [*heads(SEED)], "seal": seal(SEED), "seat": "Allies", "terms": {"days": 3},
    }  # fmt: skip
