"""7.5-S (8) and (9): breakout movement and combat."""

from itertools import pairwise

import pytest

from rules.games.fields_of_despair.breakouts import distribute
from rules.games.fields_of_despair.data import Share
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, central, landed


class TestBreakouts:
    """(8) and (9)."""

    @pytest.mark.parametrize(
        ("sps", "share", "targets", "result"),
        [
            (11, (2, 1), 2, (6, (3, 2))),
            (11, (1, 1), 1, (6, (5,))),
            (7, (1, 2), 1, (3, (4,))),
            (7, (1, 2), 2, (2, (3, 2))),
            (1, (2, 1), 3, (1, (0, 0, 0))),
            (9, (2, 1), 0, (9, ())),
        ],
    )
    def test_the_distribution(
        self, sps: int, share: tuple[int, int], targets: int, result: tuple[int, tuple[int, ...]]
    ) -> None:
        assert distribute(sps, Share(*share), targets) == result

    @pytest.mark.parametrize("targets", range(4))
    @pytest.mark.parametrize("share", [(2, 1), (1, 1), (1, 2)])
    def test_none_is_lost_or_made(self, share: tuple[int, int], targets: int) -> None:
        for sps in range(60):
            stays, goes = distribute(sps, Share(*share), targets)
            assert stays + sum(goes) == sps
            assert all(left >= right for left, right in pairwise(goes))

    def rolled(self, *dice: int, turn: int = 9) -> Campaign:
        campaign = begun(3, 3, 2, turn=turn, artillery="") if turn == 9 else begun(1, 1, 1, turn=turn, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        told = campaign.do("cp_combat", *dice, losses=3, breakout=True)
        assert "Breakout Move! marker in A05" in told
        return campaign

    def test_divided(self) -> None:
        campaign = self.rolled(2, 1)
        assert campaign.state.cp.nature == "CD"
        assert "B05 is already contested" in campaign.refused("cp_breakout", hexes="A06 B05")
        assert "breaks out of" in campaign.refused("cp_breakout", hexes="A05")
        told = campaign.do("cp_breakout", hexes="A06 B06")
        assert "SPs that stay in A05: **10**. The breakout enters: A06 5, B06 5." in told
        assert "Leave 10 of the SPs in A05 (4/3/3) and place: A06 5 (2/2/1), B06 5 (2/2/1)." in told
        assert "artillery" in told

    def test_concentrated(self) -> None:
        campaign = self.rolled(5, 3)
        assert campaign.state.cp.nature == "CC"
        assert "weakest hex" in campaign.told
        assert "enters only one hex" in campaign.refused("cp_breakout", hexes="A06 B06")
        campaign.do("cp_breakout", hexes="B05")
        assert campaign.state.hexes["A05"].sps == 14
        assert campaign.state.hexes["B05"].sps == 1 + 6

    def test_the_letters_alone_by_ruling(self) -> None:
        rulings = {"breakout_directions": "just_the_letters", "breakout_natures": "just_the_letters"}
        campaign = begun(3, 3, 2, artillery="", rulings=rulings)
        landed(campaign, "A05", 3, 3, 4)
        told = campaign.do("cp_combat", 5, 3, losses=3, breakout=True)
        assert "**Breakout from A05**: black ⚄, direction WH; blue ⚂, nature CC." in told
        assert "cautious" not in told.split("breakout_natures")[0]
        assert "weakest hex" not in told

    def test_aggressive_in_turn_8(self) -> None:
        campaign = central(turn=8, artillery="")
        campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)
        landed(campaign, "A05", 3, 3, 4)
        assert "Spring Offensive" in campaign.do("cp_combat", losses=3, breakout=True)
        told = campaign.do("cp_spring", 1, 6, note="two hexes taken")
        assert "two hexes taken" in told
        assert "AC: an aggressive breakout, concentrated on one hex." in told
        campaign.do("cp_breakout", hexes="A06")
        assert (campaign.state.hexes["A05"].sps, campaign.state.hexes["A06"].sps) == (7, 13)

    def test_a_hex_where_all_were_lost_is_contested_no_more(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", losses=campaign.state.hexes["B05"].sps)
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", 1, 1, losses=0, breakout=True)
        assert "C06 is already contested" in campaign.refused("cp_breakout", hexes="C06")
        campaign.do("cp_breakout", hexes="A06 B05")
        assert campaign.state.hexes["B05"].sps == campaign.state.hexes["A06"].sps

    def test_with_nowhere_to_go_all_stay(self) -> None:
        campaign = self.rolled(2, 1)
        campaign.do("cp_breakout", hexes="")
        assert campaign.state.hexes["A05"].sps == 20

    def test_artillery_fire_on_what_broke_out(self) -> None:
        campaign = self.rolled(2, 1)
        campaign.do("cp_breakout", hexes="A06 B06")
        assert "No breakout left or entered C06" in campaign.refused("cp_fire", losses="C06 1")
        assert "only 5 SPs in A06" in campaign.refused("cp_fire", losses="A06 6")
        told = campaign.do("cp_fire", losses="A06 2, A05 1")
        assert campaign.state.total == 96 - 3 - 3
        assert "CP Strength Point Track: 90." in told
        told = campaign.do("cp_reset", hexes=HEXES)
        assert "Revealed SPs: A05 9 + A06 3 + B06 5 + 13 face down = **30**." in told
        assert (campaign.state.revealed, campaign.step) == (30, "air")

    def test_two_breakouts_one_after_the_other(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=0, breakout=True)
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", 1, 1, losses=0, breakout=True)
        assert campaign.offered() == ["Breakout from A05 (23 SPs)…"]
        campaign.do("cp_breakout", 1, 5, hexes="A06")
        assert campaign.offered() == ["Breakout from B05 (17 SPs)…"]
        assert campaign.state.cp.nature == "AD"
