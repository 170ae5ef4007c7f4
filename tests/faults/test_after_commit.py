"""A database that fails at any moment, before or after an entry is written: no sentence says anything but the log's
truth.
"""

import inspect
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bot.storage import SqliteStore, StoreFault
from tests.bot.harness import Harness, choose, harness, text

DEEDS = {"append", "found", "keep_person", "keep_server"}
MARKS = {"end_posts", "take_due", "postpone", "schedule", "close", "stopped"}
LATEST = 12
"""So many calls after a deed are looked at, which is more than any command makes."""


class Failing:
    """A store of which one call fails: the n-th one after the first deed."""

    def __init__(self, store: SqliteStore, nth: int) -> None:
        self.left, self.is_written, self.has_failed = nth, False, False
        for name, method in inspect.getmembers(store, inspect.iscoroutinefunction):
            if not name.startswith("_") and name not in MARKS:
                setattr(store, name, self._failing(name, method))

    def _failing(self, name: str, method: Callable[..., Any]) -> Callable[..., Any]:
        async def failing(*args: Any, **options: Any) -> Any:
            if self.is_written:
                self.left -= 1
                if self.left == 0:
                    self.has_failed = True
                    raise StoreFault("The database does not answer")
            done = await method(*args, **options)
            self.is_written = self.is_written or name in DEEDS
            return done

        return failing


COMMANDS: dict[str, tuple[str, dict[str, Any]]] = {
    "roll": ("dice roll", {"reason": "rain"}),
    "settings": ("me settings", {"zone": "Europe/Berlin"}),
    "new": ("campaign new", {"game": "marne-1918", "seat": "Allies"}),
}


@pytest.mark.parametrize("name", COMMANDS)
async def test_no_sentence_after_a_commit_says_that_nothing_was_done(tmp_path: Path, name: str) -> None:
    command, options = COMMANDS[name]
    async with harness(tmp_path) as here:
        await here.found_high_card()
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
        failed = 0
        for nth in range(1, LATEST):
            await here.restart()
            where = here.server.channel(f"table-{nth}") if name == "new" else here.marne
            failing = Failing(store_of(here), nth)
            await here.anna.slash(where, command, options)
            said = [text(each) for each in here.private(here.anna, where)]
            assert failing.is_written
            assert not [each for each in said if "othing was done" in each], (nth, said)
            assert not [each for each in said if "hit an error" in each], (nth, said)
            failed += failing.has_failed
            for message in here.private(here.anna, where):
                here.anna.dismiss(message)
        here.server.rejected.clear()
    assert failed or name == "settings"


async def test_an_unknown_form_is_not_called_undone(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bid was written, its answer lost, and the log cannot be read."""
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    append = store_of(here).append

    async def failing(*_: object) -> None:
        raise StoreFault("The database does not answer")

    async def lost(*args: Any) -> None:
        await append(*args)
        await failing()

    with monkeypatch.context() as broken:
        broken.setattr(store_of(here), "append", lost)
        broken.setattr(store_of(here), "entry_by", failing)
        await here.anna.submit({"points": "3", "blind": "No"})
    said = text(here.private(here.anna)[-1])
    assert said.startswith("The database does not answer. `/record find` will show whether your action was recorded.")
    assert (await here.campaign()).campaign.state.bids == {"Red": 3}


async def test_a_fault_before_anything_is_written_says_so(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found_high_card()

    async def failing(*_: object) -> None:
        raise StoreFault("The database does not answer")

    monkeypatch.setattr(store_of(here), "people", failing)
    monkeypatch.setattr(store_of(here), "campaigns_of", failing)
    await choose(here.anna, here.marne, "me more campaigns")
    assert text(here.newest(here.anna)) == "The database does not answer. Nothing was done. Try again later."


def store_of(here: Harness) -> SqliteStore:
    store = here.bot.client.service._store
    assert isinstance(store, SqliteStore)
    return store
