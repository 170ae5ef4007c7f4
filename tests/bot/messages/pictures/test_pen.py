"""Texts that fit, and the shape and pattern of each mark."""

import re
from xml.etree import ElementTree

import pytest

from bot.messages.pictures.palette import PALETTES
from bot.messages.pictures.pen import BODY, MARK_PATHS, PATTERNS, Pen, cut, width_of, wrapped
from rules.picture import Mark
from rules.secrets import Shown
from tests.bot.messages.pictures.album import HOSTILE


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


def test_lines_break_before_the_word_that_has_no_room_and_lose_none() -> None:
    room = width_of("Marne Marne", 12) + 1
    assert [*wrapped("Marne " * 5, 12, room)] == ["Marne Marne", "Marne Marne", "Marne"]


@pytest.mark.parametrize(
    ("mark", "path"),
    [
        (Mark.CIRCLE, "M6 20a4 4 0 1 0 8 0a4 4 0 1 0 -8 0Z"),
        (Mark.SQUARE, "M6 16h8v8h-8Z"),
        (Mark.TRIANGLE, "M10 16L14 24L6 24Z"),
        (Mark.DIAMOND, "M10 16L14 20L10 24L6 20Z"),
    ],
)
def test_a_mark_stands_around_its_point_and_a_triangle_on_its_base(mark: Mark, path: str) -> None:
    pen = Pen(PALETTES["light"])
    pen.mark(mark, 10, 20, 4)
    fill = PALETTES["light"].marks[mark]
    ground = PALETTES["light"].ground
    assert pen.drawn == [f'<path d="{path}" fill="{fill}" stroke="{ground}" stroke-width="1"/>']


def test_hostile_texts_are_only_text() -> None:
    pen = Pen(PALETTES["dark"])
    pen.text(0, 10, Shown(HOSTILE))
    svg = pen.svg(20)
    (text,) = ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}text")
    assert text.text == HOSTILE
    assert re.findall(r"<script|]]>", svg) == []


def test_a_text_stands_where_and_as_it_is_asked_to() -> None:
    pen = Pen(PALETTES["light"])
    pen.text(1.5, 10, "a < b")
    pen.text(2, 20, Shown("centred"), 14, "#123456", "middle", halo=True)
    plain, centred = pen.drawn[-2:]
    ink, ground = PALETTES["light"].ink, PALETTES["light"].ground
    assert plain == f'<text x="1.5" y="10" font-size="{BODY}" text-anchor="start" fill="{ink}">a &lt; b</text>'
    assert centred == (
        '<text x="2" y="20" font-size="14" text-anchor="middle" fill="#123456"'
        f' stroke="{ground}" stroke-width="3" paint-order="stroke">centred</text>'
    )
