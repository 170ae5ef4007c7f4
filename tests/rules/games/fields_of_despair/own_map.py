"""A map as a group would write it down; this one is made up for the tests, hex by hex of a plain grid."""

from collections.abc import Iterable, Mapping
from functools import cache

from bot.base.catalog import DataFile
from rules.games.fields_of_despair import FieldsOfDespair
from tests.games import catalog

COLUMNS, ROWS = "ABCDEFGHIJ", range(4, 10)
FIRST_CP_ROW, FIRST_GERMAN_ROW = 7, 8
GOAL = "B04"


def beside(name: str) -> tuple[str, ...]:
    """The hexes around one: those above and below it, and two in each column beside it."""
    column, row = COLUMNS.index(name[0]), int(name[1:])
    shift = 1 if column % 2 else -1
    around = [(column, row - 1), (column, row + 1)]
    around += [(column + way, at) for way in (-1, 1) for at in (row, row + shift)]
    return tuple(f"{COLUMNS[at]}{row:02}" for at, row in around if 0 <= at < len(COLUMNS) and row in ROWS)


MAP: Mapping[str, tuple[str, ...]] = {
    name: beside(name) for name in (f"{column}{row:02}" for column in COLUMNS for row in ROWS)
}


def written(changed: Mapping[str, str] = {}, goal: str = GOAL, without: Iterable[str] = ()) -> str:
    """The file of the group; some lines ``changed``, and ``without`` some hexes."""
    lines = ["[map]", f'goal = "{goal}"', "", "[map.hexes]"]
    for name, others in MAP.items():
        side = "Central Powers" if int(name[1:]) >= FIRST_CP_ROW else "Allies"
        country = "Germany" if int(name[1:]) >= FIRST_GERMAN_ROW else "France"
        line = f'{name} = {{ side = "{side}", country = "{country}", next = "{" ".join(others)}" }}'
        if name not in without:
            lines.append(changed.get(name, line))
    return "\n".join(lines)


@cache
def mapped(more: str = "") -> FieldsOfDespair:
    """Fields of Despair with the map of the group, and perhaps with ``more`` of its own."""
    known = catalog()
    body = known.editions["fields-of-despair"].body
    game = known.with_own("fields-of-despair", body, DataFile("map.toml", f"{more}\n{written()}")).game
    assert isinstance(game, FieldsOfDespair)
    return game
