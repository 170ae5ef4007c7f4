"""What stands now, and the line of turns."""

import re

import pytest

from rules.picture import Tile, Tiles, TurnLine, label, picture
from rules.secrets import Shown
from tests.bot.messages.pictures.album import TILES, TURNS
from tests.bot.messages.pictures.drawing import check, written
from tests.bot.messages.pictures.test_maps import drawn


def squares(svg: str) -> list[float]:
    """How far right the squares of the curve lie, in their order."""
    return sorted(float(x) for x in re.findall(r'd="M([\d.]+) [\d.]+h7\.2', svg))


async def test_tiles_say_what_stands() -> None:
    assert written(drawn(TILES))[-4:] == ["Points", "12", "Doctrine", "Foch"]
    await check(picture(label("Tiles"), TILES))


@pytest.mark.parametrize(("name", "value"), [("VP", "Fourteen points so far"), ("Points of the Germans so far", "7")])
def test_a_tile_has_room_for_its_name_and_for_what_stands(name: str, value: str) -> None:
    tiles = Tiles((Tile(label(name), Shown(value)), *(Tile(label("Turn"), Shown("1")) for _ in range(4))))
    assert written(drawn(tiles))[-10:-8] == [name, value]


async def test_the_line_numbers_its_ends_the_marker_and_what_is_to_come() -> None:
    texts = written(drawn(TURNS))
    assert [text for text in texts if text.isdigit()] == ["15", "0", "5", "1", "10", "18", "12"]
    assert "+3" in texts
    assert texts[-1] == "Turn 10 brings in 3 tanks"
    await check(picture(label("Turns"), TURNS))


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
