"""Absence that a player announces: it is told, and for some days a quarter nothing is late that waits for them."""

import re
from datetime import datetime, timedelta

import pytest

from bot.messages.campaign_texts import status
from rules.campaign.life.ending import End
from rules.campaign.life.forgetting import Forget
from rules.campaign.life.pausing import Pause
from rules.campaign.questions.requests import Agree, Decline, overdue
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.away import BeAway, ComeBack
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.seats.stand_ins import NameStandIn
from rules.errors import NotNow, NotSeated, Unsure
from rules.seat import REFEREE
from tests.night_watch import NORTH, SOUTH, NextPhase
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, night_watch, refused, with_neutral_referee


def in_days(play: Play, days: int) -> datetime:
    """The time in some days, as the next command is given."""
    return play.clock + timedelta(days=days, minutes=1)


def until_of(play: Play) -> datetime:
    """When the time to answer the only request ends."""
    (request,) = play.campaign.requests
    assert request.until is not None
    return request.until


def still_for(play: Play) -> timedelta:
    """For how long the clock of the South stands still from now on."""
    at = play.campaign.at
    assert at is not None
    return play.campaign.runs_until(at, timedelta(seconds=1), SOUTH) - at - timedelta(seconds=1)


def named_away(told: str) -> list[int]:
    """Of whom it is told until when they are away."""
    return [int(user) for user in re.findall(r"<@(\d)> is away until <t:", told)]


def test_an_absence_is_told_and_shown() -> None:
    play = night_watch()
    told = public(play.do(BERT, BeAway(until=in_days(play, 5))))
    assert "<@2> is away until <t:" in told
    assert "Their clock stands still until then." in told
    assert "<@2> is away until" in "\n".join(map(str, status(play.campaign)))
    refused(play, NotNow, "You are not away", ANNA, ComeBack())
    assert "<@2> is back." in public(play.do(BERT, ComeBack()))
    assert "is away" not in "\n".join(map(str, status(play.campaign)))


def test_an_absence_that_is_over_stays_as_it_was_when_its_player_or_another_goes_away() -> None:
    play = night_watch()
    first = in_days(play, 2)
    play.do(BERT, BeAway(until=first))
    play.wait(days=4)
    play.do(ANNA, BeAway(until=in_days(play, 9)))
    before = play.campaign.absences
    play.do(BERT, BeAway(until=in_days(play, 3)))
    assert play.campaign.absences[:2] == before
    assert [each.until for each in before][:1] == [first]
    assert [each.player for each in play.campaign.absences] == [BERT, ANNA, BERT]
    play.do(BERT, ComeBack())
    assert play.campaign.absences[:2] == before
    assert play.campaign.absences[2].until == play.campaign.at


def test_of_several_who_must_agree_the_last_has_time_after_they_are_back() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=in_days(play, 5)))
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(CARLA, Join(seat=REFEREE))
    assert play.campaign.requests[0].needed == {NORTH, SOUTH}
    assert until_of(play) - play.clock > timedelta(days=7)


def test_a_request_waits_for_the_absent_within_the_budget() -> None:
    play = night_watch()
    play.do(ANNA, End())
    first = until_of(play)
    play.do(BERT, BeAway(until=in_days(play, 5)))
    assert until_of(play) == first + timedelta(days=5)
    play.do(BERT, ComeBack())
    assert until_of(play) == first + timedelta(minutes=1)


def test_the_budget_is_for_a_quarter_and_cannot_be_had_twice() -> None:
    play = night_watch()
    told = public(play.do(BERT, BeAway(until=in_days(play, 36))))
    assert "Then deadlines count again." in told
    assert still_for(play) == timedelta(days=14)
    play.wait(days=10)
    play.do(BERT, ComeBack())
    play.do(BERT, BeAway(until=in_days(play, 30)))
    assert timedelta(days=3) < still_for(play) <= timedelta(days=4)
    play.wait(days=100)
    play.do(BERT, BeAway(until=in_days(play, 30)))
    assert still_for(play) == timedelta(days=14)


def test_a_new_request_gives_the_absent_their_days_after_they_are_back() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=in_days(play, 5)))
    play.wait(days=2)
    play.do(ANNA, End())
    assert until_of(play) - play.clock == timedelta(days=6) - timedelta(minutes=1)
    play.wait(days=4)
    assert not [*overdue(play.campaign.when(play.clock), play.campaign.seq)]


def test_what_play_waits_for_waits_for_the_absent() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=7))
    play.all_agree = False
    play.do(ANNA, "call")
    play.do(BERT, BeAway(until=in_days(play, 10)))
    play.wait(days=8)
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    assert play.campaign.requests, "Bert is asked"
    play.wait(days=9)
    play.is_sure = False
    play.do(BERT, BeAway(until=in_days(play, 40)))
    refused(play, Unsure, "<@2> is away until", ANNA, DecideByDefault(seat=SOUTH))


def test_no_deadline_to_move_changes_with_who_plays_a_side() -> None:
    """Neither for whoever comes to sit beside the absent, nor for the others once somebody leaves or is forgotten."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=60, move=3, away=14))
    play.all_agree = False
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    play.do(ANNA, "call")
    until = play.clock + timedelta(days=10)
    play.do(BERT, BeAway(until=until))
    play.do(BERT, NameStandIn(player=CARLA, until=until))
    by = play.campaign.move_by(SOUTH)
    assert by is not None
    assert by > until
    play.wait(days=5)
    for user, command in ((CARLA, Join(seat=SOUTH)), (CARLA, Leave(seat=SOUTH)), (CARLA, Join(seat=SOUTH))):
        play.do(user, command)
        assert play.campaign.move_by(SOUTH) == by
    play.do(BERT, Forget())
    assert play.campaign.move_by(SOUTH) == by


def test_of_players_who_share_a_side_everybody_who_is_away_is_named() -> None:
    play = night_watch()
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(ANNA, End())
    to = play.campaign.seq
    for user, days in ((BERT, 20), (CARLA, 30)):
        play.do(user, BeAway(until=in_days(play, days)))
    assert named_away("\n".join(map(str, status(play.campaign)))) == [BERT, CARLA]
    play.wait(days=19)
    play.is_sure = False
    with pytest.raises(Unsure) as asked:
        play.do(ANNA, Agree(to=to))
    assert named_away(str(asked.value)) == [BERT, CARLA]
    play.do(BERT, ComeBack())
    assert named_away("\n".join(map(str, status(play.campaign)))) == [CARLA]


def test_nobody_is_silent_who_said_that_they_are_away() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=in_days(play, 14)))
    play.wait(days=20)
    now = play.campaign.when(play.clock)
    assert (now.is_silent(NORTH), now.is_silent(SOUTH)) == (True, False)


def test_a_referee_who_plays_no_side_keeps_the_office_while_they_are_away() -> None:
    play = with_neutral_referee()
    (referee,) = play.campaign.roster[REFEREE]
    told = public(play.do(referee, BeAway(until=in_days(play, 30))))
    assert f"{referee} is away until <t:" in told
    play.wait(days=20)
    refused(play, NotNow, "This campaign has a referee", NOBODY, Join(seat=REFEREE))
    play.wait(days=8)
    play.all_agree = True
    play.do(NOBODY, Join(seat=REFEREE))
    assert play.campaign.roster[REFEREE] == (NOBODY,), "the table's days are used up"


def test_the_clock_of_the_absent_does_not_run() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, Decline(to=play.campaign.seq))
    play.do(BERT, BeAway(until=in_days(play, 10)))
    before = play.campaign.time_left(SOUTH)
    play.wait(days=10)
    assert play.campaign.when(play.clock).time_left(SOUTH) == before


def test_who_shares_a_seat_plays_on_alone() -> None:
    play = night_watch()
    play.do(ANNA, End())
    first = until_of(play)
    play.do(ANNA, BeAway(until=in_days(play, 5)))
    assert until_of(play) == first, "it is Bert who is asked"


def test_a_table_without_a_budget_waits_for_nobody() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, away=0))
    play.all_agree = False
    play.do(BERT, BeAway(until=in_days(play, 5)))
    assert play.campaign.away_until(BERT)
    assert not still_for(play)


def test_going_on_without_who_said_that_they_are_away_asks_and_says_until_when() -> None:
    play = night_watch()
    play.do(ANNA, End())
    to = play.campaign.seq
    play.do(BERT, BeAway(until=in_days(play, 40)))
    play.wait(days=18)
    play.is_sure = False
    refused(play, Unsure, "<@2> is away until", ANNA, Agree(to=to))


def test_who_names_another_day_is_away_until_that_alone() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=in_days(play, 9)))
    sooner = in_days(play, 2)
    play.do(BERT, BeAway(until=sooner))
    assert play.campaign.away_until(BERT) == sooner


def test_who_can_say_it() -> None:
    play = night_watch()
    refused(play, NotSeated, "You hold no seat", NOBODY, BeAway(until=in_days(play, 5)))
    refused(play, NotNow, "That day has begun", BERT, BeAway(until=play.clock))
    refused(play, NotNow, "You are not away", BERT, ComeBack())


def test_absences_come_out_of_the_log() -> None:
    play = night_watch()
    play.do(ANNA, End())
    play.do(BERT, BeAway(until=in_days(play, 5)))
    again = play.campaign.refold(play.log)
    assert (again.absences, again.requests) == (play.campaign.absences, play.campaign.requests)


@pytest.mark.parametrize(("begins", "stands"), [(0, 14), (12, 19)])
def test_the_days_in_which_the_whole_table_pauses_are_not_those_of_the_absent(begins: int, stands: int) -> None:
    """Nor are those of a pause that is still to come, which makes the absence last longer."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, Pause(since=in_days(play, begins), until=in_days(play, begins + 5)))
    play.wait(days=7)
    play.do(BERT, BeAway(until=in_days(play, 30)))
    assert round(still_for(play) / timedelta(days=1), 1) == stands


def test_who_has_used_more_than_the_table_gives_by_now_is_waited_for_no_more() -> None:
    play = night_watch()
    play.do(BERT, BeAway(until=in_days(play, 10)))
    play.wait(days=10)
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, away=5))
    play.do(BERT, BeAway(until=in_days(play, 5)))
    assert set(play.campaign.absences[-1].still) == {play.clock}
