"""The Solitaire Sequence of Play."""

import pytest

from rules.errors import NotNow
from rules.games.fields_of_despair.data import ALLIES
from rules.games.fields_of_despair.pieces import AnswerStep
from rules.games.fields_of_despair.score import ScoreFinalPush
from rules.games.fields_of_despair.sequence import StepBegan, tell_step
from rules.games.fields_of_despair.state import CpPhase
from rules.games.fields_of_despair.status import question
from rules.seat import REFEREE
from tests.games import fields
from tests.rules.games.fields_of_despair.campaign import Campaign, begun, central, fought

ORDER = {
    7: "usa eastern_front maintenance manpower collect naval economy initiative supply | A C | A C"
    " | reorganization from_the_east score",
    8: "maintenance manpower collect naval economy initiative_8 supply | C A | A C | reorganization score",
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


@pytest.mark.parametrize("points", [-2, 0])
def test_the_solitaire_game_ends_after_turn_9(points: int) -> None:
    campaign = Campaign(turn=9, step="economy")
    campaign.do("economy", eps=1, supply=0)
    campaign.to("score", 2)
    assert "Who won is not entered yet" in campaign.refused("next_turn")
    assert "“Who won” must be one of" in campaign.refused("score", winner="Russia")
    assert campaign.offered() == ["Who won?", "Score the Final Push…"]
    told = campaign.do("score", winner="Draw", points=points)
    assert f"The game is a draw.\nVictory points: {points}." in told
    figures = {str(each.name): each.value for each in campaign.game.figures(campaign.state)}
    assert figures == {"CP SPs in all": 96, "CP SPs hidden": 82, "Victory points": points}
    assert campaign.offered() == []
    over = "The game is over. `/campaign manage what:end` ends the campaign."
    assert campaign.refused("next_turn") == campaign.refused("cp_blocks", in_france=True) == over
    assert campaign.refused("adjust", what="eps", value="7", reason="miscounted") == over
    status = [str(line) for line in campaign.game.status(campaign.state)]
    assert status[:2] == ["The game is a draw.", over]
    assert status[-1].startswith("Logistic Points: 2;"), "the board stays as it was"
    assert str(campaign.game.outcome(campaign.state)) == "The game is a draw."
    assert not any("/turn" in line or "To come" in line or "Now:" in line for line in status)
    with pytest.raises(NotNow) as asked:
        list(question(campaign.game.data, campaign.state))
    assert str(asked.value) == over


def test_the_last_step_leads_to_no_other() -> None:
    campaign = Campaign(turn=9).to("score", 2)
    assert "the last step of the game." in campaign.refused("cp_blocks", in_france=True)
    skip = campaign.game.read_command({"type": "skip_step", "reason": "by agreement"})
    assert [str(each) for each in campaign.game.lost(campaign.state, ALLIES, skip)] == ["Nobody learns who won (15.3)."]
    campaign.do("skip_step", reason="by agreement")
    assert campaign.state.is_over
    assert campaign.game.outcome(campaign.state) is None


@pytest.mark.parametrize(("ahead", "proposed"), [(None, "Allies"), (True, "Allies"), (False, "Central Powers")])
def test_the_score_starts_from_the_answer_on_victory(ahead: bool | None, proposed: str) -> None:
    campaign = Campaign(turn=9).to("central", 2)
    if ahead is not None:
        campaign.do("cp_blocks", 1, 1, 1, in_france=True, allies_ahead=ahead)
    if campaign.state.cp.counted.majors:
        campaign.do("skip_step", reason="not in this test")
    campaign.to("score", 2)
    offer = campaign.play.campaign.offers(1)[1]
    assert isinstance(offer.command, ScoreFinalPush)
    assert offer.command.winner == proposed


@pytest.mark.parametrize("turn", [7, 8])
def test_before_turn_9_nobody_has_won(turn: int) -> None:
    campaign = Campaign(turn=turn).to("score", 2)
    assert campaign.offered() == ["Play on"]
    assert skipped(campaign) == []
    assert campaign.state.skipped, "steps of this turn were skipped"
    told = campaign.do("next_turn")
    assert f"**Turn {turn + 1}: Economic Maintenance** (6.1)" in told
    assert "Skipped" not in told, "those of another turn"
    assert campaign.state.skipped == ()


def test_the_moved_marker_is_told_once_both_sides_have_acted() -> None:
    def told() -> list[int]:
        return [event.revealed for event in campaign.happened(StepBegan) if event.revealed is not None]

    campaign = Campaign(turn=7, artillery="").to("air", 1)
    assert campaign.state.marker == 14
    campaign.know(A05=12)
    assert campaign.state.marker == 25, "it was told with the correction"
    campaign.to("air", 2)
    assert told() == [], "nothing has moved since"
    campaign.to("combat", 2)
    campaign.do("combat", hexes="B05 0+9")
    campaign.do("answer_attack", 3, 3, 3, limit=60)
    campaign.do("losses", sps=0)
    assert (campaign.state.marker, campaign.state.revealed) == (25, 12 + 15 + 12)
    campaign.to("central", 2)
    assert told() == [], "it is still the same action phase"
    said = campaign.do("skip_step", reason="not in this test")
    assert "Revealed SPs marker: 39." in said
    campaign.to("score", 2)
    campaign.do("next_turn")
    campaign.to("air")
    assert (told(), campaign.state.marker) == ([39], 39)


def test_what_the_guide_says_in_its_place() -> None:
    campaign = Campaign(turn=7, step="collect")
    assert "The CP declare unrestricted submarine warfare." in campaign.do("next_turn")
    campaign.to("supply")
    assert "23.2" in campaign.do("next_turn")
    assert "Move blocks (7.2)" in campaign.do("next_turn"), "their movement passes"
    assert campaign.step == "combat"
    assert "Hindenburg Line marker there? Remove it instead of moving." in campaign.do("next_turn")


def test_each_skipped_step_of_a_turn_stays_so_until_the_next() -> None:
    campaign = Campaign(turn=8, step="")
    first = campaign.state.step
    for _ in range(2):
        campaign.do("skip_step", reason="by agreement")
    assert (len(campaign.state.skipped), min(campaign.state.skipped)) == (2, first)
    while campaign.state.turn == 8:
        campaign.do("skip_step", reason="by agreement")
    assert not campaign.state.skipped


def test_production_goes_on_to_the_first_step_that_asks() -> None:
    """Its steps by the core rules are told together; a turn and an action phase begin in a message of their own."""
    campaign = Campaign(turn=7, step="")
    told = campaign.do("next_turn")
    assert "Russia leaves the war." in told
    assert "CP numbers changed? `/enter what:adjust`." in told
    assert "Turn 7: Spend Economic Points" in told
    assert campaign.state.position(campaign.game.data).step.id == "economy"
    campaign.to("score", 2)
    assert "Turn 8: Economic Maintenance" in campaign.do("next_turn")
    assert campaign.state.position(campaign.game.data).step.id == "maintenance"


def test_attacks_and_dogfights_must_be_resolved_first() -> None:
    campaign = Campaign(step="air")
    campaign.do("dogfight", hexes="A05 4")
    assert "squadrons in A05 still wait" in campaign.refused("next_turn")
    campaign.to("combat")
    campaign.do("combat", hexes="B05 0+4")
    assert "attack on B05" in campaign.refused("next_turn")


def test_what_a_step_left_unfinished_goes_with_it() -> None:
    campaign = Campaign(step="economy", air="2", artillery="2")
    campaign.do("economy", eps=6, supply=0)
    assert campaign.state.choices_left
    campaign.to("air")
    assert campaign.state.choices_left == 0
    campaign.do("dogfight", hexes="A05 1, B05 1")
    campaign.do("answer_air", 5)
    assert (campaign.state.air_checked, len(campaign.state.dogfights)) == (True, 2)
    campaign.to("combat")
    assert (campaign.state.air_checked, campaign.state.dogfights) == (False, ())
    campaign.do("combat", hexes="A05 3, B05 2, C06 1")
    campaign.do("answer_attack", 1)
    assert (campaign.state.fighting, campaign.state.artillery_answer) == ("A05", "N")
    campaign.do("losses", sps=0)
    campaign.do("answer_attack", 5)
    campaign.to("allied_breakout")
    state = campaign.state
    assert (state.attacks, state.fighting, state.answering, state.found) == ((), None, AnswerStep.ARTILLERY, ())
    assert state.artillery_answer == "N", "it is still the same action phase"
    campaign.to("central")
    campaign.do("cp_blocks", 6, 6, 6, in_france=True)
    campaign.to("air", 2)
    assert (campaign.state.cp, campaign.state.artillery_answer) == (CpPhase(), None)


def test_a_marker_that_goes_to_0_is_told_once() -> None:
    campaign = Campaign(step="combat", hexes="A05", artillery="")
    campaign.do("combat", hexes="A05 6")
    campaign.do("losses", sps=1, taken=True)
    campaign.to("central")
    assert "Revealed SPs marker: 0." in campaign.do("skip_step", reason="not in this test")
    assert campaign.state.marker == campaign.state.revealed == 0
    campaign.to("central", 2)
    assert "Revealed SPs marker" not in campaign.do("skip_step", reason="not in this test")


def skipped(campaign: Campaign) -> list[str]:
    """What skipping the step would pass over."""
    command = campaign.game.read_command({"type": "skip_step", "reason": "by mistake"})
    assert command.ends_phase
    return [str(line) for line in campaign.game.lost(campaign.state, ALLIES, command)]


class TestSkipped:
    """What a skipped step would lose is said before it is skipped."""

    def test_a_step_of_an_action_phase_names_it(self) -> None:
        data = fields().data
        told = {each.step.part: str(next(tell_step(data, 7, each))) for each in data.positions[7]}
        phased = {part for part, title in told.items() if title.startswith("**Turn 7.2: ")}
        assert phased == {"allied", "central", "refresh"}
        assert {*told} - phased == {"opening", "closing"}

    def test_nothing_is_lost_by_going_on(self) -> None:
        campaign = Campaign(turn=9)
        for step in ("maintenance", "air", "movement", "combat", "refresh"):
            campaign.to(step)
            assert skipped(campaign) == []
            command = campaign.game.read_command({"type": "next_turn"})
            assert list(campaign.game.lost(campaign.state, ALLIES, command)) == []

    def test_in_the_middle_of_the_cp_phase(self) -> None:
        campaign = begun(6, 4, 3, artillery="")
        fought(campaign, "A05", 3, 3, 4, losses=0, breakout=True)
        assert skipped(campaign) == [
            "Offensives that are not resolved: 1 Major, 1 Minor.",
            "Breakouts that do not move: A05.",
            "There is no reset. CP SPs that stay face up: 23.",
        ]
        fought(campaign, "B05", 3, 3, 4, losses=0)
        assert skipped(campaign)[0] == "Offensives that are not resolved: 0 Major, 1 Minor."
        assert skipped(central()) == ["The Central Powers' whole action phase is skipped."]

    def test_the_spring_offensive(self) -> None:
        campaign = begun(1, 1, 1, turn=8, artillery="")
        fought(campaign, "A05", 3, 3, 4, losses=0)
        assert "The Spring Offensive (25.4) is skipped." in skipped(campaign)

    def test_duties_of_other_steps(self) -> None:
        campaign = Campaign(turn=7, step="economy")
        assert skipped(campaign) == ["The Central Powers get no free items and buy nothing (6.5-S)."]
        campaign.do("economy", eps=6, supply=0)
        for left in (3, 2, 1):
            assert skipped(campaign) == [f"CP economic points that buy no Choice item: {left}."]
            campaign.do("choose", item="Air Maintenance")
        assert skipped(campaign) == []
        campaign.to("from_the_east", 2)
        assert skipped(campaign) == ["The Eastern Front marker is not added to the CP total (8.0)."]

    def test_squadrons_and_attacks(self) -> None:
        campaign = Campaign(step="air", artillery="")
        campaign.do("dogfight", hexes="A05 4, B05 2")
        assert skipped(campaign) == ["The Central Powers do not answer the Allied squadrons in A05, B05."]
        campaign.to("combat")
        campaign.do("combat", hexes="A05 3, B05 2")
        assert skipped(campaign) == [
            "The CP losses in A05 are not entered.",
            "Allied attacks that get no CP answer: B05.",
        ]


def test_the_contract_with_the_campaign() -> None:
    """One side, open for all: nobody to ask before a step ends, nobody with secrets, the Allies awaited."""
    campaign = Campaign(step="combat")
    game = campaign.game
    (seat,) = game.seats
    step = game.read_command({"type": "next_turn"})
    assert list(game.acting(campaign.state, step)) == []
    assert game.awaited(campaign.state) == frozenset()
    campaign.do("combat", hexes="A05 3")
    assert game.awaited(campaign.state) == {seat}
    assert game.default(campaign.state, seat) is None
    campaign = begun(3, 3, 2)
    assert game.awaited(campaign.state) == {seat}
    assert game.default(campaign.state, seat) is None
    campaign.do("cp_target", hex="A05")
    default = game.default(campaign.state, seat)
    assert default == game.read_command({"type": "cp_reinforce", "sps": 0})
    assert game.default(campaign.state, REFEREE) is None
