"""Reading a printed table: modifiers with their reasons, rulings, the marked cell."""

from collections import Counter
from collections.abc import Mapping
from itertools import product

import pytest
from pydantic import ValidationError

from rules.dice import Roll
from rules.errors import NotThere
from rules.notice import Kind, Text
from rules.printed.lookup import (
    Modifier,
    PrintedData,
    PrintedTable,
    explain,
    printed,
    readings,
    show_table,
    tell_drm,
    tell_reading,
)
from rules.ruling import Answer, Rulings, WordRuling
from tests.games import fields


class ColdYear(Answer):
    """Whether the year is cold."""

    NO = "no"
    YES = "yes"


class ChartRulings(Rulings):
    """What the chart leaves open."""

    cold_year: WordRuling[ColdYear]


class Chart(PrintedData):
    """One table with modifiers, and a ruling about one of them."""

    rulings: ChartRulings
    weather: PrintedTable[str]


def charts() -> Chart:
    return Chart.model_validate(
        {
            "weather": {
                "title": "Weather",
                "source": "4.2",
                "dice": "2d6",
                "across": "Month",
                "columns": ["1-3", "4+"],
                "heads": ["Winter", "Summer"],
                "rows": {"..5": ["mud", "rain"], "6+": ["frost", "sun"]},
                "drms": [
                    {"value": 2, "text": "Inland", "when": {"coast": "0"}},
                    {"value": -1, "text": "High ground", "when": {"height": "3+", "coast": "0"}},
                    {
                        "value": 4,
                        "text": "A cold year",
                        "when": {"height": "..9"},
                        "ruling": {"name": "cold_year", "answer": "yes"},
                    },
                ],
                "notes": ["Roll once a month"],
            },
            "source": "Our own",
            "rulings": {
                "cold_year": {
                    "question": "Is it?",
                    "choices": {"no": "no", "yes": "yes"},
                    "default": "no",
                    "basis": "the almanac",
                }
            },
        }
    )


def rolled(*faces: int) -> Roll:
    return Roll(sides=6, faces=faces, first=7)


def test_a_modifier_says_why_it_applies_or_not() -> None:
    inland, high = charts().weather.weigh(charts(), {"coast": False, "height": 2})
    assert str(tell_drm(inland)) == "✓ DRM +2: Inland (coast: no)"
    assert str(tell_drm(high)) == "✗ DRM -1: High ground (height: 2)"
    _, high = charts().weather.weigh(charts(), {"coast": True, "height": 4})
    assert str(tell_drm(high)) == "✗ DRM -1: High ground (coast: yes)"
    _, high = charts().weather.weigh(charts(), {"coast": False, "height": 4})
    assert str(tell_drm(high)) == "✓ DRM -1: High ground (height: 4)", "a number says more than a no"
    _, high = charts().weather.weigh(charts(), {"coast": True, "height": 2})
    assert str(tell_drm(high)) == "✗ DRM -1: High ground (height: 2, coast: yes)"


def test_a_modifier_under_a_ruling_counts_only_with_that_answer() -> None:
    facts = {"coast": True, "height": 0}
    assert len(charts().weather.weigh(charts(), facts)) == 2
    ruled = charts().with_ruling("cold_year", "yes")
    reading, cell = ruled.weather.read(rolled(1, 1), 2, ruled.weather.weigh(ruled, facts))
    assert (reading.total, cell, reading.rulings) == (6, "frost", ("cold_year",))
    assert str([*tell_reading(ruled, reading)][-1]) == "Is it? **yes** (`cold_year`)"
    assert (charts().weather.modifier(charts(), facts), ruled.weather.modifier(ruled, facts)) == (0, 4)
    high, _ = ruled.weather.read(rolled(1, 1), 2, ruled.weather.weigh(ruled, {"coast": True, "height": 12}))
    assert high.rulings == (), "it did not apply"
    assert "DRM +4: A cold year" in "\n".join(map(str, show_table(ruled, "Weather")))


def test_a_reading_is_told_with_dice_modifiers_row_and_column() -> None:
    tables = charts()
    reading, _ = tables.weather.read(rolled(2, 2), 5, tables.weather.weigh(tables, {"coast": False, "height": 0}))
    told = [str(notice) for notice in tell_reading(tables, reading, "at sea")]
    assert told == [
        "at sea: ⚁⚁+2 = **6**", "Roll 2d6 → 2 + 2 = **4**", "✓ DRM +2: Inland (coast: no)",
        "✗ DRM -1: High ground (height: 0)", "Row 6+, column Summer: **sun**", "4.2",
    ]  # fmt: skip
    assert [(notice.section, notice.kind) for notice in tell_reading(tables, reading, "at sea")] == [
        ("Dice", Kind.SECTION),
        *[("at sea, Weather", Kind.PROOF)] * 4,
        (None, Kind.RULE),
    ]


def test_the_cell_is_marked() -> None:
    assert charts().weather.grid((1, 0)) == ["2d6  Winter Summer", "≤ 5     mud   rain", " 6+ [frost]    sun"]


def test_why_shows_the_marked_table_and_the_way_to_it() -> None:
    reading, _ = charts().weather.read(rolled(3, 4), 2)
    why = "\n".join(map(str, explain(charts(), [reading])))
    assert "[frost]" in why
    assert "Total 7: row 6+. Month 2: column Winter." in why


def test_a_chart_is_shown_with_modifiers_and_notes() -> None:
    shown = "\n".join(map(str, show_table(charts(), "Weather")))
    assert "DRM +2: Inland" in shown
    assert "cold year" not in shown
    assert "Roll once a month" in shown
    assert "[rain]" in "\n".join(map(str, show_table(charts(), "Weather", (-3, 12))))
    assert "[" not in shown.replace("[-", "")
    assert "Row ≤ 5, column Summer: **rain**" in "\n".join(map(str, show_table(charts(), "Weather", (-3, 12))))


@pytest.mark.parametrize(
    ("title", "read", "said"), [("Whether", None, "no such table"), ("Weather", (3, 0), "no column")]
)
def test_unprinted_values_are_refused(title: str, read: tuple[int, int] | None, said: str) -> None:
    with pytest.raises(NotThere, match=said):
        list(show_table(charts(), title, read))


def test_a_misspelt_fact_is_a_bug_and_a_misspelt_band_an_error() -> None:
    with pytest.raises(KeyError):
        charts().weather.weigh(charts(), {"cost": False, "height": 0})
    with pytest.raises(ValidationError):
        Modifier.model_validate({"value": 1, "text": "x", "when": {"height": "3 or 5"}})


@pytest.mark.parametrize("title", fields().data.printed_tables)
def test_the_falls_of_the_dice_are_all_of_them(title: str) -> None:
    table = fields().data.printed_tables[title]
    number, sides = map(int, table.dice.split("d"))
    assert table.falls == Counter(sum(fall) for fall in product(range(1, sides + 1), repeat=number))


def test_readings_are_found_in_an_event() -> None:
    reading, _ = charts().weather.read(rolled(3, 4), 2)
    table = charts().weather
    assert readings(table) == ()

    class Seen(PrintedData):
        first: object
        more: tuple[object, ...]

    assert readings(Seen(source="Our own", rulings=Rulings(), first=reading, more=(reading, 3))) == (reading, reading)


def test_without_modifiers_dice_and_total_are_told() -> None:
    reading, _ = charts().weather.read(rolled(2, 2), 5)
    assert str(next(tell_reading(charts(), reading))) == "Weather: ⚁⚁ = **4**"


def test_the_dice_of_a_table_stand_under_its_short_title() -> None:
    short = charts().replace(weather=charts().weather.replace(short=Text("Sky")))
    reading, _ = short.weather.read(rolled(2, 2), 5)
    told = [*tell_reading(short, reading)]
    assert (str(told[0]), told[1].section) == ("Sky: ⚁⚁ = **4**", "Weather")


def test_a_table_that_was_read_twice_is_explained_once() -> None:
    table = charts().weather
    read = [table.read(Roll(sides=6, faces=(face,), first=0), 1)[0] for face in (2, 2)]
    said = [str(each.section) for each in explain(charts(), read)]
    assert said.count(str(table.title)) == 2, "the table and its source"
    assert [f"{table.title}: {table.dice} ({number})" in said for number in (1, 2)] == [True, True]
    assert "".join(map(str, explain(charts(), read))).count("[") == 1, "the one cell"


def test_a_column_starts_at_its_first_number() -> None:
    table = charts().weather
    assert (table.lows, table.least) == ([1, 4], 1)
    assert [table.column_of(number) for number in (1, 3, 4, 40)] == [0, 0, 1, 1]
    assert table.replace(columns=("-2-0", "1+")).lows == [-2, 1]
    assert table.replace(columns=("..0", "1+")).lows == [0, 1]


class WithList(Chart):
    """A chart with a list beside it."""

    @property
    def printed_lists(self) -> Mapping[str, tuple[str, ...]]:
        return {"Seasons": ("Winter", "Summer")}


def test_a_printed_list_has_no_cells() -> None:
    listed = WithList.model_validate(charts().model_dump())
    assert [*map(str, show_table(listed, "Seasons"))] == ["As printed:\n```\nWinter\nSummer\n```"]
    with pytest.raises(NotThere, match="no such table"):
        list(show_table(listed, "Seasons", (3, 1)))


@pytest.mark.parametrize(("cell", "said"), [("sun", "sun"), (3, "3"), (("A", 2), "A, 2"), ((), "")])
def test_a_cell_is_shown_as_it_is_printed(cell: object, said: str) -> None:
    assert printed(cell) == said
