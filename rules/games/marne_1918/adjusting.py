"""Correcting a value that the bot keeps: American morale, the doctrine, transport points, the victory points."""

from collections.abc import Iterable
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.log_events.adjusting import Value, ValueAdjusted
from rules.games.marne_1918.points import SetPoints
from rules.games.marne_1918.state import Doctrine, MarneCorrection, State
from rules.line import Listed
from rules.seat import Seat

MOST = 99
MOST_DIGITS = 6


class AdjustValue(MarneCorrection):
    """Correct a value that the bot keeps beside the board."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Value corrected"
    fact_by: ClassVar[tuple[str, ...]] = ("what",)
    type: Literal["adjust_value"] = "adjust_value"
    what: Value = "morale"
    value: Annotated[str, Field(max_length=100)] = ""

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The old value is told with the new one. It always needs a reason."""
        before, after = str(getattr(state, self.what)), self._read()
        if before == after:
            raise NotNow("That is the value already, so nothing changes.")
        self.check_reason(is_change=True)
        yield ValueAdjusted(what=self.what, before=before, after=after, reason=self.reason.strip())

    def _read(self) -> str:
        typed = self.value.strip()
        if self.what == "doctrine":
            found = next((str(each) for each in Doctrine if each.casefold() == typed.casefold()), None)
            if found is None:
                raise NotThere("The doctrine is one of these: {names}.", names=Listed(map(str, Doctrine)))
            return found
        return str(_number(typed))


def _number(typed: str) -> int:
    if not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS and int(typed) <= MOST):
        raise NotThere("Write a number from 0 to {most}.", most=MOST)
    return int(typed)


def adjusting(key: str, value: str, reason: str) -> AdjustValue | SetPoints:
    """The command that corrects a fact. Raises ``NotThere`` for a fact or a value that has none."""
    if key == "points":
        typed = value.strip()
        if not (typed.isascii() and typed.isdigit() and len(typed) <= MOST_DIGITS):
            raise NotThere("Enter the victory points.")
        return SetPoints(vp=int(typed), reason=reason)
    for what in ("morale", "doctrine", "transport"):
        if key == what:
            return AdjustValue.model_validate({"type": "adjust_value", "what": what, "value": value, "reason": reason})
    raise NotThere("This value cannot be corrected by itself.")


def offers(_data: MarneData, _state: State, _seat: Seat) -> Iterable[Offer]:
    """None: `/record more what:adjust` is the road to it."""
    return ()
