"""A game: what it must declare, what it has, and what it reads."""

from collections.abc import Iterable
from typing import Any, ClassVar

import pytest

from rules.command import GameCommand, GameEvent
from rules.errors import NotThere
from rules.frozen import Frozen
from rules.game import Due, Game, Whose
from rules.line import line
from rules.notice import Notice
from rules.ruling import GameData
from rules.seat import REFEREE
from tests.games import all_games, marne
from tests.high_card import BLUE, Bid, Bidden, HighCard, Taken
from tests.night_watch import NORTH, SOUTH, NightWatch


class Silent(GameEvent[GameData, Frozen]):
    def apply(self, data: GameData, state: Frozen) -> Frozen:
        return state


class Idle(GameEvent[GameData, Frozen]):
    def tell(self, data: GameData) -> Iterable[Notice]:
        return ()


class Undecided(GameCommand[GameData, Frozen]):
    title: ClassVar[str] = "Undecided"


@pytest.mark.parametrize(
    ("declared", "said"),
    [
        ({"events": (Silent,)}, "Silent has no tell"),
        ({"events": (Idle,)}, "Idle has no apply"),
        ({"commands": (Undecided,)}, "Undecided has no decide"),
        (
            {"events": (Taken, type("Twin", (Taken,), {"__module__": __name__}, named="taken"))},
            "are both named 'taken'",
        ),
    ],
)
def test_a_game_with_something_incomplete_is_refused_at_start(declared: dict[str, Any], said: str) -> None:
    with pytest.raises(TypeError, match=said):
        type("Planted", (Game,), declared)


@pytest.mark.parametrize("kind", [Silent, Idle, Undecided])
def test_an_incomplete_game_cannot_be_made(kind: type[Frozen]) -> None:
    with pytest.raises(TypeError, match="abstract"):
        kind()


def test_a_game_has_its_commands_and_its_views() -> None:
    game = all_games()["high-card"]
    assert all(map(game.has, ("take", "bid", "show", "hand")))
    assert not any(map(game.has, ("draw", "pool", "taken", "")))


def test_games_are_the_same_with_the_same_data() -> None:
    game, other = all_games()["high-card"], all_games()["high-card"]
    assert game == other
    assert hash(game) == hash(other)
    assert game != HighCard(game.data.replace(number=3))
    assert game != all_games()["bridges"]


def test_a_ruling_makes_another_game_and_leaves_this_one() -> None:
    game = marne()
    ruled = game.with_ruling("draws_a_turn", 4)
    assert (game.data.rulings["draws_a_turn"].answer, ruled.data.rulings["draws_a_turn"].answer) == (3, 4)
    assert ruled != game


def test_commands_and_events_are_read_by_their_type() -> None:
    game = all_games()["high-card"]
    assert game.read_command({"type": "bid", "points": 3}) == Bid(points=3)
    bidden = {"type": "bidden", "seat": "Blue", "points": 3}
    assert game.read_event(bidden) == Bidden(seat=BLUE, points=3)
    with pytest.raises(NotThere, match="High Card does not use this command"):
        game.read_command({"type": "draw"})
    with pytest.raises(NotThere, match="High Card has no event drawn"):
        game.read_event({"type": "drawn"})


def test_a_game_without_views_shows_nothing() -> None:
    game = all_games()["high-card"]
    state = game.start()
    assert [*game.pool(state), *game.ledger(state), *game.remaining_phases(state)] == []
    assert game.on_ruling_changed(state) is state


def test_only_those_who_must_answer_are_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    whose = {NORTH: Whose.MUST, SOUTH: Whose.OWN, REFEREE: Whose.ANY}
    due = {seat: Due(line("Play on."), "turn 1", each) for seat, each in whose.items()}
    monkeypatch.setattr(NightWatch, "due", lambda *_: due)
    game = all_games()["night-watch"]
    assert game.awaited(game.start()) == {NORTH}
