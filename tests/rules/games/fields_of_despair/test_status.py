"""Where a campaign stands, and the question of the Central Powers' action phase."""

import pytest

from rules.errors import NotNow
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.state import Stage
from rules.games.fields_of_despair.status import ANSWERS, question
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, landed


def asked(campaign: Campaign) -> str:
    return "\n".join(map(str, question(campaign.game.data, campaign.state)))


def test_each_stage_asks_a_question_of_its_own() -> None:
    assert set(ANSWERS) == set(Stage)
    campaign = begun(6, 4, 3)
    data, state = campaign.game.data, campaign.state
    questions = {str(next(iter(command.ask(data, state)))) for command in ANSWERS.values()}
    assert len(questions) == len(Stage)


def test_what_is_offered_in_the_phase_answers_its_question() -> None:
    campaign = begun(3, 3, 2, artillery="")
    while campaign.step == "central":
        offers = campaign.play.campaign.offers(1)
        assert {type(offer.command) for offer in offers} == {ANSWERS[campaign.state.cp.stage]}
        assert all(isinstance(offer.command, CpPhaseCommand) for offer in offers)
        assert asked(campaign)
        if campaign.state.cp.stage is Stage.TARGET:
            landed(campaign, "A05", 3, 3, 4)
        elif campaign.state.cp.stage is Stage.RESET:
            campaign.do("cp_reset", hexes="A05 B05")
        else:
            campaign.do("cp_combat", losses=0)


def test_the_question_names_the_offensive() -> None:
    campaign = begun(3, 3, 2)
    assert "Which hex is the objective" in asked(campaign)
    campaign.do("cp_target", hex="A05")
    assert "**Major 1 of 1 on A05**, not launched yet." in asked(campaign)
    assert "7.5-S (6), step 2" in asked(campaign)


def test_nothing_is_asked_outside_the_phase() -> None:
    with pytest.raises(NotNow, match="Not in this step"):
        asked(Campaign(step="air"))
    campaign = Campaign()
    fresh = type(campaign.play)(campaign.game).campaign.state
    with pytest.raises(NotNow, match="/cp setup"):
        list(question(campaign.game.data, fresh))
