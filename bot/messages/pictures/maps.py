"""Draws what lies in places: hexes, a table."""

from math import sqrt

from bot.base.language import say
from bot.messages.pictures.pen import BODY, MARGIN, RIGHT, SMALL, Pen, cut, number, width_of
from rules.picture import Grid, Hex, Hexes, Mark

LARGEST_HEX = 27.0
ROW = 18.0


# ---- hexes ----


def draw_hexes(pen: Pen, hexes: Hexes, y: float) -> float:
    """Draw hexes by column and row, every second column half a hex lower, and the legend of their patterns."""
    y = pen.lines(y, hexes.title, BODY, colour=pen.palette.quiet) + 6
    placed = [(each, kind.mark) for kind in hexes.kinds for each in kind.hexes]
    columns = [each.column for each, _ in placed]
    radius = min(LARGEST_HEX, (RIGHT - MARGIN) / (1.5 * (max(columns) - min(columns)) + 2))
    tall = radius * sqrt(3)
    heights = {(each.column, each.row): tall * (each.row + (each.column % 2) / 2) for each, _ in placed}
    top = min(heights.values()) - tall / 2
    centres = {
        each.place: (MARGIN + radius + (each.column - min(columns)) * 1.5 * radius, y + heights[each.place] - top)
        for each, _ in placed
    }
    for each, mark in placed:
        _outline(pen, each, mark, centres[each.place], radius - 1.3)
    for one, other in hexes.front:
        _front(pen, centres[one], centres[other])
    for each, mark in placed:
        _inside(pen, each, mark, centres[each.place], radius - 1.3)
    bottom = y + max(heights.values()) + tall / 2 - top + 6
    if hexes.note is not None:
        bottom = pen.lines(bottom, hexes.note, SMALL, colour=pen.palette.quiet)
    for kind in hexes.kinds:
        pen.mark(kind.mark, MARGIN + 6, bottom + 8)
        pen.text(MARGIN + 18, bottom + 12, cut(say(kind.name), SMALL, RIGHT - MARGIN - 18), SMALL)
        bottom += SMALL + 5
    return bottom


def _outline(pen: Pen, each: Hex, mark: Mark, centre: tuple[float, float], radius: float) -> None:
    x, y = centre
    tall = radius * sqrt(3) / 2
    corners = [
        (radius, 0.0), (radius / 2, tall), (-radius / 2, tall), (-radius, 0.0), (-radius / 2, -tall),
        (radius / 2, -tall),
    ]  # fmt: skip
    path = "L".join(f"{number(x + dx)} {number(y + dy)}" for dx, dy in corners)
    pen.path(f"M{path}Z", pen.palette.ground if each.ground is None else pen.palette.faint, pen.palette.marks[mark], 2)


def _front(pen: Pen, one: tuple[float, float], other: tuple[float, float]) -> None:
    """The side that two hexes share: as long as from the middle of one to its corner, across the way between them."""
    (x, y), (x2, y2) = one, other
    middle, half = ((x + x2) / 2, (y + y2) / 2), 1 / (2 * sqrt(3))
    across = (y2 - y) * half, (x - x2) * half
    ends = (f"{number(middle[0] + way * across[0])} {number(middle[1] + way * across[1])}" for way in (-1, 1))
    pen.path(f"M{'L'.join(ends)}", stroke=pen.palette.ink, thick=4)


def _inside(pen: Pen, each: Hex, mark: Mark, centre: tuple[float, float], radius: float) -> None:
    """The name with the mark on its left, or in the left corner of the hex where there are lines below the name."""
    x, y = centre
    tall = radius * sqrt(3) / 2
    lines = [say(each.name), *map(say, each.lines)]
    if each.ground is not None and not each.lines:
        lines.append(say(each.ground))
    pitch = min(SMALL + 1, 2 * tall / (len(lines) + 0.1))
    first = y - pitch * (len(lines) - 1) / 2
    size = min(4.5, radius * 0.2) * (1 if len(lines) == 1 else 0.8)
    right = size if len(lines) == 1 else 0.0
    for place, line in enumerate(lines):
        colour = pen.palette.quiet if place == 0 and each.ground is None else ""
        pen.text(x + right, first + SMALL * 0.37 + place * pitch, line, SMALL, colour, "middle")
    pen.mark(mark, x - width_of(lines[0], SMALL) / 2 if right else x - radius + 2 * size, y, size)


# ---- tables ----


def draw_grid(pen: Pen, grid: Grid, y: float) -> float:
    """Return a table, its marked cell in a frame between arrows."""
    y = pen.lines(y, grid.title, BODY, colour=pen.palette.quiet) + 6
    first = max(width_of(say(each), SMALL) for each in (grid.corner, *(row.name for row in grid.rows))) + 14
    room = min(72.0, (RIGHT - MARGIN - first) / max(1, len(grid.heads)))
    for row, (name, cells) in enumerate([(grid.corner, grid.heads), *((row.name, row.cells) for row in grid.rows)], -1):
        pen.text(MARGIN + first - 10, y + 13, name, SMALL, pen.palette.quiet, "end")
        for column, cell in enumerate(cells):
            x = MARGIN + first + column * room
            if (row, column) == grid.marked:
                pen.box(x + 1, y, room - 2, ROW, pen.palette.marks[Mark.CIRCLE])
            colour = pen.palette.quiet if row < 0 else pen.palette.ground if (row, column) == grid.marked else ""
            shown = f"▸ {say(cell)} ◂" if (row, column) == grid.marked else say(cell)
            pen.text(x + room / 2, y + 13, cut(shown, SMALL, room), SMALL, colour, "middle")
        y += ROW
    return y + 4
