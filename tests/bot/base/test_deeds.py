"""What an interaction has done is noted once, and nothing that another did."""

import asyncio
import logging

import pytest

from bot.base.deeds import Standing, Work, deeds_of, note, second_step, standing, under_way
from bot.base.metrics import NO_METRICS, Metrics
from tests.patience import a_moment


def test_a_deed_is_done_once() -> None:
    assert standing() is Standing.NOTHING
    with deeds_of(7):
        for given, stands in [
            (Standing.UNKNOWN, Standing.UNKNOWN), (Standing.LOGGED, Standing.LOGGED),
            (Standing.UNKNOWN, Standing.LOGGED), (Standing.KEPT, Standing.LOGGED),
        ]:  # fmt: skip
            note(given, 7)
            assert standing() is stands
    assert standing() is Standing.NOTHING


def test_a_log_record_of_others_is_no_deed() -> None:
    with deeds_of(7):
        note(Standing.LOGGED, 8)
        assert standing() is Standing.NOTHING


class Noted(Metrics):
    def __init__(self) -> None:
        self.names: list[str] = []

    def took(self, timer: str, seconds: float, *labels: str) -> None:
        assert (timer, 0 <= seconds < 5) == ("answer_seconds", True)
        self.names += labels


async def test_it_is_finished_when_all_of_it_is() -> None:
    work, go_on = Work(NO_METRICS), asyncio.Event()

    async def answer() -> None:
        with work.on(7, "dice roll"):
            deeds = under_way.get()
            assert deeds is not None
            assert deeds.interaction == 7
            await go_on.wait()

    answers = [asyncio.create_task(answer()) for _ in range(3)]
    await asyncio.sleep(0)
    waiting = asyncio.create_task(work.finished())
    await a_moment()
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
        await a_moment()
        assert not waiting.done()
    await waiting


def test_a_failed_deed_is_finished() -> None:
    noted = Noted()
    work = Work(noted)
    with pytest.raises(ZeroDivisionError), work.on(7, "dice roll"):
        raise ZeroDivisionError
    assert noted.names == ["dice roll"]
    assert under_way.get() is None


def test_a_failed_deed_is_logged_and_others_go_on(caplog: pytest.LogCaptureFixture) -> None:
    done = []
    for number in (1, 0, 2):
        with second_step("a division"):
            done.append(6 // number)
    assert done == [6, 3]
    (record,) = caplog.records
    assert (record.levelno, record.name) == (logging.ERROR, "bot.base.deeds")
    assert record.getMessage().endswith(": a division")
    assert record.exc_info is not None


def test_a_cancelled_deed_stays_cancelled() -> None:
    with pytest.raises(asyncio.CancelledError), second_step("a task"):
        raise asyncio.CancelledError


def test_a_lost_connection_is_a_warning_and_no_bug(caplog: pytest.LogCaptureFixture) -> None:
    with second_step("the way to Discord", (OSError,)):
        raise ConnectionResetError
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.WARNING, "the way to Discord: ConnectionResetError")
