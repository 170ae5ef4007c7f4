"""The time to answer stands still for who is away, and for all in a pause."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.away import BeAway, ComeBack, Pause, Resume
from rules.campaign.time.deadlines import GoOnWithout
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.powers import FRANCE, GERMANY
from rules.seat import Player
from tests.night_watch import SOUTH
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, night_watch, refused, reserved
from tests.rules.games.gathering_storm.harness import USERS, Storm


def days_left(play: Play, until: datetime | None) -> int:
    """The days until a time, to the nearest; each command takes a minute."""
    assert until is not None
    return round((until - play.clock) / timedelta(days=1))


def called() -> Play:
    """Bert must answer a call within three days."""
    return night_watch((ANNA, "call"))


@pytest.mark.parametrize(("days", "still"), [(9, 9), (40, 30)])
def test_absence_stops_the_clock_for_thirty_days_at_most(days: int, still: int) -> None:
    play = called()
    play.wait(days=1)
    told = public(play.do(BERT, BeAway(until=play.clock + timedelta(days=days))))
    assert ("stands still until then." in told) is (days == still), "a day is named once"
    assert days_left(play, play.campaign.move_by(SOUTH)) == still + 2
    play.wait(days=still + 2)
    play.do(ANNA, GoOnWithout(seat=SOUTH))


def test_a_returning_player_has_the_time_left() -> None:
    play = called()
    play.wait(days=1)
    play.do(BERT, BeAway(until=play.clock + timedelta(days=9)))
    play.wait(days=4)
    assert public(play.do(BERT, ComeBack())) == "<@2> is back."
    assert days_left(play, play.campaign.move_by(SOUTH)) == 2
    refused(play, NotNow, "You are not away", BERT, ComeBack())


def test_once_the_last_is_back_all_have_the_days_that_are_left() -> None:
    """A request that waited for one who is away does not go on waiting as long for the others."""
    play = reserved(Storm())
    play.do(USERS[FRANCE], BeAway(until=play.clock + timedelta(days=9)))
    play.do(USERS[GERMANY], End())
    play.wait(days=2)
    assert days_left(play, play.campaign.requests[0].until) == 10
    play.do(USERS[FRANCE], ComeBack())
    assert days_left(play, play.campaign.requests[0].until) == 3


def test_who_goes_away_too_late_is_waited_for_no_longer() -> None:
    play = night_watch((ANNA, End()))
    play.wait(days=4)
    play.do(BERT, BeAway(until=play.clock + timedelta(days=9)))
    play.do(ANNA, Agree(to=2))
    assert play.campaign.is_ended


def test_who_puts_off_their_return_is_away_until_the_new_day() -> None:
    play = night_watch()
    for days in (3, 9):
        play.do(BERT, BeAway(until=play.clock + timedelta(days=days)))
    assert days_left(play, play.campaign.away_until(BERT)) == 9


def test_nobody_is_away_any_more_on_the_day_of_their_return() -> None:
    play = night_watch()
    back = play.clock + timedelta(days=3)
    play.do(BERT, BeAway(until=back))
    assert play.campaign.when(back - timedelta(minutes=1)).away_until(BERT) == back
    assert play.campaign.when(back).away_until(BERT) is None
    play.wait(days=3)
    refused(play, NotNow, "You are not away", BERT, ComeBack())


def test_a_shared_seat_waits_for_the_first_who_is_back() -> None:
    play = called()
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, SOUTH: (Player(BERT), Player(CARLA))})
    for user, days in ((BERT, 20), (CARLA, 9)):
        assert play.campaign.stands_still(SOUTH) is None, "one of them is there"
        play.do(user, BeAway(until=play.clock + timedelta(days=days)))
    assert days_left(play, play.campaign.stands_still(SOUTH)) == 9


def test_requests_during_an_absence_are_due_after_it() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=play.clock + timedelta(days=9)))
    play.do(ANNA, ChangeSettings(answer=5))
    assert days_left(play, play.campaign.requests[0].until) == 12


def test_a_pause_that_all_agree_on_stops_the_time_of_all() -> None:
    play = called()
    pause = Pause(until=play.clock + timedelta(days=20))
    play.do(ANNA, pause)
    assert play.campaign.pause is None
    play.do(BERT, Agree(to=play.campaign.seq))
    assert days_left(play, play.campaign.move_by(SOUTH)) == 23
    play.wait(days=5)
    play.do(BERT, Resume())
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert days_left(play, play.campaign.move_by(SOUTH)) == 3
    assert play.campaign.refold(play.log) == play.campaign


def test_silence_starts_no_pause() -> None:
    play = night_watch()
    play.do(ANNA, Pause(until=play.clock + timedelta(days=20)))
    play.wait(days=4)
    refused(play, NotNow, "time to answer is over", ANNA, Agree(to=play.campaign.seq))
    refused(play, NotNow, "There is no pause", ANNA, Resume())


def test_days_that_have_begun_or_lie_too_far_ahead_are_refused() -> None:
    play = night_watch()
    refused(play, NotNow, "begun already", BERT, BeAway(until=play.clock))
    refused(play, NotNow, "begun already", BERT, Pause(until=play.clock))
    refused(play, NotThere, "two years", BERT, Pause(until=play.clock + timedelta(days=800)))
