"""Questions: who may put one to whom, who is waited for, and how it goes away."""

from datetime import timedelta

import pytest

from rules.campaign.decider.waiting import called, tell_waits, waits
from rules.campaign.features.sealed_questions.answering import AnswerQuestion
from rules.campaign.features.sealed_questions.asking import PutQuestion, Questions, WithdrawQuestion
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.seating import Leave
from rules.campaign.state.wait import Wait
from rules.campaign.time.deadlines import in_time, overdue
from rules.campaign.time.deadlines import late as askers
from rules.errors import NotNow
from rules.game import Enquiry
from rules.line import Line
from tests.night_watch import NORTH, SOUTH
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, NOBODY, labels, night_watch, refused, with_neutral_referee

TRUCE = PutQuestion(question="Truce until *morning*?", options="Yes; No")


def put(question: PutQuestion = TRUCE, user: int = ANNA) -> Play:
    play = night_watch()
    play.do(user, question)
    return play


def test_an_option_has_up_to_100_characters() -> None:
    longest = "n" * 100
    (question,) = put(TRUCE.replace(options=f"Yes; {longest}")).campaign.of(Questions).open
    assert question.options == ("Yes", longest)


def test_where_nobody_holds_a_seat_there_is_nobody_to_ask() -> None:
    play = with_neutral_referee((ANNA, Leave(seat=NORTH)), (BERT, Leave(seat=SOUTH)))
    refused(play, NotNow, "Nobody holds a seat yet", CARLA, TRUCE)
    refused(play, NotNow, "Nobody holds a seat yet", CARLA, TRUCE.replace(seats="North"))


def test_three_questions_can_be_open() -> None:
    play = put()
    for number in (2, 3):
        play.do(BERT, TRUCE.replace(question=f"Truce {number}?"))
    refused(play, NotNow, "Three questions are open", ANNA, TRUCE)


def test_an_answer_counts_for_its_own_question() -> None:
    play = put()
    play.do(ANNA, TRUCE.replace(question="Another?"))
    play.do(BERT, AnswerQuestion(to=2, answer="no"))
    assert [{*each.answers} for each in play.campaign.of(Questions).open] == [{SOUTH}, set()]


def test_those_are_called_who_have_not_answered() -> None:
    play = put()
    standing = waits(play.campaign)
    assert {Wait(NORTH, 2), Wait(SOUTH, 2)} <= standing
    (line,) = map(str, tell_waits(play.campaign, frozenset({Wait(NORTH, 2), Wait(SOUTH, 2)}), ANNA))
    title = "Truce until \\*morning\\*?"
    assert line.startswith(f"<@{BERT}> (South), your answer is due <t:")
    assert line.endswith(f": <@{ANNA}> asks “{title}”.")
    play.do(BERT, AnswerQuestion(to=2, answer="no"))
    assert Wait(SOUTH, 2) not in waits(play.campaign)
    assert called(play.campaign, Wait(NORTH, 2)) == (ANNA,)


def test_an_overdue_question_calls_its_asker_only() -> None:
    play = put()
    play.do(BERT, AnswerQuestion(to=2, answer="no"))
    until = play.campaign.of(Questions).open[0].until
    assert until is not None
    assert [*overdue(play.campaign, 2)] == []
    late = play.campaign.when(until + timedelta(seconds=1))
    assert [*askers(play.campaign, {2})] == []
    assert [(player, str(said)) for player, said in askers(late, {2})] == [
        (ANNA, f"<@{ANNA}>: not all have answered in time.")
    ]
    assert [*map(str, overdue(late, 2))] == [
        f"Still to answer: <@{ANNA}> (North). “Truce until \\*morning\\*?”", "Any player can open the answers now."
    ]  # fmt: skip
    assert Wait(NORTH, 2) not in in_time(late, waits(late))


def test_a_question_is_withdrawn_by_its_public_number() -> None:
    play = night_watch((BERT, "note"), (ANNA, TRUCE), (ANNA, WithdrawQuestion(to=2)))
    assert play.campaign.of(Questions).open == ()
    play.do(ANNA, TRUCE)
    (question,) = play.campaign.of(Questions).open
    play.do(BERT, AnswerQuestion(to=question.number, answer="Yes"))
    refused(play, NotNow, "answered already", ANNA, WithdrawQuestion(to=question.number))


def test_answers_wait_for_the_absent_and_open_in_order() -> None:
    play = night_watch()
    play.do(ANNA, BeAway(until=play.clock + timedelta(days=5)))
    play.do(BERT, TRUCE.replace(seats="South, North"))
    to = play.campaign.seq
    until = play.campaign.of(Questions).open[0].until
    assert until is not None
    assert until - play.clock > timedelta(days=7)
    for user in (ANNA, BERT):
        told = public(play.do(user, AnswerQuestion(to=to, answer="Yes")))
    assert told.index("South answered") < told.index("North answered")


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Play:
    """A game that has both sides declare whether they are at peace."""
    truce = Enquiry(Line("Ask for a truce"), "Truce?", ("Yes", "No"), ((NORTH, SOUTH), (SOUTH, NORTH), (NORTH, SOUTH)))

    play = night_watch()
    monkeypatch.setattr(play.campaign.game, "enquiries", lambda _: (truce,))
    return play


def test_a_declaration_is_offered_beside_another_question(asking: Play) -> None:
    (offer,) = (each for each in asking.campaign.offers(BERT) if each.label == "Ask for a truce")
    assert [each.value for each in offer.of("seats")] == ["North, South", "South, North"], "each order once"
    before = offer.key
    asking.do(ANNA, "wave")
    (offer,) = (each for each in asking.campaign.offers(BERT) if each.label == "Ask for a truce")
    assert offer.key != before, "the moment is another"
    assert "Ask for a truce" not in labels(asking, NOBODY)
    for number in range(3):
        assert "Ask for a truce" in labels(asking, BERT)
        asking.do(ANNA, TRUCE.replace(question=f"Truce {number}?"))
    assert "Ask for a truce" not in labels(asking, BERT)
