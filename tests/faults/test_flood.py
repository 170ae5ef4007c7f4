"""Somebody floods the bot: they read one sentence, the others are answered, and the log holds what was answered."""

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from bot.base.pace import Paces
from localdiscord import NoResponse, User
from localdiscord.interactions.interaction import InteractionType
from tests.bot.harness import Harness, Message, labels, text, until
from tests.faults.rounds import Report, many

BURST = Paces().user.burst
TOO_FAST = "That was too fast, so it was not done. Wait a few seconds and try again."
TOO_LATE = "The bot came to this too late, so nothing was done. Try again."


@pytest.fixture
async def strict(here: Harness) -> AsyncIterator[Harness]:
    """The paces as they ship, a campaign in which nothing happened lately, and a Discord that waits a moment."""
    await here.found_high_card()
    here.paces = {}
    await here.restart()
    here.server.hub.interactions.ack_timeout = 5
    here.server.clock.advance(timedelta(hours=1))
    yield here
    here.server.rejected.clear()


async def answered(user: User, channel: Message, command: str, options: dict[str, str] | None = None) -> bool:
    try:
        await user.slash(channel, command, options)
    except NoResponse:
        return False
    return True


async def test_a_flood_reaches_one_sentence_and_nobody_else(strict: Harness, report: Report) -> None:
    """Each interaction takes a millisecond of the clock: a thousand a second."""
    here, number = strict, many(400, 5000)
    before = (await here.campaign()).campaign.seq
    flood = [
        asyncio.create_task(answered(here.anna, here.marne, "dice roll", {"reason": "rain"})) for _ in range(number)
    ]
    others = [
        await answered(user, here.marne, "dice roll", {"reason": "rain"})
        for user in (here.bert, here.server.user("dora")) * 5
    ]
    assert all(others)
    went = sum(await asyncio.gather(*flood))
    session = await here.campaign()
    rolled = [each for each in await here.bot.client.service.entries(session) if each.user == int(here.anna.id)]
    assert went in (BURST + 1, BURST + 2), "what went through, and the sentence"
    assert len([each for each in rolled if each.seq > before]) == went - 1
    assert [text(each) for each in here.private(here.anna)] == [TOO_FAST]
    await here.settle(after=timedelta(minutes=5))
    assert (await here.campaign()).campaign.seq == session.campaign.seq
    report(f"{number} rolls of one user in {number} ms: {went} answered; others: {len(others)} of {len(others)}")


async def test_who_was_too_fast_goes_on_a_moment_later(strict: Harness) -> None:
    here = strict
    await asyncio.gather(*(answered(here.anna, here.marne, "campaign status") for _ in range(BURST + 5)))
    here.server.clock.advance(timedelta(seconds=1))
    assert await answered(here.anna, here.marne, "dice roll", {"reason": "rain"})


async def test_buttons_count_as_commands_do(strict: Harness) -> None:
    here = strict
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    message = here.newest(here.anna)
    presses = [asyncio.create_task(press(here.anna, message, labels(message)[0])) for _ in range(BURST + 20)]
    went = sum(await asyncio.gather(*presses))
    assert went in (BURST, BURST + 1)
    assert [text(each) for each in here.private(here.anna)].count(TOO_FAST) == 1


async def press(user: User, message: Message, label: str) -> bool:
    try:
        await user.press(message, label)
    except NoResponse:
        return False
    return True


async def test_typing_does_not_count_as_playing(strict: Harness) -> None:
    here = strict
    lists = [here.anna.autocomplete(here.marne, "act", focused="offer") for _ in range(BURST * 2)]
    assert all(await asyncio.gather(*lists))
    assert await answered(here.anna, here.marne, "dice roll", {"reason": "rain"})


async def test_a_form_that_is_too_fast_stays_open(strict: Harness) -> None:
    """Discord closes a form that is answered, and what was typed would be lost."""
    here = strict
    await asyncio.gather(*(answered(here.anna, here.marne, "campaign status") for _ in range(BURST + 1)))
    here.server.hub.interactions.ack_timeout = 0.3
    before = len(here.private(here.anna))
    form = here.server.hub.interactions.begin(
        here.anna.id,
        here.marne["id"],
        InteractionType.MODAL_SUBMIT,
        {"custom_id": "adj:form:1:key:x", "components": []},
    )
    with pytest.raises(NoResponse):
        await form.acknowledged
    assert len(here.private(here.anna)) == before


@pytest.mark.parametrize(("waited", "told"), [(2.4, None), (2.7, TOO_LATE), (3.5, "")])
async def test_what_can_no_longer_be_answered_is_not_done(strict: Harness, waited: float, told: str | None) -> None:
    """A press that waits for its turn behind others, as on a machine that is busy."""
    here = strict
    here.server.hub.interactions.ack_timeout = 1
    session = await here.campaign()
    before = session.campaign.seq
    async with session.lock:
        rolling = asyncio.create_task(answered(here.anna, here.marne, "dice roll", {"reason": "rain"}))
        await until(lambda: bool(session.lock._waiters))
        here.server.clock.advance(timedelta(seconds=waited))
    assert await rolling is (told != "")
    assert session.campaign.seq == before + (told is None)
    if told:
        assert text(here.newest(here.anna)) == told
    assert len(here.private(here.anna)) == bool(told)
    await here.settle(after=timedelta(minutes=5))
    assert session.campaign.seq == before + (told is None)
    assert here.server.rejected == []
    assert await answered(here.anna, here.marne, "dice roll", {"reason": "rain"})


@pytest.mark.parametrize("waited", [2.7, 3.5])
async def test_what_arrives_too_late_is_not_even_begun(strict: Harness, waited: float) -> None:
    """The bot heard nothing for a while, and then all at once."""
    here = strict
    here.server.hub.interactions.ack_timeout = 1
    seq = (await here.campaign()).campaign.seq
    assert await answered(here.bert, here.marne, "campaign status")
    here.server.clock.advance(timedelta(minutes=1))
    rolling = asyncio.create_task(answered(here.anna, here.marne, "dice roll", {"reason": "rain"}))
    await asyncio.sleep(0)
    here.server.clock.advance(timedelta(seconds=waited))
    assert await rolling is (waited < 3)
    assert (await here.campaign()).campaign.seq == seq
    assert [text(each) for each in here.private(here.anna)] == ([TOO_LATE] if waited < 3 else [])
