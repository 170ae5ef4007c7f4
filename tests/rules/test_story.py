"""What a game adds to the story of a campaign: how seldom dice fall so, and what average ones bring."""

from fractions import Fraction

import pytest

from rules.dice import Roll
from rules.line import line
from rules.printed.lookup import Drm
from rules.story import average, by_chance, rarity
from tests.games import fields


def fallen(*faces: int, sides: int = 6) -> Roll:
    return Roll(sides=sides, faces=faces)


@pytest.mark.parametrize(
    ("roll", "share"),
    [
        (fallen(6, 6, 6), Fraction(2, 216)),
        (fallen(1, 1, 1), Fraction(2, 216)),
        (fallen(6, 6, 5), Fraction(8, 216)),
        (fallen(4, 3, 3), Fraction(1)),
        (fallen(6), Fraction(1, 3)),
        (fallen(10, sides=10), Fraction(1, 5)),
        (fallen(2, 2, sides=3), Fraction(1)),
    ],
)
def test_how_seldom_dice_fall_so_far_from_their_average_either_way(roll: Roll, share: Fraction) -> None:
    assert rarity(roll) == share


def test_many_dice_with_many_sides_are_counted_too() -> None:
    assert rarity(fallen(*[100] * 20, sides=100)) == Fraction(2, 100**20)


def test_the_average_is_that_of_fair_dice() -> None:
    assert (average(fallen(1)), average(fallen(1, 1, 1)), average(fallen(3, sides=10))) == (3.5, 10.5, 5.5)


@pytest.mark.parametrize(
    ("faces", "column", "told"),
    [
        ((6, 6, 5), 40, [("29", "17")]),
        ((1, 1, 2), 40, [("9", "17")]),
        ((4, 3, 3), 40, []),
        ((4, 4, 3), 40, []),
        ((6, 4, 2), 1, []),
        ((6, 6, 6), 1, [("3", "1")]),
    ],
)
def test_dice_decide_where_average_ones_bring_something_else(
    faces: tuple[int, ...], column: int, told: list[tuple[str, str]]
) -> None:
    """Of three dice both 10 and 11 are average."""
    data = fields().data
    reading, _ = data.printed_tables["Air Reconnaissance Results"].read(fallen(*faces), column)
    found = [*by_chance(data, reading, line("A05"))]
    assert [(str(each.result), str(each.usual)) for each in found] == told


def test_of_a_table_that_the_data_lacks_nothing_is_known() -> None:
    data = fields().data
    reading, _ = data.printed_tables["Air Reconnaissance Results"].read(fallen(6, 6, 6), 40)
    assert [*by_chance(data, reading.replace(table="Another table"), line("A05"))] == []


@pytest.mark.parametrize(
    ("faces", "modifier", "told"),
    [((4, 4, 3), 5, []), ((6, 5, 5), -5, [("20", "9")]), ((4, 3, 3), 8, []), ((3, 3, 3), 9, [])],
)
def test_average_dice_have_the_same_modifiers_and_tell_nothing_where_they_leave_the_table(
    faces: tuple[int, ...], modifier: int, told: list[tuple[str, str]]
) -> None:
    """The last row is 18: with 8 more, an average of 10 is on it and one of 11 is not."""
    data = fields().data
    table = data.printed_tables["Air Reconnaissance Results"]
    drm = Drm(value=modifier, text=table.title, applies=True, reason="")
    reading, _ = table.read(fallen(*faces), 40, (drm,))
    found = [*by_chance(data, reading, line("A05"))]
    assert [(str(each.result), str(each.usual)) for each in found] == told
