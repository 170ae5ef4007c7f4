"""7.5-S (10): the reset."""

from tests.rules.games.fields_of_despair.campaign import HEXES, begun, central, landed


class TestReset:
    """(10)."""

    def test_in_phase_1_the_attackers_stay_known(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=3)
        told = campaign.do("cp_reset", hexes=HEXES)
        assert "three blocks facing away: A05 20" in told
        assert campaign.state.hexes["A05"].sps == 20

    def test_attackers_that_were_destroyed_leave_a_face_down_block(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=23)
        assert "Leave one CP block face down in each of: A05." in campaign.do("cp_reset", hexes=HEXES)
        assert campaign.state.hexes["A05"].is_face_down
        assert campaign.state.revealed == 14

    def test_in_phase_2_the_players_say_where_blocks_lie(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=3)
        assert campaign.offered() == ["Reset the blocks of action phase 2…"]
        assert "Name the hexes" in campaign.refused("cp_reset", hexes="")
        told = campaign.do("cp_reset", hexes="A05 B05 I06")
        assert "Revealed SPs marker: 3." in told
        assert (campaign.state.revealed, campaign.step) == (3, "refresh")

    def test_in_phase_1_the_players_say_what_is_frontline_now(self) -> None:
        """(10): what was told at step 1 is only the proposal; the line may have moved in the combat."""
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("note_hex", hex="A05", sps="2+6", reason="they stand there")
        assert campaign.state.at("A05").allied is not None
        told = campaign.do("cp_combat", losses=3, taken=True)
        assert "The Central Powers take **A05**.\nPut a CP control marker in A05." in told
        (offer,) = campaign.play.campaign.offers(1)
        assert offer.label == "Reset the blocks of action phase 1…"
        assert offer.command.model_dump(exclude={"type", "reason"}) == {
            "hexes": " ".join(sorted(HEXES.split())),
            "taken": "A05",
        }
        told = campaign.do("cp_reset", hexes=HEXES.replace("B05", "A06 B06"), taken="A05")
        assert campaign.state.ground["A05"].allied is None, "their SPs are no longer there"
        assert "Place one CP block face down in each of: A06, B06." in told
        assert "Remove all CP blocks from: B05." in told
        assert campaign.state.at("A05").owner == "Central Powers"
        assert (campaign.state.revealed, campaign.step) == (20 + 14, "refresh")

    def test_attackers_stay_whatever_is_named(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=3)
        campaign.do("cp_reset", hexes="B05 C06")
        assert {name: hex_.holds for name, hex_ in campaign.state.hexes.items()} == {"A05": 20, "B05": 1, "C06": 1}

    def test_a_hex_that_is_first_said_to_be_taken_now_holds_no_allies_any_more(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("note_hex", hex="A05", sps="2+6", reason="they stand there")
        campaign.do("cp_combat", losses=3)
        assert campaign.state.at("A05").allied is not None
        campaign.do("cp_reset", hexes=HEXES, taken="A05")
        assert campaign.state.at("A05").allied is None

    def test_a_hex_was_not_taken_after_all(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        campaign.do("cp_combat", losses=3, taken=True)
        campaign.do("cp_reset", hexes=HEXES, taken="")
        assert campaign.state.at("A05").owner is None

    def test_a_hex_without_sps_cannot_be_taken(self) -> None:
        campaign = begun(3, 3, 2, artillery="")
        landed(campaign, "A05", 3, 3, 4)
        assert "No SPs are left in A05 to take it" in campaign.refused("cp_combat", losses=23, taken=True)
        campaign.do("cp_combat", losses=23)
        assert "no SPs in A05 and F11 to hold it" in campaign.refused("cp_reset", hexes=HEXES, taken="A05 F11")

    def test_phase_2_proposes_only_columns_a_to_h_and_i06_and_nothing_taken(self) -> None:
        campaign = begun(3, 3, 2, artillery="", phase=2)
        landed(campaign, "B05", 3, 3, 4)
        campaign.do("cp_combat", losses=3, taken=True)
        (offer,) = campaign.play.campaign.offers(1)
        assert offer.command.model_dump()["hexes"] == "A05 C06 D06 E07 F07 G08 H08 I06"

    def test_without_an_offensive_nothing_is_asked_turned_or_laid_twice(self) -> None:
        campaign = central()
        told = campaign.do("cp_blocks", 1, 1, 1, hexes=HEXES, in_france=True)
        assert "The reset changes no block." in told
        assert told.count("Revealed SPs marker: 14.") == 1
        assert told.count("block face down") == 1
        assert campaign.step == "refresh"

    def test_in_phase_2_it_is_asked_and_only_what_changes_is_ordered(self) -> None:
        campaign = begun(1, 1, 1, artillery="", phase=2)
        told = campaign.do("cp_reset", hexes="A05 B05 C12")
        assert "Place one CP block face down in each of: C12." in told
        assert "Remove all CP blocks from: C06, D06" in told
        assert "Leave one" not in told
