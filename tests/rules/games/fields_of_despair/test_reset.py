"""7.5-S (10): the reset."""

import pytest

from rules.errors import Unsure
from rules.games.fields_of_despair.reset import CpReset
from tests.rules.games.fields_of_despair.campaign import HEXES, Campaign, begun, central, fought, landed


class TestReset:
    """(10)."""

    def test_attackers_that_were_destroyed_leave_a_face_down_block(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        told = fought(campaign, "A05", 3, 3, 4, losses=23)
        assert "One CP block face down in: A05." in told
        assert "How many CP blocks does the reset place in it? **1** (`wiped_out_blocks`)" in told
        assert campaign.state.hexes["A05"].is_face_down
        assert campaign.state.revealed == 14

    def test_by_a_ruling_they_leave_none(self) -> None:
        campaign = begun(3, 3, 2, artillery="", rulings={"wiped_out_blocks": 0})
        told = fought(campaign, "A05", 3, 3, 4, losses=23)
        assert "A05" not in campaign.state.hexes
        assert "face down in: A05" not in told

    def test_in_phase_1_the_players_say_what_is_frontline_now(self) -> None:
        """(10): what was told at step 1 is only the proposal; the line may have moved in the combat."""
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("note_hex", hex="A05", sps="2+6", reason="they stand there")
        assert campaign.state.at("A05").allied is not None
        told = campaign.do("cp_combat", losses=3, taken=True)
        assert "The Central Powers take **A05**.\nPut a CP control marker in A05." in told
        as_told, form = campaign.play.campaign.offers(1)
        assert as_told.label == "Reset the blocks: 14 hexes, taken: A05"
        assert form.inputs == ("taken", "added", "gone")
        assert form.choices == {"taken": ("A05",), "gone": tuple(sorted(HEXES.split()))}
        assert form.command == CpReset(taken=("A05",))
        told = campaign.do("cp_reset", hexes=HEXES.replace("B05", "A06 B06"), taken="A05")
        assert campaign.state.ground["A05"].allied is None, "their SPs are no longer there"
        assert "One new CP block face down in: A06, B06." in told
        assert "Remove all CP blocks from: B05." in told
        assert campaign.state.at("A05").owner == "Central Powers"
        assert (campaign.state.revealed, campaign.step) == (20 + 14, "air")

    def test_a_hex_without_sps_cannot_be_taken(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        assert "No SPs are left in A05 to take it" in campaign.refused("cp_combat", losses=23, taken=True)
        campaign.do("cp_combat", losses=3, taken=True)
        assert "no SPs in F11 to hold it" in campaign.refused("cp_reset", hexes=HEXES, taken="A05 F11")

    def test_phase_2_proposes_columns_a_to_h_and_i06_not_taken(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        fought(campaign, "B05", 3, 3, 4, losses=3, taken=True)
        as_told, form = campaign.play.campaign.offers(1)
        assert as_told.label == "Reset the blocks: 8 hexes, taken: B05"
        assert form.command == CpReset(taken=("B05",), gone=("B05", "J07", "K07", "L08", "M08", "M09"))
        told = campaign.do("cp_reset", as_told=True)
        assert "The Central Powers took: B05." in told
        assert "Remove all CP blocks from: B05, J07, K07, L08, M08, M09." in told
        assert " ".join(campaign.state.hexes) == "A05 C06 D06 E07 F07 G08 H08 I06"
        assert campaign.state.at("B05").owner == "Central Powers"

    def test_dropping_two_kept_hexes_is_asked_about_first(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        fought(campaign, "A05", 3, 3, 4, losses=3, taken=True)
        campaign.play.is_sure = False
        with pytest.raises(Unsure, match="All CP blocks would go from B05 and C06"):
            campaign.do("cp_reset", gone="B05 C06 J07 K07")
        campaign.do("cp_reset", gone="B05 J07 K07 L08 M08 M09")
        assert " ".join(campaign.state.hexes) == "A05 C06 D06 E07 F07 G08 H08 I06"

    def test_a_hex_not_taken_after_all_keeps_its_block(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        fought(campaign, "B05", 3, 3, 4, losses=3, taken=True)
        campaign.play.is_sure = False
        with pytest.raises(Unsure, match="All CP blocks would go from B05 and C06"):
            campaign.do("cp_reset", taken="", gone="B05 C06")
        campaign.do("cp_reset", taken="B05", gone="B05 C06 J07 K07 L08 M08 M09")
        assert " ".join(campaign.state.hexes) == "A05 D06 E07 F07 G08 H08 I06"

    def test_a_taken_hex_stays_taken_though_artillery_emptied_it(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", 5, 3, losses=0, taken=True, breakout=True)
        campaign.do("cp_breakout", hexes="A06")
        campaign.do("cp_fire", losses=f"A05 {campaign.state.hexes['A05'].sps}")
        assert campaign.play.campaign.offers(1)[1].chosen_from["taken"] == ("A06",)
        told = campaign.do("cp_reset", taken="A05 A06")
        assert "The Central Powers took: A05, A06." in told
        assert {campaign.state.at(name).owner for name in ("A05", "A06")} == {"Central Powers"}
        assert campaign.state.hexes["A05"].is_face_down

    def test_without_an_offensive_nothing_is_asked_or_laid_twice(self) -> None:
        campaign = central()
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)
        assert "Revealed SPs marker" not in told, "it reads what it read"
        assert told.count("block face down") == 1
        assert campaign.step == "air"

    def test_the_marker_is_told_once_a_phase(self) -> None:
        campaign = begun(6, 4, 3, artillery="")
        for hex_ in ("A05", "B05"):
            fought(campaign, hex_, 3, 3, 4, losses=3)
            assert "Revealed SPs marker" not in campaign.told
        told = fought(campaign, "C06", 3, 3, 4, losses=3)
        assert told.count(f"Revealed SPs marker: {campaign.state.revealed}.") == 1
        assert campaign.state.marker == campaign.state.revealed

    def test_if_the_allies_act_last_the_marker_is_told_at_the_end(self) -> None:
        campaign = Campaign(turn=8, artillery="").to("central")
        campaign.do("cp_blocks", 1, 1, 1, in_france=True)
        fought(campaign, "A05", 3, 3, 4, losses=0)
        campaign.do("cp_spring")
        campaign.to("air")
        told = campaign.do("recon", 3, 3, 4, hex="B05", air=3)
        assert "Revealed SPs marker" not in told
        campaign.to("allied_breakout")
        assert f"Revealed SPs marker: {campaign.state.revealed}." in campaign.do("next_turn")

    def test_without_an_offensive_phase_2_asks_nothing_either(self) -> None:
        campaign = central(phase=2)
        campaign.do("note_hex", hex="B05", owner="Central Powers")
        told = campaign.do("cp_blocks", 1, 1, 1, in_france=True)
        assert "Remove all CP blocks from: B05, J07, K07, L08, M08, M09." in told
        assert "Enter what the CP took" not in told
        assert (campaign.state.revealed, campaign.step) == (8, "score")

    def test_where_no_hex_would_keep_a_block_it_is_asked(self) -> None:
        campaign = central(phase=2, hexes="J07 K07")
        campaign.do("cp_blocks", 1, 1, 1, in_france=True)
        assert campaign.offered() == ["Reset with other hexes…"]
        campaign.do("cp_reset", gone="J07")
        assert campaign.step == "score"

    def test_only_what_changes_is_ordered(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        fought(campaign, "A05", 3, 3, 4, losses=3, taken=True)
        told = campaign.do("cp_reset", hexes="B05 C12")
        assert "One new CP block face down in: C12." in told
        assert "Remove all CP blocks from: A05, C06, D06" in told
        assert "Leave one" not in told
