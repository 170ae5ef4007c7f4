"""CONSTRUCTION: the bot says what may be done and writes down the choice."""

from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm


def at_the_yards(card: str) -> Storm:
    return Storm().at("Construction").deal(card)


def test_additional_construction() -> None:
    """National, CONSTRUCTION, Additional: one unit for nothing, outside the normal limits."""
    play = at_the_yards("reservists-called")
    told = public(play.play("reservists-called", unit="a 2-3 *infantry*"))
    assert "without spending tile points or an activity counter" in told
    assert "Normal construction limits do not apply" in told
    assert "Unit: a 2\\-3 \\*infantry\\*" in told


def test_free_ship() -> None:
    """National, CONSTRUCTION, Free naval construction: laid down for nothing, within the normal limits."""
    told = public(at_the_yards("subscription-ship").play("subscription-ship", unit="BB4"))
    assert "lays down one ship at no cost" in told
    assert "battleship design apply. Later turns cost" in told


def test_general_acceleration() -> None:
    """National, CONSTRUCTION, Acceleration (general): one space, some before and some after, not to the next row."""
    play = at_the_yards("yards-day-and-night")
    told = public(play.play("yards-day-and-night", when="some before and some after"))
    assert "moves one space at no cost" in told
    assert "cannot take a ship into the next row" in told
    assert "Timing: some before and some after" in told


def test_specific_acceleration() -> None:
    """National, CONSTRUCTION, Acceleration (specific): one ship by two spaces, before or after."""
    play = at_the_yards("ship-made-ready")
    play.refused("“When”: choose before or after", USERS["France"], "play",  # type: ignore[index]
                 marker="ship-made-ready", unit="CV", when="some before and some after")  # fmt: skip
    told = public(play.play("ship-made-ready", unit="CV", when="after"))
    assert "moves two spaces" in told


def test_the_unit_is_named_briefly() -> None:
    play = at_the_yards("reservists-called")
    play.refused("at most 60 characters", 4, "play", marker="reservists-called", unit="x" * 61)
    play.play("reservists-called", unit="x" * 60)
