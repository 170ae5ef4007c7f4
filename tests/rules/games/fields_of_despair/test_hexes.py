"""A group's own map: each fault is named with its line and with what mends it."""

import pytest

from bot.base.catalog import DataFile
from rules.errors import DataError
from rules.games.fields_of_despair.hexes import GroupMap, MapHex
from tests.games import catalog
from tests.rules.games.fields_of_despair.own_map import MAP, mapped, written


def faults(text: str) -> list[str]:
    known = catalog()
    with pytest.raises(DataError) as fault:
        known.with_own("fields-of-despair", known.editions["fields-of-despair"].body, DataFile("map.toml", text))
    head, *told = str(fault.value).splitlines()
    assert head == "map.toml:"
    return [each.strip() for each in told]


def line_of(name: str) -> int:
    """Where a hex stands in the file."""
    return [*MAP].index(name) + 5


def line(name: str, *beside: str, side: str = "Allies", country: str = "France") -> str:
    return f'{name} = {{ side = "{side}", country = "{country}", next = "{" ".join(beside)}" }}'


def test_a_map_without_a_fault_is_read() -> None:
    ground = mapped().data.map
    assert ground is not None
    assert {name: each.next for name, each in ground.hexes.items()} == MAP
    assert ground.to_goal["B04"] == 0
    assert ground.to_goal["B06"] == 2
    assert ground.next_to("M09") == ()


def test_neighbours_are_written_as_a_text_or_as_a_list() -> None:
    as_list = line("A04").replace('""', '["A05", "B04", "B03"]')
    assert "B03 is not on the map" in "".join(faults(written({"A04": as_list})))


@pytest.mark.parametrize(
    ("name", "beside", "said"),
    [
        ("A05", "A04 A06 B04", "B05 is its neighbour, but does not name it"),
        ("A05", "A04 A06 B04 B05 B66", "B66 is not on the map. Give it a line of its own, or take it out of this one"),
        ("A05", "A04 A05 A06 B04 B05", "it is named as its own neighbour. Take it out of its own line"),
        ("A05", "A04 A06 A06 B04 B05", "A06 is named twice. Name each neighbour once"),
        ("A05", "A04 A06 B04 B05 Z9", "Z9 is not a hex. Write a letter from A to M and a number, e.g. I06"),
    ],
)
def test_a_fault_of_a_neighbour_is_named_with_line_and_remedy(name: str, beside: str, said: str) -> None:
    told = faults(written({name: line(name, *beside.split())}))
    place = f"line {line_of(name)}: map.hexes.{name}"
    if "does not name it" in said:
        assert told == [
            f"line {line_of('B05')}: map.hexes.B05: A05 is its neighbour, but does not name it. "
            "Add B05 there, or take A05 out here"
        ]
    else:
        assert [each.partition(": ")[0] for each in told] == [f"line {line_of(name)}"]
        assert told[0].startswith(place)
        assert said in told[0]


def test_a_missing_hex_is_missed_by_each_of_its_neighbours() -> None:
    told = faults(written(without=["D06"]))
    assert len(told) == len(MAP["D06"])
    assert all("D06 is not on the map" in each for each in told)


def test_a_hex_to_which_no_way_leads() -> None:
    alone = {"A04": line("A04"), "A05": line("A05", "A06", "B04", "B05")}
    alone |= {"B04": line("B04", *(each for each in MAP["B04"] if each != "A04"))}
    assert "no way leads from here to most of the map. Name its neighbours" in "".join(faults(written(alone)))
    (told,) = (each for each in faults(written(alone)) if "no way" in each)
    assert told.startswith(f"line {line_of('A04')}: map.hexes.A04: ")


def test_a_name_a_country_and_a_side_that_are_none() -> None:
    (told,) = faults(written({"A04": line("Z04", *MAP["A04"])}).replace(" A04", ""))
    assert told.startswith("line 5: map.hexes.Z04: Z04 is not a hex. Write a letter from A to M")
    (told,) = faults(written({"B06": line("B06", *MAP["B06"], country="Frnace")}))
    assert told.startswith(f"line {line_of('B06')}: map.hexes.B06.country: it must be one of 'Belgium', 'France'")
    (told,) = faults(written({"B06": line("B06", *MAP["B06"], side="English")}))
    assert told.startswith(f"line {line_of('B06')}: map.hexes.B06.side: it must be one of 'Allies' or 'Central Powers'")


def test_a_goal_that_is_not_on_the_map() -> None:
    assert faults(written(goal="M09")) == [
        "line 2: map.goal: M09 is not on the map. Name one of its hexes, or leave the goal out"
    ]


def test_a_map_without_france_or_without_a_front() -> None:
    assert "no hex is in France" in "".join(faults(written().replace('"France"', '"Belgium"')))
    assert "no hex of the Allies is next to one of the Central Powers" in "".join(
        faults(written().replace('"Central Powers"', '"Allies"'))
    )
    assert "the map has no hex" in "".join(faults("[map.hexes]\n[map]\n".replace("[map]\n", "")))


def test_more_neighbours_than_a_hex_has_sides() -> None:
    told = faults(written({"D06": line("D06", *MAP["D06"], "H09")}))
    assert any("it has 7 neighbours, and a hex has 6 at most" in each for each in told)


def test_a_neighbour_named_twice_is_counted_and_missed_once() -> None:
    told = faults(written({"D06": line("D06", *MAP["D06"], "D05", "H09", "H09")}))
    assert [each.rpartition(": ")[2] for each in told] == [
        "D05 is named twice. Name each neighbour once",
        "it has 7 neighbours, and a hex has 6 at most",
        "H09 is its neighbour, but does not name it. Add D06 there, or take H09 out here",
    ]
    told = faults(written({"D06": line("D06", *MAP["D06"], "D05")}))
    assert [each.rpartition(": ")[2] for each in told] == ["D05 is named twice. Name each neighbour once"]


def test_the_larger_part_of_a_map_has_more_hexes_on_it() -> None:
    hexes = [line("A04", "B05", "B06", "B07"), line("C04", "C05"), line("C05", "C04", side="Central Powers")]
    (apart,) = (each for each in faults("\n".join(["[map.hexes]", *hexes])) if "no way leads" in each)
    assert "map.hexes.A04: " in apart


def test_chits_that_name_a_hex_off_the_map() -> None:
    told = faults('[chits]\nhexes = ["A06", "M09"]\n' + written())
    assert told == ["line 2: chits.hexes: not on the map: M09. Give each a line there, or take it out here"]


def test_a_hex_with_two_lines_is_named_by_the_reader_of_the_file() -> None:
    known = catalog()
    body = known.editions["fields-of-despair"].body
    with pytest.raises(DataError, match=r"map\.toml: line \d+: `A04 .+ stands there twice"):
        known.with_own("fields-of-despair", body, DataFile("map.toml", f"{written()}\n{line('A04')}\n"))


def test_a_file_of_thousands_of_hexes_is_refused() -> None:
    many = "\n".join(line(f"{column}{row:02}") for column in "ABCDEFGHIJKLM" for row in range(100))
    assert "at most 300 entries" in "".join(faults(f"[map.hexes]\n{many}"))


@pytest.mark.parametrize("typed", ["A06 B05", "A06, B05", "A06,B05"])
def test_what_borders_on_a_hex_is_listed_with_blanks_or_commas(typed: str) -> None:
    read = MapHex.model_validate({"next": typed, "country": "France", "side": "Allies"})
    assert read.next == ("A06", "B05")


@pytest.mark.parametrize(("beside", "shift"), [("B05 B06", 1), ("B04 B05", 0)])
def test_a_map_is_drawn_so_that_what_borders_touches(beside: str, shift: int) -> None:
    row = {"side": "Allies", "country": "France"}
    hexes = {"A05": {**row, "next": beside}, **{name: {**row, "next": "A05"} for name in beside.split()}}
    assert GroupMap.model_validate({"hexes": hexes}).shift == shift
