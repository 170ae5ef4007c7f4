"""The sentences about starts and ends that are no real start's or end's in the other tests."""

import errno

import aiohttp
import pytest

from bot.endings import REMEDIES, CannotStart, TaskDied, sentence
from bot.store import StoreFault
from rules.errors import DataError


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (StoreFault("The disk is full"), "The disk is full. Make room."),
        (StoreFault("The database failed"), "The database failed. `adjutant doctor` says more."),
        (StoreFault("x is damaged. Restore a backup: `adjutant restore B`"), None),
        (DataError("marne_1918.toml: no such marker."), "marne_1918.toml: no such marker."),
        (CannotStart("The port is taken."), "The port is taken."),
        (TaskDied("It has ended."), "It has ended."),
        (aiohttp.ServerDisconnectedError(), "Discord cannot be reached (ServerDisconnectedError)."),
        (ConnectionResetError(errno.ECONNRESET, "reset"), "Discord cannot be reached (ConnectionResetError)."),
        (TimeoutError(), "Discord cannot be reached (TimeoutError)."),
    ],
)
def test_each_is_one_sentence_with_a_remedy(error: Exception, said: str | None) -> None:
    assert (sentence(error) or "").startswith(said or f"{error}.")


def test_a_bug_has_none() -> None:
    assert sentence(ZeroDivisionError()) is None


def test_remedies_are_sentences_without_their_stop() -> None:
    assert all(remedy[0].isupper() and not remedy.endswith(".") for remedy in REMEDIES.values())
