"""*Done*: which sides are asked whether a phase or turn ends, and until when somebody is done."""

from rules.campaign.decider.audit import audit
from rules.campaign.questions.done import lost_by
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join
from rules.errors import NotNow, NotYours
from rules.games.marne_1918.phases import Phase
from tests.games import SEED
from tests.night_watch import SOUTH, NextPhase, NextTurn
from tests.play import public
from tests.rules.campaign.helpers import ANNA, BERT, labels, night_watch, refused
from tests.rules.games.marne_1918.campaign import campaign_with


def test_a_side_that_can_act_is_asked_until_done() -> None:
    play = night_watch((BERT, "draw"))
    told = public(play.do(ANNA, NextPhase()))
    assert "<@1> wants to end the phase." in told
    assert play.campaign.state.phase == 0
    assert {"Done", "Wait", "Next: Rest"} & labels(play, BERT) == {"Done", "Wait"}
    assert {"Done", "Next: Rest"} & labels(play, ANNA) == set()
    refused(play, NotYours, "yourself", ANNA, Agree(to=3))
    refused(play, NotNow, r"asked for that already. Still to answer: <@2> \(South\)", ANNA, NextPhase())
    play.do(BERT, Agree(to=3))
    assert play.campaign.state.phase == 1
    assert play.log[-1].title == "Phase ended"
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()
    assert play.campaign.refold(play.log) == play.campaign


def test_what_several_sides_lose_is_said_once() -> None:
    play = night_watch((ANNA, Join(seat=SOUTH)), all_agree=True)
    assert [str(each) for each in lost_by(play.campaign, ANNA, NextTurn())] == ["The Rest phase."]


def test_ending_a_turn_covers_its_phases_until_one_acts() -> None:
    play = night_watch((ANNA, "draw"), (BERT, "draw"), (BERT, NextTurn()))
    play.do(BERT, "wave")
    play.do(ANNA, NextPhase())
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(ANNA, "wave")
    play.do(BERT, NextTurn())
    play.do(ANNA, NextPhase())
    assert (play.campaign.state.turn, play.campaign.state.phase, play.campaign.requests) == (1, 1, ())


def test_ending_a_phase_asks_about_later_ones() -> None:
    play = campaign_with(phase=Phase.GERMAN_MOVEMENT, sequence=1)
    play.all_agree = False
    play.do(ANNA, "next_phase")
    play.do(BERT, "next_phase", to="Allied combat, operational sequence 1")
    assert play.campaign.state.now.phase is Phase.GERMAN_MOVEMENT
    assert len(play.campaign.requests) == 2


def test_a_done_player_is_asked_again_after_acting() -> None:
    play = night_watch((ANNA, "draw"), (BERT, "draw"))
    play.do(ANNA, NextPhase())
    play.do(BERT, Agree(to=play.campaign.seq))
    assert play.campaign.done == {SOUTH}
    play.do(BERT, "wave")
    assert play.campaign.done == frozenset()
    assert play.campaign.refold(play.log) == play.campaign
