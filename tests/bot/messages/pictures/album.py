"""A picture with a part of each kind, for the tests."""

from fractions import Fraction

from rules.picture import (
    Bar,
    Bars,
    Curves,
    Facts,
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
    picture,
)
from rules.secrets import Shown

HOSTILE = '<script>alert("1")</script> & ]]> \u202eabc </text>'

FACTS = Facts((label("Doctrine: {doctrine}", doctrine=Shown("Foch")),))
TILES = Tiles((Tile(label("Points"), Shown("12")), Tile(label("Doctrine"), Shown("Foch"))))
TURNS = TurnLine(
    label("Points by turn"), 18, 5, label("the first day"), label("the last day"), {1: 7, 3: 15, 4: 12},
    (Stop(10, Shown("+3"), label("Turn {turn} brings in {count} tanks", turn=10, count=3)),),
)  # fmt: skip
BARS = Bars(label("Support"), (
    Bar(label("Italy"), 4, Shown("4"), label("from {base}", base=3), Mark.SQUARE),
    Bar(label("Britain"), -2, Shown("-2")),
    Bar(label("odds"), Fraction(1, 3), Shown("33.3%")),
))  # fmt: skip
CURVES = Curves(label("SPs"), label("turn {turn}", turn=7), label("turn {turn}", turn=9), (
    Series(label("total"), Mark.CIRCLE, (96, 90, 79)),
    Series(label("hidden"), Mark.SQUARE, (None, 30, 31)),
))  # fmt: skip
HEXES = Hexes(label("Hexes"), (
    HexKind(label("known"), Mark.SQUARE, (Hex(4, 7, Shown("E07"), (Shown("6"), label("Al. {sps}", sps=9))),)),
    HexKind(label("face down"), Mark.DIAMOND, (Hex(0, 5, Shown("A05")), Hex(1, 5, Shown("B05"), ground=label("Ger.")))),
), label("Al.: Allied SPs"), (((0, 5), (1, 5)),))  # fmt: skip
GRID = Grid(label("Read last"), Shown("3d6"), (Shown("1-3"), Shown("4-6")), (
    Row(Shown("7"), (Shown("8"), Shown("11"))), Row(Shown("12"), (Shown("13"), Shown("14")))
), (1, 0))  # fmt: skip
PARTS = (FACTS, TILES, TURNS, BARS, CURVES, HEXES, GRID)
ALBUM: Picture = picture(label("An album of {name}", name=Shown("all parts")), *PARTS)
