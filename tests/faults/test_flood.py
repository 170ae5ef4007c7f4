"""Somebody floods the bot: they read one sentence, the others are answered, and the log holds what was answered."""

import asyncio
import contextlib
import os
import signal
import time
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.base.settings import Paces
from localdiscord import LocalDiscord, NoResponse, User
from localdiscord.interactions.interaction import InteractionType
from tests.bot.harness import EPHEMERAL, Harness, Message, labels, text
from tests.faults.rounds import Report, many
from tests.patience import until
from tests.soak import MOST_DESCRIPTORS, running, taken

PACE = Paces().user
BURST = PACE.burst
A_SECOND = 300
TOO_FAST = "That was too fast, so it was not done. Wait a few seconds and try again."
TOO_LATE = "The bot came to this too late, so nothing was done. Try again."


@pytest.fixture
async def strict(here: Harness) -> AsyncIterator[Harness]:
    """The paces as they ship, a campaign in which nothing happened lately, and who waits for an answer."""
    await here.found_high_card()
    here.paces = {}
    await here.restart()
    here.server.clock.advance(timedelta(hours=1))
    with here.impatient():
        yield here
    here.server.rejected.clear()


async def answered(user: User, channel: Message, command: str, options: dict[str, str] | None = None) -> bool:
    try:
        await user.slash(channel, command, options)
    except NoResponse:
        return False
    return True


async def test_a_flood_reaches_one_sentence_and_nobody_else(strict: Harness, report: Report) -> None:
    """Each interaction takes a millisecond of the clock: a thousand a second. The others act all the while."""
    here, number = strict, many(200, 5000)
    before = (await here.campaign()).campaign.seq
    flood: list[asyncio.Task[bool]] = []
    others: list[asyncio.Task[bool]] = []
    for nth in range(number):
        flood.append(asyncio.create_task(answered(here.anna, here.marne, "dice roll", {"reason": "rain"})))
        if nth % (number // 10) == 0:
            user = (here.bert, here.server.user("dora"))[len(others) % 2]
            others.append(asyncio.create_task(answered(user, here.marne, "dice roll", {"reason": "rain"})))
        await asyncio.sleep(0)
    assert all(await asyncio.gather(*others))
    went = sum(await asyncio.gather(*flood))
    session = await here.campaign()
    rolled = [each for each in await here.bot.client.service.entries(session) if each.user == int(here.anna.id)]
    filled = BURST + int(number / 1000 * BURST / PACE.seconds)
    assert went in (filled + 1, filled + 2), "what went through, and the sentence"
    assert len([each for each in rolled if each.seq > before]) == went - 1
    assert [text(each) for each in here.private(here.anna)] == [TOO_FAST]
    await here.settle(after=timedelta(minutes=5))
    assert (await here.campaign()).campaign.seq == session.campaign.seq
    report(f"{number} rolls of one user in {number} ms: {went} answered; others: {len(others)} of {len(others)}")


@contextlib.asynccontextmanager
async def on_a_fifth(pid: int) -> AsyncIterator[None]:
    """A process stands still for 80 of each 100 milliseconds, for as long as this lasts."""
    loop = f"while kill -STOP {pid}; do sleep 0.08; kill -CONT {pid}; sleep 0.02; done"
    holding = await asyncio.create_subprocess_exec("sh", "-c", loop)
    try:
        yield
    finally:
        holding.kill()
        await holding.wait()
        os.kill(pid, signal.SIGCONT)


async def flooded(user: User, channel: Message, seconds: int) -> list[bool]:
    """Which of the rolls of one user were answered who sends them for so long, as fast as this process can."""
    rolls, began = list[asyncio.Task[bool]](), time.monotonic()
    while (passed := time.monotonic() - began) < seconds:
        while len(rolls) < passed * A_SECOND:
            rolls.append(asyncio.create_task(answered(user, channel, "dice roll", {"reason": "rain"})))
        await asyncio.sleep(0.01)
    return await asyncio.gather(*rolls)


@pytest.mark.by_day(0)
async def test_a_flood_leaves_others_their_answers(tmp_path: Path, report: Report) -> None:
    """In real time, with a bot in a process of its own, and so at night alone: Discord waits three seconds for an
    answer.
    """
    seconds, took = 60, list[float]()
    async with LocalDiscord(idle_after=0, ack_timeout=3) as server, running(server, tmp_path, {}) as pid:
        anna, flooding, other = server.user("anna"), server.channel("flood"), server.channel("other")
        for channel in (flooding, other):
            await anna.slash(channel, "campaign new", {"game": "marne-1918", "seat": "Allies"})
        before, started = taken(pid), time.monotonic()
        async with on_a_fifth(pid):
            flood = asyncio.create_task(flooded(anna, flooding, seconds))
            while not flood.done():
                began = time.monotonic()
                user = server.user(("bert", "carla", "dora", "emil")[len(took) % 4])
                assert await answered(user, other, "dice roll", {"reason": "rain"}), f"after {took}"
                took.append(time.monotonic() - began)
                await asyncio.sleep(0.25)
        after, passed = taken(pid), time.monotonic() - started
        sent = [text(each) for each in anna.messages(flooding) if each["flags"] & EPHEMERAL]
    rolls, more, share = flood.result(), after.megabytes - before.megabytes, (after.seconds - before.seconds) / passed
    assert share < 0.3
    assert sent.count(TOO_FAST) == 1
    assert set(sent) <= {TOO_FAST, TOO_LATE}
    assert more < 30
    assert after.descriptors < MOST_DESCRIPTORS
    report(
        f"{share:.0%} of a core; {len(rolls)} rolls of one user in {seconds} s: {sum(rolls)} answered; of others "
        f"{len(took)} of {len(took)}, after {max(took):.2f} s at most; {more:.0f} MB and "
        f"{after.descriptors - before.descriptors} descriptors more"
    )


async def test_a_fast_user_goes_on_a_moment_later(strict: Harness) -> None:
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
async def test_an_expired_interaction_is_not_done(strict: Harness, waited: float, told: str | None) -> None:
    """A press that waits for its turn behind others, as on a machine that is busy."""
    here = strict
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
async def test_a_late_interaction_is_not_begun(strict: Harness, waited: float) -> None:
    """The bot heard nothing for a while, and then all at once."""
    here = strict
    seq = (await here.campaign()).campaign.seq
    assert await answered(here.bert, here.marne, "campaign status")
    here.server.clock.advance(timedelta(minutes=1))
    rolling = asyncio.create_task(answered(here.anna, here.marne, "dice roll", {"reason": "rain"}))
    await asyncio.sleep(0)
    here.server.clock.advance(timedelta(seconds=waited))
    assert await rolling is (waited < 3)
    assert (await here.campaign()).campaign.seq == seq
    assert [text(each) for each in here.private(here.anna)] == ([TOO_LATE] if waited < 3 else [])
