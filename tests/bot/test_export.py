"""A campaign as one JSON file."""

import json

from bot.export import FORMAT, export_campaign
from rules.campaign.rulings import AdoptData, DataAdopted
from rules.seat import Player
from tests.bot.desk import ANNA, BERT, Desk
from tests.games import SEED


async def test_it_holds_the_campaign_its_data_and_its_whole_log(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(BERT, {"type": "join", "seat": "Blue"})
    await desk.act(ANNA, {"type": "take"})
    await desk.act(ANNA, {"type": "bid", "points": 3})
    await desk.act(ANNA, {"type": "undo"})
    exported = await export_campaign(desk.store, session.id)
    assert exported is not None
    assert exported == json.loads(json.dumps(exported))
    assert exported["format"] == FORMAT
    campaign = exported["campaign"]
    assert (campaign["game"], campaign["seed"], campaign["founder"]) == ("high-card", SEED.hex(), ANNA)
    assert exported["documents"][campaign["data"]]["sides"] == 6
    assert [entry["command"]["type"] for entry in exported["entries"]] == ["join", "take", "bid", "undo"]
    assert exported["entries"][3]["undoes"] == 3
    (taken,) = exported["entries"][1]["events"]
    (roll,) = exported["entries"][1]["dice"]
    assert taken["number"] == sum(roll["faces"]), "the file holds the secrets"


async def test_it_holds_every_document_that_the_campaign_was_played_with(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    other = desk.service.catalog.editions["bridges"]
    await desk.store.keep_document("f" * 64, other.body)
    adopted = DataAdopted(player=Player(ANNA), data="f" * 64, changes=())
    await desk.append(1, AdoptData(data="f" * 64).model_dump_json(), f"[{adopted.model_dump_json()}]")
    exported = await export_campaign(desk.store, session.id)
    assert exported is not None
    assert set(exported["documents"]) == {session.campaign.data, "f" * 64}


async def test_it_needs_neither_the_game_nor_a_log_that_can_be_read(desk: Desk) -> None:
    await desk.found("high-card", "Red")
    await desk.append(1, '{"type":"rain"}', '[{"type":"rained"}]')
    exported = await export_campaign(desk.store, 1)
    assert exported is not None
    assert exported["entries"][0]["events"] == [{"type": "rained"}]


async def test_there_is_none_of_a_campaign_that_is_not_there(desk: Desk) -> None:
    assert await export_campaign(desk.store, 1) is None
