"""The minutes of tables that ask questions under seal, compared word for word."""

from collections.abc import Callable

import pytest

from rules.campaign.features.sealed_questions.asking import Question
from tests.goldens import check
from tests.minutes import PENDING, Minutes, when
from tests.rules.campaign.helpers import ANNA, BERT, CARLA
from tests.rules.campaign.minutes import tables
from tests.rules.campaign.test_minutes import GOLDEN, SHARED, after, as_shared, check_other

KEPT = GOLDEN / "sealed_questions"


def said(question: Question) -> str:
    return (
        f"question {question.seq}: {question.title} {question.options} to {', '.join(question.seats)} until"
        f" {when(question.until)}, answered by {', '.join(sorted(question.answers)) or 'nobody'}"
    )


PENDING[Question] = said


def questions(table: Minutes) -> None:
    """Questions under seal: who answers, changes, withdraws and opens."""
    for options in (
        "a",
        ";;a; A",
        "; ".join("abcdefghijk"),
        "x; " + "y" * 101,
        "x; " + "y" * 100,
        "; ".join("abcdefghij"),
    ):
        table.everybody("put_question", question="Which?", options=options)
    for seats_ in ("south", " South , west", "North,South", ","):
        table.everybody("put_question", question="Which?", seats=seats_)
    table.everybody("put_question", question="  ")
    table.do(ANNA, "put_question", question="Where next?", options="East; West")
    table.do(BERT, "put_question", question="where NEXT?")
    table.do(BERT, "put_question", question="How many, in your own words?", seats="north")
    table.do(ANNA, "put_question", question="Shall we go on for another turn, or is it enough for this week, or what?",
             options="Yes; No", seats="South")  # fmt: skip
    table.do(ANNA, "put_question", question="A fourth?")
    table.everybody("withdraw_question", to=2)
    table.everybody("answer_question", to=2, answer="east")
    table.do(BERT, "answer_question", to=2, answer="north")
    table.do(BERT, "answer_question", to=2, answer="east")
    table.do(BERT, "answer_question", to=2, answer="East")
    table.do(BERT, "answer_question", to=2, answer="WEST")
    for seat in ("North", "South"):
        table.everybody("join", seat=seat)
    table.do(ANNA, "answer_question", to=2, answer=" ")
    table.everybody("withdraw_question", to=2)
    table.everybody("withdraw_question", to=3)
    table.do(BERT, "withdraw_question", to=3)
    table.do(ANNA, "answer_question", to=2, seat="South", answer="West")
    table.do(ANNA, "answer_question", to=2, answer="East")
    table.everybody("open_answers", to=4)
    table.wait(days=3)
    table.everybody("open_answers", to=4)
    table.do(ANNA, "open_answers", to=4)


def both_sides(table: Minutes) -> None:
    """Somebody who plays both sides answers for each."""
    table.do(BERT, "leave", seat="South")
    table.do(ANNA, "join", seat="South")
    table.do(ANNA, "put_question", question="Where?", options="East; West")
    to = table.play.campaign.number
    table.do(ANNA, "answer_question", to=to, answer="East")
    table.do(ANNA, "answer_question", to=to, seat="North", answer="West")
    table.do(ANNA, "answer_question", to=to, seat="Referee", answer="West")
    table.do(ANNA, "answer_question", to=to, answer="East")
    table.play.is_sure = True
    table.do(ANNA, "draw")
    table.do(ANNA, "draw")
    table.do(ANNA, "leave", seat="South")
    table.everybody("join", seat="South")


def half_answered(table: Minutes) -> None:
    """A seat that is given up answers no question, and nobody opens the others' answers earlier by that."""
    table.do(ANNA, "put_question", question="Where next?", options="East; West")
    table.do(ANNA, "answer_question", to=2, answer="East")
    table.do(BERT, "leave", seat="South")
    table.everybody("open_answers", to=2)
    for seats_ in ("", "South", "North"):
        table.everybody("put_question", question="Where else?", seats=seats_)
    table.do(CARLA, "join", seat="South")
    table.everybody("answer_question", to=2, answer="West")


TABLES: dict[str, tuple[Callable[[], Minutes], Callable[[Minutes], None]]] = {
    "questions": (as_shared, questions),
    "both_sides": (tables.two, both_sides),
    "half_answered": (tables.two, half_answered),
}


@pytest.mark.parametrize("name", TABLES)
def test_questions_go_as_their_minutes_say(name: str) -> None:
    table = after(*TABLES[name])
    check(KEPT / f"{name}.txt", table.text)
    if name == "questions":
        check_other(KEPT / f"{name}_{SHARED}.txt", table, after(tables.shared, questions))
