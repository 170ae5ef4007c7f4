"""A sentence that says something else than the log is found, whatever a test is about."""

from typing import Any

import pytest

from bot.base.deeds import Deeds
from bot.storage import SqliteStore, StoreFault
from tests.bot.harness import Harness, text


async def test_what_is_done_and_said_not_to_be_is_found(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot forgets what it has written, and a read after it fails."""
    await here.found_high_card()
    assert here.history.untrue(here.database) == []
    written = SqliteStore.append

    async def append(self: SqliteStore, *entry: Any, **more: Any) -> None:
        await written(self, *entry, **more)
        monkeypatch.setattr(SqliteStore, "entry_by", unreadable)
        raise StoreFault("The database does not answer")

    monkeypatch.setattr(SqliteStore, "append", append)
    monkeypatch.setattr(Deeds, "note", lambda *_: None)
    await here.anna.slash(here.marne, "dice roll")
    (untrue,) = here.history.untrue(here.database)
    assert "othing was done" in untrue
    here.history.said.clear()


async def unreadable(*_: object) -> None:
    """The log says nothing of an interaction."""


async def test_what_is_told_and_was_never_written_is_found(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: object, **__: object) -> None:
        """The entry is nowhere."""

    await here.found_high_card()
    monkeypatch.setattr(SqliteStore, "append", lost)
    await here.anna.slash(here.marne, "dice roll")
    assert here.history.untrue(here.database) == [text(here.newest(here.carla))]
    here.history.said.clear()
