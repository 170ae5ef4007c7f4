"""What can go wrong, as the player reads it."""

import pytest

from rules.errors import DataError, DiceWanted, NotNow, NotThere, NotYours, RuleError, WrongDice, passes


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
