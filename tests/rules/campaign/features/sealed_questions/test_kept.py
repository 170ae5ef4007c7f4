"""What a campaign keeps of questions: whom the table waits for, until when, and when they are dropped."""

from datetime import timedelta

from rules.campaign.decider.waiting import waits
from rules.campaign.features.sealed_questions.answering import AnswerQuestion
from rules.campaign.features.sealed_questions.asking import PutQuestion, Questions, Sealed
from rules.campaign.life.ending import End, Reopen
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from rules.campaign.state.wait import Wait
from rules.campaign.time.deadlines import in_time
from rules.secrets import Hidden
from tests.night_watch import NORTH, SOUTH
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, two_players


def test_a_sealed_answer_does_not_print() -> None:
    assert "Verdun" not in repr(Sealed(Hidden("Verdun"), Hidden("00ff")))


def test_question_is_dropped_when_the_campaign_ends() -> None:
    play = night_watch((ANNA, ChangeSettings(answer=5)))
    play.do(ANNA, PutQuestion(question="Who is first?", options="Anna; Bert"))
    play.do(ANNA, End())
    assert (len(play.campaign.requests), len(play.campaign.of(Questions).open)) == (2, 1)
    play.do(BERT, Agree(to=play.campaign.seq))
    assert play.campaign.is_ended
    assert waits(play.campaign) == frozenset()
    assert play.campaign.offers(BERT) == play.campaign.open_offers() == ()
    play.do(ANNA, Reopen())
    assert waits(play.campaign) == {Wait(NORTH, due="phase 1.0"), Wait(SOUTH, due="phase 1.0")}
    assert not [each for each in play.campaign.open_offers() if isinstance(each.command, Agree)]
    assert play.campaign.of(Questions).open == ()


def test_seat_that_has_answered_is_no_longer_awaited() -> None:
    play = two_players()
    play.do(ANNA, PutQuestion(question="Who is first?", options="Anna; Bert"))
    to = play.campaign.seq
    play.do(BERT, AnswerQuestion(to=to, answer="Anna"))
    assert {wait.seat for wait in waits(play.campaign) if wait.request} == {play.game.seats[0]}
    now = play.campaign.when(play.clock + timedelta(days=4))
    assert [wait for wait in in_time(now, waits(now)) if wait.request] == []


def test_answering_is_offered_after_requests_and_before_the_game() -> None:
    play = night_watch()
    play.all_agree = False
    play.do(BERT, "draw")
    play.do(ANNA, PutQuestion(question="Rain?", options="yes; no"))
    play.do(ANNA, "next_phase")
    open_ = [offer.label for offer in play.campaign.open_offers()]
    asked = [open_.index(each) for each in ("Done", "Wait", "Answer: Rain?", "Next turn")]
    assert asked == sorted(asked), open_
