"""Crises: every power declares its secret support at once, under seal, whether or not it holds any."""

from dataclasses import replace

import pytest
from pydantic import ValidationError

from rules.campaign.features.sealed_questions.asking import Questions
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, POWERS, RUSSIA
from rules.games.gathering_storm.turn import OPTIONS, QUESTION
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm


def announced(play: Storm) -> list[str]:
    """The offers to announce a crisis, of every power."""
    return [
        str(each.label)
        for power in POWERS
        for each in play.campaign.offers(USERS[power])
        if each.command.type == "put_question"
    ]


def test_anybody_announces_a_crisis_in_its_phase_alone() -> None:
    play = Storm()
    for phase in range(len(play.data.phases.order)):
        play.set(phase=phase)
        is_crises = phase == play.data.phase_index(play.data.phases.crises)
        assert announced(play) == (["Announce a crisis"] * len(POWERS) if is_crises else [])


def test_no_crisis_is_announced_while_three_questions_are_open() -> None:
    play = Storm()
    play.at(play.data.phases.crises)
    for asked in ("Sunday?", "Monday?"):
        play.do(USERS[BRITAIN], "put_question", question=asked)
    assert len(announced(play)) == len(POWERS)
    play.do(USERS[BRITAIN], "put_question", question="Tuesday?")
    assert announced(play) == []


def test_all_powers_get_the_same_question_and_open_together() -> None:
    said = []
    for holds in (False, True):
        play = Storm()
        if holds:
            play.deal("larger-army")
        play.at(play.data.phases.crises)
        told = [public(play.do(USERS[GERMANY], "put_question", question=QUESTION, options="; ".join(OPTIONS)))]
        (question,) = play.campaign.of(Questions).open
        assert question.seats == POWERS
        assert question.options == OPTIONS
        offered = {power: [each.label for each in play.campaign.offers(USERS[power]) if "Answer" in each.label]
                   for power in POWERS}  # fmt: skip
        assert len({str(labels) for labels in offered.values()}) == 1
        number = question.number
        for power in POWERS[:-1]:
            told.append(public(play.do(USERS[power], "answer_question", to=number, answer=OPTIONS[power == GERMANY])))
            assert not any(option in told[-1] for option in OPTIONS)
            assert told[-1].startswith(f"Answered by {power}: “"), "the first time, whoever has answered before"
        opened = public(play.do(USERS[POWERS[-1]], "answer_question", to=number, answer=OPTIONS[0]))
        assert f"Germany answered **{OPTIONS[1]}**." in opened
        assert [opened.index(f"{power} answered") for power in POWERS] == sorted(
            opened.index(f"{power} answered") for power in POWERS
        )
        said.append(told[0])
    assert said[0] == said[1]


def test_answers_are_told_in_order_with_the_aggressor_first() -> None:
    play = Storm()
    play.at(play.data.phases.crises)
    (offer,) = (each for each in play.campaign.offers(USERS[FRANCE]) if each.command.type == "put_question")
    assert [choice.value for choice in offer.of("seats")] == [
        "Germany, Britain, France, Italy, Russia",
        "Italy, Britain, France, Germany, Russia",
        "Russia, Britain, France, Germany, Italy",
    ]
    order = (ITALY, BRITAIN, FRANCE, GERMANY, RUSSIA)
    play.do(USERS[FRANCE], offer.command.replace(seats=", ".join(order)))
    (question,) = play.campaign.of(Questions).open
    assert question.seats == order
    for power in POWERS:
        told = public(play.do(USERS[power], "answer_question", to=question.number, answer=OPTIONS[0]))
    assert [told.index(f"{power} answered") for power in order] == sorted(
        told.index(f"{power} answered") for power in POWERS
    )


def test_a_power_that_nobody_holds_is_in_no_order() -> None:
    play = Storm()
    play.at(play.data.phases.crises)
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, BRITAIN: ()})
    (offer,) = (each for each in play.campaign.offers(USERS[FRANCE]) if each.command.type == "put_question")
    assert next(choice.value for choice in offer.of("seats")) == "Germany, France, Italy, Russia"


def test_where_powers_are_free_each_order_is_offered_once() -> None:
    """Discord refuses a list in which an entry stands twice."""
    play = Storm()
    play.at(play.data.phases.crises)
    play.campaign = replace(play.campaign, roster={**play.campaign.roster, ITALY: (), RUSSIA: ()})
    (offer,) = (each for each in play.campaign.offers(USERS[FRANCE]) if each.command.type == "put_question")
    assert [choice.value for choice in offer.of("seats")] == ["Germany, Britain, France", "Britain, France, Germany"]


def test_a_power_that_is_none_is_refused_in_the_data() -> None:
    document = storm().data.model_dump(mode="json")
    document["crises"]["at_the_ultimatum"] = ["Peru"]
    with pytest.raises(ValidationError, match="there is no power Peru"):
        StormData.model_validate(document)
