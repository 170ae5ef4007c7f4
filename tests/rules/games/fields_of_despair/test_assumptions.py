"""What the odds assume, and who says so: the player who asks, the map, what was told last, or nobody."""

from typing import Any

import pytest

from rules.errors import NotThere
from rules.games.fields_of_despair.assumptions import (
    WhatIf,
    assumed_attack,
    assumed_of_the_count,
    imagined,
    in_france,
)
from rules.games.fields_of_despair.odds_report import upcoming
from rules.games.fields_of_despair.pieces import Attack, Ground
from rules.games.fields_of_despair.plan_report import tell_imagined
from rules.games.fields_of_despair.state import State, Told
from tests.games import fields
from tests.rules.games.fields_of_despair.own_map import MAP, mapped


def said(told: Told | None, asked: bool | None) -> list[str]:
    """What the odds say of France and of the victory, where both are told and asked alike."""
    state = START.replace(france=told, ahead=told)
    what_if = WhatIf(in_france=asked, allies_ahead=asked)
    return [str(each) for each in assumed_of_the_count(fields().data, state, what_if, is_last=True)]


START = fields().start()
TOLD = {answer: Told(answer=answer, turn=8, phase=2) for answer in (True, False)}


@pytest.mark.parametrize(
    ("told", "asked", "france", "ahead"),
    [
        (None, None, "A CP hex in France (nobody has said).",
         "The Allies at neither victory nor a draw (nobody has said)."),
        (TOLD[True], None, "A CP hex in France, as you said in 8.2.",
         "The Allies at victory or a draw, as you said in 8.2."),
        (TOLD[False], None, "No CP hex in France, as you said in 8.2.",
         "The Allies at neither victory nor a draw, as you said in 8.2."),
        (None, True, "A CP hex in France, as you ask.", "The Allies at victory or a draw, as you ask."),
        (None, False, "No CP hex in France, as you ask.", "The Allies at neither victory nor a draw, as you ask."),
        (TOLD[True], False, "No CP hex in France, as you ask.",
         "The Allies at neither victory nor a draw, as you ask."),
    ],
)  # fmt: skip
def test_each_answer_is_named_with_who_gave_it(told: Told | None, asked: bool | None, france: str, ahead: str) -> None:
    assert said(told, asked) == [france, ahead]


def test_each_answer_is_named_with_the_phase_in_which_it_was_given() -> None:
    france, ahead = Told(answer=True, turn=7, phase=1), Told(answer=True, turn=9, phase=2)
    state = START.replace(france=france, ahead=ahead)
    assert [str(each) for each in assumed_of_the_count(fields().data, state, WhatIf(), is_last=True)] == [
        "A CP hex in France, as you said in 7.1.",
        "The Allies at victory or a draw, as you said in 9.2.",
    ]


def test_what_counts_in_the_last_turn_alone_is_not_named_before() -> None:
    told = assumed_of_the_count(fields().data, START, WhatIf(), is_last=False)
    assert [str(each) for each in told] == ["A CP hex in France (nobody has said)."]


def test_without_a_map_the_players_are_believed() -> None:
    assert in_france(fields().data, START.replace(france=TOLD[False]), WhatIf()) == (False, "told")
    assert in_france(fields().data, START, WhatIf()) == (True, "usual")


@pytest.mark.parametrize(
    ("what_if", "artillery", "blocks", "source"),
    [
        (WhatIf(), 3, 9, "usual"),
        (WhatIf(allied=5), 3, 2, "asked"),
        (WhatIf(allied=2), 2, 0, "asked"),
        (WhatIf(allied=0), 0, 0, "asked"),
        (WhatIf(artillery=5), 5, 7, "asked"),
        (WhatIf(artillery=0), 0, 12, "asked"),
        (WhatIf(allied=4, artillery=9), 4, 0, "asked"),
    ],
)
def test_artillery_is_a_part_of_the_allied_sps(what_if: WhatIf, artillery: int, blocks: int, source: str) -> None:
    assert assumed_attack(START, what_if) == (Attack(hex="A01", artillery=artillery, blocks=blocks), source)


BOTH_TOLD = START.replace(france=Told(answer=True, turn=8, phase=2), ahead=Told(answer=True, turn=9, phase=1))


@pytest.mark.parametrize(
    ("cleared", "asked", "said"),
    [
        (False, None, "A CP hex in France, by your group's map."),
        (True, None, "No CP hex in France, by your group's map."),
        (False, False, "No CP hex in France, as you ask."),
        (True, True, "A CP hex in France, as you ask."),
    ],
)
def test_a_map_knows_of_france_unless_a_player_asks(cleared: bool, asked: bool | None, said: str) -> None:
    ground = {name: Ground(owner="Allies") for name in MAP if cleared and name[1:] == "07"}
    state = BOTH_TOLD.replace(ground=ground)
    (told,) = assumed_of_the_count(mapped().data, state, WhatIf(in_france=asked), is_last=False)
    assert str(told) == said
    assert in_france(mapped().data, state, WhatIf(in_france=asked))[0] is said.startswith("A CP")


class TestImagined:
    """A board of which the strengths alone are told."""

    def board(self, air: str = "3 1", artillery: str = "5 4 2", **what: Any) -> State:
        return imagined(fields().data, WhatIf(**what), air, artillery)

    @pytest.mark.parametrize(("asked", "when"), [
        ({}, (7, 1)), ({"phase": 2}, (7, 2)), ({"turn": 8}, (8, 1)), ({"turn": 9, "phase": 2}, (9, 2)),
    ])  # fmt: skip
    def test_the_action_phase_of_the_central_powers_begins(self, asked: dict[str, Any], when: tuple[int, int]) -> None:
        board, data = self.board(total=60, hidden=40, **asked), fields().data
        assert (board.turn, board.phase(data), board.position(data).step.kind) == (*when, "central")
        assert upcoming(data, board) == when

    @pytest.mark.parametrize(("total", "hidden", "holds"), [(60, 40, 60), (40, 60, 60), (0, 0, 0)])
    def test_its_total_is_not_below_what_is_hidden(self, total: int, hidden: int, holds: int) -> None:
        board = self.board(total=total, hidden=hidden)
        assert (board.total, board.air.values, board.artillery.values) == (holds, (3, 1), (5, 4, 2))
        assert (board.logistic, board.is_set_up, board.hexes) == (1, True, {})

    @pytest.mark.parametrize(
        ("what", "why"),
        [
            ({"total": 60}, "Give `total` and `hidden`: without a campaign the bot knows no board."),
            ({"hidden": 40}, "Give `total` and `hidden`: without a campaign the bot knows no board."),
            (
                {"total": 60, "hidden": 40, "attack": "A05 2"},
                "That depends on the whole board, so it needs a campaign.",
            ),
            ({"about": "the front"}, "That depends on the whole board, so it needs a campaign."),
        ],
    )
    def test_what_a_board_alone_answers_is_refused(self, what: dict[str, Any], why: str) -> None:
        with pytest.raises(NotThere) as refused:
            self.board(**what)
        assert str(refused.value) == why

    @pytest.mark.parametrize("about", [None, "the rest of the war"])
    def test_what_it_lacks_is_assumed(self, about: str | None) -> None:
        what: dict[str, Any] = {"total": 60, "hidden": 40, "about": about}
        said = [str(each) for each in tell_imagined(fields().data, self.board(**what), WhatIf(**what))]
        assert said[-1] == "No campaign of Fields of Despair is played here: the strengths are yours."
        assert ("The CP have a Logistic Point." in said) is (about is None)
