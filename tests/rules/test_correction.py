"""Corrections give a reason for what they change."""

from typing import Any

import pytest

from rules.correction import Correction
from rules.dice import Dice
from rules.errors import NotThere
from rules.seat import Seat


class Number(Correction[Any, Any]):
    def decide(self, data: Any, state: Any, seat: Seat, dice: Dice) -> Any:
        self.check_reason(is_change=state is not None)
        yield from ()


def test_a_first_entry_needs_no_reason() -> None:
    assert [*Number().decide(None, None, Seat("Red"), None)] == []  # type: ignore[arg-type]


@pytest.mark.parametrize("reason", ["", "   "])
def test_a_change_needs_a_reason(reason: str) -> None:
    with pytest.raises(NotThere, match="Give a reason for the change"):
        [*Number(reason=reason).decide(None, 3, Seat("Red"), None)]  # type: ignore[arg-type]
    assert [*Number(reason="a counter was missed").decide(None, 3, Seat("Red"), None)] == []  # type: ignore[arg-type]
