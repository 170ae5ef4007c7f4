"""Bars and curves."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest

from bot.messages.pictures.pen import RIGHT
from bot.messages.pictures.svg import draw
from rules.picture import Bar, Bars, Mark, Part, Series, label, picture
from rules.secrets import Shown
from tests.bot.messages.pictures.album import CURVES
from tests.bot.messages.pictures.drawing import check, written


def drawn(part: Part) -> str:
    return draw(picture(label("Charts"), part))


def boxes(svg: str) -> list[tuple[float, float]]:
    """Where each patterned bar begins, and how long it is."""
    found = re.findall(r'<rect x="([\d.]+)" y="[\d.]+" width="([\d.]+)" height="13" fill="url', svg)
    return [(float(x), float(width)) for x, width in found]


def test_the_length_of_a_bar_is_its_amount() -> None:
    amounts = (Fraction(1, 4), Fraction(1, 2), 1)
    bars = Bars(label("Odds"), tuple(Bar(Shown(str(each)), each, Shown("x")) for each in amounts))
    (_, quarter), (_, half), (_, whole) = boxes(drawn(bars))
    assert half == pytest.approx(2 * quarter, abs=0.2)
    assert whole == pytest.approx(4 * quarter, abs=0.2)


def test_nothing_at_all_has_no_length() -> None:
    zero = Bars(label("Nothing"), (Bar(label("Italy"), 0, Shown("0")),))
    assert boxes(drawn(zero)) == []
    assert "Italy" in written(drawn(zero))


@pytest.mark.parametrize("values", [(5,), (0, 0), (None, None), (None, 7, None, 3), tuple(range(500))])
async def test_any_curve_can_be_drawn(values: tuple[int | None, ...]) -> None:
    curves = replace(CURVES, series=(Series(label("points"), Mark.SQUARE, values),))
    await check(picture(label("Charts"), curves))


def points(svg: str) -> list[tuple[float, float]]:
    """The points of the first curve."""
    path = re.findall(r'<path d="M([^"]+)" fill="none" [^>]*stroke-width="2"', svg)[0]
    return [(float(x), float(y)) for x, y in (each.split(" ") for each in path.split("L"))]


def test_a_curve_ends_with_a_mark_at_its_last_value() -> None:
    for count in (2, 13, 30, 40):
        curves = replace(CURVES, series=(
            Series(label("long"), Mark.SQUARE, tuple(range(count))), Series(label("short"), Mark.CIRCLE, (1,))
        ))  # fmt: skip
        svg = drawn(curves)
        found = points(svg)
        assert len(found) == count
        assert found[-1][0] == pytest.approx(RIGHT - 30, abs=0.2), "up to the right"
        x, _ = found[-1]
        assert f'd="M{x - 3.6:.1f}'.removesuffix(".0") in svg


def test_a_tick_stands_at_its_moment_where_there_is_room() -> None:
    ticks = {moment: Shown(f"Turn {moment}") for moment in (0, 1, 2, 30)}
    svg = drawn(replace(CURVES, series=(Series(label("points"), Mark.SQUARE, tuple(range(40))),), ticks=ticks))
    lines = [float(x) for x in re.findall(r'<path d="M([\d.]+) [\d.]+v-84"', svg)]
    assert lines == [points(svg)[moment][0] for moment in ticks]
    assert [text for text in written(svg) if "Turn" in text] == ["Turn 0", "Turn 30"]
