"""The end of a phase: each side ends its own part, and nobody skips what they do not know of."""

from dataclasses import replace

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join
from rules.campaign.time.undo import Undo
from rules.errors import NotNow, NotYours, Unsure
from rules.games.marne_1918.phases import Phase
from rules.seat import Player
from tests.games import SEED, all_games, founded
from tests.night_watch import NORTH, SOUTH, NextPhase, NextTurn
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, labels, night_watch, refused
from tests.rules.games.gathering_storm.harness import Storm
from tests.rules.games.marne_1918.campaign import campaign_with


def test_a_phase_in_which_nobody_else_can_act_ends_at_once() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(ANNA, NextPhase())
    assert play.campaign.state.phase == 1


def test_a_side_that_can_still_act_is_asked_and_says_that_it_is_done() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    told = public(play.do(ANNA, NextPhase()))
    assert "<@1> is done. South: act, or press **Done**." in told
    assert "Any player can go on <t:" in told
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


def test_who_wants_to_end_the_turn_is_done_with_each_phase_of_it_until_they_act() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    play.do(BERT, NextTurn())
    play.do(BERT, "wave")
    play.do(ANNA, NextPhase())
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(ANNA, "wave")
    play.do(BERT, NextTurn())
    play.do(ANNA, NextPhase())
    assert (play.campaign.state.turn, play.campaign.state.phase, play.campaign.requests) == (1, 1, ())


def test_who_wants_to_end_a_phase_is_asked_about_those_that_come_after_it() -> None:
    play = campaign_with(phase=Phase.GERMAN_MOVEMENT, sequence=1)
    play.all_agree = False
    play.do(ANNA, "next_phase")
    play.do(BERT, "next_phase", to="Allied combat, operational sequence 1")
    assert play.campaign.state.now.phase is Phase.GERMAN_MOVEMENT
    assert len(play.campaign.requests) == 2


def test_a_side_that_acts_makes_the_question_void() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, "call")
    assert play.campaign.requests == ()
    assert play.campaign.state.phase == 0


def test_who_is_not_asked_agrees_to_nothing_by_wanting_the_same() -> None:
    """Others are asked whether the phase ends: what a third side wants is a request of its own."""
    play = Storm()
    play.all_agree = False
    play.at("Research")
    play.do(1, "next_phase")
    (asked,) = play.campaign.requests
    third = next(seat for seat in play.game.seats[1:] if seat in asked.needed)
    user = int(play.campaign.roster[third][0])
    play.campaign = replace(play.campaign, requests=(replace(asked, needed=asked.needed - {third}),))
    play.do(user, "next_phase")
    assert [each.player for each in play.campaign.requests] == [1, user]


def test_what_a_side_does_unseen_leaves_the_question_open() -> None:
    """Whoever does it, and also where all read a part of it, as of research that is revealed."""
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    asked = play.campaign.requests
    for user in (BERT, ANNA):
        play.do(user, "note")
        assert play.campaign.requests == asked
    storm = Storm()
    storm.all_agree = False
    storm.at("Research")
    storm.do(1, "next_phase")
    asked = storm.campaign.requests
    for user, power, project in ((3, "Britain", "Allied air range"), (1, "Germany", "Axis air range")):
        assert "is revealed" in public(storm.do(user, "record", power=power, project=project, results=1, revealed=True))
        assert storm.campaign.requests == asked != ()
    storm.do(3, "enter_power", power="Britain", support=3)
    assert storm.campaign.requests == ()


def test_ending_the_phase_oneself_is_saying_done() -> None:
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, NextPhase())
    assert play.campaign.state.phase == 1


def test_what_would_be_lost_is_named_first() -> None:
    play = night_watch()
    play.is_sure = False
    with pytest.raises(Unsure) as unsure:
        play.do(ANNA, NextTurn())
    assert unsure.value.skipped == ("The Rest phase.",)
    play.is_sure = True
    play.do(ANNA, NextTurn())
    assert play.campaign.state.turn == 2
    play.do(BERT, "draw")
    play.do(ANNA, NextTurn())
    play.is_sure = False
    with pytest.raises(Unsure) as unsure:
        play.do(BERT, Agree(to=play.campaign.seq))
    assert unsure.value.skipped == ("The Rest phase.",), "who says that they are done is asked as well"
    play.is_sure = True
    play.do(BERT, Agree(to=play.campaign.seq))
    assert play.campaign.state.turn == 3
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_a_stranger_is_refused_before_anything_is_told() -> None:
    refused(night_watch(), NotYours, "hold no seat", NOBODY, NextTurn())


def test_a_phase_end_that_both_agreed_to_is_undone_by_either() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, Agree(to=3))
    play.do(ANNA, Undo())
    assert play.campaign.state.phase == 0
    assert play.log[-1].undoes == 4


def test_who_shares_the_acting_seat_is_not_asked() -> None:
    """Anna shares the North with Bert and plays the South alone: she acts for the North, as either of them can."""
    game = all_games()["night-watch"]
    play = Play(game, founded(game, ANNA, NORTH))
    play.do(ANNA, Join(seat=SOUTH))
    play.do(BERT, Join(seat=NORTH))
    assert play.campaign.roster[NORTH] == (Player(ANNA), Player(BERT))
    play.all_agree = False
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    assert play.campaign.requests == ()
    assert play.campaign.state.phase == 1


def test_who_is_done_is_asked_again_once_they_act_or_play_would_leave_out_a_phase() -> None:
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, Agree(to=play.campaign.seq))
    assert play.campaign.done == {SOUTH}
    play.do(BERT, "wave")
    assert play.campaign.done == frozenset()
    assert play.campaign.refold(play.log) == play.campaign


def test_a_silent_side_delays_it_until_its_time_is_over() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.wait(days=3)
    assert "Go on without South" not in labels(play, ANNA)
    assert "Go on without South" in {str(offer.label) for offer in play.campaign.when(play.clock).offers(ANNA)}
    play.do(ANNA, Agree(to=3))
    assert play.campaign.state.phase == 1
