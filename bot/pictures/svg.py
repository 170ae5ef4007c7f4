"""Draws any picture as SVG: its title, then its parts one below the other."""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

from bot.pictures.charts import draw_bars, draw_curves
from bot.pictures.maps import draw_grid, draw_hexes, draw_spans, draw_track
from bot.pictures.palette import PALETTES, Theme
from bot.pictures.pen import BODY, MARGIN, TITLE, Pen
from rules.picture import Bars, Curves, Facts, Grid, Hexes, Part, Picture, Spans, Track

BETWEEN = 7.0


def draw(picture: Picture, theme: Theme = "dark") -> str:
    """The picture as SVG. The same picture gives the same text."""
    pen = Pen(PALETTES[theme])
    y = pen.lines(MARGIN - 4, picture.title, TITLE)
    for part in picture.parts:
        y = DRAWN[type(part)](pen, part, y + BETWEEN)
    return pen.svg(ceil(y + MARGIN - 2))


def _draw_facts(pen: Pen, facts: Facts, y: float) -> float:
    for line in facts.lines:
        y = pen.lines(y, line, BODY)
    return y


DRAWN: Mapping[type[Part], Callable[[Pen, Any, float], float]] = {
    Bars: draw_bars,
    Curves: draw_curves,
    Facts: _draw_facts,
    Grid: draw_grid,
    Hexes: draw_hexes,
    Spans: draw_spans,
    Track: draw_track,
}
