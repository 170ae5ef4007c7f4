"""The 20 types and 38 markers against the player aid, transcribed here a second time by turn of entry."""

from collections import Counter
from pathlib import Path

import pytest

from bot.base.catalog import SHIPPED
from rules.errors import DataError
from rules.games.marne_1918 import Marne1918
from tests.games import marne, read_game

# markers by turn, as in the summary of the aid: T1 6, T2 2, T3 14, T10 8, T16 8
ENTRY = {
    1: "All quiet on the Western Front|Heroic Assault|Cantigny|Immediate Counterattack|Heroic Defense|Heroic Defense",
    2: "All quiet on the Western Front|Russian Legion",
    3: "Belleau Wood|Clemenceau|Immediate Counterattack|Heroic Defense|The Government flees|Air unit|Air unit"
    "|Command Shakeup|Command Shakeup|Mangin|Improved Organization|Improved Organization|Improved Organization"
    "|Victory Telegram",
    10: "Heroic Assault|Surprise Attack|Gouraud|Air unit|Air unit|Offensive: Marne|Offensive: Champagne"
    "|Change of Doctrine",
    16: "Heroic Assault|Surprise Attack|Spies|Air unit|Air unit|Offensive: Ourcq|Offensive: Aisne|Pershing",
}
# types and markers that show the same symbols
SYMBOLS = {"$": (1, 2), "£¤": (6, 14), "£#": (11, 20), "@#": (2, 2)}


def test_there_are_20_types_and_38_markers() -> None:
    events = marne().data.marker_types
    assert len(events) == 20
    assert sum(event.total for event in events) == sum(len(event.markers) for event in events) == 38


@pytest.mark.parametrize("turn", ENTRY)
def test_what_enters_on_each_turn(turn: int) -> None:
    data = marne().data
    entering = [data.name(id_) for id_ in data.markers if data.enters(id_) == turn]
    assert Counter(entering) == Counter(ENTRY[turn].split("|"))


def test_no_marker_enters_on_another_turn() -> None:
    data = marne().data
    assert set(map(data.enters, data.markers)) == set(ENTRY)


def test_rulings_move_the_markers_that_they_are_about() -> None:
    by_default, ruled = marne().data, marne().data
    ruled = ruled.with_ruling("heroic_defense_entry", "one_and_two").with_ruling("offensives_entry", "ourcq_and_aisne")
    moved = {id_ for id_ in ruled.markers if ruled.enters(id_) != by_default.enters(id_)}
    assert moved == {"heroic-defense-2", *(f"offensive-{name}" for name in ("marne", "champagne", "ourcq", "aisne"))}
    assert [ruled.enters(f"offensive-{name}") for name in ("marne", "champagne", "ourcq", "aisne")] == [16, 16, 10, 10]
    assert [ruled.enters(f"heroic-defense-{n}") for n in (1, 2, 3)] == [1, 3, 3]


def test_every_ruling_has_real_choices_and_every_reading_is_in_the_docs() -> None:
    data = marne().data
    assert {name for name, ruling in data.rulings.by_name.items() if len(ruling.ids) < 2} == set()
    page = (Path(__file__).parents[4] / "docs" / "playing-marne-1918.md").read_text(encoding="utf-8")
    assert [text for text in data.readings.values() if text not in page] == []


# the table of the aid: army artillery, bonus of each sequence, objective
OFFENSIVES = {
    "marne": (1, 2, 1, 0, 2),
    "champagne": (2, 1, 0, 0, 5),
    "ourcq": (1, 1, 0, 0, 3),
    "aisne": (1, 1, 0, 0, 4),
}


@pytest.mark.parametrize("name", OFFENSIVES)
def test_what_each_offensive_prints(name: str) -> None:
    printed = marne().data.offensive(f"offensive-{name}")
    assert (printed.artillery, *printed.bonus, printed.objective) == OFFENSIVES[name]


@pytest.mark.parametrize("printed", SYMBOLS)
def test_types_and_markers_by_symbols(printed: str) -> None:
    events = [event for event in marne().data.marker_types if set(event.symbols) == set(printed)]
    assert (len(events), sum(event.total for event in events)) == SYMBOLS[printed]


def test_each_turn_has_its_day() -> None:
    days = {
        1: "27 May",
        2: "30 May",
        3: "2 June",
        5: "8 June",
        10: "23 June",
        16: "11 July",
        17: "14 July",
        18: "17 July",
    }
    assert {turn: str(marne().data.calendar.day(turn)) for turn in days} == {t: f"{d} 1918" for t, d in days.items()}


@pytest.mark.parametrize(
    ("was", "becomes", "said"),
    [
        (
            "total = 6",
            "total = 7",
            "marker_types.11: Air unit: the numbers of markers that enter do not add up to 7",
        ),
        ('symbols = "$"', 'symbols = "%"', "marker_types.0.symbols"),
        (
            'buttons = { artillery = "corps artillery alone", ',
            "buttons = { ",
            "Surprise Attack: each choice needs the words of its button",
        ),
        ('"corps artillery alone"', f'"{"a" * 31}"', "the words of a button have at most 30 characters"),
        ("enters = { 10 = 2, 16 = 2 }", "enters = { 10 = 2, 0 = 2 }", r"marker_types.16.enters.0"),
        ('each = ["Marne", ', "each = [", "4 markers need 4 names"),
        ('draws = "draws_a_turn"', 'draws = "weather"', "there is no ruling weather with a number"),
        ('french = "Cantigny"', 'franch = "Cantigny"', "marker_types.4.franch: Extra inputs"),
        ("default = 3\n", "default = 5\n", "rulings.draws_a_turn: the answer must be one of the choices"),
        ("[rulings.must_occur]", "[rulings.must_happen]", "rulings: the ruling `must_occur` is missing"),
        ("[rulings.must_occur]", "[rulings.fog]\n[rulings.must_occur]", "rulings: there is no ruling `fog`"),
        ('by_itself = "by itself", ', "", "rulings.must_occur: the choice `by_itself` is missing"),
        ('by_itself = "', 'at_once = "', "rulings.must_occur: the choice `by_itself` is missing"),
        ('by_itself = "', 'at_once = "at once", by_itself = "', "rulings.must_occur: there is no choice `at_once`"),
        (
            'default = "by_itself"',
            'default = "by itself"',
            "rulings.must_occur.default: Input should be 'by_itself' or",
        ),
        ("turns = { turn_2", "turns = { turn_3", "Cantigny: cantigny_entry has no answer turn_3"),
        ("[calendar]", "[calendar", "line"),
        ('name = "Mangin"', 'name = "Spies"', "share a name"),
    ],
)
def test_wrong_data_is_refused_naming_file_place_and_fault(was: str, becomes: str, said: str, tmp_path: Path) -> None:
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    assert was in text
    (tmp_path / "marne_1918.toml").write_text(text.replace(was, becomes, 1), encoding="utf-8")
    with pytest.raises(DataError, match=rf"(?s)marne_1918\.toml:.*{said}"):
        read_game(Marne1918, tmp_path)
