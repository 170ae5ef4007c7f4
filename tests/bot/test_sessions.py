"""The campaigns in memory: found by channel or id, loaded once from their log."""

import asyncio
from typing import Any

import pytest

from bot.store import EntryRow
from rules.campaign.unknown import UnknownGame
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from tests.bot.desk import ANNA, BERT, CHANNEL, THREAD, Desk, again
from tests.games import SEED
from tests.high_card import HighCard


async def test_a_campaign_is_read_back_as_it_was(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(BERT, {"type": "join", "seat": "Germans"})
    await desk.act(ANNA, {"type": "draw"})
    await desk.act(ANNA, {"type": "undo"})
    read = await (await again(desk)).service.session_in(CHANNEL)
    assert read.campaign == session.campaign
    assert read.campaign.seq == 3
    assert (read.id, read.channel, read.seed) == (session.id, CHANNEL, SEED)


async def test_each_channel_and_thread_has_its_own_campaign(desk: Desk) -> None:
    one, other = await desk.found(), await desk.found(channel=THREAD)
    await desk.act(ANNA, {"type": "draw"}, channel=THREAD)
    assert (one.campaign.seq, other.campaign.seq) == (0, 1)
    with pytest.raises(NotNow, match="already has a campaign"):
        await desk.found()


async def test_where_nothing_was_founded(desk: Desk) -> None:
    with pytest.raises(NotThere, match="no campaign in this channel"):
        await desk.act(ANNA, {"type": "draw"})
    with pytest.raises(NotThere, match="not in this bot's database"):
        await desk.service.session(99)


async def test_a_log_that_cannot_be_read_says_where(desk: Desk) -> None:
    await desk.found()
    row = EntryRow(1, 1, 5, 0, ANNA, "Allies", '{"type":"draw"}', '[{"type":"rain"}]', "[]", None, "0.1")
    await desk.store.append(row)
    session = await (await again(desk)).service.session_in(CHANNEL)
    (status, *_) = session.campaign.game.status(session.campaign.state)
    assert "entry 1 of campaign 1" in str(status)


async def test_a_campaign_is_loaded_once_however_many_ask_for_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    founded = await desk.found()
    fresh = await again(desk)
    loaded: list[int] = []
    entries = desk.store.entries

    async def counted(campaign: int) -> Any:
        loaded.append(campaign)
        return await entries(campaign)

    monkeypatch.setattr(desk.store, "entries", counted)
    sessions = await asyncio.gather(*(fresh.service.session_in(CHANNEL) for _ in range(10)))
    sessions.append(await fresh.service.session(founded.id))
    assert len({id(session) for session in sessions}) == 1
    assert loaded == [founded.id]


async def test_a_channel_without_a_campaign_is_asked_about_again(desk: Desk) -> None:
    """Autocompletion finds none, and the one that is founded then."""
    assert await desk.service.campaign_in(CHANNEL) is None
    session = await desk.found()
    assert await desk.service.campaign_in(CHANNEL) is session.campaign


async def test_the_newest_campaign_of_a_channel_is_found_after_a_start(desk: Desk) -> None:
    await desk.found()
    await desk.act(ANNA, {"type": "end"})
    newer = await desk.found("high-card", "Red")
    found = await (await again(desk)).service.session_in(CHANNEL)
    assert (found.id, found.campaign.game.id) == (newer.id, "high-card")
    ended = await (await again(desk)).service.session(1)
    assert ended.campaign.is_ended


async def test_a_campaign_says_what_its_game_does_not_have(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    assert session.require("hand") is session.require("bid") is session.campaign
    with pytest.raises(NotThere, match=r"^High Card does not use this command\.$"):
        session.require("ledger")


async def test_a_campaign_says_which_game_a_command_is_for(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    assert session.game(HighCard) is session.campaign.game
    with pytest.raises(NotThere, match=r"is High Card\. This command is for Fields of Despair"):
        session.game(FieldsOfDespair)


async def test_a_campaign_whose_log_cannot_be_read_is_kept_beside_the_others(desk: Desk) -> None:
    await desk.found()
    await desk.store.append(EntryRow(1, 1, 5, 0, ANNA, "Allies", '{"type":"draw"}', "[3]", "[]", None, "0.1"))
    await desk.found(channel=THREAD)
    fresh = await again(desk)
    assert isinstance((await fresh.service.session_in(CHANNEL)).campaign.game, UnknownGame)
    assert not isinstance((await fresh.service.session_in(THREAD)).campaign.game, UnknownGame)
