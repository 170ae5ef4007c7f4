"""7.5-S, from the blocks to the reset."""

from itertools import pairwise

import pytest

from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.fields_of_despair.breakouts import distribute
from rules.games.fields_of_despair.data import Chits, Share
from rules.games.fields_of_despair.events.offensives import OffensiveLaunched, TargetChosen
from rules.games.fields_of_despair.state import split
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign


def central(turn: int = 9, phase: int = 1, **more: object) -> Campaign:
    """A campaign at the Central Powers' action phase. Turn 9 has no modifier of its own."""
    campaign = Campaign(turn=turn, **{"artillery": "", **more})  # type: ignore[arg-type]
    campaign.to("central", phase)
    return campaign


def begun(*dice: int, **more: object) -> Campaign:
    """A campaign whose offensives were counted."""
    campaign = central(**more)  # type: ignore[arg-type]
    campaign.do("cp_blocks", *dice, hexes=" ".join(campaign.state.hexes), in_france=True)
    return campaign


def landed(campaign: Campaign, hex_: str, *dice: int) -> None:
    """An offensive that was launched and met no artillery."""
    campaign.do("cp_target", hex=hex_)
    campaign.do("cp_reinforce", *dice, sps=0)
    campaign.do("cp_artillery", artillery=3, blocks=1)


class TestBlocks:
    """Steps 1 to 5."""

    def test_all_blocks_go_face_down_one_a_hex(self) -> None:
        campaign = central()
        campaign.know(A05=12, B05=3)
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES.replace("M09", "M10"), in_france=True)
        assert "Place one new CP block face down in each of: M10" in told
        assert "Remove all CP blocks from: M09" in told
        assert "Set the Revealed SPs marker to 14" in told

    def test_no_offensive_leads_straight_to_the_reset(self) -> None:
        campaign = begun(1, 1, 1)
        assert campaign.step == "refresh"
        assert campaign.state.revealed == 14

    def test_every_modifier_is_told_with_its_reason(self) -> None:
        campaign = central(turn=8)
        told = campaign.do("cp_blocks", 4, 3, 2, hexes=HEXES, in_france=False)
        assert "✓ DRM +5: Turn 8, action phase 1 (turn: 8, action phase: 1)" in told
        assert "✗ DRM -5: Turn 7 (turn: 8)" in told
        assert "✓ DRM +2: No hex in France under CP control (CP hex in France: no)" in told
        assert "✗ DRM -1: CP total SPs 26-50 (CP total SPs: 96)" in told
        assert "Row 16" in told

    @pytest.mark.parametrize(("ruled", "row"), [("as below 25", "8"), ("as 26-50", "9"), ("none", "10")])
    def test_a_total_of_25_is_a_ruling(self, ruled: str, row: str) -> None:
        rulings = {} if ruled == "as below 25" else {"cp_total_25": ruled}
        campaign = central(total=25, rulings=rulings)
        told = campaign.do("cp_blocks", 5, 4, 1, hexes=HEXES, in_france=True)
        assert f"Row {row}," in told
        assert ("cp_total_25:" in told) == (ruled != "none")

    def test_the_allies_ahead_in_the_last_phase_meet_two_majors(self) -> None:
        campaign = central(turn=9, phase=2)
        assert "allies_ahead" in campaign.play.campaign.offers(1)[0].inputs
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True, allies_ahead=True)
        assert "2 Major and 0 Minor" in told
        assert "at least 2 Major" in told

    def test_in_any_other_phase_they_do_not(self) -> None:
        campaign = central(turn=9, phase=1)
        assert "allies_ahead" not in campaign.play.campaign.offers(1)[0].inputs
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True, allies_ahead=True)
        assert "0 Major and 0 Minor" in told

    def test_it_is_refused_in_the_allied_turn(self) -> None:
        campaign = Campaign(step="air")
        assert "Not in this step" in campaign.refused("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)


class TestOffensives:
    """(6) and (7)."""

    def test_majors_come_first(self) -> None:
        campaign = begun(6, 4, 3)
        landed(campaign, "A05", 3, 3, 4)
        assert campaign.state.hexes["A05"].sps == 23
        campaign.do("cp_combat", losses=0)
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", losses=0)
        landed(campaign, "C06", 3, 3, 4)
        assert [event.kind for event in campaign.happened(OffensiveLaunched)] == ["Major", "Major", "Minor"]

    def test_the_allies_reinforce_with_5_at_most(self) -> None:
        campaign = begun(3, 3, 2)
        assert "can bring 5 SPs at most" in campaign.do("cp_target", hex="A05")
        assert "5 SPs at most" in campaign.refused("cp_reinforce", 1, 1, 1, sps=6)
        assert "Place 5 Allied SPs in A05" in campaign.do("cp_reinforce", 1, 1, 1, sps=5)

    def test_a_target_holds_a_cp_block(self) -> None:
        campaign = begun(3, 3, 2)
        assert "no CP block in A09" in campaign.refused("cp_target", hex="A09")

    def test_nothing_hidden_calls_it_off(self) -> None:
        campaign = begun(6, 3, 2, total=14)
        campaign.do("cp_target", hex="A05")
        told = campaign.do("cp_reinforce", sps=0)
        assert "called off" in told
        assert campaign.state.revealed == campaign.state.total == 14

    @pytest.mark.parametrize(
        ("ruled", "sps", "title"), [("minor table", 5, "Minor"), ("column 21-30, capped", 13, "Major")]
    )
    def test_a_major_below_21_hidden_is_a_ruling(self, ruled: str, sps: int, title: str) -> None:
        rulings = {} if ruled == "minor table" else {"major_below_21": ruled}
        campaign = begun(4, 4, 2, total=14 + 10, rulings=rulings | {"cp_total_25": "none"})
        campaign.do("cp_target", hex="A05")
        told = campaign.do("cp_reinforce", 5, 4, 4, sps=0)
        (launched,) = campaign.happened(OffensiveLaunched)
        assert launched.reading is not None
        assert launched.reading.table == f"{title} Offensive SPs"
        assert "major_below_21" in told
        assert campaign.state.hexes["A05"].sps == min(sps, 11)

    def test_no_more_is_placed_than_is_hidden(self) -> None:
        campaign = begun(3, 3, 3, total=14 + 1)
        campaign.do("cp_target", hex="A05")
        told = campaign.do("cp_reinforce", 6, 6, 5, sps=0)
        assert "Only the hidden SPs" in told
        assert campaign.state.hexes["A05"].sps == 2
        assert campaign.state.hidden == 0

    def test_the_revealed_marker_may_rise_by_all(self) -> None:
        campaign = begun(3, 3, 2, rulings={"revealed_by_an_offensive": "X until the reset"})
        campaign.do("cp_target", hex="A05")
        campaign.do("cp_reinforce", 4, 4, 4, sps=0)
        assert campaign.state.revealed == 14 + 33
        campaign.do("cp_artillery", artillery=0, blocks=0)
        campaign.do("cp_combat", losses=0)
        assert campaign.state.revealed == 13 + 33

    def test_so_it_stays_with_a_second_offensive_and_a_breakout(self) -> None:
        campaign = begun(6, 4, 3, artillery="", rulings={"revealed_by_an_offensive": "X until the reset"})
        landed(campaign, "A05", 4, 4, 4)
        campaign.do("cp_combat", losses=0)
        landed(campaign, "A05", 3, 3, 3)
        held = campaign.state.hexes["A05"].sps
        assert campaign.state.revealed == campaign.happened(OffensiveLaunched)[-1].revealed == 14 + held
        campaign.do("cp_combat", losses=0, breakout=True)
        landed(campaign, "B05", 3, 3, 3)
        campaign.do("cp_combat", 5, 3, losses=0)
        revealed = campaign.state.revealed
        campaign.do("cp_breakout", hexes="B05")
        assert campaign.state.revealed == revealed

    def test_a_second_offensive_into_a_hex_joins_the_first(self) -> None:
        campaign = begun(4, 4, 3)
        landed(campaign, "A05", 3, 3, 3)
        campaign.do("cp_combat", losses=2)
        landed(campaign, "A05", 3, 3, 3)
        assert campaign.state.hexes["A05"].sps == 17 - 2 + 15

    def test_more_losses_than_there_are(self) -> None:
        campaign = begun(3, 3, 2)
        landed(campaign, "A05", 3, 3, 3)
        assert "only 17 SPs in A05" in campaign.refused("cp_combat", losses=18)
        assert "No SPs are left" in campaign.refused("cp_combat", losses=17, breakout=True)

    def test_out_of_turn(self) -> None:
        campaign = begun(3, 3, 2)
        assert "waiting for something else" in campaign.refused("cp_reinforce", sps=0)
        assert "waiting for something else" in campaign.refused("cp_combat", losses=0)
        assert "waiting for something else" in campaign.refused("cp_reset", hexes=HEXES)


class TestArtillery:
    """(6) step 6: 7.3.1-S, step 2 alone."""

    def answered(self, *, kind: str = "Major", rulings: dict[str, str] | None = None) -> str:
        campaign = begun(*((3, 3, 2) if kind == "Major" else (2, 2, 3)), artillery="5 4 2", rulings=rulings)
        campaign.do("cp_target", hex="A05")
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        return campaign.do("cp_artillery", 3, artillery=1, blocks=11)

    def test_a_major_counts_everything_that_applies(self) -> None:
        told = self.answered()
        assert "step 1 counts as Y" in told
        assert "✓ DRM +1: Major Offensive" in told
        assert "✓ DRM -2: Allied artillery SPs below 2" in told
        assert "Row 4, column 10-12: **4**" in told
        assert "artillery_in_the_cp_turn" in told

    def test_a_minor_has_no_modifier_of_its_own(self) -> None:
        assert "✗ DRM +1: Major Offensive" in self.answered(kind="Minor")

    def test_by_ruling_only_the_major_counts(self) -> None:
        told = self.answered(rulings={"artillery_in_the_cp_turn": "only the Major Offensive's"})
        assert "✗ DRM +2: Allied SPs above 10" in told
        assert "✓ DRM +1: Major Offensive" in told
        assert "Row 4, column 10-12" in told

    def test_it_leaves_the_last_result_of_step_1_alone(self) -> None:
        campaign = Campaign(turn=9, artillery="2")
        campaign.to("combat")
        campaign.do("combat", hexes="A05 3")
        campaign.do("answer_attack", 2)
        campaign.do("losses", sps=0)
        campaign.to("central")
        campaign.do("cp_blocks", 3, 3, 2, hexes=HEXES, in_france=True)
        campaign.do("cp_target", hex="A05")
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        campaign.do("cp_artillery", 3, artillery=3, blocks=0)
        assert campaign.state.artillery_answer == "N"

    def test_without_counters_nothing_is_rolled(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        campaign.do("cp_target", hex="A05")
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        assert "no CP artillery counter is available" in campaign.do("cp_artillery", artillery=4, blocks=9)


class TestChits:
    """(6) step 1 with the group's own chits (20.3.2)."""

    def game(self, *hexes: str) -> FieldsOfDespair:
        return FieldsOfDespair(fields().data.replace(chits=Chits(hexes=hexes)))

    def targets(self, campaign: Campaign) -> list[str]:
        return [event.hex for event in campaign.happened(TargetChosen)]

    def test_they_are_drawn_without_asking_and_not_twice_in_a_phase(self) -> None:
        campaign = begun(6, 4, 3, game=self.game("A05", "B05"), artillery="")
        for _ in range(2):
            campaign.do("cp_reinforce", 3, 3, 3, sps=0)
            campaign.do("cp_artillery", artillery=0, blocks=0)
            campaign.do("cp_combat", losses=0)
        assert sorted(self.targets(campaign)) == ["A05", "B05"]
        assert campaign.offered() == ["Target of the Minor Offensive…"]

    def test_by_ruling_they_go_back_at_once(self) -> None:
        game = self.game("A05")
        campaign = begun(6, 4, 3, game=game, artillery="", rulings={"chits": "at once"})
        for _ in range(3):
            campaign.do("cp_reinforce", 3, 3, 3, sps=0)
            campaign.do("cp_artillery", artillery=0, blocks=0)
            campaign.do("cp_combat", losses=0)
        assert self.targets(campaign) == ["A05"] * 3

    def test_a_chit_may_name_a_hex_without_a_block(self) -> None:
        campaign = begun(3, 3, 2, game=self.game("F11"))
        campaign.do("cp_reinforce", 3, 3, 3, sps=0)
        assert campaign.state.hexes["F11"].sps == 17
        assert campaign.state.revealed == 14 + 17


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
        assert "leaves **10** SPs in A05 and enters: A06 5, B06 5." in told
        assert "artillery" in told

    def test_concentrated(self) -> None:
        campaign = self.rolled(5, 3)
        assert campaign.state.cp.nature == "CC"
        assert "weakest hex" in campaign.told
        assert "single hex" in campaign.refused("cp_breakout", hexes="A06 B06")
        campaign.do("cp_breakout", hexes="B05")
        assert campaign.state.hexes["A05"].sps == 14
        assert campaign.state.hexes["B05"].sps == 1 + 6

    def test_the_letters_alone_by_ruling(self) -> None:
        rulings = {"breakout_directions": "just the letters", "breakout_natures": "just the letters"}
        campaign = begun(3, 3, 2, artillery="", rulings=rulings)
        landed(campaign, "A05", 3, 3, 4)
        told = campaign.do("cp_combat", 5, 3, losses=3, breakout=True)
        assert "**Breakout from A05**: nature CC, direction WH." in told
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
        assert "17 SPs of attackers and 13 face-down blocks make **30**" in told
        assert (campaign.state.revealed, campaign.step) == (30, "refresh")

    def test_two_breakouts_one_after_the_other(self) -> None:
        campaign = begun(4, 4, 3, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=0, breakout=True)
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", 1, 1, losses=0, breakout=True)
        assert campaign.offered() == ["Breakout from A05…"]
        campaign.do("cp_breakout", 1, 5, hexes="A06")
        assert campaign.offered() == ["Breakout from B05…"]
        assert campaign.state.cp.nature == "AD"


class TestReset:
    """(10)."""

    def test_in_phase_1_the_attackers_stay_known(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        told = campaign.do("cp_combat", losses=3)
        assert "three blocks facing away: A05 20" in told
        assert campaign.state.hexes["A05"].sps == 20

    def test_attackers_that_were_destroyed_leave_a_face_down_block(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=23)
        assert campaign.state.hexes["A05"].is_face_down
        assert campaign.state.revealed == 14

    def test_in_phase_2_the_players_say_where_blocks_lie(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=3)
        assert campaign.offered() == ["Reset the blocks…"]
        assert "Name the hexes" in campaign.refused("cp_reset", hexes="")
        told = campaign.do("cp_reset", hexes="A05 B05 I06")
        assert "Set the Revealed SPs marker to 3" in told
        assert (campaign.state.revealed, campaign.step) == (3, "refresh")


def test_a_split_is_even_and_whole() -> None:
    assert split(22, 3) == (8, 7, 7)
    assert split(2, 3) == (1, 1, 0)
    assert split(5, 0) == ()
    assert all(sum(split(sps, blocks)) == sps for sps in range(80) for blocks in (1, 2, 3))
