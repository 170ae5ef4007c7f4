"""Draws any picture as SVG: its title, then its parts one below the other. The plain parts are drawn here: facts, what
stands now side by side, and the line of the turns.
"""

from collections.abc import Callable, Mapping
from itertools import pairwise
from math import ceil
from typing import Any

from bot.base.language import say
from bot.messages.pictures.charts import draw_bars, draw_curves
from bot.messages.pictures.maps import draw_grid, draw_hexes
from bot.messages.pictures.pen import (
    BODY,
    MARGIN,
    PAGE,
    PALETTES,
    RIGHT,
    SMALL,
    TITLE,
    Pen,
    Theme,
    cut,
    number,
    width_of,
)
from rules.picture import Bars, Curves, Facts, Grid, Hexes, Mark, Part, Picture, Tiles, TurnLine

TILE = 46.0
PADDING, GAP = 14.0, 4.0
CURVE_HEIGHT = 90.0
BELOW = 42.0
"""The room below the line: the numbers of the turns, then the first and the last day."""
ABOVE = 20.0
"""The room over the line for what is to come, where there is no curve."""
LEAST_BETWEEN = 22.0
"""So far apart two numbers of turns can be read."""
BETWEEN = 7.0


def draw_tiles(pen: Pen, tiles: Tiles, y: float) -> float:
    """Draw names and values side by side, each tile as wide as it needs. Return where the next part begins."""
    needs = [max(width_of(say(each.name), SMALL), width_of(say(each.value), TITLE)) + PADDING for each in tiles.tiles]
    share, x = (RIGHT - MARGIN - GAP * (len(needs) - 1)) / sum(needs), MARGIN
    for tile, needed in zip(tiles.tiles, needs, strict=True):
        wide = needed * share
        pen.box(x, y + 2, wide, TILE - 4, stroke=pen.palette.faint)
        pen.text(x + PADDING / 2, y + 16, cut(say(tile.name), SMALL, wide - PADDING + 1), SMALL, pen.palette.quiet)
        pen.text(x + PADDING / 2, y + 35, cut(say(tile.value), TITLE, wide - PADDING + 1), TITLE)
        x += wide + GAP
    return y + TILE


def draw_turn_line(pen: Pen, line: TurnLine, y: float) -> float:
    """Draw the curve of the turns played, the marker and the turns to come. Return where the next part begins."""
    if line.values:
        y = pen.lines(y, line.title, BODY, colour=pen.palette.quiet) + 10
    top, high = y, CURVE_HEIGHT if line.values else ABOVE
    most = max(line.values.values(), default=0) or 1
    left = MARGIN + (width_of(str(most), SMALL) + 8 if line.values else 0)
    ground = top + high
    step = (RIGHT - left) / line.last
    places = [left + (turn - 0.5) * step for turn in range(1, line.last + 1)]
    pen.box(left, top, line.now * step, high, pen.palette.faint)
    pen.path(f"M{number(left)} {number(ground)}H{number(RIGHT)}", stroke=pen.palette.quiet)
    if line.values:
        pen.path(f"M{number(left)} {number(top)}H{number(RIGHT)}", stroke=pen.palette.faint)
        for at, value in ((top, most), (ground, 0)):
            pen.text(left - 5, at + 4, str(value), SMALL, pen.palette.quiet, "end")
    _turns(pen, line, places, ground)
    _curve(pen, line, [(places[turn - 1], ground - high * value / most) for turn, value in sorted(line.values.items())])
    y = ground + BELOW
    for stop in line.stops:
        y = pen.lines(y, stop.what, SMALL)
    return y


def _turns(pen: Pen, line: TurnLine, places: list[float], ground: float) -> None:
    """The line itself: a tick for each turn, the number of those that matter, the marker, the stops and the days."""
    for x in places:
        pen.path(f"M{number(x)} {number(ground)}v4", stroke=pen.palette.quiet)
    now = places[line.now - 1]
    pen.box(now - 10, ground + 6, 20, 17, pen.palette.marks[Mark.CIRCLE])
    pen.text(now, ground + 19, str(line.now), SMALL, pen.palette.ground, "middle")
    for turn in (1, *(stop.turn for stop in line.stops), line.last):
        if abs(places[turn - 1] - now) >= LEAST_BETWEEN:
            pen.text(places[turn - 1], ground + 19, str(turn), SMALL, anchor="middle")
    for stop in line.stops:
        x = places[stop.turn - 1]
        pen.mark(Mark.TRIANGLE, x, ground - 5, 4)
        pen.text(x, ground - 12, stop.short, SMALL, anchor="middle", halo=True)
    room = (RIGHT - MARGIN) / 2 - GAP
    pen.text(MARGIN, ground + 37, cut(say(line.since), SMALL, room), SMALL, pen.palette.quiet)
    pen.text(RIGHT, ground + 37, cut(say(line.until), SMALL, room), SMALL, pen.palette.quiet, "end")


def _curve(pen: Pen, line: TurnLine, points: list[tuple[float, float]]) -> None:
    for one, other in pairwise(points):
        path = "L".join(f"{number(x)} {number(y)}" for x, y in (one, other))
        pen.path(f"M{path}", stroke=pen.palette.marks[Mark.SQUARE], thick=2)
    for x, y in points:
        pen.mark(Mark.SQUARE, x, y, 3.6)
    if points:
        x, y = points[-1]
        last = line.values[max(line.values)]
        pen.text(x + 8, y + 4, str(last), SMALL, halo=True)


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
