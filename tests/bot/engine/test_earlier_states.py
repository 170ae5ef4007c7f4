"""How campaigns stood, and how they would stand."""

from datetime import UTC, datetime
from typing import Any

import pytest

from bot.engine import earlier_states
from bot.engine.earlier_states import differences
from bot.engine.sessions import Session
from rules.errors import NotNow, NotThere
from tests.bot.desk import ANNA, BERT, Desk, again
from tests.high_card import BLUE, RED

NOW = datetime(2026, 1, 6, tzinfo=UTC)


async def played(desk: Desk) -> Session:
    """Bert joins (1); both take a number (2, 3), Anna bids 1 (4) and 2 (5)."""
    await desk.found("high-card", "Red")
    await desk.act(BERT, {"type": "join", "seat": "Blue"})
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


async def test_a_campaign_is_shown_as_it_stood_although_it_was_undone_since(desk: Desk) -> None:
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


async def test_an_entry_that_is_not_there_is_refused_by_the_numbers_that_everybody_counts(desk: Desk) -> None:
    """Nobody learns how often others did something unseen."""
    session = await desk.found("night-watch", "North")
    await desk.act(BERT, {"type": "join", "seat": "South"})
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


async def test_an_undo_after_an_earlier_undo_that_lies_behind_what_is_kept(desk: Desk) -> None:
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
async def test_what_later_moves_build_on_is_not_undone_and_nobody_reads_of_an_error(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    async def failing(*_: object) -> None:
        raise fault

    await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "take"})
    monkeypatch.setattr(earlier_states, "followed", failing)
    with pytest.raises(NotNow, match="Later moves build on it"):
        await desk.act(ANNA, {"type": "undo"})


async def test_what_was_undone_is_known_of_every_entry(desk: Desk) -> None:
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


async def test_a_process_that_is_behind_catches_up_with_a_rewind_and_a_redo(desk: Desk) -> None:
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
