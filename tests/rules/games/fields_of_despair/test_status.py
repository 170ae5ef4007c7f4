"""Where a campaign stands, and the question of the Central Powers' action phase."""

import pytest

from rules.errors import NotNow
from rules.game import Whose
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.data import ALLIES
from rules.games.fields_of_despair.offensives import CpTarget
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
    campaign.do("cp_target", hex="F07")
    campaign.do("cp_reinforce", 4, 4, 4, sps=0)
    assert "**Major 2 of 2 on F07**, 26 SPs (9/9/8).\nNext: the result of the combat." in stands(campaign)
    assert asked(campaign).startswith("**Major 2 of 2 on F07**, 26 SPs (9/9/8).")


def test_every_button_of_an_offensive_names_its_hex_and_sps() -> None:
    campaign = begun(6, 4, 3, artillery="5 4 2")
    assert campaign.offered() == [
        "Objective of Major 1 of 2 (no Allied reserves)…",
        "Allied reserves, or another hex…",
    ]
    campaign.do("cp_target", hex="A05")
    assert campaign.offered() == ["No reinforcement in A05", "Reinforce A05…"]
    campaign.do("cp_reinforce", 3, 3, 4, sps=0)
    assert campaign.offered() == ["Allied SPs against A05 (23 SPs)…", "Allied SPs in A05 in numbers…"]
    campaign.do("cp_artillery", 1, artillery=1, blocks=1)
    assert campaign.offered() == ["CP losses in A05 (23 SPs)…", "A05 (23 SPs) taken, or a breakout…"]
    assert "next, the" not in stands(campaign)


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


def test_an_allied_attack_and_its_combat_are_named() -> None:
    campaign = Campaign(step="combat", artillery="")
    campaign.do("combat", hexes="A05 3, B05 2")
    assert "Allied attacks that wait for the CP answer: B05 (2)." in stands(campaign)
    assert "**The combat in A05**. CP SPs there: 1. Next: the CP losses." in stands(campaign)


def test_dogfights_and_breakouts_are_named() -> None:
    campaign = Campaign(step="air")
    campaign.do("dogfight", hexes="A05 4, B05 2")
    assert "Allied squadrons that wait for the CP answer: A05 (4), B05 (2)." in stands(campaign)
    campaign = begun(3, 3, 2, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", losses=3, breakout=True)
    assert "**The breakout from A05**. CP SPs there: 20.\nNext: the dice of the breakout." in stands(campaign)
    campaign.do("cp_roll_breakout", 2, 1)
    assert "Next: the hexes that the breakout enters." in stands(campaign)


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


@pytest.mark.parametrize("turn", [7, 8, 9])
def test_whoever_is_told_to_play_on_has_the_button_for_it(turn: int) -> None:
    campaign = Campaign(turn=turn)
    while campaign.state.turn == turn and not campaign.state.is_over:
        awaited = campaign.game.due(campaign.state)[ALLIES]
        assert (str(awaited.button) == "Play on") is ("Play on" in campaign.offered()), campaign.step
        campaign.do("skip_step", reason="only looking")


def awaits(campaign: Campaign) -> tuple[str, str, Whose]:
    """What the Allies must do, by which key it is told from other things, and whose it is."""
    awaited = campaign.game.due(campaign.state)[ALLIES]
    return str(awaited.whole), awaited.key, awaited.whose


def test_what_the_allies_must_do_is_told_by_step_and_stage() -> None:
    campaign = Campaign(step="economy", artillery="")
    spend = "Spend Economic Points (6.5-S)."
    assert awaits(campaign) == (spend, "step 7.6", Whose.OWN)
    campaign.do("economy", eps=5, supply=0)
    assert awaits(campaign) == (f"{spend} Then press **Play on**.", "step 7.6", Whose.OWN)
    campaign.to("air")
    campaign.do("dogfight", hexes="A05 4")
    assert awaits(campaign) == ("Roll the CP answer to your squadrons.", "step 7.9 blocks", Whose.MUST)
    campaign.to("combat")
    campaign.do("combat", hexes="A05 3, B05 0+2, C06 1")
    assert awaits(campaign) == ("Roll the CP answer to the attack on B05.", "step 7.11 blocks", Whose.MUST)
    campaign.do("answer_attack", 1, 1, 1, 1, limit=1)
    assert awaits(campaign) == ("Enter the CP losses in B05.", "step 7.11 blocks", Whose.MUST)


def test_each_stage_of_the_phase_is_a_thing_of_its_own() -> None:
    campaign = begun(6, 4, 3)
    go_on = "Go on with the Central Powers' action phase: `/cp-offensive`."
    assert awaits(campaign) == (go_on, "step 9.11 target", Whose.MUST)
    campaign.do("cp_target", hex="A05")
    assert awaits(campaign) == (go_on, "step 9.11 reinforcement", Whose.MUST)
    campaign.do("cp_reinforce", 3, 3, 3, sps=0)
    assert awaits(campaign) == (go_on, "step 9.11 combat", Whose.MUST)
    campaign.do("cp_combat", losses=0)
    assert awaits(campaign) == (go_on, "step 9.11 target", Whose.MUST)


def test_a_past_objective_can_be_named_but_is_not_proposed() -> None:
    campaign = begun(6, 4, 3, artillery="")
    landed(campaign, "A05", 3, 3, 4)
    campaign.do("cp_combat", losses=0)
    menu, form = campaign.play.campaign.offers(1)
    assert set(menu.chosen_from["hex"]) == set(campaign.state.hexes) - {"A05"}
    assert set(form.chosen_from["hex"]) == set(campaign.state.hexes)
