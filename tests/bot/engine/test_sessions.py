"""The campaigns in memory: found by channel or id, loaded once from their log."""

import asyncio
import gc
from datetime import UTC, datetime
from typing import Any

import pytest

from bot.base.catalog import DataFile
from bot.base.clock import milliseconds
from bot.engine import sessions
from bot.engine.sessions import Session, differences
from bot.storage import EntryRow
from rules.campaign.decider.unknown import UnknownGame
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from tests.bot.desk import ANNA, BERT, CHANNEL, THREAD, Desk, again
from tests.bot.engine.test_campaign_data import cards
from tests.games import SEED
from tests.high_card import BLUE, RED, HighCard


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

    async def counted(campaign: int, after: int = 0) -> Any:
        loaded.append(campaign)
        return await entries(campaign, after)

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


async def test_an_unreadable_log_hides_no_other_campaign(desk: Desk) -> None:
    await desk.found()
    await desk.store.append(EntryRow(1, 1, 5, 0, ANNA, "Allies", '{"type":"draw"}', "[3]", "[]", None, "0.1"))
    await desk.found(channel=THREAD)
    fresh = await again(desk)
    assert isinstance((await fresh.service.session_in(CHANNEL)).campaign.game, UnknownGame)
    assert not isinstance((await fresh.service.session_in(THREAD)).campaign.game, UnknownGame)


# ---- memory ----


def few(desk: Desk, most: int) -> Desk:
    """The same database with room for few campaigns in memory."""
    desk.service.sessions._most = most
    return desk


async def test_unused_campaigns_leave_memory_unharmed(desk: Desk) -> None:
    few(desk, 3)
    for channel in range(10):
        await desk.found("high-card", "Red", channel=channel)
        await desk.act(ANNA, {"type": "roll_dice", "number": 2, "sides": 6}, channel=channel)
    before = [(await desk.service.session_in(channel)).campaign for channel in range(10)]
    gc.collect()
    assert len(desk.service.sessions) <= 4
    again = [(await desk.service.session_in(channel)).campaign for channel in range(10)]
    assert again == before


async def test_a_used_campaign_is_shared(desk: Desk) -> None:
    few(desk, 1)
    first = await desk.found("high-card", "Red", channel=1)
    for channel in range(2, 9):
        await desk.found("high-card", "Red", channel=channel)
    assert await desk.service.session_in(1) is first


async def test_a_campaign_in_use_is_never_loaded_twice(desk: Desk) -> None:
    few(desk, 1)
    await desk.found("high-card", "Red", channel=1)
    roll = {"type": "roll_dice", "number": 1, "sides": 6}
    for channel in range(2, 6):
        await desk.found("high-card", "Red", channel=channel)
    results = await asyncio.gather(*(desk.act(ANNA, roll, channel=1 + number % 5) for number in range(50)))
    assert sorted((result.id, result.entry.seq) for result in results) == [
        (id_, seq) for id_ in range(1, 6) for seq in range(1, 11)
    ]


async def test_leaving_memory_leaves_nothing(desk: Desk) -> None:
    few(desk, 2)
    for channel in range(1, 9):
        await desk.found("high-card", "Red", channel=channel)
    assert [*desk.service.sessions._in_channel] == [7, 8]


async def test_a_forgetting_elsewhere_is_noticed(desk: Desk) -> None:
    session = await desk.found("high-card", "Red", bert="Blue")
    await desk.act(BERT, {"type": "bid", "points": 3})
    other = await again(desk)
    assert await other.service.forgetting.forget(BERT) == 1
    async with session.lock:
        await desk.service.sessions.catch_up(session)
    assert session.campaign == (await (await again(desk)).service.session(1)).campaign
    assert session.campaign.timeline.last is not None
    assert session.campaign.timeline.last.player != BERT


async def test_the_campaign_that_was_not_used_for_longest_leaves_first(desk: Desk) -> None:
    few(desk, 2)
    for channel in (1, 2):
        await desk.found("high-card", "Red", channel=channel)
    await desk.service.session_in(1)
    await desk.found("high-card", "Red", channel=3)
    gc.collect()
    assert {session.channel for session in desk.service.sessions._known.values()} == {1, 3}


async def test_a_campaign_on_which_another_process_acts_is_read_on(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """Autocompletion too offers what can be done after the other's entry."""
    await desk.found("high-card", "Red")
    monkeypatch.setattr(type(desk.store), "is_shared", True)
    other = await again(desk)
    await other.act(ANNA, {"type": "roll_dice", "number": 2, "sides": 6})
    campaign = await desk.service.campaign_in(CHANNEL)
    assert campaign is not None
    assert campaign.seq == 1


async def test_an_adoption_elsewhere_is_noticed(desk: Desk) -> None:
    session = await desk.found("gathering-storm", "Germany")
    other = await again(desk)
    there, data = await other.service.session(session.id), other.service.data
    edition = await data.read(there, DataFile("ours.toml", cards(2)))
    await other.act(ANNA, (await data.added(other.call(), there, edition)).model_dump())
    async with session.lock:
        await desk.service.sessions.catch_up(session)
    assert session.campaign.data == edition.digest
    assert session.campaign == there.campaign
    assert (await (await again(desk)).service.session(1)).campaign == session.campaign


async def test_looking_up_during_founding_hides_nothing(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "end"})
    fresh = await again(desk)
    head = desk.store.head

    async def slow(channel: int) -> Any:
        found = await head(channel)
        monkeypatch.undo()
        await fresh.found("high-card", "Red")
        return found

    monkeypatch.setattr(desk.store, "head", slow)
    assert await fresh.service.campaign_in(CHANNEL) is not None
    assert (await fresh.service.session_in(CHANNEL)).id == 2


async def test_another_process_finds_it_there(desk: Desk) -> None:
    """One that had it in memory before, and follows the log."""
    session = await desk.found("high-card", "Red")
    other = await again(desk)
    known = await other.service.session_in(CHANNEL)
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    async with known.lock:
        await other.service.sessions.catch_up(known)
    assert known.homes == session.homes
    assert (session.channel, session.guild) == (THREAD, 7)
    with pytest.raises(NotNow, match=f"is played in <#{THREAD}> now"):
        await other.service.session_in(CHANNEL)
    assert await other.service.session_in(THREAD) is known
    assert (await (await again(desk)).service.session_in(THREAD)).id == session.id


async def test_two_never_share_a_channel(desk: Desk) -> None:
    await desk.found("high-card", "Red", channel=THREAD)
    session = await desk.found("high-card", "Red")
    with pytest.raises(NotNow, match="Another campaign is played"):
        await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    assert session.campaign.seq == 0
    await desk.act(ANNA, {"type": "end"}, channel=THREAD)
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    assert (await desk.service.session_in(THREAD)).id == session.id


async def test_a_running_campaign_precedes_an_ended_one(desk: Desk) -> None:
    """The absent: an older campaign moves to where a newer one has ended."""
    first = await desk.found("high-card", "Red")
    await desk.found("high-card", "Red", channel=THREAD)
    await desk.act(ANNA, {"type": "end"}, channel=THREAD)
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    for each in (desk, await again(desk)):
        assert (await each.service.session_in(THREAD)).id == first.id
    with pytest.raises(NotNow, match="already has a campaign"):
        await desk.found("high-card", "Red", channel=THREAD)


async def test_an_ended_campaign_is_not_reopened_beside_another(desk: Desk) -> None:
    """The opponent: by a button of its last message, which outlives it."""
    first = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "end"})
    await desk.found("high-card", "Red")
    with pytest.raises(NotNow, match="Another campaign is played"):
        await desk.service.execute(desk.call(), first, {"type": "reopen"})
    assert first.campaign.is_ended


async def test_leaving_affects_only_ones_own_list(desk: Desk) -> None:
    first = await desk.found("high-card", "Red")
    second = await desk.found("high-card", "Red", channel=THREAD)
    for channel in (CHANNEL, THREAD):
        await desk.act(BERT, {"type": "join", "seat": "Blue"}, channel=channel)
    await desk.act(BERT, {"type": "leave", "seat": "Blue"}, channel=THREAD)
    homes = desk.service.homes
    assert [each.id for each in await homes.of_player(BERT)] == [first.id]
    assert [each.id for each in await homes.of_player(ANNA)] == [second.id, first.id]
    assert [each.id for each in await homes.on_server(7)] == [second.id, first.id]
    assert await homes.on_server(8) == []
    await desk.act(BERT, {"type": "leave", "seat": "Blue"})


async def test_where_the_bot_cannot_play_the_entry_is_not_written(desk: Desk) -> None:
    """The absent: a move that was agreed to, or began, before the bot lost its rights there."""
    session = await desk.found("high-card", "Red")
    asked: list[int] = []

    def closed(channel: int) -> None:
        asked.append(channel)
        raise NotNow("The bot cannot see that channel.")

    desk.service.homes.check_open = closed
    with pytest.raises(NotNow, match="cannot see"):
        await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    assert (asked, session.campaign.seq, session.channel) == ([THREAD], 0, CHANNEL)
    assert await desk.store.entries(session.id) == []


async def test_each_home_is_kept_with_the_time_it_began(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    at = milliseconds(session.campaign.at or desk.call().at)
    assert [(each.channel, each.since) for each in await desk.store.homes(session.id)] == [
        (CHANNEL, at), (THREAD, at + 1),
    ]  # fmt: skip


NOW = datetime(2026, 1, 6, tzinfo=UTC)


async def played(desk: Desk) -> Session:
    """Bert joins (1); both take a number (2, 3), Anna bids 1 (4) and 2 (5)."""
    await desk.found("high-card", "Red", bert="Blue")
    for user, given in ((ANNA, {"type": "take"}), (BERT, {"type": "take"}), (ANNA, bid(1)), (ANNA, bid(2))):
        await desk.act(user, given)
    return await desk.service.session_in(50)


def bid(points: int) -> dict[str, Any]:
    return {"type": "bid", "points": points}


async def rewind(desk: Desk, to: int) -> None:
    """Anna asks to go back, and Bert agrees."""
    session = await desk.service.session_in(50)
    last = session.campaign.timeline.standing[-1].number
    await desk.act(ANNA, {"type": "rewind", "to": to, "last": last})
    if session.campaign.requests:
        await desk.act(BERT, {"type": "agree", "to": session.campaign.seq})


async def test_a_campaign_is_shown_as_it_would_stand(desk: Desk) -> None:
    session = await played(desk)
    then = await desk.service.pasts.back_to(session, 2, NOW)
    assert set(then.state.held) == {RED}
    assert set(session.campaign.state.held) == {RED, BLUE}
    with pytest.raises(NotNow, match="There is nothing after that to take back"):
        await desk.service.pasts.back_to(session, 5, NOW)


async def test_a_past_state_is_shown_though_undone(desk: Desk) -> None:
    session = await played(desk)
    stood = session.campaign.state
    await rewind(desk, 1)
    await desk.act(BERT, bid(3))
    for each in (desk, await again(desk)):
        session = await each.service.session_in(50)
        assert not session.campaign.state.held
        assert (await each.service.pasts.stood(session, 5)).state == stood
        assert not (await each.service.pasts.stood(session, 1)).state.held
        assert await each.service.pasts.stood(session, session.campaign.seq) is session.campaign
    with pytest.raises(NotThere, match="Choose an entry from 0 to 8"):
        await desk.service.pasts.stood(session, 99)


async def test_a_missing_entry_is_refused_by_public_number(desk: Desk) -> None:
    """Nobody learns how often others did something unseen."""
    session = await desk.found("night-watch", "North", bert="South")
    for _ in range(2):
        await desk.act(BERT, {"type": "note"})
    with pytest.raises(NotThere, match=r"Choose an entry from 0 to 1\."):
        await desk.service.pasts.stood(session, 99)


async def test_every_past_is_what_a_fold_of_the_log_until_then_gives(desk: Desk) -> None:
    session = await played(desk)
    await rewind(desk, 3)
    await desk.act(ANNA, {"type": "redo"})
    if session.campaign.requests:
        await desk.act(BERT, {"type": "agree", "to": session.campaign.seq})
    await rewind(desk, 2)
    log = await desk.service.entries(session)
    for seq in range(len(log) + 1):
        past = await desk.service.pasts.stood(session, seq)
        assert past == session.campaign.refold(log[:seq])


async def test_an_undo_reaches_behind_an_earlier_undo(desk: Desk) -> None:
    """Of entries long ago few are kept, and one that undid something can lie between two of them."""
    session = await played(desk)
    await desk.act(ANNA, bid(3))
    await desk.act(ANNA, bid(4))
    await desk.act(ANNA, bid(5))
    await desk.act(ANNA, {"type": "undo"})
    await desk.act(ANNA, bid(6))
    for _ in range(12):
        await desk.act(ANNA, {"type": "roll_dice"})
    await desk.act(ANNA, {"type": "undo"})
    assert session.campaign == session.campaign.refold(await desk.service.entries(session))


@pytest.mark.parametrize("fault", [KeyError("card"), ValueError("no card"), NotNow("It is not there.")], ids=repr)
async def test_a_needed_action_is_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch, fault: Exception) -> None:
    async def failing(*_: object) -> None:
        raise fault

    await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "take"})
    monkeypatch.setattr(sessions, "followed", failing)
    with pytest.raises(NotNow, match="Later moves build on it"):
        await desk.act(ANNA, {"type": "undo"})


async def test_undone_entries_are_known(desk: Desk) -> None:
    session = await played(desk)
    await rewind(desk, 2)
    assert await desk.service.undone(session) == {3, 4, 5}
    assert await desk.service.undone(session, since=4) == {4, 5}
    assert await (await again(desk)).service.undone(session) == {3, 4, 5}


async def test_two_states_differ_in_what_lies_on_the_table(desk: Desk) -> None:
    session = await desk.found()
    await desk.act(ANNA, {"type": "draw"})
    before = await desk.service.pasts.stood(session, 0)
    told = [str(each.told) for each in differences(before, session.campaign)]
    assert "Allies: markers in hand: 0 → 2" in told
    assert not any("your hand" in each for each in told)
    own = [str(each.told) for each in differences(before, session.campaign, session.campaign.game.seats[0])]
    assert any("your hand" in each for each in own)


async def test_a_lagging_process_follows_rewind_and_redo(desk: Desk) -> None:
    """Two processes on one database: what one undid is undone for the other before it decides anything."""
    await played(desk)
    other = await again(desk)
    session = await other.service.session_in(50)
    await rewind(desk, 1)
    await other.act(BERT, bid(4))
    assert not session.campaign.state.held
    desk._interaction = other._interaction + 100
    await desk.act(ANNA, {"type": "redo", "number": 1})
    mine = await desk.service.session_in(50)
    await desk.act(BERT, {"type": "agree", "to": mine.campaign.seq})
    other._interaction = desk._interaction + 100
    await other.act(BERT, bid(5))
    assert session.campaign == session.campaign.refold(await other.service.entries(session))
    assert set(session.campaign.state.held) == {RED}
