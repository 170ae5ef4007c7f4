"""7.5-S (8) and (9): breakout movement and combat."""

from itertools import pairwise
from pathlib import Path

import pytest

from bot.base.catalog import SHIPPED
from rules.errors import DataError, Unsure
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.breakouts import BreakoutRolled, distribute
from rules.games.fields_of_despair.data import Share
from rules.games.fields_of_despair.status import question
from tests.games import read_game
from tests.play import public
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, central, fought, landed


@pytest.mark.parametrize("cell", ["XX-SR", "CD-XX"])
def test_a_printed_cell_is_a_nature_and_a_direction(cell: str, tmp_path: Path) -> None:
    printed = (SHIPPED / "fields_of_despair.toml").read_text(encoding="utf-8")
    (tmp_path / "fields_of_despair.toml").write_text(printed.replace("CD-SR", cell, 1), encoding="utf-8")
    with pytest.raises(DataError, match=f"{cell} is not a nature and a direction"):
        read_game(FieldsOfDespair, tmp_path)


class TestBreakouts:
    """(8) and (9)."""

    @pytest.mark.parametrize(
        ("sps", "share", "targets", "result"),
        [
            (11, (2, 1), 2, (6, (3, 2))), (11, (1, 1), 1, (6, (5,))), (7, (1, 2), 1, (3, (4,))),
            (7, (1, 2), 2, (2, (3, 2))), (1, (2, 1), 3, (1, (0, 0, 0))), (9, (2, 1), 0, (9, ())),
        ],
    )  # fmt: skip
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
        assert "breaks out of" in campaign.refused("cp_breakout", hexes="A06 A05")
        told = campaign.do("cp_breakout", hexes="A06 B06")
        assert "SPs that stay in A05: **10**. The breakout enters: A06 5, B06 5." in told
        assert "so the hexes listed last go short" not in told
        assert "Blocks: A05 4/3/3; A06 2/2/1; B06 2/2/1." in told
        assert "artillery" in told

    def test_concentrated(self) -> None:
        campaign = self.rolled(5, 3)
        assert campaign.state.cp.nature == "CC"
        assert "weakest hex" in campaign.told
        assert "enters only one hex" in campaign.refused("cp_breakout", hexes="A06 B06")
        campaign.do("cp_breakout", hexes="B05")
        assert campaign.state.hexes["A05"].sps == 14
        assert campaign.state.hexes["B05"].sps == 1 + 6

    @pytest.mark.parametrize(
        ("ruled", "told"),
        [
            ((), ["CC: a cautious breakout, concentrated on one hex.", "WH: it takes the weakest hex."]),
            (("breakout_natures",), ["WH: it takes the weakest hex."]),
            (("breakout_directions",), ["CC: a cautious breakout, concentrated on one hex."]),
            (("breakout_natures", "breakout_directions"), []),
        ],
    )
    def test_the_letters_alone_by_ruling(self, ruled: tuple[str, ...], told: list[str]) -> None:
        campaign = begun(3, 3, 2, artillery="", rulings=dict.fromkeys(ruled, "just_the_letters"))
        landed(campaign, "A05", 3, 3, 4)
        said = campaign.do("cp_combat", 5, 3, losses=3, breakout=True).splitlines()
        first = said.index("**Breakout from A05**: black ⚄ WH, blue ⚂ CC.")
        assert said[first + 1 :][: len(told) + 2] == [
            *told,
            "Which adjacent hex does it enter?",
            "Black die: 5. Blue die: 3.",
        ]

    def test_aggressive_in_turn_8(self) -> None:
        campaign = central(turn=8, artillery="")
        campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)
        assert "Spring Offensive" in fought(campaign, "A05", 3, 3, 4, losses=3, breakout=True)
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

    def test_what_was_destroyed_after_it_broke_out_does_not_move(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        for losses, breakout in ((0, True), (17, False)):
            landed(campaign, "A05", 3, 3, 3)
            campaign.do("cp_combat", losses=campaign.state.hexes["A05"].sps if losses else 0, breakout=breakout)
        assert campaign.step == "air"

    @pytest.mark.parametrize(
        ("sps", "said", "entered"),
        [
            (4, "SPs that stay in A05: **2**. The breakout enters: A06 1, B06 1.", "A05 A06 B06"),
            (3, "SPs that stay in A05: **2**. The breakout enters: A06 1.", "A05 A06"),
            (2, "Nothing breaks out: all 2 SPs stay in A05.", "A05"),
        ],
    )
    def test_a_hex_that_no_sp_reaches_is_not_entered(self, sps: int, said: str, entered: str) -> None:
        campaign = self.rolled(2, 1)
        campaign.know(A05=sps)
        told = campaign.do("cp_breakout", hexes="A06 B06")
        assert told.startswith(said)
        assert "so the hexes listed last go short" not in told, "those that it entered hold as many"
        assert " ".join(campaign.state.cp.entered) == entered
        assert {name for name in ("A06", "B06") if name in campaign.state.hexes} == {*entered.split()} - {"A05"}
        assert f"The Allies can fire artillery into: {entered.replace(' ', ', ')}." in told

    def test_a_breakout_of_which_nothing_is_left_is_not_rolled_for(self) -> None:
        """The SPs can be corrected while the dice are awaited."""
        campaign = begun(3, 3, 2, artillery="")
        fought(campaign, "A05", 3, 3, 4, losses=3, breakout=True)
        campaign.know(A05=0)
        campaign.do("cp_roll_breakout")
        assert campaign.step == "air"

    def test_the_hexes_that_go_short_are_told_why(self) -> None:
        campaign = self.rolled(2, 1)
        campaign.know(A05=7)
        told = campaign.do("cp_breakout", hexes="A06 B06")
        assert "The breakout enters: A06 2, B06 1." in told
        assert "so the hexes listed last go short" in told

    def test_a_block_below_what_broke_out_stays_there(self) -> None:
        campaign = begun(3, 3, 2, artillery="", rulings={"revealed_by_an_offensive": "x_until_the_reset"})
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", 2, 1, losses=3, breakout=True)
        revealed = campaign.state.revealed
        campaign.do("cp_breakout", hexes="A06 B06")
        assert campaign.state.revealed == revealed == 14 + campaign.state.cp.placed - 3

    def test_with_nowhere_to_go_all_stay(self) -> None:
        campaign = self.rolled(2, 1)
        campaign.do("cp_breakout", hexes="")
        assert campaign.state.hexes["A05"].sps == 20

    def test_artillery_fire_on_what_broke_out(self) -> None:
        campaign = self.rolled(2, 1)
        campaign.do("cp_breakout", hexes="A06 B06")
        assert "No breakout left or entered C06" in campaign.refused("cp_fire", losses="C06 1")
        assert "only 5 SPs in A06" in campaign.refused("cp_fire", losses="A06 6")
        assert campaign.play.campaign.offers(1)[1].command.model_dump()["losses"] == "A05 0, A06 0, B06 0"
        told = campaign.do("cp_fire", losses="A06 2, A05 1, B06 0")
        assert told.startswith("A06: **2** lost, 3 left.\nA05: **1** lost, 9 left.")
        assert "B06: **0** lost" not in told, "there was nothing to enter"
        assert campaign.state.total == 96 - 3 - 3
        told = campaign.do("cp_reset", hexes=HEXES)
        assert "CP track: 90." in told
        assert "Revealed SPs: A05 9 + A06 3 + B06 5 + 13 face down = **30**." in told
        assert (campaign.state.revealed, campaign.step) == (30, "air")

    def test_blocks_join_blocks_and_a_far_hex_is_doubted(self) -> None:
        campaign = self.rolled(2, 3)
        assert campaign.state.cp.nature == "CC"
        menu = campaign.play.campaign.offers(1)[0]
        assert [each.value for each in menu.of("chosen")] == ["A04", "A06", "B04", "B05", "B06"]
        campaign.play.is_sure = False
        with pytest.raises(Unsure, match="M30 is not next to A05"):
            campaign.do("cp_breakout", hexes="M30")
        told = campaign.do("cp_breakout", chosen=("B05",))
        held = campaign.state.hexes["B05"].sps
        assert f"B05 1 + {held - 1} = {held}, as " in told

    def test_two_breakouts_one_after_the_other(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        fought(campaign, "A05", 3, 3, 4, losses=0, breakout=True)
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", 1, 1, losses=0, breakout=True)
        assert campaign.offered() == ["The breakout from A05 enters…", "Breakout from A05 (23 SPs)…"]
        campaign.do("cp_breakout", 1, 5, hexes="A06")
        assert campaign.offered()[1] == "Breakout from B05 (17 SPs)…"
        assert campaign.state.cp.nature == "AD"
        campaign.do("cp_breakout", hexes="B06")
        assert campaign.state.cp.entered == ("A05", "A06", "B05", "B06")

    def test_of_two_the_first_is_asked_for_first(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        for hex_ in ("A05", "B05"):
            fought(campaign, hex_, 3, 3, 4, losses=0, breakout=True)
        assert campaign.offered() == ["Roll the breakout from A05 (23 SPs)"]
        asked = [*map(str, question(campaign.game.data, campaign.state))]
        assert "What are the two dice of the breakout from A05?" in asked

    def test_two_breakouts_into_one_hex_are_fired_at_there_once(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        fought(campaign, "A05", 3, 3, 4, losses=0, breakout=True)
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", 5, 3, losses=0, breakout=True)
        campaign.do("cp_breakout", 5, 3, hexes="A06")
        told = campaign.do("cp_breakout", hexes="A06")
        assert "The Allies can fire artillery into: A05, A06, B05." in told
        assert campaign.state.hexes["A06"].sps == 7 + 5


@pytest.mark.parametrize(("edge", "beside"), [("A01", "A02 B01 B02"), ("M02", "L01 L02 L03 M01 M03")])
def test_at_the_edge_only_hexes_of_the_map_are_offered(edge: str, beside: str) -> None:
    campaign = begun(3, 3, 2, artillery="", hexes=edge)
    landed(campaign, edge, 3, 3, 4)
    campaign.do("cp_combat", 2, 3, losses=3, breakout=True)
    menu = campaign.play.campaign.offers(1)[0]
    assert [each.value for each in menu.of("chosen")] == beside.split()


def test_where_the_map_decides_nobody_is_asked_for_the_hex() -> None:
    campaign = begun(3, 3, 2, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", 5, 3, losses=3, breakout=True)
    (rolled,) = (event for event in campaign.play.log[-1].events if isinstance(event, BreakoutRolled))
    for asks in (True, False):
        told = public(tuple(rolled.replace(asks=asks).tell(campaign.game.data)))
        assert ("Which adjacent hex does it enter" in told) is asks
