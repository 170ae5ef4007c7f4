"""A pause: agreed to by all, it stops every clock until a day and nobody's hand."""

from datetime import datetime, timedelta

from bot.messages.campaign_texts import panel_lines, status
from rules.campaign.life.ending import End
from rules.campaign.life.pausing import LONGEST, Pause, Paused, Resume, Resumed, standing_still
from rules.campaign.life.trash import Trash
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.state.calendar import Span
from rules.errors import NotNow, NotSeated, NotThere
from tests.night_watch import SOUTH, Answer, NextPhase
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, night_watch, refused, with_neutral_referee


def in_days(play: Play, days: float) -> datetime:
    """The time in some days, as the next command is given."""
    return play.clock + timedelta(days=days, minutes=1)


def pause(play: Play, days: float, after: float | None = None) -> str:
    """Anna asks for a pause and Bert agrees."""
    since = None if after is None else in_days(play, after)
    play.do(ANNA, Pause(until=in_days(play, days), since=since))
    return public(play.do(BERT, Agree(to=play.campaign.seq)))


def said(play: Play) -> str:
    """What status and panel say now."""
    now = play.campaign.when(play.clock)
    return "\n".join(map(str, (*status(now), *panel_lines(now))))


def test_a_pause_needs_all_and_is_told() -> None:
    play = night_watch()
    since, until = in_days(play, 2), in_days(play, 9)
    days = f"from <t:{int(since.timestamp())}:D> until <t:{int(until.timestamp())}:D>"
    told = public(play.do(ANNA, Pause(since=since, until=until)))
    assert told.startswith(f"<@1> asks for a pause {days}: all clocks would stand still.\nSouth must agree, or")
    assert not play.campaign.pauses
    told = public(play.do(BERT, Agree(to=play.campaign.seq)))
    assert f"All clocks stand still {days}.\n" in told
    play.wait(days=3)
    assert said(play).count("All clocks stand still until") == 2


def test_once_the_campaign_has_ended_no_pause_is_told() -> None:
    play = night_watch()
    pause(play, 30)
    assert [*standing_still(play.campaign)]
    play.all_agree = True
    play.do(ANNA, End())
    assert [*standing_still(play.campaign)] == []


def test_one_no_is_enough_and_silence_is_no_yes() -> None:
    play = night_watch()
    play.do(ANNA, Pause(until=in_days(play, 90)))
    play.do(BERT, Decline(to=play.campaign.seq))
    play.do(ANNA, Pause(until=in_days(play, 90)))
    to = play.campaign.seq
    play.wait(days=40)
    refused(play, NotNow, "not done", ANNA, Agree(to=to))
    assert not play.campaign.pauses


def test_no_clock_runs_in_it_and_it_ends_by_itself() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=7))
    play.all_agree = False
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, Decline(to=play.campaign.seq))
    play.do(ANNA, Trash())
    pause(play, 30)
    left = play.campaign.time_left(SOUTH)
    asked = play.campaign.requests[0].until
    assert asked is not None
    play.wait(days=29)
    now = play.campaign.when(play.clock)
    assert (now.is_silent(SOUTH), now.time_left(SOUTH)) == (False, left)
    assert asked - play.clock > timedelta(days=2, hours=23)
    play.wait(days=2)
    assert "All clocks stand still" not in said(play)
    after = play.campaign.when(play.clock).time_left(SOUTH)
    assert after is not None
    assert left is not None
    assert after < left


def test_who_wants_to_plays_on_and_what_waits_can_wait() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=1))
    play.all_agree = False
    pause(play, 30)
    play.do(ANNA, "call")
    play.wait(days=29)
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    assert play.campaign.requests, "Bert is asked: his time has not begun"
    assert not play.campaign.is_silent(SOUTH)
    play.do(BERT, Answer())
    assert play.campaign.state.called is None


def test_holidays_are_a_pause_that_begins_later() -> None:
    play = night_watch()
    pause(play, 20, after=10)
    play.do(ANNA, Trash())
    assert play.campaign.requests[0].until == play.clock + timedelta(days=3)
    assert "All clocks stand still from" in said(play)
    play.wait(days=9)
    play.do(BERT, Trash())
    assert play.campaign.requests[-1].until == play.clock + timedelta(days=13)


def test_who_asked_for_it_cannot_end_it_alone() -> None:
    """The others may have gone on holiday because of it."""
    play = night_watch()
    pause(play, 30)
    play.wait(days=10)
    assert public(play.do(ANNA, Resume())).startswith("<@1> asks to end the pause.\nSouth must agree, or a referee")
    play.wait(days=15)
    assert play.campaign.pauses[0].until > play.clock
    to = play.campaign.seq
    assert "is over" in public(play.do(BERT, Agree(to=to)))
    assert "All clocks stand still" not in said(play)
    play.do(ANNA, Trash())
    assert play.campaign.requests[0].until == play.clock + timedelta(days=3)


def test_silence_ends_no_pause() -> None:
    """Nor does it call the next one off."""
    play = night_watch()
    pause(play, 60, after=40)
    pause(play, 3)
    play.do(ANNA, Resume())
    to = play.campaign.seq
    play.wait(days=25)
    assert play.campaign.when(play.clock).is_silent(SOUTH)
    refused(play, NotNow, "not done", ANNA, Agree(to=to))


def test_one_that_has_not_begun_is_called_off() -> None:
    play = night_watch()
    pause(play, 20, after=10)
    play.do(BERT, Resume())
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert not play.campaign.pauses
    refused(play, NotNow, "no pause", BERT, Resume())


def test_a_referee_who_plays_no_side_decides_it() -> None:
    play = with_neutral_referee()
    play.do(3, Pause(until=in_days(play, 5)))
    assert play.campaign.pauses
    play.do(3, Resume())
    assert play.campaign.pause is None


def test_what_cannot_be_a_pause() -> None:
    play = night_watch()
    refused(play, NotSeated, "seat", NOBODY, Pause(until=in_days(play, 5)))
    refused(play, NotNow, "has begun already", ANNA, Pause(until=play.clock))
    refused(play, NotThere, "two years", ANNA, Pause(until=in_days(play, 800)))
    refused(play, NotThere, "after it has begun", ANNA, Pause(until=in_days(play, 5), since=in_days(play, 6)))
    pause(play, 9)
    refused(play, NotNow, "until then already", ANNA, Pause(until=in_days(play, 8)))


def test_pauses_come_out_of_the_log() -> None:
    play = night_watch()
    play.do(ANNA, Trash())
    pause(play, 9)
    play.wait(days=2)
    play.do(ANNA, Resume())
    play.do(BERT, Agree(to=play.campaign.seq))
    pause(play, 9, after=4)
    again = play.campaign.refold(play.log)
    assert (again.pauses, again.requests) == (play.campaign.pauses, play.campaign.requests)
    assert len(again.pauses) == 2


def test_a_pause_has_its_days_to_the_edge_and_not_past_it() -> None:
    play = night_watch()
    now = in_days(play, 0)
    refused(play, NotThere, "ends after it has begun", ANNA, Pause(until=in_days(play, 5), since=in_days(play, 5)))
    past = Pause(until=now + LONGEST + timedelta(seconds=1))
    refused(play, NotThere, "more than two years ahead", ANNA, past)
    play.do(ANNA, Pause(until=now + LONGEST))
    play.do(BERT, Agree(to=play.campaign.seq))
    refused(play, NotNow, "pauses until then already", BERT, Pause(until=now + LONGEST))


def test_a_pause_that_should_have_begun_before_begins_now() -> None:
    play = night_watch()
    pause(play, 9, after=-5)
    (span,) = play.campaign.pauses
    assert span.since == play.clock


def test_a_request_whose_time_is_over_in_vain_has_no_buttons() -> None:
    play = night_watch()
    play.do(ANNA, Pause(until=in_days(play, 90)))
    assert any("Agree" in offer.label for offer in play.campaign.offers(BERT))
    play.wait(days=40)
    assert not any("Agree" in offer.label for offer in play.campaign.when(play.clock).offers(BERT))


def test_pauses_that_meet_are_one_and_those_who_were_asked_lose_no_time_by_its_end() -> None:
    play = night_watch()
    pause(play, 30, after=20)
    play.do(ANNA, Trash())
    asked = play.campaign.requests[0].until
    now = play.campaign.at
    assert asked is not None
    assert now is not None
    until = play.campaign.pauses[0].until
    begun = Paused(since=now, until=until).apply(play.campaign)
    assert begun.requests[0].until == asked + (until - now), "so much later as the clocks stand still"
    ended = Resumed(since=now, until=until).apply(begun)
    assert (begun.pauses, ended.pauses) == ((Span(now, until),), ())
    assert ended.requests[0].until == asked


def test_a_pause_that_was_made_longer_is_ended_whole() -> None:
    play = night_watch()
    pause(play, 10)
    play.wait(days=6)
    pause(play, 20)
    pause(play, 49, after=40)
    assert len(play.campaign.pauses) == 2
    play.wait(days=1)
    play.all_agree = True
    told = public(play.do(ANNA, Resume()))
    assert "Clocks go on" in told
    assert play.campaign.pause == play.campaign.pauses[-1], "the holidays to come stand"
    assert not play.campaign.calendar.stands(play.clock)


def test_two_years_count_from_now_and_a_stranger_ends_no_pause() -> None:
    play = night_watch()
    late = Pause(since=in_days(play, 400), until=in_days(play, 800))
    refused(play, NotThere, "more than two years ahead", ANNA, late)
    pause(play, 30)
    refused(play, NotSeated, "seat", NOBODY, Resume())


def test_the_request_to_end_a_pause_is_open_as_long_as_the_pause() -> None:
    play = night_watch()
    pause(play, 30)
    play.do(ANNA, Resume())
    assert play.campaign.requests[0].until == play.campaign.pauses[0].until


def test_each_time_in_which_clocks_stand_still_is_told_once() -> None:
    play = night_watch()
    pause(play, 30)
    pause(play, 60, after=40)
    told = [*map(str, standing_still(play.campaign))]
    assert len(told) == 2
    assert "stand still until" in told[0]
    assert "stand still from" in told[1]


def test_a_free_weekend_is_told_while_it_lasts() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=7, weekends=0))
    saturday = play.clock + timedelta(days=(5 - play.clock.weekday()) % 7)
    noon = saturday.replace(hour=12, minute=0)
    assert [*map(str, standing_still(play.campaign.when(noon)))] == [
        f"All clocks stand still until <t:{int((noon + timedelta(days=1, hours=12)).timestamp())}:D>."
    ]
    assert [*standing_still(play.campaign.when(noon + timedelta(days=2)))] == []
