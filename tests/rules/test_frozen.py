"""Values."""

import pytest
from pydantic import ValidationError

from rules.frozen import Frozen


class Thing(Frozen):
    number: int
    name: str = "thing"


def test_a_value_never_changes() -> None:
    with pytest.raises(ValidationError):
        Thing(number=1).number = 2  # type: ignore[misc]


def test_but_gives_another_value() -> None:
    thing = Thing(number=1)
    assert thing.replace(number=2) == Thing(number=2)
    assert thing == Thing(number=1)


@pytest.mark.parametrize("changes", [{"nubmer": 2}, {"number": "two"}])
def test_but_refuses_what_the_model_would_refuse(changes: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        Thing(number=1).replace(**changes)


def test_a_validation_error_shows_no_value() -> None:
    """What is refused may be a secret."""
    with pytest.raises(ValidationError) as refusal:
        Thing.model_validate({"number": "hunter2"})
    assert "hunter2" not in str(refusal.value)
