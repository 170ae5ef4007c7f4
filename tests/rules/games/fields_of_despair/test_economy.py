"""6.5-S: the Economic Guide."""

import pytest

from rules.games.fields_of_despair.economy import PointsSpent
from tests.rules.games.fields_of_despair.campaign import Campaign


class TestEconomy:
    """6.5-S."""

    @pytest.mark.parametrize(
        ("turn", "eps", "supply", "bought", "left"),
        [
            (7, 9, 2, "Air Tech (1), Supply Capacity (2), Tank Tech (1), Gas Mask Tech (1)", 4),
            (7, 3, 1, "Air Tech (1), Supply Capacity (1), Tank Tech (1)", 0),
            (7, 2, 2, "Air Tech (1), Supply Capacity (1)", 0),
            (8, 3, 0, "Air Tech (1), Gas Mask Tech (1), Tank Tech (1)", 0),
            (9, 4, 0, "Gas Mask Tech (1)", 3),
            (9, 0, 2, "", 0),
        ],
    )
    def test_primary_items_in_order(self, turn: int, eps: int, supply: int, bought: str, left: int) -> None:
        campaign = Campaign(turn=turn, step="economy")
        told = campaign.do("economy", eps=eps, supply=supply)
        assert (f"EP: {bought}." if bought else "0 EP: nothing bought.") in told
        assert campaign.state.eps == campaign.state.choices_left == left
        assert campaign.state.logistic == 2
        assert campaign.state.items["Tank Counter"] == 1

    def test_points_that_are_left_are_not_said_to_be_spent(self) -> None:
        assert "Bought with 1 of 4 EP: Gas Mask Tech (1)." in Campaign(turn=9, step="economy").do(
            "economy", eps=4, supply=0
        )
        assert "Bought with 3 EP: " in Campaign(turn=8, step="economy").do("economy", eps=3, supply=0)

    def test_it_says_where_the_points_ran_out(self) -> None:
        assert "EP ran out at Supply Capacity." in Campaign(turn=7, step="economy").do("economy", eps=2, supply=2)

    def test_choice_items_while_points_are_left(self) -> None:
        campaign = Campaign(turn=9, step="economy")
        campaign.do("economy", eps=3, supply=0)
        for item in ("Tank Tech", "Tank Counter"):
            assert "Choice items" in campaign.refused("choose", item=item), "what came free is no choice"
        choices = campaign.game.data.economy.turns[9].choice
        for item in ("Poison Gas Tech", "Air Maintenance"):
            assert {*choices} <= {*campaign.offered()}
            campaign.do("choose", item=item)
        assert not {*choices} & {*campaign.offered()}
        assert "no economic points left" in campaign.refused("choose", item="Air Maintenance")
        assert campaign.state.items["Poison Gas Tech"] == 1

    def test_logistic_points_are_counted_in_one_place(self) -> None:
        campaign = Campaign(step="economy")
        campaign.do("economy", eps=1, supply=0)
        campaign.do("adjust", what="logistic points", value="1", reason="one was spent")
        status = "\n".join(map(str, campaign.game.status(campaign.state)))
        assert "Logistic Points: 1;" in status
        assert status.count("Logistic Points") == 1

    def test_once_a_turn(self) -> None:
        campaign = Campaign(turn=9, step="economy")
        campaign.do("economy", eps=3, supply=0)
        assert "already done" in campaign.refused("economy", eps=3, supply=0)
        assert "at most 2" in campaign.refused("economy", eps=3, supply=3)

    def test_two_turns_word_for_word(self) -> None:
        """What was bought before stays; points that are as they were told need no arrow, and a turn its own notes."""
        campaign = Campaign(turn=7, step="economy")
        assert campaign.do("economy", eps=5, supply=0).splitlines() == [
            "Free: Logistic Points (2), Tank Counter (1).",
            "Bought with 3 of 5 EP: Air Tech (1), Tank Tech (1), Gas Mask Tech (1).",
            "6.5-S, turn 7",
            "2 EP are left: choose an item for each.",
            *map(str, campaign.game.data.cite("choice_names")),
        ]
        told = campaign.do("choose", item="Air Maintenance").splitlines()
        assert told == [
            "Chosen for 1 EP: **Air Maintenance**.", "6.5-S, Choice", "1 EP is left: choose an item for it.",
        ]  # fmt: skip
        campaign.to("score", 2)
        campaign.do("next_turn")
        campaign.to("economy")
        assert campaign.do("economy", eps=6, supply=1).splitlines() == [
            "CP economic points: 1 → **6**.",
            "Free: Logistic Points (2), Tank Counter (1).",
            "Bought with 4 of 6 EP: Air Tech (1), Gas Mask Tech (1), Supply Capacity (1), Tank Tech (1).",
            "6.5-S, turn 8",
            "2 EP are left: choose an item for each.",
        ]
        assert campaign.state.items == {
            "Tank Counter": 2, "Air Tech": 2, "Tank Tech": 2, "Gas Mask Tech": 2, "Air Maintenance": 1,
            "Supply Capacity": 1,
        }  # fmt: skip
        assert (campaign.state.logistic, campaign.state.eps, campaign.state.choices_left) == (4, 2, 2)

    def test_bought_logistic_points_count_as_free_ones_do(self) -> None:
        campaign = Campaign(turn=8, step="economy")
        bought = (("Logistic Points", 2),)
        spent = PointsSpent(turn=8, free=(("Logistic Points", 1),), bought=bought, short=None, eps=2, left=0, before=2)
        after = spent.apply(campaign.game.data, campaign.state)
        assert (after.logistic - campaign.state.logistic, after.items) == (3, campaign.state.items)

    def test_without_points_only_what_is_free_comes(self) -> None:
        told = Campaign(turn=7, step="economy").do("economy", eps=0, supply=2)
        assert told.startswith("CP economic points: 5 → **0**.\nFree: ")
        assert "0 EP: nothing bought.\n6.5-S, turn 7" in told
        assert "ran out" not in told
        assert not {*map(str, Campaign().game.data.cite("choice_names"))} & {*told.splitlines()}
