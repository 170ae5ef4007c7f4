"""A map that is traced stretch by stretch is the map that would be written by hand."""

import tomllib

import pytest
from pydantic import ValidationError

from bot.base.catalog import DataFile
from rules.errors import NotThere
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.tracing import Lower, Tracing, goal_of, read_stretches
from rules.picture import Hexes, touch
from tests.bot.messages.pictures.drawing import check
from tests.games import catalog
from tests.rules.games.fields_of_despair.own_map import GOAL, MAP, written


def traced(lower: Lower = "B, D, F …") -> Tracing:
    start = Tracing(goal=GOAL, lower=lower)
    allied = start.traced(read_stretches("A-J 04-06"), "France", "Allies")
    central = allied.traced(read_stretches("a-j 7"), "France", "Central Powers")
    return central.traced(read_stretches("A-J 08-09"), "Germany", "Central Powers")


def test_three_forms_trace_the_map_of_the_tests() -> None:
    by_hand = tomllib.loads(written())["map"]
    by_forms = tomllib.loads(traced().written())["map"]
    assert by_forms["goal"] == by_hand["goal"]
    assert by_forms["hexes"].keys() == by_hand["hexes"].keys()
    for name, each in by_hand["hexes"].items():
        other = by_forms["hexes"][name]
        assert set(other.pop("next").split()) == set(each.pop("next").split())
        assert other == each


def test_what_is_written_can_be_played() -> None:
    known = catalog()
    body = known.editions["fields-of-despair"].body
    game = known.with_own("fields-of-despair", body, DataFile("map.toml", traced().written())).game
    assert isinstance(game, FieldsOfDespair)
    assert game.data.map is not None
    assert game.data.map.hexes.keys() == MAP.keys()


@pytest.mark.parametrize("lower", ["B, D, F …", "A, C, E …"])
def test_neighbours_name_one_another_and_the_map_is_read_back(lower: Lower) -> None:
    ground = traced(lower)
    for name in ground.hexes:
        assert all(name in ground.next_to(other) for other in ground.next_to(name)), name
    assert max(len(ground.next_to(name)) for name in ground.hexes) == 6
    assert Tracing.read(tomllib.loads(ground.written()), ground.written()) == ground
    assert traced("B, D, F …").next_to("B05") != traced("A, C, E …").next_to("B05")


def test_a_map_that_was_written_by_hand_is_not_one_to_go_on_with() -> None:
    """Nobody knows which of its columns lie lower."""
    with pytest.raises(ValidationError, match="lower"):
        Tracing.read(tomllib.loads(written()), written())


@pytest.mark.parametrize(
    ("lower", "around"), [("B, D, F …", "A10 A11 B09 B11 C10 C11"), ("A, C, E …", "A09 A10 B09 B11 C09 C10")]
)
def test_a_row_has_two_digits(lower: Lower, around: str) -> None:
    ground = Tracing(lower=lower).traced(read_stretches("A-D 08-12"), "France", "Allies")
    assert sorted(ground.next_to("B10")) == around.split()
    assert sorted(ground.next_to("A08")) == (["A09", "B08"] if lower == "B, D, F …" else ["A09", "B08", "B09"])
    (hexes,) = (part for part in ground.draw().parts if isinstance(part, Hexes))
    places = {each.name.text: each.place for kind in hexes.kinds for each in kind.hexes}
    assert places["B10"] == (2 - (lower == "B, D, F …"), 10)


def test_hexes_change_and_go() -> None:
    ground = traced().traced(("A04",), "Belgium", "Central Powers").traced(("A05", "A06"), "France", "Off the map")
    assert ground.hexes["A04"].country == "Belgium"
    assert not {"A05", "A06"} & ground.hexes.keys()
    assert "A05" not in ground.next_to("B05")


@pytest.mark.parametrize(
    ("text", "hexes"),
    [
        ("A-05", "A05"),
        ("a5, B04-06; C-D 7", "A05 B04 B05 B06 C07 D07"),
        ("A 5\nA06", "A05 A06"),
    ],
)
def test_stretches(text: str, hexes: str) -> None:
    assert read_stretches(text) == tuple(hexes.split())


@pytest.mark.parametrize("text", ["N05", "A05 foo", "A005", "A05-C05", ",", ""])
def test_what_is_no_stretch(text: str) -> None:
    with pytest.raises(NotThere, match=r"is no stretch of hexes\. Write A05, B04-06 or A-C 04-06"):
        read_stretches(text)


@pytest.mark.parametrize("text", ["B06-04", "C-A 04", "A05 B06-04", "A05 C-A 04"])
def test_no_stretch_runs_backwards(text: str) -> None:
    with pytest.raises(NotThere, match=r"runs backwards\. Write B04-06 or A-C 04-06"):
        read_stretches(text)


def test_what_is_on_the_map_is_told_and_drawn_side_by_side() -> None:
    ground = Tracing().traced(read_stretches("B05 A04-06"), "France", "Allies")
    ground = ground.traced(read_stretches("A07-08"), "Germany", "Central Powers")
    assert [*ground.hexes] == ["A04", "A05", "A06", "A07", "A08", "B05"], "as a reader looks for them"
    rule = "What borders on what follows from the grid. The file can be changed by hand as well."
    sides = ["Hexes of the Allies: 4", "Hexes of the Central Powers: 2"]
    assert [str(each) for each in ground.tell()] == [*sides, rule]
    for goal in ("A04", "M09"):
        assert [str(each) for each in ground.replace(goal=goal).tell()] == [*sides, f"The hex {goal}", rule]
    (hexes,) = (part for part in ground.draw().parts if isinstance(part, Hexes))
    assert {str(kind.name): sorted(each.name.text for each in kind.hexes) for kind in hexes.kinds} == {
        "Held by the Allies": ["A04", "A05", "A06", "B05"],
        "Held by the Central Powers": ["A07", "A08"],
    }
    assert {each.name.text for kind in hexes.kinds for each in kind.hexes if each.ground is not None} == {"A07", "A08"}


def test_a_goal_is_one_hex() -> None:
    assert (goal_of("", "B04"), goal_of("c4", "B04"), goal_of("", None)) == ("B04", "C04", None)
    with pytest.raises(NotThere, match="one hex"):
        goal_of("A04-05", None)


def test_a_map_has_its_most() -> None:
    full = Tracing().traced(read_stretches("A-L 01-25"), "France", "Allies")
    assert len(full.hexes) == 300
    assert full.traced(("A01",), "Belgium", "Allies").hexes["A01"].country == "Belgium", "it was there already"
    with pytest.raises(NotThere, match="300 hexes at most"):
        full.traced(("M01",), "France", "Allies")


@pytest.mark.parametrize(("lower", "shift"), [("B, D, F …", 0), ("A, C, E …", 1)])
def test_what_borders_on_one_another_touches_on_the_picture(lower: Lower, shift: int) -> None:
    ground = traced(lower)
    (hexes,) = (part for part in ground.draw().parts if isinstance(part, Hexes))
    places = {each.name.text: each.place for kind in hexes.kinds for each in kind.hexes}
    assert places["A04"] == (shift, 4)
    for name in ground.hexes:
        around = {other for other in ground.hexes if touch(places[name], places[other])}
        assert around == {*ground.next_to(name)}, name


async def test_the_picture_shows_each_hex_with_its_country() -> None:
    drawn = traced().draw()
    (hexes,) = (part for part in drawn.parts if isinstance(part, Hexes))
    assert {each.name.text for kind in hexes.kinds for each in kind.hexes} == set(MAP)
    await check(drawn)
