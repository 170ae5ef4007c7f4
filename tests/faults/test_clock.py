"""Clocks that jump, tokens that expired, buttons of last year, and channels that are closed or gone."""

import contextlib
import random
from datetime import datetime, timedelta

from localdiscord import Fault, InvalidAction
from tests.bot.harness import Harness, labels, text
from tests.faults.lives import check_told_once, entries_of
from tests.faults.rounds import Report, many

CALLBACK = "/interactions/{interaction}/{token}/callback"


async def told_once(here: Harness) -> None:
    """The channel reads every result once."""
    session = await here.campaign()
    said = here.carla.messages(here.marne)
    for seq in range(1, session.campaign.seq + 1):
        check_told_once(await here.bot.client.service.result_of(session.id, seq), said)


async def lose_and_roll(here: Harness, *, is_lost: bool, arrives: bool = False) -> None:
    """Anna rolls, and her answer may be lost, although it may have arrived."""
    if is_lost:
        lost = Fault("POST", CALLBACK, loses_response=True) if arrives else Fault("POST", CALLBACK, 404, 10062)
        here.server.inject(lost)
    with here.unanswered():
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    here.server.calm()


async def test_a_jumping_clock_loses_nothing(here: Harness, chance: random.Random, report: Report) -> None:
    await here.found()
    jump = [timedelta()]

    def now() -> datetime:
        return here.server.clock.now() + jump[0]

    here.bot.outbox._now = here.bot.client.service.now = now
    jumps = many(6, 100)
    for _ in range(jumps):
        jump[0] = timedelta(seconds=chance.choice((-1, 1)) * chance.choice((0.5, 20, 3600, 86400)))
        await lose_and_roll(here, is_lost=chance.random() < 0.5, arrives=chance.random() < 0.5)
        await here.bot.settle()
    jump[0] = timedelta()
    for _ in range(3):
        await here.settle(after=timedelta(days=2))
    await told_once(here)
    report(f"{jumps} jumps")
    here.server.rejected.clear()


async def test_a_token_that_expired_posts_by_the_bots_own_right(here: Harness) -> None:
    await here.found()
    here.server.inject(Fault("POST", CALLBACK, 401, 50027))
    await lose_and_roll(here, is_lost=False)
    await here.settle(after=timedelta(minutes=20))
    await told_once(here)
    here.server.rejected.clear()


async def test_buttons_of_last_year_work_or_say_why_not(here: Harness) -> None:
    await here.found()
    await lose_and_roll(here, is_lost=False)
    here.server.clock.advance(timedelta(days=400))
    await here.restart()
    pressed = [each for each in here.anna.messages(here.marne) if labels(each)]
    assert pressed
    for message in pressed:
        for label in labels(message):
            here.anna.cancel_modal()
            with contextlib.suppress(InvalidAction):  # the button before it has taken this one away
                await here.anna.press(message, label)
    assert [each for each in map(text, here.private(here.anna)) if "hit an error" in each] == []
    assert any("drew" in text(each).casefold() or labels(each) for each in here.private(here.anna))


async def test_an_archived_thread_is_opened_for_the_result(here: Harness) -> None:
    here.marne = here.server.thread("the war", here.marne)
    await here.found()
    await lose_and_roll(here, is_lost=True)
    here.server.archive(here.marne)
    await here.settle(after=timedelta(minutes=3))
    await told_once(here)
    here.server.rejected.clear()


async def test_a_locked_thread_stops_the_post_until_it_is_opened(here: Harness) -> None:
    here.marne = here.server.thread("the war", here.marne)
    await here.found()
    await here.settle(after=timedelta(minutes=1))
    here.server.rejected.clear()
    last = entries_of(here.newest(here.carla))
    here.bot._tasks["outbox"].cancel()  # nothing is posted before the thread is locked
    await lose_and_roll(here, is_lost=True)
    here.server.archive(here.marne, locked=True)
    for _ in range(5):
        await here.settle(after=timedelta(hours=1))
    assert len(here.server.rejected) <= 5
    assert entries_of(here.newest(here.carla)) == last
    here.server.reopen(here.marne)
    await here.settle(after=timedelta(hours=2))
    await lose_and_roll(here, is_lost=False)
    await here.settle(after=timedelta(hours=2))
    await told_once(here)
    here.server.rejected.clear()


async def test_a_deleted_channel_ends_its_posts(here: Harness) -> None:
    await here.found()
    await here.settle(after=timedelta(minutes=1))
    await lose_and_roll(here, is_lost=True)
    here.server.rejected.clear()
    here.server.delete(here.marne)
    for _ in range(5):
        await here.settle(after=timedelta(hours=1))
    assert len(here.server.rejected) <= 2
    here.server.rejected.clear()
