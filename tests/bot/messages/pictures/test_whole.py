"""Whole pictures, line by line, as they were when somebody last looked at them.

``UPDATE_GOLDEN=1`` writes them anew; look at them as pictures then, and at what differs.
"""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest

from bot.messages.pictures.svg import draw, draw_in_page
from rules.picture import (
    Bar,
    Bars,
    Curves,
    Grid,
    Hex,
    Hexes,
    HexKind,
    Mark,
    Picture,
    Row,
    Series,
    Stop,
    Tile,
    Tiles,
    TurnLine,
    label,
)
from rules.secrets import Shown
from tests.bot.messages.pictures.album import ALBUM
from tests.goldens import check

KEPT = Path(__file__).parents[3] / "golden" / "pictures"
LONG = Shown("A name that is far too long for the room that it has beside a bar")
EDGES = Picture(LONG, (
    Tiles((Tile(LONG, LONG), Tile(LONG, Shown("1")))),
    Tiles((Tile(label("alone"), Shown("7")),)),
    TurnLine(LONG, 3, 1, LONG, LONG, {}, (Stop(3, Shown("+1"), label("The end")), Stop(2, Shown("+2"), LONG))),
    TurnLine(label("Nothing"), 1, 1, Shown("a"), Shown("b"), {1: 0}),
    Bars(label("Nothing"), (Bar(label("none"), 0, Shown("0")), Bar(LONG, 0, Shown("0"), mark=Mark.DIAMOND))),
    Bars(label("Below"), (
        Bar(label("less"), -8, Shown("-8"), LONG, Mark.TRIANGLE), Bar(LONG, Fraction(-1, 2), Shown("-½")),
    )),
    Bars(label("Above"), (Bar(LONG, 300, Shown("300")), Bar(label("little"), 1, Shown("1"), mark=Mark.DIAMOND))),
    Curves(label("Near one another"), label("first"), label("last"), (
        Series(label("one"), Mark.CIRCLE, (0, 50, 100)),
        Series(label("two"), Mark.SQUARE, (None, 99, 99)),
        Series(label("three"), Mark.TRIANGLE, (98, None, None)),
        Series(label("nothing"), Mark.DIAMOND, (None, None, None)),
    )),
    Curves(label("Once"), label("only"), label("only"), (Series(label("one"), Mark.CIRCLE, (7,)),)),
    Curves(label("Long"), label("first"), label("last"), (Series(label("many"), Mark.DIAMOND, tuple(range(40))),)),
    Hexes(label("Far apart"), (
        HexKind(LONG, Mark.TRIANGLE, (Hex(1, 1, Shown("B01")), Hex(20, 3, Shown("U03"), (Shown("6"), Shown("7"))))),
        HexKind(label("odd"), Mark.CIRCLE, (Hex(3, 2, Shown("D02"), (Shown("9"),)),)),
    )),
    Grid(label("Wide"), Shown("3d6"), tuple(Shown(str(each)) for each in range(9)), (
        Row(Shown("a"), tuple(Shown(f"a{each} of nine") for each in range(9))), Row(Shown("b"), (Shown("b"),))
    ), (0, 8)),
    Grid(label("Of one"), Shown(""), (Shown("x"),), (Row(Shown("y"), (Shown("z"),)),), (0, 0)),
))  # fmt: skip
PICTURES: dict[str, Callable[[], str]] = {
    "album dark": lambda: draw(ALBUM), "album light": lambda: draw(ALBUM, "light"),
    "album in page": lambda: draw_in_page(ALBUM), "edges": lambda: draw(EDGES),
}  # fmt: skip


@pytest.mark.parametrize("name", PICTURES)
def test_a_picture_is_as_it_was(name: str) -> None:
    file = KEPT / f"{name.replace(' ', '_')}.svg"
    check(file, PICTURES[name]() + "\n")
