"""Hexes, tables and calendars."""

import re
from collections.abc import Iterator
from dataclasses import replace
from math import dist, sqrt

import pytest

from bot.messages.pictures.pen import PALETTES, WIDTH, width_of
from bot.messages.pictures.svg import draw
from rules.picture import Hex, Hexes, HexKind, Mark, Part, label, picture, touch
from rules.secrets import Shown
from tests.bot.messages.pictures.album import GRID
from tests.bot.messages.pictures.drawing import check, written


def drawn(part: Part) -> str:
    return draw(picture(label("Maps"), part))


def hexes(*names: str) -> Hexes:
    return Hexes(label("Hexes"), (HexKind(label("known"), Mark.CIRCLE, tuple(
        Hex(ord(name[0]) - ord("A"), int(name[1:]), Shown(name)) for name in names
    )),))  # fmt: skip


def centres(svg: str) -> Iterator[tuple[float, float]]:
    """The centre of each hex: half-way between its right and its left corner."""
    for path in re.findall(r'<path d="M([^"]+)Z" fill="[^"]+" stroke="[^"]+" stroke-width="2"', svg):
        right, _, _, left, *_ = [tuple(map(float, point.split())) for point in path.split("L")]
        yield (right[0] + left[0]) / 2, right[1]


def test_a_hex_is_as_far_from_each_of_its_neighbours() -> None:
    middle, *around = centres(drawn(hexes("C05", "C04", "C06", "B04", "B05", "D04", "D05")))
    distances = [dist(middle, each) for each in around]
    assert max(distances) - min(distances) < 0.3


def test_a_hex_with_its_own_ground_is_shaded() -> None:
    plain, shaded = Hex(0, 1, Shown("A01")), Hex(1, 1, Shown("B01"), ground=label("outside France"))
    svg = drawn(Hexes(label("Hexes"), (HexKind(label("known"), Mark.CIRCLE, (plain, shaded)),)))
    fills = re.findall(r'Z" fill="([^"]+)" stroke="[^"]+" stroke-width="2"', svg)
    dark = PALETTES["dark"]
    assert fills == [dark.ground, dark.faint]


def test_a_hex_says_what_lies_in_it_or_else_of_what_ground_it_is() -> None:
    """What its pattern means stands below the map, as far as there is room."""
    ground, name = label("outside France"), "A kind of hex with a very long name " * 3
    full = Hex(0, 1, Shown("A01"), (Shown("6"),), ground=ground)
    for each, told in ((full, ["A01", "6"]), (replace(full, lines=()), ["A01", "outside France"])):
        texts = written(drawn(Hexes(label("Hexes"), (HexKind(Shown(name), Mark.CIRCLE, (each,)),))))
        assert texts[-3:-1] == told
        assert texts[-1].endswith("…")
        assert width_of(texts[-1], 11) <= WIDTH


def test_every_second_column_is_half_a_hex_lower() -> None:
    (ax, ay), (bx, by), (cx, cy) = centres(drawn(hexes("A05", "B05", "C05")))
    assert ay == cy
    assert by - ay == pytest.approx((bx - ax) / 1.5 * sqrt(3) / 2, abs=0.2)
    assert cx - bx == pytest.approx(bx - ax, abs=0.1)


def test_a_mark_lies_inside_the_one_hex_that_it_belongs_to() -> None:
    svg = drawn(hexes("C05", "D05"))
    middles = [*centres(svg)]
    marks = [(float(x) + 4.5, float(y)) for x, y in re.findall(r'<path d="M([\d.]+) ([\d.]+)a4.5 4.5', svg)][:2]
    assert len(marks) == 2
    assert all(dist(mark, middle) < 20 for mark, middle in zip(marks, middles, strict=True))


@pytest.mark.parametrize("lines", [(), (Shown("4:9"),)])
@pytest.mark.parametrize("last", "AHM")
def test_what_a_hex_says_stays_inside_it(last: str, lines: tuple[Shown, ...]) -> None:
    """Also in the small hexes of a map of 13 columns."""
    front = hexes("A05", *(() if last == "A" else (f"{last}05",)))
    front = replace(front, kinds=tuple(
        replace(kind, hexes=tuple(replace(each, lines=lines) for each in kind.hexes)) for kind in front.kinds
    ))  # fmt: skip
    svg = drawn(front)
    (middle, tall), *_ = centres(svg)
    radius = (
        float(re.findall(r'<path d="M([\d.]+) [^"]+Z" fill="[^"]+" stroke="[^"]+" stroke-width="2"', svg)[0]) - middle
    )
    for x, y, said in re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*"middle"[^>]*>([^<]+)', svg)[: 1 + len(lines)]:
        far = abs(float(x) - middle) + width_of(said, 11) / 2
        for edge in (float(y), float(y) - 8):
            assert far <= radius - abs(edge - tall) / sqrt(3) + 1, said


def test_the_front_is_the_side_that_two_hexes_share() -> None:
    beside = replace(hexes("C05", "D05"), front=(((2, 5), (3, 5)),))
    svg = drawn(beside)
    ((ax, ay), (bx, by)) = centres(svg)
    ((x, y, x2, y2),) = re.findall(r'<path d="M([\d.]+) ([\d.]+)L([\d.]+) ([\d.]+)" [^>]*stroke-width="4"', svg)
    ends = [(float(x), float(y)), (float(x2), float(y2))]
    assert all(dist(end, (ax, ay)) == pytest.approx(dist(end, (bx, by)), abs=0.3) for end in ends)
    assert dist(*ends) == pytest.approx(dist((ax, ay), (bx, by)) / sqrt(3), abs=0.3)


@pytest.mark.parametrize(("names", "told"), [
    ("A04 A05 A06", "A04-06"), ("A04 B04", "A-B 04"), ("A04 A05 B04 B05 C04", "A-B 04-05, C04"),
    ("A04 A06 B04 B06 D04", "A04, A06, B04, B06, D04"),
])  # fmt: skip
def test_hexes_side_by_side_are_told_together(names: str, told: str) -> None:
    assert f"known: {told}." in picture(label("Maps"), hexes(*names.split())).words


def test_neighbouring_hexes_touch() -> None:
    places = [(column, row) for column in (1, 2, 3) for row in (3, 4, 5, 6)]
    spots = {(column, row): (column * 1.5, sqrt(3) * (row + column % 2 / 2)) for column, row in places}
    for one in places:
        for other in places:
            assert touch(one, other) == (dist(spots[one], spots[other]) == pytest.approx(sqrt(3)))


@pytest.mark.parametrize(
    "names", [("A01",), ("A01", "M99"), tuple(f"{c}{n:02}" for c in "ABCDEFGHIJKLM" for n in (3, 4, 5))]
)
async def test_hexes_stay_on_the_picture(names: tuple[str, ...]) -> None:
    svg = drawn(hexes(*names))
    height = float(re.findall(r'viewBox="0 0 \d+ (\d+)"', svg)[0])
    places = [*centres(svg)]
    assert all(0 < x < WIDTH and 0 < y < height for x, y in places)
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    if len(names) > 1:
        assert WIDTH - right == pytest.approx(left, abs=1.5), "as far from one border as from the other"
    assert set(names) <= set(written(svg))
    await check(picture(label("Maps"), hexes(*names)))


def test_the_marked_cell_alone_has_a_frame() -> None:
    short = replace(GRID, rows=GRID.rows[1:], marked=(0, 0))
    long, one = (len(re.findall(r"<(?:rect|path)", drawn(each))) for each in (GRID, short))
    assert long == one, "so many cells as there are"


@pytest.mark.parametrize("marked", [(0, 1), (1, 0)])
def test_the_frame_stands_round_the_cell_between_the_arrows(marked: tuple[int, int]) -> None:
    box = r'<rect x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
    svg = drawn(replace(GRID, marked=marked))
    (frame,) = set(re.findall(box, svg)) - set(re.findall(box, drawn(replace(GRID, marked=(0, 0)))))
    left, top, wide, high = map(float, frame)
    ((x, y),) = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"[^>]*>▸', svg)
    assert (left < float(x) < left + wide, top < float(y) < top + high) == (True, True)
