"""Counters that make a sum, and SPs split over blocks."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from rules.games.fields_of_despair.pieces import Counters, split
from tests.rules.games.fields_of_despair.campaign import Campaign


class TestCounters:
    """Which counters make the sum that a table gives."""

    @pytest.mark.parametrize(
        ("values", "wanted", "below", "above"),
        [
            ((4, 3, 1), 5, (4, 1), (4, 1)), ((4, 3, 1), 3, (3,), (3,)), ((4, 3, 1), 6, (4, 1), (4, 3)),
            ((4, 4), 3, (), (4,)), ((2, 2), 9, (2, 2), (2, 2)), ((), 3, (), ()), ((2, 1, 1), 2, (2,), (2,)),
        ],
    )  # fmt: skip
    def test_the_sum(
        self, values: tuple[int, ...], wanted: int, below: tuple[int, ...], above: tuple[int, ...]
    ) -> None:
        counters = Counters(values=values)
        assert counters.making(wanted, at_most=True) == below
        assert counters.making(wanted, at_most=False) == above

    @pytest.mark.parametrize(
        ("spent", "values", "stay"),
        [((2, 2), (3, 2), (2,)), ((4, 2), (4, 4, 2), (4, 2)), ((4,), (3, 1), ()), ((2, 2), (2, 2, 2), (2, 2))],
    )
    def test_of_other_values_those_on_the_map_stay_that_still_exist(
        self, spent: tuple[int, ...], values: tuple[int, ...], stay: tuple[int, ...]
    ) -> None:
        assert Counters(values=(4, 2, 2), spent=spent).become(values) == Counters(values=values, spent=stay)

    @given(st.lists(st.integers(1, 6), max_size=9))
    def test_each_sum_is_made_by_the_fewest(self, values: list[int]) -> None:
        """As trying every set of them finds it, the smaller largest one last."""
        left = sorted(values, reverse=True)
        sets = {sum(some): some for size in range(len(left), 0, -1) for some in combinations(left, size)}
        for wanted, some in sets.items():
            assert Counters(values=tuple(values)).making(wanted, at_most=True) == some

    def test_other_counters_of_the_same_sum_are_named_largest_first(self) -> None:
        counters = Counters(values=(5, 4, 3, 2, 1, 1), spent=(1,))
        assert counters.making_as_much((5,)) == ((4, 1), (3, 2))
        assert counters.making_as_much((5, 4, 3, 2, 1)) == ()

    def test_a_hundred_counters_are_no_work(self) -> None:
        assert sum(Counters(values=(3, 2) * 50).making(77, at_most=True)) == 77

    def test_a_counter_that_is_spent_is_not_placed_again(self) -> None:
        counters = Counters(values=(4, 3)).place((3,))
        assert (counters.left, counters.available) == ((4,), 4)
        with pytest.raises(ValidationError, match="no counter of value 3 is available"):
            counters.place((3,))

    def test_by_ruling_the_sum_above(self) -> None:
        campaign = Campaign(step="air", air="4 4", rulings={"counters_that_do_not_fit": "smallest_sum_above"})
        campaign.do("dogfight", hexes="A05 6")
        told = campaign.do("answer_air", 4, 1)
        assert "A05: CP air 4." in told
        assert "counters_that_do_not_fit" in told


def test_a_split_is_even_and_whole() -> None:
    assert split(22, 3) == (8, 7, 7)
    assert split(2, 3) == (1, 1, 0)
    assert split(5, 0) == ()
    assert all(sum(split(sps, blocks)) == sps for sps in range(80) for blocks in (1, 2, 3))
