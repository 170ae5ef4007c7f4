"""Texts that fit, and the shape and pattern of each mark."""

import pytest

from bot.messages.pictures.pen import MARK_PATHS, PALETTES, PATTERNS, cut, width_of, wrapped
from rules.picture import Mark


def test_each_mark_has_a_shape_a_pattern_and_a_colour_of_its_own() -> None:
    for kind in (MARK_PATHS, PATTERNS, *(palette.marks for palette in PALETTES.values())):
        assert set(kind) == set(Mark)
        assert len(set(kind.values())) == len(Mark)


def test_a_text_is_shortened_to_its_room() -> None:
    assert cut("Rome", 11, 60) == "Rome"
    short = cut("Constantinople and all that", 11, 60)
    assert short.endswith("…")
    assert width_of(short, 11) <= 60
    assert cut("wide", 11, 1) == "…"


@pytest.mark.parametrize(
    "text", ["", "one", "one two three four five six seven eight", "x" * 400, "漢" * 90, "a " * 200]
)
def test_lines_are_as_wide_as_their_room_at_most(text: str) -> None:
    lines = list(wrapped(text, 12, 120))
    assert all(width_of(line, 12) <= 120 for line in lines)
    if "…" not in "".join(lines):
        assert " ".join(lines).split() == text.split()


def test_lines_break_between_words() -> None:
    room = width_of("Marne Marne", 12) + 1
    assert [*wrapped("Marne " * 5, 12, room)] == ["Marne Marne", "Marne Marne", "Marne"]
