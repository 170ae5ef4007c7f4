"""A sentence that says something else than the log is found, whatever a test is about."""

import sqlite3
from contextlib import closing
from typing import Any

import pytest

from bot.base.deeds import Deeds
from bot.storage import SqliteStore, StoreFault
from rules.dice import Source
from tests.bot.harness import Harness, text
from tests.bot.history import interactions_in, of_other_presses


async def test_a_denied_deed_is_found(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot forgets what it has written, and a read after it fails."""
    await here.found_high_card()
    assert here.history.untrue(interactions_in(here.database)) == []
    written = SqliteStore.append

    async def append(self: SqliteStore, *entry: Any, **more: Any) -> None:
        await written(self, *entry, **more)
        monkeypatch.setattr(SqliteStore, "entry_by", unreadable)
        raise StoreFault("The database does not answer")

    monkeypatch.setattr(SqliteStore, "append", append)
    monkeypatch.setattr(Deeds, "note", lambda *_: None)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    (untrue,) = here.history.untrue(interactions_in(here.database))
    assert "othing was done" in untrue
    here.history.said.clear()


async def unreadable(*_: object) -> None:
    """The log says nothing of an interaction."""


async def test_an_invented_result_is_found(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def lost(*_: object, **__: object) -> None:
        """The entry is nowhere."""

    await here.found_high_card()
    monkeypatch.setattr(SqliteStore, "append", lost)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert here.history.untrue(interactions_in(here.database)) == [text(here.newest(here.carla))]
    here.history.said.clear()


async def test_an_empty_message_is_found(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found_high_card()
    assert here.history.blank == []
    monkeypatch.setattr(
        "bot.messages.result_message.headed", lambda _title, embed, _seats="": {"content": "", "embed": embed}
    )
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    (blank,) = here.history.blank
    assert "rain" in blank
    here.history.blank.clear()


async def test_a_die_of_another_press_is_found(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found_high_card()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert of_other_presses(here.database) == []
    with monkeypatch.context() as planted:
        planted.setattr("bot.engine.service.Source", lambda seed, press: Source(seed, press + 1))
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    (found,) = of_other_presses(here.database)
    assert found.startswith("entry 3 of campaign 1: ")
    with closing(sqlite3.connect(here.database)) as rows:
        guards = rows.execute("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entry'").fetchall()
        for (name,) in guards:
            rows.execute(f"DROP TRIGGER {name}")
        rows.execute("UPDATE entry SET interaction = -3 WHERE seq = 3")
        rows.commit()
    here.history.said.clear()
