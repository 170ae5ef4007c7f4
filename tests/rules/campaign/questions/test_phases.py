"""The end of a phase: each side ends its own part, and nobody skips what they do not know of."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest

from rules.campaign.decider.audit import audit
from rules.campaign.questions.phases import PhaseEndRequested
from rules.campaign.questions.plans import MakePlan
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import SetPatience, asked_anew
from rules.campaign.seats.seating import Join
from rules.campaign.state.clock import DAY, Clock
from rules.campaign.state.dispute import Dispute
from rules.campaign.state.terms import Patience
from rules.campaign.time.undo import Undo
from rules.dice import Source
from rules.errors import NotNow, NotYours, Unsure
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.marne_1918.phases import Phase
from rules.notice import Public, tell_all
from rules.seat import Player, Seat
from tests.games import SEED, all_games, founded
from tests.night_watch import NORTH, SOUTH, NextPhase, NextTurn, NightWatch
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, labels, night_watch, refused, with_neutral_referee
from tests.rules.games.gathering_storm.harness import USERS, Storm
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
    assert {"Done", "Not yet", "Next: Rest"} & labels(play, BERT) == {"Done", "Not yet"}
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


def test_a_side_can_say_that_it_is_not_done() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, Decline(to=3))
    assert play.campaign.state.phase == 0
    assert "Next: Rest" in labels(play, ANNA)


def test_ending_the_phase_oneself_is_saying_done() -> None:
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, NextPhase())
    assert play.campaign.state.phase == 1


def test_a_silent_side_delays_it_for_some_days_only() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.wait(days=3)
    assert "Go on without them" not in labels(play, ANNA)
    assert "Go on without them" in {offer.label for offer in play.campaign.when(play.clock).offers(ANNA)}
    play.do(ANNA, Agree(to=3))
    assert play.campaign.state.phase == 1


def test_a_side_that_has_let_its_time_to_move_pass_is_not_asked() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=2))
    play.all_agree = False
    play.do(BERT, "draw")
    play.wait(days=3)
    play.do(ANNA, NextPhase())
    assert play.campaign.requests == ()
    assert play.campaign.state.phase == 1


def test_what_would_be_skipped_is_named_first() -> None:
    play = night_watch()
    play.is_sure = False
    with pytest.raises(Unsure) as unsure:
        play.do(ANNA, NextTurn())
    assert unsure.value.skipped == ("The Rest phase.",)
    play.is_sure = True
    play.do(ANNA, NextTurn())
    assert play.campaign.state.turn == 2
    play.do(BERT, "draw")
    assert "Would be skipped" in {notice.section for notice in play.do(ANNA, NextTurn())}
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_a_side_that_is_done_with_the_turn_is_not_asked_again_until_it_acts() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    assert "Done for this turn" in labels(play, BERT)
    play.do(BERT, Agree(to=3, for_turn=True))
    play.do(ANNA, NextTurn())
    play.do(ANNA, NextTurn())
    assert play.campaign.requests, "the turn is a new one"
    play.do(BERT, Agree(to=play.campaign.seq, for_turn=True))
    play.do(ANNA, NextPhase())
    assert play.campaign.requests, "so is this one"
    play.do(BERT, Decline(to=play.campaign.seq))
    assert play.campaign.refold(play.log) == play.campaign


def test_a_side_that_acts_after_all_is_asked_again() -> None:
    game = all_games()["gathering-storm"]
    play = Play(game, founded(game, ANNA, game.seats[0]))
    play.all_agree = False
    play.do(BERT, Join(seat=game.seats[1]))
    play.do(ANNA, "draw")
    seats = {game.seats[1]}
    while not play.campaign.requests:
        play.do(ANNA, "next_phase")
    play.do(BERT, Agree(to=play.campaign.seq, for_turn=True))
    assert play.campaign.done == seats
    play.do(BERT, "record", power=game.seats[1], project="Axis jets", steps=1)
    assert play.campaign.done == seats, "nobody knows that it has"
    play.do(BERT, "enter_power", power=game.seats[1], income=3)
    assert play.campaign.done == frozenset()
    assert play.campaign.refold(play.log) == play.campaign


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


def test_what_is_skipped_can_hold_whatever_players_have_named() -> None:
    """A card can be called “{x}”; that is no hole in a sentence."""
    asked = PhaseEndRequested(player=Player(ANNA), needed=(SOUTH,), skipped=("**The {x} plan** is discarded.",))
    assert "**The {x} plan** is discarded." in [str(notice) for notice in asked.tell()]


def test_what_an_older_version_wrote_of_a_phase_stands_as_it_was_written() -> None:
    """It was a sentence, and is a template with its values now; braces in it were a player's."""
    old = {"type": "phase_end_requested", "player": 1, "needed": ["South"], "skipped": ["The {north} Rest phase."],
           "goes_on": True}  # fmt: skip
    event = PhaseEndRequested.model_validate(old)
    assert "The {north} Rest phase." in public(tuple(event.tell()))
    assert event.model_dump(mode="json")["skipped"] == old["skipped"]


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


@pytest.mark.parametrize(
    ("done", "days", "over"),
    [((), 0, ["North"]), ((NORTH,), 0, []), ((), 3, ["North", "South"]), ((SOUTH,), 3, ["North"])],
)
def test_who_ends_a_phase_is_told_of_themselves_and_of_those_whom_nobody_asks(
    monkeypatch: pytest.MonkeyPatch, done: tuple[Seat, ...], days: int, over: list[str]
) -> None:
    """Whose time to move is over is not asked. What is asked of the others they answer themselves."""

    def skipped(game: NightWatch, _: Any, __: Any, done: frozenset[Seat] = frozenset()) -> Iterator[Public]:
        yield from (tell_all("{seat}", seat=seat) for seat in game.seats if seat not in done)

    monkeypatch.setattr(NightWatch, "skipped", skipped)
    play = night_watch()
    play.do(BERT, "draw")
    play.campaign = asked_anew(replace(play.campaign, patience=Patience(move=2), done=frozenset(done)))
    now = play.campaign.when(play.clock + timedelta(days=days))
    if over:
        with pytest.raises(Unsure) as unsure:
            now.decide(ANNA, NextTurn(), None, Source(SEED, 0))
        assert [str(each) for each in unsure.value.skipped] == over
    play.campaign = replace(play.campaign, patience=Patience())
    told = play.do(ANNA, NextTurn())
    assert "Would be skipped" not in {notice.section for notice in told}, "those who are asked know what they could do"


def test_who_must_agree_reads_what_was_filled_in_if_anything_was() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    assert "As follows" not in public(play.do(ANNA, "swap"))
    play.campaign = replace(play.campaign, disputes=(Dispute("enter_score", times=2),))
    assert "As follows: Score: 3." in public(play.do(ANNA, "enter_score", score=3))


def test_a_referee_who_plays_no_side_enters_alone_what_all_must_agree_to() -> None:
    play = with_neutral_referee()
    play.campaign = replace(play.campaign, disputes=(Dispute("enter_score", times=2),))
    play.do(CARLA, "enter_score", score=3)
    assert (play.campaign.state.score, play.campaign.requests) == (3, ())


def test_who_has_planned_to_pass_all_the_phases_that_would_end_is_not_asked_and_who_passes_some_is() -> None:
    play = Storm()
    play.all_agree = False
    play.at("Research")
    for power, stop in ((BRITAIN, "Diplomacy: Russian and Allied placement"), (FRANCE, "Construction")):
        play.do(USERS[power], MakePlan(stops=(stop,)))
    play.do(USERS[GERMANY], "next_phase", to="Crises")
    assert [each.needed for each in play.campaign.requests] == [{BRITAIN, ITALY, RUSSIA}]


@pytest.mark.parametrize(("used", "days"), [(0, 3), (99, 1)])
def test_who_has_no_time_left_is_waited_for_a_day_alone(used: int, days: int) -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.campaign = replace(play.campaign, clocks={SOUTH: Clock(turn=used * DAY)})
    play.do(ANNA, NextPhase())
    assert [each.until for each in play.campaign.requests] == [play.clock + timedelta(days=days)]
