"""Every cell of every table against the player aid, transcribed here a second time, column by column."""

import inspect
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from bot.base.catalog import SHIPPED
from rules.errors import NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.data import FieldsData
from rules.notice import Kind
from rules.printed.lookup import PrintedTable
from tests.games import fields, read_game

TABLES = fields().data

# title in the data: the totals at which rows begin, the numbers at which columns begin, the cells column by column
COLUMNS: dict[str, tuple[str, str, str]] = {
    "major": (
        "3 6 10 11 12 13 14 15 16 17 18",
        "21 31 41 51 61 76",
        """4 6 8 10 11 13 14 15 15 15 16
        6 9 12 15 18 21 22 23 24 24 25
        8 11 15 18 22 25 27 28 29 29 30
        9 13 17 22 26 29 31 33 34 34 35
        10 15 20 25 29 33 36 38 39 39 40
        12 17 23 28 33 38 41 43 44 45 45""",
    ),
    "minor": (
        "3 6 10 11 12 13 14 15 16 17 18",
        "1 11 21 31 41 51",
        """2 2 3 4 5 5 6 6 6 6 7
        2 3 4 5 6 7 8 8 8 8 9
        3 4 6 7 8 9 10 10 11 11 11
        3 5 7 8 10 11 12 12 13 14 15
        4 6 8 9 11 13 14 14 15 15 15
        4 6 9 11 13 14 15 15 15 15 15""",
    ),
    "dogfight": ("-9 2 3 4 5", "1 4 7 10 13", "N N N N Y  N N N Y Y  N N Y Y Y  N Y Y Y Y  Y Y Y Y Y"),
    "dogfight_strength": (
        "-9 2 3 4 5 6",
        "1 4 7 10 13",
        "1 1 2 2 2 3  1 2 2 2 3 3  2 2 3 3 3 4  2 3 3 3 4 4  3 3 3 4 4 5",
    ),
    "artillery": ("-9 2 3 4 5", "1 4 7 10 13", "N N N N Y  N N N Y Y  N N Y Y Y  N Y Y Y Y  Y Y Y Y Y"),
    "artillery_strength": (
        "-9 2 3 4 5 6 7",
        "1 4 7 10 13",
        "1 1 2 2 2 3 3  1 2 2 3 4 4 4  2 2 3 4 4 5 5  2 3 4 4 5 6 7  3 3 4 5 5 6 8",
    ),
    "recon": (
        "-9 7 8 9 10 11 12 13 14 15 16 17 18",
        "1 5 9 13 17 21 25 29 33 37 61",
        """1 1 1 1 1 2 2 2 2 2 3 3 3
        1 1 1 2 2 3 3 4 4 4 4 4 5
        1 1 2 2 3 4 5 5 6 6 6 6 7
        1 2 3 4 5 6 7 8 8 9 9 10 10
        2 2 4 5 7 8 9 10 12 12 13 13 14
        3 3 5 6 8 10 11 13 14 14 15 16 17
        4 4 6 7 9 11 13 15 16 16 17 19 20
        7 7 7 10 13 15 17 19 20 20 21 22 23
        8 8 8 11 15 17 19 21 23 25 25 26 27
        9 10 10 13 17 20 21 24 26 28 29 29 30
        12 13 14 15 19 22 23 26 28 30 30 31 32""",
    ),
    "sps_in_hex": (
        "-9 7 8 9 10 11 12 13 14 15 16 17 18",
        "1 5 9 13 17 21 25 29 33 37 61",
        """1 1 1 1 1 2 2 2 2 2 3 3 3
        1 1 1 2 3 3 4 4 5 5 5 5 5
        1 1 2 3 4 5 6 6 7 7 8 8 9
        2 3 4 5 7 8 9 9 10 10 11 12 13
        2 3 4 6 8 10 12 14 15 15 16 16 17
        2 3 5 8 10 12 13 15 16 16 17 17 20
        3 5 6 9 12 13 14 16 17 18 19 21 23
        3 5 7 10 13 15 16 17 18 20 22 24 26
        5 5 8 12 14 16 18 19 20 22 24 26 28
        6 6 9 14 16 18 19 21 23 25 27 28 30
        7 7 10 15 18 20 21 24 26 30 32 33 35""",
    ),
    "cp_reinforcement": ("1 2 3 4 5 6", "1 2 3 4", "N N N N N Y  N N N Y Y Y  N N Y Y Y Y  Y Y Y Y Y Y"),
}
# the first total behind the last row, where that is printed closed
CLOSED = {"recon": 19, "cp_reinforcement": 7}
OFFENSIVES = "0/0 0/0 0/0 0/0 0/0 0/0 0/0 0/1 1/0 1/0 1/1 2/0 2/0 2/1 2/1 2/1 2/2 3/0 3/0 4/0 4/0"
MONOTONE = ("major", "minor", "recon", "sps_in_hex")


def table(name: str) -> PrintedTable[Any]:
    found = getattr(TABLES, name)
    assert isinstance(found, PrintedTable)
    return found


def cells(name: str) -> Iterator[tuple[int, int, str]]:
    """Every whole number that leads to a row, every one that leads to a column, and the cell there."""
    rows, columns, text = ([*part.split()] for part in COLUMNS[name])
    tops, lefts = [*map(int, rows), CLOSED.get(name, 40)], [*map(int, columns), int(columns[-1]) + 40]
    at = iter(text)  # whitespace apart, the order is that of the aid, one column after another
    for left, right in pairwise(lefts):
        for top, bottom in pairwise(tops):
            cell = next(at)
            for total in range(top, bottom):
                for column in range(left, right):
                    yield total, column, cell
    assert next(at, None) is None, "as many cells as rows and columns"


@pytest.mark.parametrize("name", COLUMNS)
def test_every_cell(name: str) -> None:
    printed = table(name)
    for total, column, cell in cells(name):
        assert str(printed.at(total, column)) == cell, (total, column)


@pytest.mark.parametrize("name", COLUMNS)
def test_nothing_lies_left_of_the_first_column(name: str) -> None:
    first = int(COLUMNS[name][1].split()[0])
    with pytest.raises(NotThere, match="no column"):
        table(name).at(6, first - 1)


@pytest.mark.parametrize("name", MONOTONE)
def test_cells_never_fall_to_the_right_or_downwards(name: str) -> None:
    rows = [*table(name).rows.values()]
    assert all(above <= below for row, next_ in pairwise(rows) for above, below in zip(row, next_, strict=True))
    assert all(left <= right for row in rows for left, right in pairwise(row))


def test_the_number_of_offensives() -> None:
    """From total 0 on; the least total is -4 and the greatest 25."""
    for total in range(-4, 26):
        majors, minors = TABLES.offensives.at(total, 0)
        assert f"{majors}/{minors}" == OFFENSIVES.split()[min(max(total, 0), 20)]


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_breakouts(turn: int) -> None:
    printed = TABLES.breakout_in(turn)
    for black in range(1, 7):
        for blue in range(1, 7):
            nature = ["CD", "CD", "CC", "CC", "AD", "AC"][blue - 1]
            assert printed.at(black, blue) == f"{nature}-{'SR' if black < 4 else 'WH'}"
    shares = {nature: tuple(share) for nature, share in printed.distribution.items()}
    cautious, aggressive = ((1, 1), (1, 2)) if turn == 8 else ((2, 1), (1, 1))
    assert shares == {"CD": cautious, "CC": cautious, "AD": aggressive, "AC": aggressive}


GUIDE = {
    7: "Air Tech 1, Supply Capacity 2, Tank Tech 1, Gas Mask Tech 1",
    8: "Air Tech 1, Gas Mask Tech 1, Supply Capacity 2, Tank Tech 1",
    9: "Supply Capacity 2, Gas Mask Tech 1",
}


@pytest.mark.parametrize("turn", GUIDE)
def test_the_economic_guide(turn: int) -> None:
    guide = TABLES.economy.turns[turn]
    assert dict(guide.free) == {"Logistic Points": 2, "Tank Counter": 1}
    assert ", ".join(f"{item} {number}" for item, number in guide.primary) == GUIDE[turn]
    assert guide.choice == ("Air Maintenance", "Artillery Maintenance", "Poison Gas Tech", "Gas Mask Tech")


DRMS: dict[str, list[tuple[dict[str, int], int]]] = {
    "offensives": [
        ({"turn": 7}, -5),
        ({"turn": 8}, 5),
        ({"turn": 8, "action phase": 2}, 3),
        ({"turn": 9}, 0),
        ({"CP hex in France": False}, 2),
        ({"CP total SPs": 51}, 0),
        ({"CP total SPs": 50}, -1),
        ({"CP total SPs": 26}, -1),
        ({"CP total SPs": 25}, -2),
        ({"CP total SPs": 24}, -2),
        ({"CP total SPs": 0}, -2),
        ({"turn": 8, "action phase": 2, "CP hex in France": False, "CP total SPs": 40}, 4),
    ],
    "dogfight": [
        *(({"Allied air": air}, drm) for air, drm in [(1, 0), (2, 0), (3, 1), (5, 1), (6, 2), (9, 2)]),
        ({"previous result N": True}, 1),
        ({"previous result N": True, "Allied air": 6}, 3),
    ],
    "dogfight_strength": [({"Allied air": air}, drm) for air, drm in [(1, -2), (2, 0), (3, 1), (5, 1), (6, 2), (9, 2)]],
    "artillery": [
        *(({"Allied SPs": sps}, drm) for sps, drm in [(0, 0), (4, 0), (5, 1), (10, 1), (11, 2), (40, 2)]),
        ({"previous result N": True}, 1),
        ({"previous result N": True, "Allied SPs": 7}, 2),
    ],
    "artillery_strength": [
        *(({"Allied SPs": sps}, drm) for sps, drm in [(3, 0), (4, 0), (5, 1), (10, 1), (11, 2), (40, 2)]),
        *(({"Allied artillery SPs": sps}, drm) for sps, drm in [(0, -2), (1, -2), (2, -1), (3, 0), (9, 0)]),
        ({"Major Offensive": True}, 1),
        ({"Major Offensive": True, "Allied SPs": 12, "Allied artillery SPs": 1}, 1),
        ({"Major Offensive": True, "Allied SPs": 12, "only the offensive counts": True}, 1),
        ({"Allied SPs": 12, "Allied artillery SPs": 1, "only the offensive counts": True}, 0),
    ],
    "sps_in_hex": [
        *(({"Allied SPs": sps}, drm) for sps, drm in [(14, 0), (15, 1), (19, 1), (20, 2), (30, 2), (31, 3), (90, 3)]),
        ({"Allied SPs": 31, "CP total SPs": 60}, 0),
        ({"Allied SPs": 31, "CP total SPs": 61}, 3),
    ],
}
PLAIN: dict[str, dict[str, int]] = {
    "offensives": {"turn": 9, "action phase": 1, "CP hex in France": True, "CP total SPs": 96},
    "dogfight": {"Allied air": 2, "previous result N": False},
    "dogfight_strength": {"Allied air": 2},
    "artillery": {"Allied SPs": 4, "previous result N": False},
    "artillery_strength": {
        "Allied SPs": 4, "Allied artillery SPs": 3, "Major Offensive": False, "only the offensive counts": False,
    },
    "sps_in_hex": {"Allied SPs": 14, "CP total SPs": 96},
}  # fmt: skip


@pytest.mark.parametrize("name", DRMS)
def test_the_modifiers(name: str) -> None:
    for changed, sum_ in DRMS[name]:
        drms = table(name).weigh(TABLES, PLAIN[name] | changed)
        assert sum(drm.value for drm in drms if drm.applies) == sum_, changed
        assert all(drm.reason for drm in drms)


@pytest.mark.parametrize(
    ("name", "noted"),
    [("offensives", "at least 2 Major"), ("sps_in_hex", "61 or more"), ("artillery", "artillery and blocks")],
)
def test_what_limits_the_modifiers_is_noted_below_the_table(name: str, noted: str) -> None:
    assert any(noted in note for note in table(name).notes)


def test_tables_without_modifiers_have_none() -> None:
    modified = {TABLES.printed_tables[getattr(TABLES, name).title].title for name in DRMS}
    assert {title for title, chart in TABLES.printed_tables.items() if chart.drms} == modified


PACKAGE = Path(inspect.getfile(FieldsData)).parent


@pytest.mark.parametrize("name", TABLES.rulings.by_name)
def test_every_ruling_decides_something_and_is_cited(name: str) -> None:
    """By name in a notice, or beside a modifier or a step; one with a choice is asked for as well."""
    source = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    beside = {drm.ruling.name for table in TABLES.printed_tables.values() for drm in table.drms if drm.ruling}
    beside |= {step.ruling for step in TABLES.sequence.steps if step.ruling}
    answers = type(TABLES.rulings[name].default).__name__
    assert f"rulings.{name}.tell()" in source or name in beside
    assert f"is_ruled({answers}." in source or f"rulings.{name}.answer" in source or name in beside


@pytest.mark.parametrize("name", TABLES.rulings.by_name)
def test_every_ruling_is_a_real_choice(name: str) -> None:
    """What has only one answer is a reading."""
    assert len(TABLES.rulings[name].ids) >= 2


@pytest.mark.parametrize("name", TABLES.readings)
def test_every_reading_is_told(name: str) -> None:
    source = "".join(file.read_text(encoding="utf-8") for file in PACKAGE.rglob("*.py"))
    assert f'data.cite("{name}")' in source
    (told,) = TABLES.cite(name)
    assert (told.kind, str(told)) == (Kind.RULE, TABLES.readings[name])


def test_a_modifier_about_the_unknown_is_refused_at_the_start() -> None:
    given = TABLES.model_dump(mode="python")
    given["dogfight"]["drms"] = [{"value": 1, "text": "Fog", "when": {"fog": "1"}}]
    with pytest.raises(ValueError, match="Fog asks about fog"):
        FieldsData.model_validate(given)


def test_open_data_can_be_filled_in_where_it_is_named(tmp_path: Path) -> None:
    shipped = (SHIPPED / "fields_of_despair.toml").read_text(encoding="utf-8")
    filled = re.sub(r"^# (spring_offensive|\[chits\]|hexes|limits)", r"\1", shipped, flags=re.MULTILINE)
    for blocks in (3, 2):
        limits = ", ".join(f"{number} = {[9] * 11}" for number in range(1, blocks + 1))
        dots = ", ".join(f"{number} = [...]" for number in range(1, blocks + 1))
        filled = filled.replace(f"{{ {dots} }}   the most", f"{{ {limits} }} # the most")
        filled = filled.replace(f"{{ {dots} }}", f"{{ {limits} }}")
    (tmp_path / "fields_of_despair.toml").write_text(filled, encoding="utf-8")
    tables = read_game(FieldsOfDespair, tmp_path).data
    assert isinstance(tables, FieldsData)
    assert (tables.spring_offensive, tables.chits.hexes) == ("…", ("F04", "G05"))
    assert sorted(tables.recon.limits or {}) == ["1", "2"]
    assert sorted(tables.sps_in_hex.limits or {}) == ["1", "2", "3"]


def test_a_group_may_add_limits_of_the_right_width() -> None:
    given = TABLES.model_dump(mode="python", by_alias=True)
    given["recon"]["limits"] = {"1": [1, 2]}
    with pytest.raises(ValueError, match="11 columns"):
        FieldsData.model_validate(given)
