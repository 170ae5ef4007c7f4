"""Where a campaign stands, and the question of the Central Powers' action phase."""

import pytest

from rules.errors import NotNow
from rules.games.fields_of_despair.offensives import CpTarget
from rules.games.fields_of_despair.status import question
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, landed


def asked(campaign: Campaign) -> str:
    return "\n".join(map(str, question(campaign.game.data, campaign.state)))


def test_nothing_is_asked_outside_the_phase() -> None:
    with pytest.raises(NotNow, match="Not now: you are at"):
        asked(Campaign(step="air"))
    campaign = Campaign()
    fresh = type(campaign.play)(campaign.game).campaign.state
    with pytest.raises(NotNow, match="/enter what:setup"):
        list(question(campaign.game.data, fresh))


def stands(campaign: Campaign) -> str:
    return "\n".join(map(str, campaign.game.status(campaign.state)))


def test_whoever_comes_back_reads_the_hex_its_sps_and_the_step() -> None:
    campaign = begun(6, 4, 3)
    campaign.do("cp_target", hex="A05")
    assert "**Major 1 of 2 on A05**, not launched yet.\nNext: do the Allies reinforce the hex?" in stands(campaign)
    campaign.do("cp_reinforce", 3, 3, 4, sps=0)
    campaign.do("cp_combat", losses=1)
    landed(campaign, "F07", 4, 4, 4)
    assert "**Major 2 of 2 on F07**, 26 SPs (9/9/8).\nNext: the result of the combat." in stands(campaign)
    assert asked(campaign).startswith("**Major 2 of 2 on F07**, 26 SPs (9/9/8).")


def test_no_target_is_preselected() -> None:
    campaign = begun(6, 4, 3)
    menu, form = campaign.play.campaign.offers(1)
    for offer in (menu, form):
        assert isinstance(offer.command, CpTarget)
        assert offer.command.hex == ""
    assert set(menu.chosen_from["hex"]) == set(campaign.state.hexes)
    assert set(form.chosen_from["hex"]) == set(campaign.state.hexes)
    assert CpTarget.model_fields["hex"].is_required()
    assert "not a hex" in campaign.refused("cp_target", hex="")


def test_a_breakout_from_a_corrected_hex_is_not_named() -> None:
    campaign = begun(3, 3, 2, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", 2, 1, losses=3, breakout=True)
    assert "**The breakout from A05**" in stands(campaign)
    campaign.do("adjust", what="remove hex", value="A05", reason="it was another one")
    assert "The breakout from" not in stands(campaign)


def test_one_sp_is_one_sp() -> None:
    campaign = begun(4, 4, 2, artillery="", total=15)
    landed(campaign, "A05", 1, 1, 1)
    campaign.do("adjust", what="hex", value="A05 1", reason="for the test")
    assert "**Major 1 of 1 on A05**, 1 SP (1 (one block))." in stands(campaign)
    assert campaign.offered() == ["CP losses in A05 (1 SP)…", "A05 (1 SP) taken, or a breakout…"]
