"""Draws any picture as SVG: its title, then its parts one below the other."""

from collections.abc import Callable, Mapping
from math import ceil
from typing import Any

from bot.messages.pictures.charts import draw_bars, draw_curves
from bot.messages.pictures.maps import draw_grid, draw_hexes
from bot.messages.pictures.pen import BODY, MARGIN, PAGE, PALETTES, TITLE, Pen, Theme
from bot.messages.pictures.turns import draw_tiles, draw_turn_line
from rules.picture import Bars, Curves, Facts, Grid, Hexes, Part, Picture, Tiles, TurnLine

BETWEEN = 7.0


def draw(picture: Picture, theme: Theme = "dark") -> str:
    """Return the picture as SVG. The same picture gives the same text."""
    pen = Pen(PALETTES[theme])
    return pen.svg(_draw(picture, pen))


def draw_in_page(picture: Picture) -> str:
    """Return the same picture as a part of a page, which has the colours and, once, the ``page_patterns``."""
    pen = Pen(PAGE)
    return pen.svg(_draw(picture, pen), in_page=True)


def page_patterns() -> str:
    """Return the patterns that all pictures of a page share."""
    return f'<svg width="0" height="0" aria-hidden="true">{Pen(PAGE).patterns()}</svg>'


def _draw(picture: Picture, pen: Pen) -> int:
    """Draw the picture. Return its height."""
    y = pen.lines(MARGIN - 4, picture.title, TITLE)
    for part in picture.parts:
        y = DRAWN[type(part)](pen, part, y + BETWEEN)
    return ceil(y + MARGIN - 2)


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
    Tiles: draw_tiles,
    TurnLine: draw_turn_line,
}
