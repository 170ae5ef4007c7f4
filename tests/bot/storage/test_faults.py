"""What a player reads when the database fails."""

import sqlite3
from contextlib import nullcontext

import pytest

from bot.base.deeds import Standing, deeds_of, standing
from bot.storage.faults import Behind, DoneBefore, StoreFault, fault_in_state, fault_of, keeping


@pytest.mark.parametrize(
    ("code", "sentence", "is_damage"),
    [
        (sqlite3.SQLITE_FULL, "The disk is full", False),
        (sqlite3.SQLITE_IOERR_FSYNC, "The disk cannot be read or written", False),
        (sqlite3.SQLITE_BUSY, "Another program has locked the database", False),
        (sqlite3.SQLITE_CORRUPT, "The database is damaged", True),
        (sqlite3.SQLITE_CORRUPT_INDEX, "The database is damaged", True),
        (sqlite3.SQLITE_NOTADB, "The database is damaged", True),
        (sqlite3.SQLITE_ERROR, "The database failed", False),
    ],
)
def test_a_fault_names_its_cause(code: int, sentence: str, *, is_damage: bool) -> None:
    error = sqlite3.OperationalError("…")
    error.sqlite_errorcode = code
    fault = fault_of(error)
    assert (str(fault), fault.is_damage) == (sentence, is_damage)


def test_a_fault_without_a_code_is_a_fault() -> None:
    assert str(fault_of(sqlite3.OperationalError("…"))) == "The database failed"


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("53100", "The disk is full"),
        ("53300", "The database has too many connections"),
        ("25006", "The database cannot be written"),
        ("57P01", "The database does not answer"),
        ("57014", "The database did not answer in time"),
        ("08006", "The database does not answer"),
        ("28P01", "The database does not accept the bot's name or password"),
        ("42703", "The database failed"),
        ("", "The database failed"),
    ],
)
def test_a_state_of_postgresql_names_its_cause(state: str, sentence: str) -> None:
    assert str(fault_in_state(state)) == sentence


@pytest.mark.parametrize(
    ("error", "stands"),
    [
        (None, Standing.LOGGED),
        (DoneBefore(), Standing.LOGGED),
        (StoreFault("The disk is full"), Standing.UNKNOWN),
        (Behind(), Standing.NOTHING),
    ],
    ids=repr,
)
def test_a_logged_entry_is_done(error: Exception | None, stands: Standing) -> None:
    with deeds_of(7):
        with nullcontext() if error is None else pytest.raises(type(error)), keeping(7):
            if error is not None:
                raise error
        assert standing() is stands


def test_after_a_fault_nobody_knows_what_is_kept() -> None:
    with deeds_of(7):
        with pytest.raises(StoreFault, match="gone"), keeping():
            raise StoreFault("gone")
        assert standing() is Standing.UNKNOWN
        with keeping():
            pass
        assert standing() is Standing.KEPT
