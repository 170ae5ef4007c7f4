"""What follows from something that is done can fail, and stops nothing."""

import asyncio
import logging

import pytest

from bot.base.second_step import second_step


def test_a_failure_is_logged_with_an_id_and_what_comes_after_goes_on(caplog: pytest.LogCaptureFixture) -> None:
    done = []
    for number in (1, 0, 2):
        with second_step("a division"):
            done.append(6 // number)
    assert done == [6, 3]
    (record,) = caplog.records
    assert (record.levelno, record.name) == (logging.ERROR, "bot.base.second_step")
    assert record.getMessage().endswith(": a division")
    assert record.exc_info is not None


def test_what_is_cancelled_stays_cancelled() -> None:
    with pytest.raises(asyncio.CancelledError), second_step("a task"):
        raise asyncio.CancelledError


def test_what_is_lost_outside_is_a_warning_and_no_bug(caplog: pytest.LogCaptureFixture) -> None:
    with second_step("the way to Discord", (OSError,)):
        raise ConnectionResetError
    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.WARNING, "the way to Discord: ConnectionResetError")
