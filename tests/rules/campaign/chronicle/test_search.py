"""Searching the log as its reader may read it."""

from typing import Any

import pytest

from rules.campaign.chronicle.search import Wanted, search
from rules.campaign.life.rolling import RollDice
from rules.campaign.time.undo import Undo
from rules.seat import Seat
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch
from tests.rules.games.fields_of_despair.campaign import begun
from tests.rules.games.marne_1918.test_reactions import ASSAULT, allied_attack
from tests.worlds import saying


@pytest.fixture
def play() -> Play:
    """Six entries: a seat, a draw, a roll, a score, its undo, the next turn."""
    play = night_watch((BERT, "draw"), (ANNA, RollDice(reason="Über Évreux *nach* Paris")))
    play.do(ANNA, "enter_score", score=7)
    play.do(ANNA, Undo())
    play.do(ANNA, "next_turn")
    return play


def found(play: Play, *seats: Seat, **wanted: Any) -> list[int]:
    return [each.seq for each in search(play.campaign, play.log, dict.fromkeys(seats, 0), Wanted(**wanted), saying)]


@pytest.mark.parametrize(
    ("wanted", "entries"),
    [
        ({}, [1, 2, 3, 4, 5, 6]), ({"text": "evreux NACH"}, [3]), ({"text": "7"}, [4]), ({"seat": "south"}, [1, 2]),
        ({"kind": "dice"}, [3]), ({"kind": "numbers"}, [4]), ({"kind": "undone"}, [4]),
        ({"kind": "table"}, [1, 3, 5]), ({"turn": 2}, []), ({"before": 3}, [1, 2]),
        ({"text": "wants to END the"}, [6]), ({"text": " set  the\nscore"}, [4]),
    ],
)  # fmt: skip
def test_the_wanted_entries_are_found(play: Play, wanted: dict[str, Any], entries: list[int]) -> None:
    assert found(play, **wanted) == entries


def test_events_combats_and_phase_ends_are_found_by_kind() -> None:
    play = allied_attack()
    play.do(ANNA, "declare_combat", hex="Soissons")
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    play.do(BERT, "pass")
    play.do(ANNA, "pass") if play.campaign.awaited else None
    play.do(ANNA, "next_turn")

    def types(kind: str) -> list[str]:
        seqs = found(play, kind=kind)
        return [entry.command.type for entry in play.log if entry.seq in seqs]

    assert types("combat")[0] == "declare_combat"
    assert types("events") == ["play"]
    assert types("phases") == ["next_turn"]


def test_board_changes_are_found_by_their_words(play: Play) -> None:
    assert found(play, text="set the score") == [4]


def test_an_entry_is_found_by_its_reasons(play: Play) -> None:
    """A rule, and the row of a table that answers “Why?”."""
    assert found(play, text="its dice stay used") == [5]
    play = begun(3, 3, 2).play
    assert found(play, text="total 8: row 8") == [play.log[-1].seq]


def test_an_entry_is_found_by_section_and_side() -> None:
    """The Allies' player carries out what the Central Powers do."""
    play = begun(3, 3, 2).play
    assert found(play, text="counters:") == []
    assert found(play, text="counters CP air") == [1], "the name of a section and its first line"
    last = play.log[-1].seq
    assert last in found(play, seat="central powers")
    assert last in found(play, seat="allies")
    assert 1 not in found(play, seat="central powers")
