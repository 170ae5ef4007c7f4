"""House rules: sentences that all sides agree on, shown beside the rulings."""

from typing import Any

import pytest

from rules.campaign.questions.rulings import HouseRules, tell_house_rules
from rules.errors import NotNow, NotThere
from tests.games import marne
from tests.play import Play, public

ANNA, BERT, CARLA = 1, 2, 3


def table() -> Play:
    play = Play(marne())
    play.do(BERT, "join", seat="Germans")
    return play


def test_all_sides_agree_on_a_rule_and_let_it_go() -> None:
    play = table()
    play.all_agree = False
    told = public(play.do(ANNA, "agree_house_rule", sentence="In  Supply a hand holds *five*."))
    assert "wants to agree on a house rule: In Supply a hand holds \\*five\\*." in told
    assert play.campaign.of(HouseRules).sentences == ()
    play.do(BERT, "agree", to=play.campaign.number)
    assert play.campaign.of(HouseRules).sentences == ("In Supply a hand holds *five*.",)
    assert [str(each) for each in tell_house_rules(play.campaign)] == [
        "House rule 1: In Supply a hand holds \\*five\\*."
    ]
    play.all_agree = True
    assert "No longer a house rule" in public(play.do(BERT, "agree_house_rule", drop=1))
    assert play.campaign.of(HouseRules).sentences == ()
    assert play.campaign.refold(play.log) == play.campaign


def test_the_rule_of_a_phase_is_told_in_it() -> None:
    play = table()
    play.do(ANNA, "agree_house_rule", sentence="In Supply a hand holds five.")
    play.do(ANNA, "agree_house_rule", sentence="Coffee is free.")
    assert [*tell_house_rules(play.campaign, in_phase=True)] == []
    play.do(ANNA, "begin_here", phase="Supply")
    assert [str(each) for each in tell_house_rules(play.campaign, in_phase=True)] == [
        "House rule 1: In Supply a hand holds five."
    ]


@pytest.mark.parametrize(
    ("fields", "refusal"),
    [({"sentence": "  "}, NotThere), ({"drop": 2}, NotThere), ({"sentence": "Coffee is free."}, NotNow)],
)
def test_what_is_no_new_rule_is_refused(fields: dict[str, Any], refusal: type[Exception]) -> None:
    play = table()
    play.do(ANNA, "agree_house_rule", sentence="Coffee is free.")
    with pytest.raises(refusal):
        play.do(ANNA, "agree_house_rule", **fields)
