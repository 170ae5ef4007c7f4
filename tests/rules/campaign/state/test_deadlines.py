"""What is running when the calendar changes has as much time left as before."""

from dataclasses import replace
from datetime import datetime, timedelta

from rules.campaign.life.ending import End
from rules.campaign.questions.questions import PutQuestion
from rules.campaign.seats.absence import SetPatience
from rules.campaign.seats.away import BeAway
from rules.campaign.state.calendar import Span
from rules.campaign.state.deadlines import moved
from tests.night_watch import NORTH, EnterScore
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch

DAY = timedelta(days=1)


def all_running(play: Play) -> list[datetime | None]:
    """The deadlines of a request, a correction, a question and a move."""
    now = play.campaign
    return [now.requests[0].until, now.contested[0].until, now.questions[0].until, now.move_by(NORTH)]


def asked() -> Play:
    """Anna has asked Bert for something and entered a score, and has put a question to both; she is on the move."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, move=4, away=14))
    play.all_agree = False
    play.do(ANNA, End())
    play.do(ANNA, EnterScore(score=3))
    play.do(ANNA, PutQuestion(question="Truce?"))
    return play


def paused(play: Play, days: int) -> Play:
    """The same with a pause from now on."""
    before = play.campaign.when(play.clock)
    span = Span(play.clock, play.clock + days * DAY)
    play.campaign = moved(before, replace(before, pauses=(span,)))
    return play


def test_all_that_can_be_answered_or_objected_to_moves() -> None:
    play = asked()
    before = all_running(play)
    assert all_running(paused(play, 5)) == [each + 5 * DAY for each in before if each]


def test_what_is_over_stays_over() -> None:
    play = asked()
    before = all_running(play)
    play.wait(days=9)
    assert all_running(paused(play, 5)) == before


def test_nobody_gains_time_by_calling_a_pause_on_and_off() -> None:
    play = asked()
    before = all_running(play)
    for _ in range(9):
        paused(play, 5)
        now = play.campaign
        play.campaign = moved(now, replace(now, pauses=()))
    assert all_running(play) == before


def test_of_several_who_are_asked_nobody_has_less_than_the_one_who_had_the_least() -> None:
    """Bert is away for the first five of the eight days: a pause of two takes none of his three."""
    play = night_watch()
    play.do(BERT, BeAway(until=play.clock + 5 * DAY))
    play.do(ANNA, PutQuestion(question="Truce?"))
    now = play.campaign
    (question,) = now.questions
    assert question.until is not None
    assert now.at is not None
    assert round((question.until - now.at) / DAY, 1) == 8
    after = moved(now, replace(now, pauses=(Span(now.at, now.at + 2 * DAY),)))
    assert [round((each.until - now.at) / DAY, 1) for each in after.questions if each.until] == [8]
