"""What is being answered: waited for, timed, and named in the log."""

import asyncio

import pytest

from bot.base.in_flight import Work, under_way
from bot.base.metrics import NO_METRICS, Metrics


class Noted(Metrics):
    def __init__(self) -> None:
        self.names: list[str] = []

    def answered(self, name: str, seconds: float) -> None:
        assert 0 <= seconds < 5
        self.names.append(name)


async def test_it_is_finished_when_all_of_it_is() -> None:
    work, go_on = Work(NO_METRICS), asyncio.Event()

    async def answer() -> None:
        with work.on(7, "dice roll"):
            assert under_way.get() == 7
            await go_on.wait()

    answers = [asyncio.create_task(answer()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting = asyncio.create_task(work.finished())
    await asyncio.sleep(0.01)
    assert not waiting.done()
    assert under_way.get() is None
    go_on.set()
    await asyncio.gather(waiting, *answers)


async def test_one_that_is_answered_does_not_finish_the_others() -> None:
    """The bot ends when it has finished: nobody loses their answer to a quicker one."""
    work = Work(NO_METRICS)
    with work.on(7, "slow"):
        with work.on(8, "quick"):
            pass
        waiting = asyncio.create_task(work.finished())
        await asyncio.sleep(0.01)
        assert not waiting.done()
    await waiting


def test_what_fails_is_finished_too() -> None:
    noted = Noted()
    work = Work(noted)
    with pytest.raises(ZeroDivisionError), work.on(7, "dice roll"):
        raise ZeroDivisionError
    assert noted.names == ["dice roll"]
    assert under_way.get() is None
