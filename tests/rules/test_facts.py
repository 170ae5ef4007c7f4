"""Facts, and what differs between two states."""

from rules.facts import Change, Fact, changes
from rules.line import Line

SCORE = Fact("score", Line("Score"), 3)
FLAG = Fact("flag", Line("Flag in A05"), 1)


def test_what_differs_is_told_as_a_change_and_as_something_to_do() -> None:
    (score, flag) = changes([SCORE, FLAG], [Fact("score", Line("Score"), 5)])
    assert (str(score.told), str(score.to_do)) == ("Score: 3 → 5", "Score: 3 → 5")
    assert (str(flag.told), str(flag.to_do)) == ("Flag in A05: 1 → –", "Take off the board: Flag in A05: 1")


def test_what_is_new_is_put_on_the_board() -> None:
    (flag,) = changes([SCORE], [SCORE, FLAG])
    assert str(flag.to_do) == "Put on the board: Flag in A05: 1"
    assert flag == Change(FLAG.label, None, 1)


def test_what_is_alike_is_not_told() -> None:
    assert [*changes([SCORE, FLAG], [FLAG, SCORE])] == []
    assert str(SCORE.shown) == "Score: 3"
