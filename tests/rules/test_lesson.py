"""A lesson explains what is printed behind a name, and nothing else."""

import pytest

from tests.games import marne

LESSON = marne().data.lesson


@pytest.mark.parametrize(
    ("text", "met"),
    [
        ("Keep **Heroic Assault** (£¤).", ["£", "¤"]),
        ("Returned at once ($): **All quiet**.", ["$"]),
        ("<@1> and #2 (see below), @ # $", []),
        ("A (£¤), a (@#), a (¤£)", ["@", "£", "#", "¤"]),
    ],
)
def test_the_symbols_that_are_met(text: str, met: list[str]) -> None:
    assert LESSON is not None
    assert [said[2] for said in LESSON.met(text)] == met


def test_every_symbol_that_is_printed_is_explained() -> None:
    assert LESSON is not None
    printed = {str(symbol) for each in marne().data.marker_types for symbol in each.symbols}
    assert set(LESSON.symbols) >= printed


def test_every_step_is_a_command_of_the_game() -> None:
    assert LESSON is not None
    assert {step.offer for step in LESSON.steps} <= marne().commands_by_type.keys()
