"""Where a campaign goes: one at a time in each channel."""

from typing import Any

import pytest

from bot.base.clock import milliseconds
from rules.errors import NotNow
from tests.bot.desk import ANNA, BERT, CHANNEL, THREAD, Desk, again


async def moved(desk: Desk) -> Any:
    """A campaign that has moved from the channel to the thread."""
    session = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    return session


async def test_it_moves_with_its_entry(desk: Desk) -> None:
    session = await moved(desk)
    assert (session.channel, session.guild) == (THREAD, 7)
    assert (await desk.service.session_in(THREAD)).id == session.id
    with pytest.raises(NotNow, match=f"is played in <#{THREAD}> now"):
        await desk.service.session_in(CHANNEL)


async def test_another_process_finds_it_there(desk: Desk) -> None:
    """One that had it in memory before, and follows the log."""
    session = await desk.found("high-card", "Red")
    other = await again(desk)
    known = await other.service.session_in(CHANNEL)
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    async with known.lock:
        await other.service._sessions.catch_up(known)
    assert known.homes == session.homes
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


async def test_the_campaigns_of_a_server_and_of_a_player(desk: Desk) -> None:
    first = await desk.found("high-card", "Red")
    second = await desk.found("high-card", "Red", channel=THREAD)
    await desk.act(BERT, {"type": "join", "seat": "Blue"})
    homes = desk.service.homes
    assert [each.id for each in await homes.on_server(7)] == [second.id, first.id]
    assert await homes.on_server(8) == []
    assert [each.id for each in await homes.of_player(BERT)] == [first.id]


async def test_a_campaign_that_goes_on_comes_before_a_newer_one_that_has_ended(desk: Desk) -> None:
    """The absent: an older campaign moves to where a newer one has ended."""
    first = await desk.found("high-card", "Red")
    await desk.found("high-card", "Red", channel=THREAD)
    await desk.act(ANNA, {"type": "end"}, channel=THREAD)
    await desk.act(ANNA, {"type": "move_house", "channel": THREAD})
    for each in (desk, await again(desk)):
        assert (await each.service.session_in(THREAD)).id == first.id
    with pytest.raises(NotNow, match="already has a campaign"):
        await desk.found("high-card", "Red", channel=THREAD)


async def test_what_has_ended_is_not_reopened_beside_another(desk: Desk) -> None:
    """The opponent: by a button of its last message, which outlives it."""
    first = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "end"})
    await desk.found("high-card", "Red")
    with pytest.raises(NotNow, match="Another campaign is played"):
        await desk.service.execute(desk.call(), first, {"type": "reopen"})
    assert first.campaign.is_ended


async def test_who_has_left_has_the_campaign_no_longer_and_others_keep_theirs(desk: Desk) -> None:
    first = await desk.found("high-card", "Red")
    second = await desk.found("high-card", "Red", channel=THREAD)
    for channel in (CHANNEL, THREAD):
        await desk.act(BERT, {"type": "join", "seat": "Blue"}, channel=channel)
    await desk.act(BERT, {"type": "leave", "seat": "Blue"}, channel=THREAD)
    homes = desk.service.homes
    assert [each.id for each in await homes.of_player(BERT)] == [first.id]
    assert [each.id for each in await homes.of_player(ANNA)] == [second.id, first.id]
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
    session = await moved(desk)
    at = milliseconds(session.campaign.at or desk.call().at)
    assert [(each.channel, each.since) for each in await desk.store.homes(session.id)] == [
        (CHANNEL, at), (THREAD, at + 1),
    ]  # fmt: skip
