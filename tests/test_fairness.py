"""Random games find no action open to somebody whom ``docs/authority.md`` forbids it.

Here a hundred; ``python -m tests.fairness 10000`` plays ten thousand.
"""

import pytest

from rules.campaign.time.undo import Undo
from tests.fairness import GAMES, Unfair, main

GAMES_HERE = 120


def test_no_game_finds_an_action_that_is_forbidden() -> None:
    done = main(GAMES_HERE)
    assert {"agree", "decline", "undo", "set_ruling", "admin_seat", "join", "end"} <= done.keys()


def test_the_watcher_finds_an_undo_without_consent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Undo, "needed", lambda *_: frozenset())
    with pytest.raises(Unfair, match="an undo"):
        main(len(GAMES) * 60)
