"""What a player reads when the database fails."""

import sqlite3

import pytest

from bot.storage.faults import fault_in_state, fault_of


@pytest.mark.parametrize(
    ("code", "sentence"),
    [
        (sqlite3.SQLITE_FULL, "The disk is full"),
        (sqlite3.SQLITE_IOERR_FSYNC, "The disk cannot be read or written"),
        (sqlite3.SQLITE_BUSY, "Another program has locked the database"),
        (sqlite3.SQLITE_CORRUPT, "The database is damaged"),
        (sqlite3.SQLITE_ERROR, "The database failed"),
    ],
)
def test_a_fault_names_its_cause(code: int, sentence: str) -> None:
    error = sqlite3.OperationalError("…")
    error.sqlite_errorcode = code
    assert str(fault_of(error)) == sentence


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
