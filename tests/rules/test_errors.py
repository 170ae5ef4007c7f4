"""What can go wrong, as the player reads it."""

import pytest

from rules.errors import DataError, DiceWanted, Fault, NotNow, NotThere, NotYours, RuleError, WrongDice, passes
from rules.line import Line


@pytest.mark.parametrize(
    ("wanted", "given", "said"),
    [
        (("3d6",), 0, "This needs 3d6 rolled on your table; give their faces, e.g. `dice:4 3 6`."),
        (("2d6", "1d6"), 2, "This needs 2d6 then 1d6 rolled on your table; you gave 2."),
    ],
)
def test_missing_dice_are_named_in_order(wanted: tuple[str, ...], given: int, said: str) -> None:
    error = DiceWanted(wanted, given)
    assert (str(error), error.wanted, error.given) == (said, wanted, given)


@pytest.mark.parametrize("kind", [NotNow, NotYours, NotThere, WrongDice])
def test_every_refusal_is_a_rule_error(kind: type[Exception]) -> None:
    assert issubclass(kind, RuleError)
    assert not issubclass(kind, DataError)


def test_a_check_passes_unless_it_refuses() -> None:
    def refuse(what: str) -> None:
        if what == "rain":
            raise NotNow("It rains.")

    assert passes(refuse, "sun")
    assert not passes(refuse, "rain")


def test_a_bug_in_a_check_is_no_refusal() -> None:
    with pytest.raises(ZeroDivisionError):
        passes(lambda: 1 // 0)


RAIN = Line("it rains")


@pytest.mark.parametrize(
    ("fault", "player", "operator"),
    [
        (Fault(RAIN, "a.toml", 7, "cards.x"), "line 7: `cards.x`: it rains", "line 7: cards.x: it rains"),
        (Fault(RAIN, "a.toml", 7), "line 7: it rains", "line 7: it rains"),
        (Fault(RAIN, "a.toml", None, "cards.x"), "`cards.x`: it rains", "cards.x: it rains"),
        (Fault(RAIN, "a.toml"), "it rains", "it rains"),
        (Fault(RAIN, line=7, path="cards.x"), "line 7: `cards.x`: it rains", "line 7: cards.x: it rains"),
    ],
)
def test_a_fault_says_where_it_is(fault: Fault, player: str, operator: str) -> None:
    assert (str(fault.said), str(fault)) == (player, operator)


def test_wrong_data_names_each_file_once_above_its_places() -> None:
    error = DataError(Fault(RAIN, "a.toml", 1, "x"), Fault(RAIN, "a.toml"), Fault(RAIN, "b.toml"), "there is no data")
    assert str(error).splitlines() == [
        "a.toml:", "  line 1: x: it rains", "  it rains", "b.toml: it rains", "there is no data",
    ]  # fmt: skip
    assert [*map(str, error.lines)] == [
        "a.toml:", "line 1: `x`: it rains", "it rains", "b.toml:", "it rains", "there is no data",
    ]  # fmt: skip
