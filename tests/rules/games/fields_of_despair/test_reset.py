"""7.5-S (10): the reset."""

from tests.rules.games.fields_of_despair.campaign import begun, landed


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
