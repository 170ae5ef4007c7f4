"""Counters that make a sum, and SPs split over blocks."""

import pytest
from pydantic import ValidationError

from rules.games.fields_of_despair.pieces import Counters, split
from tests.rules.games.fields_of_despair.campaign import Campaign


class TestCounters:
    """Which counters make the sum that a table gives."""

    @pytest.mark.parametrize(
        ("values", "wanted", "below", "above"),
        [
            ((4, 3, 1), 5, (4, 1), (4, 1)),
            ((4, 3, 1), 3, (3,), (3,)),
            ((4, 3, 1), 6, (4, 1), (4, 3)),
            ((4, 4), 3, (), (4,)),
            ((2, 2), 9, (2, 2), (2, 2)),
            ((), 3, (), ()),
            ((2, 1, 1), 2, (2,), (2,)),
        ],
    )
    def test_the_sum(
        self, values: tuple[int, ...], wanted: int, below: tuple[int, ...], above: tuple[int, ...]
    ) -> None:
        counters = Counters(values=values)
        assert counters.making(wanted, at_most=True) == below
        assert counters.making(wanted, at_most=False) == above

    def test_a_counter_that_is_spent_is_not_placed_again(self) -> None:
        counters = Counters(values=(4, 3)).place((3,))
        assert (counters.left, counters.available) == ((4,), 4)
        with pytest.raises(ValidationError, match="no counter of value 3 is available"):
            counters.place((3,))

    def test_by_ruling_the_sum_above(self) -> None:
        campaign = Campaign(step="air", air="4 4", rulings={"counters_that_do_not_fit": "the smallest sum above"})
        campaign.do("dogfight", hexes="A05 6")
        told = campaign.do("answer_air", 4, 1)
        assert "Place the CP 4-point air counter in A05." in told
        assert "counters_that_do_not_fit" in told


def test_a_split_is_even_and_whole() -> None:
    assert split(22, 3) == (8, 7, 7)
    assert split(2, 3) == (1, 1, 0)
    assert split(5, 0) == ()
    assert all(sum(split(sps, blocks)) == sps for sps in range(80) for blocks in (1, 2, 3))
