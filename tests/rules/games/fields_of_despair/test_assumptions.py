"""What the odds assume, and who says so: the player who asks, the map, what was told last, or nobody."""

import pytest

from rules.games.fields_of_despair.assumptions import WhatIf, assumed_attack, assumed_of_the_count, in_france
from rules.games.fields_of_despair.pieces import Attack
from rules.games.fields_of_despair.state import Told
from tests.games import fields


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
