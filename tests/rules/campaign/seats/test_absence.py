"""Absent players: nobody blocks a campaign."""

from dataclasses import replace
from datetime import timedelta

import pytest
from pydantic import ValidationError

from rules.campaign.decider.audit import audit
from rules.campaign.decider.waiting import overdue_moves
from rules.campaign.life.administration import AdminDefault
from rules.campaign.questions.plans import MakePlan
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.absence import DecideByDefault, PatienceSet, SetPatience, zone_of
from rules.campaign.seats.seating import Leave
from rules.campaign.state.clock import DAY, Clock
from rules.errors import NotNow, NotYours
from rules.game import Due
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.line import Line
from rules.seat import REFEREE, Player
from tests.games import SEED, all_games, founded, marne
from tests.night_watch import NORTH, SOUTH, NightWatch
from tests.play import ADMIN, Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    NOBODY,
    labels,
    night_watch,
    refused,
    reserved,
    with_neutral_referee,
)
from tests.rules.games.marne_1918.german_events import with_german_events


def called() -> Play:
    """Anna called out, and Bert must answer."""
    play = night_watch()
    play.do(ANNA, "call")
    return play


def test_a_free_seat_is_decided_for_by_default() -> None:
    play = called()
    play.do(BERT, Leave(seat=SOUTH))
    assert "Decide by default for South" in labels(play, ANNA)
    assert "Decide by default for South" in {offer.label for offer in play.campaign.open_offers()}
    assert "Decide by default for South" not in labels(play, NOBODY)
    told = public(play.do(ANNA, DecideByDefault(seat=SOUTH)))
    assert "South did not answer, so it is decided by default." in told
    assert "The answer is: silence" in told
    assert play.campaign.state.called is None
    assert play.campaign.last_action is not None
    assert play.campaign.last_action.seat == SOUTH
    assert play.campaign.sides_of(ANNA) == {NORTH}
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_a_player_who_is_there_has_time_to_answer() -> None:
    play = called()
    told = public(play.do(ANNA, DecideByDefault(seat=SOUTH)))
    assert "<@1> asks South to answer." in told
    assert "any player can go on by default" in told
    assert "Decide by default for South" not in labels(play, ANNA)
    refused(play, NotYours, "yourself", ANNA, Agree(to=3))
    play.do(BERT, "answer", answer="lantern")
    assert play.campaign.requests == ()


def test_who_does_not_answer_in_time_is_decided_for() -> None:
    play = called()
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.wait(days=3)
    assert "The answer is: silence" in public(play.do(ANNA, Agree(to=3)))
    assert play.campaign.refold(play.log) == play.campaign


def test_there_must_be_something_to_decide() -> None:
    play = night_watch()
    refused(play, NotNow, "does not wait for South", ANNA, DecideByDefault(seat=SOUTH))
    refused(called(), NotYours, "hold no seat", NOBODY, DecideByDefault(seat=SOUTH))


def test_an_administrator_decides_at_once() -> None:
    play = called()
    assert "acts as an administrator" in public(play.do(ADMIN, AdminDefault(seat=SOUTH)))
    assert play.campaign.state.called is None


def test_the_others_agree_to_other_deadlines() -> None:
    play = night_watch()
    refused(play, NotYours, "hold no seat", NOBODY, SetPatience(answer=1, silence=5))
    play.do(ANNA, SetPatience(answer=1, silence=5))
    assert play.campaign.patience.answer == 3
    told = public(play.do(BERT, Agree(to=2)))
    assert "does nothing for 5 days" in told
    assert (play.campaign.patience.answer, play.campaign.patience.silence) == (1, 5)
    play.wait(days=5)
    assert play.campaign.refold(play.log) == play.campaign
    play.do(ANNA, "draw")
    assert play.campaign.is_silent(SOUTH)
    assert not play.campaign.is_silent(NORTH)


def test_a_neutral_referee_sets_deadlines_alone() -> None:
    play = with_neutral_referee()
    play.do(3, SetPatience(answer=7, silence=30))
    assert play.campaign.patience.silence == 30
    assert play.campaign.roster[REFEREE] == (3,)


@pytest.mark.parametrize(("answer", "silence", "fits"), [(1, 1, True), (90, 90, True), (91, 5, False), (5, 0, False)])
def test_deadlines_are_days_to_a_quarter_of_a_year(answer: int, silence: int, fits: bool) -> None:
    if fits:
        assert SetPatience(answer=answer, silence=silence).answer == answer
    else:
        with pytest.raises(ValidationError):
            SetPatience(answer=answer, silence=silence)


# ---- a time for what play waits for ----


def timed(days: int = 2) -> Play:
    """Both have agreed how long play waits, and Anna has called out."""
    play = night_watch()
    play.do(ANNA, SetPatience(answer=3, silence=14, move=days))
    play.do(BERT, Agree(to=2))
    play.do(ANNA, "call")
    return play


@pytest.mark.parametrize("command", ["end"])
def test_nobody_is_late_in_a_campaign_that_rests(command: str) -> None:
    play = timed()
    play.do(ANNA, command)
    play.do(BERT, Agree(to=play.campaign.seq))
    assert play.campaign.is_ended
    play.wait(days=9)
    assert [*overdue_moves(play.campaign.when(play.clock))] == []


def test_of_several_seats_that_could_answer_all_are_asked() -> None:
    """Both sides must draw: who goes on without one of them does not go on without the other."""
    play = Play(with_german_events())
    play.all_agree = False
    assert play.campaign.game.awaited(play.campaign.state) == {ALLIES, GERMANS}
    roster = {ALLIES: (Player(ANNA),), GERMANS: (Player(BERT),), REFEREE: (Player(CARLA),)}
    campaign = replace(play.campaign, roster=roster)
    assert DecideByDefault(seat=ALLIES).needed(campaign, Player(CARLA)) == {ALLIES, GERMANS}
    assert DecideByDefault(seat=ALLIES).needed(campaign, Player(BERT)) == {ALLIES}


def test_when_the_time_of_a_seat_is_over_any_player_goes_on_without_asking() -> None:
    play = timed()
    assert play.campaign.move_by(SOUTH) is not None
    assert "Decide by default for South" not in {offer.label for offer in play.campaign.open_offers()}
    play.wait(days=1, hours=23)
    assert [*overdue_moves(play.campaign.when(play.clock))] == []
    play.wait(hours=1)
    now = play.campaign.when(play.clock)
    assert "South" in str(next(iter(overdue_moves(now))))
    (offer,) = [each for each in now.open_offers() if each.label == "Decide by default for South"]
    assert not offer.minor
    assert now.find_offer(BERT, offer.key) == now.find_offer(ANNA, offer.key), "whoever is there"
    assert "The answer is: silence" in public(play.do(ANNA, DecideByDefault(seat=SOUTH)))
    assert play.campaign.move_by(SOUTH) == play.log[-1].at + timedelta(days=2), "its time runs anew"
    assert play.campaign.refold(play.log) == play.campaign


def test_before_its_time_is_over_a_seat_is_asked_as_ever() -> None:
    play = timed()
    label = "Decide by default for South"
    (offer,) = (each for each in play.campaign.offers(ANNA) if each.label == label)
    assert offer.minor
    assert label not in labels(play, BERT), "he can answer"
    told = public(play.do(ANNA, DecideByDefault(seat=SOUTH)))
    assert "<@1> asks South to answer." in told


def test_a_free_side_for_which_the_referee_acts_is_not_decided_for() -> None:
    game = all_games()["night-watch"]
    play = reserved(Play(game, founded(game, ANNA, NORTH)))
    play.do(ANNA, "call")
    assert play.campaign.awaited == {SOUTH}
    assert "Answer" in labels(play, ANNA)
    label = "Decide by default for South"
    assert label not in labels(play, ANNA)
    assert label not in {offer.label for offer in play.campaign.open_offers()}


def test_what_others_do_meanwhile_gives_a_seat_no_more_time() -> None:
    play = timed()
    by = play.campaign.move_by(SOUTH)
    play.wait(days=1)
    play.do(ANNA, "enter_score", score=3)
    assert play.campaign.move_by(SOUTH) == by


def test_nobody_sets_such_a_time_alone_and_a_log_of_before_has_none() -> None:
    play = night_watch()
    play.do(ANNA, SetPatience(answer=3, silence=14, move=1))
    assert play.campaign.patience.move == 0
    play.do(ANNA, "call")
    assert play.campaign.move_by(SOUTH) is None
    assert PatienceSet.model_validate({"type": "patience_set", "answer": 3, "silence": 14}).move == 0


def test_a_seat_that_has_acted_has_its_whole_time_for_what_is_asked_next() -> None:
    game = marne()
    play = Play(game, founded(game, ANNA, ALLIES))
    assert play.campaign.move_by(ALLIES) is None, "nothing is set yet"
    play.do(ANNA, SetPatience(answer=3, silence=14, move=2))
    play.wait(days=1)
    play.do(ANNA, "draw")
    assert play.campaign.game.awaited(play.campaign.state) == {ALLIES}
    assert play.campaign.move_by(ALLIES) == play.clock + timedelta(days=2)


def test_weekends_that_are_free_from_now_on_give_no_time_back() -> None:
    """It is Sunday noon, and the weekend has counted: now the rest of the day is free, and no more than that."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=8))
    play.do(ANNA, "call")
    play.wait(days=6)
    counted = play.campaign.move_by(SOUTH)
    midnight = play.clock.replace(hour=0, minute=0) + timedelta(days=1)
    play.do(ANNA, SetPatience(answer=3, silence=14, move=8, weekends=0))
    due = play.campaign.move_by(SOUTH)
    assert counted is not None
    assert due is not None
    assert timedelta(hours=11) < due - counted <= midnight - play.campaign.weekends[-1].since
    play.wait(days=1)
    play.do(ANNA, SetPatience(answer=3, silence=14, move=8))
    assert play.campaign.move_by(SOUTH) == due, "what was free stays free once weekends count again"
    saturday = play.clock + timedelta(days=5)
    assert not play.campaign.calendar.stands(saturday)


def test_whoever_must_agree_reads_all_that_would_change() -> None:
    play = night_watch()
    told = public(play.do(ANNA, SetPatience(answer=3, silence=14, move=1, bank=2, away=5, weekends=0)))
    assert told.splitlines()[:5] == [
        "<@1> wants 3 days to answer a request, and 14 days of silence before a seat can be taken over.",
        "Play would wait for an answer for 1 day.",
        "A side could keep phases open for 2 days in all.",
        "The table would wait 5 days a quarter for a player who has said that they are away.",
        "Weekends would be free (UTC).",
    ]
    told = public(play.do(ANNA, SetPatience(answer=1, silence=1, move=0, bank=0, away=0)))
    assert told.splitlines()[:2] == [
        "<@1> wants 1 day to answer a request, and 1 day of silence before a seat can be taken over.",
        "South must agree, or a referee who plays no side.",
    ]


@pytest.mark.parametrize(
    ("minutes", "said"),
    [(0, "UTC"), (60, "UTC+1"), (-300, "UTC−5"), (330, "UTC+5:30"), (-210, "UTC−3:30"), (65, "UTC+1:05")],
)
def test_a_zone_reads_as_its_hours_ahead(minutes: int, said: str) -> None:
    assert str(zone_of(minutes)) == said


def test_who_has_no_time_left_has_a_day_to_answer_and_what_is_planned_follows_the_default() -> None:
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(ANNA, "call")
    play.do(ANNA, MakePlan(stops=("Patrol", "Rest"), deeds=("Wave",)))
    play.campaign = replace(play.campaign, clocks={SOUTH: Clock(turn=99 * DAY)})
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    assert play.campaign.requests[0].until == play.clock + timedelta(days=1)
    play.wait(days=1)
    told = public(play.do(ANNA, Agree(to=play.campaign.requests[0].seq - 1)))
    assert "The answer is: silence" in told
    assert "North waves." in told


def test_of_two_sides_that_must_answer_the_one_that_was_not_asked_can_still_be(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(NightWatch, "due", lambda *_: dict.fromkeys((NORTH, SOUTH), Due(Line("Answer."), "both")))
    play = with_neutral_referee()
    defaults = {f"Decide by default for {seat}" for seat in (NORTH, SOUTH)}
    assert defaults <= labels(play, CARLA)
    play.campaign = replace(play.campaign, state=play.campaign.state.replace(called=SOUTH))
    play.do(CARLA, DecideByDefault(seat=SOUTH))
    assert play.campaign.requests
    assert defaults & labels(play, CARLA) == {"Decide by default for North"}
