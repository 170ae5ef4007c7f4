"""The German victory points, unknown until the players enter them, and every other value that the players put right."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.marne_1918.data import Entered, MarneData
from rules.games.marne_1918.log_events.adjusting import Value, ValueAdjusted
from rules.games.marne_1918.log_events.board import PointsChanged, PointsEntered, Reason
from rules.games.marne_1918.state import Doctrine, MarneCorrection, State
from rules.line import Listed
from rules.seat import Seat


class SetPoints(MarneCorrection):
    """Enter the German victory points as they stand on the board."""

    title: ClassVar[str] = "Victory points entered"
    vp: Annotated[Entered, Field(title="German victory points")] = None

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        vp, now = checked(data, self.vp), state.victory_points
        self.check_reason(is_change=now not in (None, vp))
        yield PointsEntered(total=vp, old=None if vp == now else now, reason=self.reason.strip(), final=state.over)


def checked(data: MarneData, points: int | None) -> int:
    """Victory points that a player entered. Raises ``NotThere`` if there are none, or too many to be meant."""
    if points is None:
        raise NotThere("Enter the victory points.")
    if not 0 <= points <= data.most_points:
        raise NotThere("Victory points are a number from 0 to {most}.", most=data.most_points)
    return points


def change(state: State, by: int, reason: Reason, *, follows: bool = False, hex_: str = "") -> Part[State]:
    """The German victory points change, also where the bot does not know them; nothing happens if none are lost."""
    event = PointsChanged.of(state, by, reason, follows=follows, hex_=hex_)
    if event.by:
        state = yield event
    return state


def offers(_data: MarneData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Entering the points; once the game is over, the final score."""
    label = "Enter the final score" if state.over else "Enter victory points"
    inputs = ("vp",) if state.victory_points is None else ("vp", "reason")
    now = SetPoints(vp=state.victory_points)
    is_asked = state.over and not state.scored
    yield Offer(now, label, version=state.clock, inputs=inputs, minor=not is_asked)


MOST = 99
MOST_DIGITS = 6


class AdjustValue(MarneCorrection):
    """Correct a value that the bot keeps beside the board."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Value corrected"
    fact_by: ClassVar[tuple[str, ...]] = ("what",)
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
