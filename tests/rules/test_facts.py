"""Facts, and what differs between two states."""

from rules.facts import Fact, FactChange, changes
from rules.line import Line

SCORE = Fact("score", Line("Score"), 3)
FLAG = Fact("flag", Line("Flag in A05"), 1)


def test_a_difference_is_told_as_change_and_task() -> None:
    (score, flag) = changes([SCORE, FLAG], [Fact("score", Line("Score"), 5)])
    assert (str(score.told), str(score.to_do)) == ("Score: 3 → 5", "Score: 3 → 5")
    assert (str(flag.told), str(flag.to_do)) == ("Flag in A05: 1 → –", "Take off the board: Flag in A05: 1")


def test_a_new_fact_is_put_on_the_board() -> None:
    (flag,) = changes([SCORE], [SCORE, FLAG])
    assert str(flag.to_do) == "Put on the board: Flag in A05: 1"
    assert flag == FactChange(FLAG.label, None, 1)


def test_zero_is_a_number_and_names_are_current() -> None:
    (score,) = changes([Fact("score", Line("Score"), 0)], [Fact("score", Line("Points"), 2)])
    assert (str(score.told), str(score.to_do)) == ("Points: 0 → 2", "Points: 0 → 2")
    (score,) = changes([Fact("score", Line("Score"), 2)], [Fact("score", Line("Score"), 0)])
    assert str(score.to_do) == "Score: 2 → 0"
    assert [*changes([Fact("score", Line("Score"), 2)], [Fact("score", Line("Points"), 2)])] == []


def test_equal_facts_are_not_told() -> None:
    assert [*changes([SCORE, FLAG], [FLAG, SCORE])] == []
    assert str(SCORE.shown) == "Score: 3"
