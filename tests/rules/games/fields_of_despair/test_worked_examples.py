"""The worked examples W1 to W5 of the readings, dice and all."""

from rules.games.fields_of_despair.artillery import ArtilleryAnswered
from rules.games.fields_of_despair.log_events.combat import ReinforcementChecked, SpsFound
from tests.rules.games.fields_of_despair.campaign import Campaign, landed


def test_w1_a_cp_phase_in_turn_8() -> None:
    campaign = Campaign(turn=8, step="central", artillery="")
    assert (campaign.state.revealed, campaign.state.hidden) == (14, 82)
    told = campaign.do("cp_blocks", 4, 3, 2, hexes=" ".join(campaign.state.hexes), in_france=True)
    assert "Offensives: **2 Major, 1 Minor**." in told
    assert "Offensives: ⚃⚂⚁+5 = **14**" in told

    told = landed(campaign, "A05", 4, 4, 4)
    assert "Major Offensive against A05: 33 SPs" in told
    assert "11/11/11" in told
    assert "Row 12, column 76+" in told
    assert (campaign.state.revealed, campaign.state.hidden) == (46, 50)
    campaign.do("cp_combat", losses=6)
    assert (campaign.state.total, campaign.state.revealed, campaign.state.hidden) == (90, 40, 50)

    told = landed(campaign, "B05", 3, 3, 3)
    assert "Major Offensive against B05: 11 SPs" in told
    assert "4/4/3" in told
    assert (campaign.state.revealed, campaign.state.hidden) == (50, 40)
    campaign.do("cp_combat", losses=0)

    told = landed(campaign, "C06", 5, 5, 5)
    assert "Minor Offensive against C06: 12 SPs" in told
    assert "4/4/4" in told
    assert (campaign.state.revealed, campaign.state.hidden) == (61, 29)
    told = campaign.do("cp_combat", losses=0)
    assert "Spring Offensive" in told

    told = campaign.do("cp_spring")
    assert "Revealed SPs: A05 27 + B05 11 + C06 12 + 11 face down = **61**." in told
    assert (campaign.state.revealed, campaign.state.hidden) == (61, 29)
    assert campaign.step == "air"


def test_w3_dogfights_in_one_phase() -> None:
    """A, B and C in this order: each is declared by itself, so that the strongest does not come first."""
    campaign = Campaign(step="air", air="2 2 2 1 1")
    assert campaign.state.air.available == 8
    campaign.do("dogfight", hexes="A05 4")
    told = campaign.do("answer_air", 2, 1)
    assert "CP air 2" in told
    assert "Row 3, column 7-9: **Y**" in told
    assert campaign.state.air.available == 6
    campaign.do("dogfight", hexes="B05 1")
    told = campaign.do("answer_air", 2)
    assert "**no** CP air" in told
    assert "Row 2, column 4-6: **N**" in told
    assert campaign.state.air.available == 6
    campaign.do("dogfight", hexes="C06 6")
    told = campaign.do("answer_air", 1, 3)
    assert "DRM +1: Previous result was N (previous result N: yes)" in told
    assert "Row 4, column 4-6: **Y**" in told
    assert "Row 5, column 4-6: **3**" in told
    assert campaign.state.air.available == 3


def test_w4_reconnaissance() -> None:
    campaign = Campaign(step="air")
    told = campaign.do("recon", 3, 3, 4, hex="A05", air=3)
    assert "19 SPs" in told
    assert "7/6/6" in told
    assert "shading" not in told
    assert campaign.state.revealed == 14 + 18


def test_w4_reconnaissance_by_a_weaker_squadron() -> None:
    campaign = Campaign(step="air")
    told = campaign.do("recon", 3, 3, 4, hex="A05", air=2)
    assert "10/9" in told
    assert "If this cell is shaded lower on your aid" in told


def test_w4_reconnaissance_with_one_hidden_sp() -> None:
    campaign = Campaign(step="air", total=15)
    told = campaign.do("recon", 6, 6, 5, hex="A05", air=3)
    assert "Row 17, column 1-4: **3**" in told
    assert campaign.state.hexes["A05"].sps == 2
    assert campaign.state.hidden == 0


def test_w4_reconnaissance_with_37_hidden() -> None:
    campaign = Campaign(step="air", total=51)
    campaign.do("recon", 1, 1, 1, hex="A05", air=3)
    assert campaign.state.hexes["A05"].sps == 9


def test_w5_an_allied_attack() -> None:
    campaign = Campaign(total=96, step="combat", artillery="5 5 1")
    campaign.do("adjust", what="logistic points", value="2", reason="for the test")
    campaign.know(B05=39)
    assert (campaign.state.hidden, campaign.state.artillery.available) == (44, 11)
    campaign.do("combat", hexes="A05 4+18")
    told = campaign.do("answer_attack", 1, 3, 3, 3, 3)
    answered, found = campaign.play.log[-1].events
    told += campaign.do("limit", 5)
    _, checked, _ = campaign.play.log[-1].events
    assert isinstance(answered, ArtilleryAnswered)
    assert isinstance(found, SpsFound)
    assert isinstance(checked, ReinforcementChecked)
    assert "Row 3, column 10-12: **Y**" in told
    assert "Row 5, column 10-12: **5**" in told
    assert answered.placed == (5,)
    assert campaign.state.artillery.available == 6
    assert "Row 11, column 37-60: **18**" in told
    assert found.sps == 18
    assert "22:18" in told
    assert "Row 5, column 1:1: **N**" in told
    assert checked.sps == 0


def test_w5_only_a_6_reinforces() -> None:
    campaign = Campaign(total=96, step="combat", artillery="5 5 1")
    campaign.do("adjust", what="logistic points", value="2", reason="for the test")
    campaign.know(B05=39)
    campaign.do("combat", hexes="A05 4+18")
    campaign.do("answer_attack", 1, 3, 3, 3, 3)
    told = campaign.do("limit", 6)
    assert "**+5 SPs**, reinforced at 22:18" in told
    assert campaign.state.hexes["A05"].sps == 23
    assert campaign.state.logistic == 1
