"""The simulation of the pace by post: the same turns are played at both tables, and orders halve the days."""

import pytest

from rules.games.marne_1918.phases import ALLIES, GERMANS
from tests.games import by_hand, marne
from tests.pace import COMBATS, Table, days_a_turn, medians

ZONES = {ALLIES: 1, GERMANS: -8}


@pytest.mark.parametrize("combats", COMBATS)
def test_a_table_plays_its_turns_and_all_its_combats(combats: int) -> None:
    for game in (by_hand(), marne()):
        table = Table.of(game, combats)
        for _ in range(9 * combats):
            for seat in ZONES:
                table.play.wait(hours=12)
                table.look(seat)
                assert table.play.campaign.state.combats <= combats
        fought = {
            entry.command.model_dump().get("hex") for entry in table.play.log if entry.command.type == "declare_combat"
        }
        assert len(fought) == combats
        assert table.play.campaign.state.turn > 2


def test_orders_halve_the_days_of_a_turn() -> None:
    found = medians(pairs=2, turns=3)
    assert {*found} == {*COMBATS}
    for combats, (called, sealed) in found.items():
        assert sealed <= called / 2, combats


def test_each_turn_takes_as_long_as_its_players_are_apart() -> None:
    days = days_a_turn(marne(), 3, ZONES, turns=3)
    assert len(days) == 3
    assert all(0 < each <= 1.1 for each in days[1:])
