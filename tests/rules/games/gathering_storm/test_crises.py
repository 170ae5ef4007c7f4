"""Crises: every power declares its secret support at once, under seal, whether or not it holds any."""

from rules.games.gathering_storm.crises import OPTIONS, QUESTION
from rules.games.gathering_storm.powers import GERMANY, POWERS
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm


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


def test_all_are_asked_the_same_whatever_they_hold_and_all_answers_open_together() -> None:
    said = []
    for holds in (False, True):
        play = Storm()
        if holds:
            play.deal("larger-army")
        play.at(play.data.phases.crises)
        told = [public(play.do(USERS[GERMANY], "put_question", question=QUESTION, options="; ".join(OPTIONS)))]
        (question,) = play.campaign.questions
        assert question.seats == POWERS, "in the order in which the aid names them"
        assert question.options == OPTIONS
        offered = {power: [each.label for each in play.campaign.offers(USERS[power]) if "Answer" in each.label]
                   for power in POWERS}  # fmt: skip
        assert len({str(labels) for labels in offered.values()}) == 1
        number = play.campaign.number(question.seq)
        for power in POWERS[:-1]:
            told.append(public(play.do(USERS[power], "answer_question", to=number, answer=OPTIONS[power == GERMANY])))
            assert not any(option in told[-1] for option in OPTIONS)
        opened = public(play.do(USERS[POWERS[-1]], "answer_question", to=number, answer=OPTIONS[0]))
        assert f"Germany answered **{OPTIONS[1]}**." in opened
        assert [opened.index(f"{power} answered") for power in POWERS] == sorted(
            opened.index(f"{power} answered") for power in POWERS
        )
        said.append(told[0])
    assert said[0] == said[1]
