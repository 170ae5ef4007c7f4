"""Draws numbers: bars, and curves over time."""

from itertools import pairwise

from bot.base.language import say
from bot.messages.pictures.pen import BODY, MARGIN, RIGHT, SMALL, Pen, cut, number, width_of
from rules.picture import Bar, Bars, Curves, Series

BAR = 15.0
LONGEST_NAME = 140.0
CURVE_HEIGHT = 84.0
LABELS = 30.0
"""The room at the right of curves, where their last values stand."""


def draw_bars(pen: Pen, bars: Bars, y: float) -> float:
    """Draw bars on one scale, each with its name, value and note. Return where the next part begins."""
    y = pen.lines(y, bars.title, BODY, colour=pen.palette.quiet) + 4
    names = min(LONGEST_NAME, max((width_of(say(bar.name), BODY) for bar in bars.bars), default=0))
    values = max((width_of(say(bar.value), BODY) for bar in bars.bars), default=0) + 6
    below, above = (max(0.0, *(float(sign * bar.amount) for bar in bars.bars)) for sign in (-1, 1))
    left = MARGIN + names + 10 + (values if below else 0)
    scale = (RIGHT - values - left) / ((below + above) or 1)
    zero = left + below * scale
    for bar in bars.bars:
        y = _bar(pen, bar, y, zero, scale, names)
    return y


def _bar(pen: Pen, bar: Bar, y: float, zero: float, scale: float, names: float) -> float:
    length = float(bar.amount) * scale
    start = min(zero, zero + length)
    pen.text(MARGIN, y + BAR - 3.5, cut(say(bar.name), BODY, names + 4))
    pen.path(f"M{number(zero)} {number(y)}v{number(BAR)}", stroke=pen.palette.faint)
    if length:
        pen.box(start, y + 1, abs(length), BAR - 2, pen.pattern(bar.mark), pen.palette.marks[bar.mark])
    if length < 0:
        pen.text(start - 5, y + BAR - 3.5, bar.value, anchor="end")
    else:
        pen.text(zero + length + 5, y + BAR - 3.5, bar.value)
    y += BAR + 3
    return y if bar.note is None else pen.lines(y - 2, bar.note, SMALL, 14, pen.palette.quiet) + 3


def draw_curves(pen: Pen, curves: Curves, y: float) -> float:
    """Draw curves on one scale from 0, with their first and last values. Return where the next part begins."""
    y = pen.lines(y, curves.title, BODY, colour=pen.palette.quiet) + 8
    left = MARGIN + width_of(str(curves.top), SMALL) + 8
    _scale(pen, curves, y, left)
    count = max(len(series.values) for series in curves.series)
    step = (RIGHT - LABELS - left) / max(1, count - 1)
    for series in curves.series:
        _curve(pen, series, [(left + place * step, _height(curves, y, value)) for place, value in _known(series)])
    bottom = y + CURVE_HEIGHT
    if curves.ticks:
        _ticks(pen, curves, bottom, left, step)
        return bottom + SMALL + 8
    _last_values(pen, curves, y)
    pen.text(left, bottom + SMALL + 3, curves.since, SMALL, pen.palette.quiet)
    pen.text(RIGHT - LABELS, bottom + SMALL + 3, curves.until, SMALL, pen.palette.quiet, "end")
    return _legend(pen, curves, bottom + SMALL + 8)


def _ticks(pen: Pen, curves: Curves, bottom: float, left: float, step: float) -> None:
    """A line up from the axis where each time begins, with its name where there is room for it."""
    free = 0.0
    for moment, name in curves.ticks.items():
        x = left + moment * step
        pen.path(f"M{number(x)} {number(bottom)}v{number(-CURVE_HEIGHT)}", stroke=pen.palette.faint)
        if x >= free:
            pen.text(x, bottom + SMALL + 3, name, SMALL, pen.palette.quiet)
            free = x + width_of(name.text, SMALL) + 4


def _scale(pen: Pen, curves: Curves, y: float, left: float) -> None:
    for value in (0, curves.top):
        at = _height(curves, y, value)
        pen.path(f"M{number(left)} {number(at)}H{number(RIGHT - LABELS)}", stroke=pen.palette.faint)
        pen.text(left - 5, at + 4, str(value), SMALL, pen.palette.quiet, "end")


def _known(series: Series) -> list[tuple[int, int]]:
    return [(place, value) for place, value in enumerate(series.values) if value is not None]


def _height(curves: Curves, y: float, value: int) -> float:
    return y + CURVE_HEIGHT * (1 - value / (curves.top or 1))


def _curve(pen: Pen, series: Series, points: list[tuple[float, float]]) -> None:
    path = "L".join(f"{number(x)} {number(y)}" for x, y in points)
    pen.path(f"M{path}", stroke=pen.palette.marks[series.mark], thick=2)
    every = max(1, len(points) // 12)
    for x, y in {*points[::every], points[-1]} if points else ():
        pen.mark(series.mark, x, y, 3.6)


def _last_values(pen: Pen, curves: Curves, y: float) -> None:
    """Write the last value of each curve at its right, and move apart those that would overlap."""
    ends = sorted(
        (_height(curves, y, series.known[-1]), str(series.known[-1])) for series in curves.series if series.known
    )
    places = [at for at, _ in ends]
    for above, below in pairwise(range(len(places))):
        places[below] = max(places[below], places[above] + SMALL)
    for place, (_, value) in zip(places, ends, strict=True):
        pen.text(RIGHT - LABELS + 7, place + 4, value, SMALL)


def _legend(pen: Pen, curves: Curves, y: float) -> float:
    """Draw what each mark means, even for a single curve. Return where the next part begins."""
    x = MARGIN + 5
    for series in curves.series:
        name = say(series.name)
        pen.mark(series.mark, x, y + 8)
        pen.text(x + 9, y + 12, name, SMALL)
        x += width_of(name, SMALL) + 30
    return y + 18
