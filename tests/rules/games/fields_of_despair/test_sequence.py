"""The Solitaire Sequence of Play."""

import pytest

from tests.rules.games.fields_of_despair.campaign import Campaign

ORDER = {
    7: "usa eastern_front maintenance manpower collect naval economy initiative supply | A C | A C"
    " | reorganization from_the_east score",
    8: "maintenance manpower collect naval economy initiative supply | C A | A C | reorganization score",
    9: "maintenance manpower collect naval economy initiative supply | A C | A C | reorganization score",
}
SIDES = {"A": "air movement combat allied_breakout", "C": "central"}


@pytest.mark.parametrize("turn", ORDER)
def test_the_order_of_every_turn(turn: int) -> None:
    opening, first, second, closing = ORDER[turn].split(" | ")
    phases = [f"{' '.join(SIDES[side] for side in phase.split())} refresh" for phase in (first, second)]
    campaign = Campaign(turn=turn)
    seen = []
    while campaign.state.turn == turn and not campaign.state.is_over:
        seen.append(campaign.step)
        campaign.do("skip_step", reason="only looking")
    assert " ".join(seen) == " ".join([opening, *phases, closing])


def test_the_solitaire_game_ends_after_turn_9() -> None:
    campaign = Campaign(turn=9, step="")
    campaign.to("score", 2)
    assert "15.3" in campaign.do("next_turn")
    assert campaign.offered() == []
    assert "last turn is over" in campaign.refused("next_turn")


def test_the_first_step_of_a_turn_says_what_to_do_as_well() -> None:
    campaign = Campaign(turn=7)
    assert "USA enters the war" in campaign.told
    status = "\n".join(map(str, campaign.game.status(campaign.state)))
    assert "USA enters the war" in status


def test_between_the_action_phases_the_turn_marker_goes_on() -> None:
    campaign = Campaign(turn=9, step="central")
    assert "advance the Turn marker" in campaign.do("skip_step", reason="not in this test")
    campaign.to("central", 2)
    assert "Turn marker" not in campaign.do("skip_step", reason="not in this test")


def test_what_the_guide_says_in_its_place() -> None:
    campaign = Campaign(turn=7, step="collect")
    assert "submarine" in campaign.do("next_turn")
    campaign.to("supply")
    assert "23.2" in campaign.do("next_turn")
    campaign.to("combat")
    assert "Hindenburg" in campaign.do("next_turn")


@pytest.mark.parametrize("step", ["economy", "central", "from_the_east"])
def test_a_step_with_an_action_waits_for_it(step: str) -> None:
    campaign = Campaign(turn=7)
    campaign.to(step, 2 if step == "from_the_east" else 1)
    assert "/turn skip" in campaign.refused("next_turn")
    assert "Next step" not in campaign.offered()
    told = campaign.do("skip_step", reason="we play it by hand")
    assert "✗ Skipped" in told
    assert "we play it by hand" in told


def test_a_skipped_step_is_shown_in_the_checklist() -> None:
    campaign = Campaign(turn=8, step="")
    campaign.do("skip_step", reason="by agreement")
    told = campaign.do("next_turn")
    assert "✓ Done: Manpower Deployment and Attrition\n✗ Skipped: Economic Maintenance\n" in told
    assert "▶ Now: Collect" in told
    assert "☐ To come: Naval Warfare, " in told


def test_attacks_and_dogfights_must_be_resolved_first() -> None:
    campaign = Campaign(step="air")
    campaign.do("dogfight", hexes="A05 4")
    assert "squadrons in A05 still wait" in campaign.refused("next_turn")
    campaign.to("combat")
    campaign.do("combat", hexes="B05 0+4")
    assert "attack on B05" in campaign.refused("next_turn")
