"""What stands now, and the line of turns."""

import re

import pytest

from rules.picture import Tile, Tiles, TurnLine, label, picture
from rules.secrets import Shown
from tests.bot.messages.pictures.album import TURNS
from tests.bot.messages.pictures.drawing import check, written
from tests.bot.messages.pictures.test_maps import drawn


def squares(svg: str) -> list[float]:
    """How far right the squares of the curve lie, in their order."""
    return sorted(float(x) for x in re.findall(r'd="M([\d.]+) [\d.]+h7\.2', svg))


@pytest.mark.parametrize(("name", "value"), [("VP", "Fourteen points so far"), ("Points of the Germans so far", "7")])
def test_a_tile_has_room_for_its_name_and_for_what_stands(name: str, value: str) -> None:
    tiles = Tiles((Tile(label(name), Shown(value)), *(Tile(label("Turn"), Shown("1")) for _ in range(4))))
    assert written(drawn(tiles))[-10:-8] == [name, value]


def test_each_known_number_lies_over_its_turn_and_nowhere_else() -> None:
    places = squares(drawn(TURNS))
    assert len(places) == 3
    assert places[1] - places[0] > 1.9 * (places[2] - places[1])


async def test_a_line_without_numbers_has_no_scale() -> None:
    line = TurnLine(label("Points"), 9, 2, Shown("then"), Shown("later"), {})
    assert "Points" not in written(drawn(line))
    assert "0" not in written(drawn(line))
    assert squares(drawn(line)) == []
    await check(picture(label("Turns"), line))
