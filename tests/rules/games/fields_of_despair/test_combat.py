"""7.3-S: Allied attacks, and what answers them."""

import pytest

from rules.errors import Unsure
from rules.games.fields_of_despair.pieces import AnswerStep, CpHex
from tests.rules.games.fields_of_despair.campaign import Campaign


def attacked(text: str, **more: object) -> Campaign:
    """A campaign with one declared attack."""
    campaign = Campaign(step="combat", artillery="", **more)  # type: ignore[arg-type]
    campaign.do("combat", hexes=text)
    return campaign


class TestAttacks:
    """7.3-S."""

    def test_none_is_answered_before_all_are_declared(self) -> None:
        campaign = Campaign(step="combat")
        assert "No attacks have been declared." in campaign.refused("answer_attack", 3, 3, 3)

    def test_the_last_attack_is_resolved_before_others_are_declared(self) -> None:
        campaign = attacked("A05 3")
        assert campaign.state.attacks == ()
        assert "Resolve the attack on A05 first." in campaign.refused("combat", hexes="B05 3")

    def test_the_artillery_looks_back_to_the_check_before(self) -> None:
        campaign = Campaign(step="combat", artillery="1")
        campaign.do("combat", hexes="A05 3, B05 2, C06 1")
        told = campaign.do("answer_attack", 2)
        assert told.startswith("A05: **no** CP artillery.\n")
        assert "Row 2, column 1-3: **N**" in told
        campaign.do("losses", sps=0)
        told = campaign.do("answer_attack", 4, 1)
        assert "✓ DRM +1: Previous result was N (previous result N: yes)" in told
        assert "Row 5+, column 1-3: **Y**" in told
        campaign.do("losses", sps=0)
        assert campaign.state.fighting == "C06", "where nothing is rolled, nobody is asked"
        assert campaign.state.artillery_answer == "Y"

    def test_each_attacked_hex_holds_a_cp_block(self) -> None:
        campaign = Campaign(step="combat")
        assert "There is no CP block in M13." in campaign.refused("combat", hexes="A05 3, M13 2")

    def test_with_nothing_hidden_the_face_down_block_is_one_sp(self) -> None:
        campaign = Campaign(step="combat", artillery="", total=14)
        campaign.do("adjust", what="logistic points", value="1")
        told = campaign.do("combat", hexes="A05 0+9")
        assert "Attack markers: 1 A05." in told
        assert "A05: **1 CP SP** (1 (one block)).\nNo SPs are hidden, so nothing is rolled.\n" in told
        assert "Reinforcement at 9:1: none, because no SPs are hidden." in told
        assert (campaign.state.fighting, campaign.state.hexes["A05"].sps, campaign.state.revealed) == ("A05", 1, 14)

    def test_blocks_without_sps_meet_the_attack_without_a_die(self) -> None:
        """Those of an offensive that lost everything, for example."""
        campaign = Campaign(step="combat", artillery="")
        campaign.do("adjust", what="logistic points", value="1")
        campaign.know(A05=0)
        told = campaign.do("combat", hexes="A05 0+9")
        assert "A05: **0 CP SPs**.\nAll three blocks in the hex have already been placed." in told
        assert "einforce" not in told
        assert (campaign.state.fighting, campaign.state.logistic) == ("A05", 1)

    def test_an_attack_on_a_hex_that_has_lost_its_block_waits(self) -> None:
        campaign = Campaign(step="combat", artillery="")
        campaign.do("combat", hexes="A05 3, B05 2")
        campaign.do("adjust", what="remove hex", value="B05", reason="a slip")
        campaign.do("losses", sps=0)
        assert campaign.state.fighting is None
        assert "There is no CP block in B05." in campaign.refused("answer_attack", 3, 3, 3)

    def test_a_limit_is_asked_only_where_sps_are_still_to_be_found(self) -> None:
        campaign = Campaign(step="air")
        campaign.do("recon", 3, 3, 4, hex="A05", air=3)
        campaign.to("combat")
        told = campaign.do("combat", hexes="A05 0+9, B05 0+8, C06 2")
        assert "Attack markers: 1 A05, 2 B05." in told
        assert campaign.offered() == ["Attack on A05 (9 SPs)"]
        campaign.do("answer_attack", 1, 1)
        assert campaign.offered() == ["CP losses in A05 (19 SPs)…", "All lost: the Allies take A05"]
        campaign.do("losses", sps=0)
        campaign.do("answer_attack", 1, 3, 3, 4)
        assert campaign.offered() == ["No shaded limit in B05: 18 SPs", "Shaded limit in B05…"]

    @pytest.mark.parametrize(("limit", "sps"), [(None, 18), (18, 18), (17, 17), (1, 1)])
    def test_the_limit_is_entered_only_after_the_sps_are_found(self, limit: int | None, sps: int) -> None:
        campaign = attacked("A05 0+8, B05 0+8")
        no_limit = "No hex is waiting for a shaded limit."
        assert no_limit in campaign.refused("limit", limit=limit)
        campaign.do("answer_attack", 3, 3, 4)
        assert campaign.state.answering is AnswerStep.LIMIT
        assert "Is the cell for A05 shaded on your aid?" in campaign.refused("answer_attack")
        found = campaign.state.hexes["A05"].sps
        campaign.do("limit", limit=limit)
        assert (found, campaign.state.hexes["A05"].sps, campaign.state.fighting) == (18, sps, "A05")
        assert no_limit in campaign.refused("limit", limit=limit)

    def test_no_limit_is_entered_while_the_sps_are_still_to_be_found(self) -> None:
        campaign = Campaign(step="combat")
        campaign.do("combat", hexes="B05 0+8")
        campaign.do("answer_attack", 6)
        campaign.do("answer_attack", 1)
        assert campaign.state.answering is AnswerStep.SPS
        assert "No hex is waiting for a shaded limit." in campaign.refused("limit")

    def test_artillery_alone_meets_no_sps_and_no_reinforcement(self) -> None:
        campaign = attacked("A05 6")
        assert "CP SPs:" not in campaign.told
        assert "markers" not in campaign.told
        campaign.do("losses", sps=0)
        assert campaign.told.startswith("A05: **0** lost, 1 left.")
        assert "Track" not in campaign.told
        assert campaign.state.hexes["A05"] == CpHex()
        campaign.do("combat", hexes="A05 6")
        campaign.do("losses", sps=1)
        assert (campaign.state.hexes["A05"].holds, campaign.state.total, campaign.state.hidden) == (0, 95, 82)

    def test_by_a_ruling_artillery_alone_finds_sps(self) -> None:
        campaign = attacked("A05 6", rulings={"shelled_blocks": 3})
        assert "A05: **15 CP SPs**." in campaign.do("answer_attack", 3, 3, 3)

    @pytest.mark.parametrize(("ruled", "sps"), [("remaining_blocks", 8 + 15), ("all_blocks_together", 15)])
    def test_blocks_that_were_seen_before(self, ruled: str, sps: int) -> None:
        """Air 1 saw one block of 8 SPs; two blocks remain, and the table gives 15."""
        rulings = {} if ruled == "remaining_blocks" else {"sps_with_blocks_placed": ruled}
        campaign = Campaign(step="air", artillery="", rulings=rulings)
        campaign.do("recon", 6, 6, 5, hex="A05", air=1, limit=8)
        campaign.to("combat")
        campaign.do("combat", hexes="A05 0+9")
        told = campaign.do("answer_attack", 3, 3, 3)
        assert "column 61+: **15**" in told
        assert f"A05: **{sps} CP SPs**." in told
        assert "Only the hidden SPs" not in told
        assert campaign.state.hexes["A05"].sps == sps
        assert campaign.state.hexes["A05"].blocks == 3

    def seen(self) -> Campaign:
        """A campaign in which one block of 8 SPs is known in A05, so that two remain."""
        campaign = Campaign(step="air", artillery="")
        campaign.do("recon", 6, 6, 5, hex="A05", air=1, limit=8)
        campaign.to("combat")
        return campaign

    def test_the_limit_counts_only_for_the_blocks_just_found(self) -> None:
        campaign = self.seen()
        campaign.do("combat", hexes="A05 0+9")
        campaign.do("answer_attack", 3, 3, 3)
        assert campaign.offered() == ["No shaded limit in A05: 23 SPs", "Shaded limit in A05…"]
        told = campaign.do("limit", limit=10)
        assert told.startswith("A05: **18 SPs**, limit 10.\nA05: blocks 5/5.\n7.3.3-S, limits\n")
        assert (campaign.state.hexes["A05"].sps, campaign.state.revealed) == (18, 13 + 18)

    @pytest.mark.parametrize(("hidden", "asked"), [(1, False), (2, True)])
    def test_a_limit_is_asked_for_where_it_could_take_something_away(self, hidden: int, asked: bool) -> None:
        campaign = self.seen()
        campaign.do("adjust", what="total", value=str(campaign.state.revealed + hidden), reason="a miscount")
        campaign.do("combat", hexes="A05 0+9")
        told = campaign.do("answer_attack", 6, 6, 6)
        assert (campaign.state.answering is AnswerStep.LIMIT) is asked is ("in all." not in told)
        assert campaign.state.hexes["A05"].sps == 8 + hidden

    @pytest.mark.parametrize(("attack", "most"), [("A05 0+5", 20), ("A05 5+1", 35), ("A05 4+1", 20), ("A05 0+6", 35)])
    def test_a_small_attack_meets_the_limit_of_one_block(self, attack: str, most: int) -> None:
        """Its artillery counts as well."""
        campaign = attacked(attack)
        campaign.do("answer_attack", 6, 6, 6)
        assert campaign.state.hexes["A05"].sps == most

    @pytest.mark.parametrize(("attack", "cited"), [("A05 0+14", True), ("A05 0+15", False)])
    def test_the_ruling_is_only_cited_for_a_small_attack(self, attack: str, cited: bool) -> None:
        assert ("small_attack" in attacked(attack).do("answer_attack", 3, 3, 4)) is cited


class TestReinforcement:
    """7.3-S step 7."""

    def test_its_die_comes_first_and_brings_five_sps_for_a_point(self) -> None:
        campaign = Campaign(step="combat", artillery="")
        campaign.do("adjust", what="logistic points", value="1")
        campaign.know(A05=2)
        campaign.do("combat", hexes="A05 0+40")
        assert [offer.dice for offer in campaign.play.campaign.offers(1)] == ["1d6"]
        assert "This needs 1d6" in campaign.refused("answer_attack")
        assert "column 4:1" in campaign.do("answer_attack", 1)
        assert (campaign.state.hexes["A05"].sps, campaign.state.logistic) == (7, 0)


class TestTaken:
    """7.3-S steps 8 and 9: the Allies take a hex."""

    def test_a_menu_too_short_for_all_losses_has_a_form(self) -> None:
        campaign = Campaign(step="combat", artillery="").know(A05=25)
        campaign.do("combat", hexes="A05 3")
        menu, form, _ = campaign.play.campaign.offers(1)
        assert (len(menu.of("sps")), form.inputs, form.menu) == (25, ("sps", "taken"), None)

    def test_the_total_does_not_fall_below_0(self) -> None:
        """A front can have more blocks than the Central Powers have SPs."""
        campaign = Campaign(step="combat", artillery="", total=1, hexes="A05")
        campaign.do("adjust", what="add hex", value="B05")
        campaign.do("combat", hexes="A05 3, B05 2")
        for total in (0, 0):
            campaign.do("losses", sps=1)
            assert campaign.state.total == total

    def test_where_sps_are_left_it_is_not_taken(self) -> None:
        campaign = attacked("A05 3")
        assert "The Central Powers still have 1 SP in A05." in campaign.refused("losses", sps=0, taken=True)


class TestBreakoutCombat:
    """7.4: no new artillery."""

    def test_artillery_after_a_breakout_is_asked_about(self) -> None:
        campaign = Campaign(step="allied_breakout", artillery="")
        campaign.play.is_sure = False
        with pytest.raises(Unsure, match="No new Allied artillery in this step"):
            campaign.do("combat", hexes="A05 4+8, B05 0+3")
        campaign.do("combat", hexes="B05 0+3")
        assert campaign.state.attacks or campaign.state.fighting

    def test_in_the_step_before_it_is_not(self) -> None:
        campaign = Campaign(step="combat", artillery="")
        campaign.play.is_sure = False
        campaign.do("combat", hexes="A05 4+8")
        assert campaign.state.attacks
