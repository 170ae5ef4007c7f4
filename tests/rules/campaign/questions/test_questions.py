"""Questions: who may put one to whom, who is waited for, and how it goes away."""

from datetime import timedelta
from typing import Any

import pytest

from rules.campaign.decider.waiting import called, in_time, tell_waits, waits
from rules.campaign.decider.waiting import late as askers
from rules.campaign.life.ending import End
from rules.campaign.questions.answering import AnswerQuestion
from rules.campaign.questions.orders import GiveOrder
from rules.campaign.questions.questions import PutQuestion, WithdrawQuestion, overdue, unanswered
from rules.campaign.seats.away import BeAway
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.wait import Wait
from rules.errors import NotNow, NotThere, NotYours
from rules.game import Enquiry
from rules.line import Line
from rules.order import Order
from rules.seat import Seat
from tests.high_card import BLUE, RED
from tests.night_watch import NORTH, SOUTH, NightWatch
from tests.play import Play, public
from tests.rules.campaign.helpers import (
    ANNA,
    BERT,
    CARLA,
    DORA,
    NOBODY,
    labels,
    night_watch,
    refused,
    two_players,
    with_neutral_referee,
)

TRUCE = PutQuestion(question="Truce until *morning*?", options="Yes; No")


def put(question: PutQuestion = TRUCE, user: int = ANNA) -> Play:
    play = night_watch()
    play.do(user, question)
    return play


def test_all_seat_holders_are_asked_and_read_the_choices() -> None:
    told = public(put().campaign.tell(put().log[-1]))
    assert told.startswith(f"<@{ANNA}> asks North, South: “Truce until \\*morning\\*?”\nTo choose from: Yes · No\n")
    assert "Any player can open them without the missing ones" in told
    assert len(told.split()) <= 45


def test_some_can_be_asked_by_their_names() -> None:
    (question,) = put(TRUCE.replace(seats="south ,")).campaign.questions
    assert question.seats == (SOUTH,)
    (question,) = put(TRUCE.replace(seats="south, North")).campaign.questions
    assert question.seats == (SOUTH, NORTH), "in the order in which they are named"


def test_an_option_has_up_to_100_characters() -> None:
    longest = "n" * 100
    (question,) = put(TRUCE.replace(options=f"Yes; {longest}")).campaign.questions
    assert question.options == ("Yes", longest)


def test_overdue_questions_are_told_one_by_one() -> None:
    play = put()
    first = play.campaign.seq
    play.do(BERT, PutQuestion(question="Play on Sunday?", options="Yes; No"))
    play.wait(days=30)
    late = play.campaign.when(play.clock)
    for entry, title in ((first, "Truce"), (first + 1, "Sunday")):
        said, rest = map(str, overdue(late, entry))
        assert title in said
        assert rest == "Any player can open the answers now."


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"options": "Yes"}, "List 2 to 10 options"),
        ({"options": ";".join(map(str, range(11)))}, "List 2 to 10 options"),
        ({"options": "Yes; yes "}, "Two of the options are the same"),
        ({"options": f"Yes; {'n' * 101}"}, "at most 100 characters"),
        ({"seats": "East"}, "Those held are North, South"),
        ({"question": " \u202e "}, "The question is empty"),
    ],
)
def test_impossible_questions_are_refused(fields: dict[str, Any], said: str) -> None:
    refused(night_watch(), NotThere, said, ANNA, TRUCE.replace(**fields))


def test_a_stranger_asks_nothing_and_a_neutral_referee_may() -> None:
    refused(night_watch(), NotYours, "hold no seat", NOBODY, TRUCE)
    play = with_neutral_referee()
    play.do(CARLA, TRUCE)
    assert play.campaign.questions[0].seats == (NORTH, SOUTH)
    refused(play, NotYours, "can answer this", CARLA, AnswerQuestion(to=play.campaign.seq, answer="Yes"))


def test_where_nobody_holds_a_seat_there_is_nobody_to_ask() -> None:
    play = with_neutral_referee()
    play.do(ANNA, Leave(seat=NORTH))
    play.do(BERT, Leave(seat=SOUTH))
    refused(play, NotNow, "Nobody holds a seat yet", CARLA, TRUCE)
    refused(play, NotNow, "Nobody holds a seat yet", CARLA, TRUCE.replace(seats="North"))


def test_three_questions_can_be_open() -> None:
    play = put()
    for number in (2, 3):
        play.do(BERT, TRUCE.replace(question=f"Truce {number}?"))
    refused(play, NotNow, "Three questions are open", ANNA, TRUCE)


def test_no_two_open_questions_read_the_same() -> None:
    """Nobody answers one of them for the other."""
    refused(put(), NotNow, "open already", BERT, TRUCE.replace(question=" truce until *MORNING*? ", options=""))


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
    until = play.campaign.questions[0].until
    assert until is not None
    assert [*overdue(play.campaign, 2)] == []
    late = play.campaign.when(until + timedelta(seconds=1))
    assert [*askers(play.campaign, {2})] == []
    assert [(player, str(said)) for player, said in askers(late, {2})] == [
        (ANNA, f"<@{ANNA}>: your question “Truce until \\*morning\\*?” was not answered by all in time.")
    ]
    assert [*map(str, overdue(late, 2))] == [
        f"Still to answer: <@{ANNA}> (North). “Truce until \\*morning\\*?”", "Any player can open the answers now."
    ]  # fmt: skip
    assert Wait(NORTH, 2) not in in_time(late, waits(late))


def test_only_the_asker_withdraws_before_any_answer() -> None:
    play = put()
    assert "Withdraw: Truce until *morning*?" in labels(play, ANNA)
    assert not any(label.startswith("Withdraw") for label in labels(play, BERT))
    refused(play, NotYours, "who asked", BERT, WithdrawQuestion(to=2))
    play.do(BERT, AnswerQuestion(to=2, answer="No"))
    refused(play, NotNow, "has answered already", ANNA, WithdrawQuestion(to=2))
    play = put()
    play.do(ANNA, WithdrawQuestion(to=2))
    assert play.campaign.questions == ()
    refused(play, NotNow, "no longer open", BERT, AnswerQuestion(to=2, answer="No"))


def test_a_free_seat_need_not_answer_and_its_next_player_may() -> None:
    play = two_players()
    play.do(ANNA, TRUCE)
    seq = play.campaign.seq
    play.do(BERT, Leave(seat=BLUE))
    assert unanswered(play.campaign, play.campaign.questions[0]) == {RED}
    play.do(DORA, Join(seat=BLUE))
    assert unanswered(play.campaign, play.campaign.questions[0]) == {RED, BLUE}
    play.do(DORA, AnswerQuestion(to=seq, answer="Yes"))
    play.do(ANNA, AnswerQuestion(to=seq, answer="Yes"))
    assert play.campaign.questions == ()


def test_questions_end_with_the_campaign() -> None:
    play = put()
    play.all_agree = True
    play.do(ANNA, End())
    assert play.campaign.questions == ()


def test_each_answer_counts_for_one_question() -> None:
    play = put()
    first = play.campaign.seq
    play.do(BERT, PutQuestion(question="Sunday?", options="Yes; No"))
    assert not play.campaign.has_begun
    play.do(BERT, AnswerQuestion(to=first, answer="No"))
    assert play.campaign.has_begun
    assert [{*each.answers} for each in play.campaign.questions] == [{SOUTH}, set()]
    play.do(ANNA, Leave(seat=NORTH))
    (late, _) = map(str, overdue(play.campaign.when(play.clock + timedelta(days=9)), first))
    assert late.startswith("Still to answer: North (free). ")


def test_a_question_is_withdrawn_by_its_public_number() -> None:
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, TRUCE)
    play.do(ANNA, WithdrawQuestion(to=2))
    assert play.campaign.questions == ()


def test_answers_wait_for_the_absent_and_open_in_order() -> None:
    play = night_watch()
    play.do(ANNA, BeAway(until=play.clock + timedelta(days=5)))
    play.do(BERT, TRUCE.replace(seats="South, North"))
    to = play.campaign.seq
    until = play.campaign.questions[0].until
    assert until is not None
    assert until - play.clock > timedelta(days=7)
    for user in (ANNA, BERT):
        told = public(play.do(user, AnswerQuestion(to=to, answer="Yes")))
    assert told.index("South answered") < told.index("North answered")


SILENT = GiveOrder(when="any", do="silence")


@pytest.fixture
def asking(monkeypatch: pytest.MonkeyPatch) -> Play:
    """A game that has both sides declare whether they are at peace: who always stays silent has said yes."""
    truce = Enquiry(Line("Ask for a truce"), "Truce?", ("Yes", "No"), ((NORTH, SOUTH), (SOUTH, NORTH), (NORTH, SOUTH)))

    def declared(_: NightWatch, __: Any, ___: Seat, orders: tuple[Order, ...]) -> str | None:
        return "Yes" if any(each.do == "silence" for each in orders) else None

    monkeypatch.setattr(NightWatch, "enquiries", lambda *_: (truce,))
    monkeypatch.setattr(NightWatch, "declared", declared)
    return night_watch()


def test_ordered_declarations_open_at_once_sealed(asking: Play) -> None:
    for user in (ANNA, BERT):
        asking.do(user, SILENT)
    told = public(asking.do(ANNA, TRUCE.replace(seats="South, North")))
    assert [line for line in told.splitlines() if line.endswith("answered **Yes**.")] == [
        "South answered **Yes**.", "North answered **Yes**."
    ]  # fmt: skip
    assert "stay secret" not in told
    opened = asking.log[-1].events[-1]
    assert len({each.salt for each in opened.answers}) == 2  # type: ignore[attr-defined]
    assert asking.campaign.questions == ()
    other = asking.do(ANNA, TRUCE.replace(question="Tea?", options="Yes; Never"))
    assert "answered" not in public(other), "the game does not ask that"


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
