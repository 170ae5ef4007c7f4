"""The German victory points, unknown until the players enter them, and every other fact that they put right."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.command import Offer, Part
from rules.errors import NotThere
from rules.games.marne_1918.board_facts import POINTS
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.log_events.board import FactsEntered, PointsChanged, Reason
from rules.games.marne_1918.state import State
from rules.kit import facts as kit
from rules.kit.facts import Declared
from rules.seat import Seat


class EntersFacts(kit.Entry[MarneData, State], named=""):
    """The base of what enters facts. Points that stand already can be entered again: so they become the final score."""

    event: ClassVar[type[FactsEntered]] = FactsEntered

    @override
    def confirms(self, state: State, fact: Declared) -> bool:
        return fact is POINTS

    @override
    def checked(self, data: MarneData, state: State, after: State, event: FactsEntered) -> FactsEntered:
        return event.replace(final=state.over and event.changes[0].fact == POINTS.key)


class EnterPoints(EntersFacts, kit.Form[MarneData, State], asks=(POINTS,)):
    """Enter the German victory points as they stand on the board."""

    title: ClassVar[str] = "Victory points entered"


class Adjust(EntersFacts, kit.Adjust[MarneData, State]):
    """Correct a value that the bot keeps beside the board."""

    stands_alone: ClassVar[bool] = False


def adjusting(data: MarneData, key: str, value: str, reason: str) -> EnterPoints | Adjust:
    """Return the correction of a fact. The points can be taken back when the game has gone on, so they are entered.
    Raises ``NotThere`` if there is no such fact, or the board has no such value.
    """
    if key == POINTS.key:
        return EnterPoints.model_validate({POINTS.named: POINTS.read(data, value), "reason": reason})
    return Adjust.of(key, value, reason)


def checked(data: MarneData, points: int | None) -> int:
    """Victory points that a player entered. Raises ``NotThere`` if there are none, or too many to be meant."""
    if points is None:
        raise NotThere("Enter the victory points.")
    POINTS.check(data, points)
    return points


def change(state: State, by: int, reason: Reason, *, follows: bool = False, hex_: str = "") -> Part[State]:
    """Change the German victory points, even if the bot does not know them; they never fall below 0."""
    now = state.victory_points
    total = None if now is None else max(0, now + by)
    change = by if now is None or total is None else total - now
    if change:
        state = yield PointsChanged(by=change, total=total, reason=reason, follows=follows, hex=hex_)
    return state


def offers(_data: MarneData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer to enter the points, or the final score once the game is over."""
    label = "Enter the final score" if state.over else "Enter victory points"
    inputs = ("vp",) if state.victory_points is None else ("vp", "reason")
    now = EnterPoints.model_validate({"vp": state.victory_points})
    is_asked = state.over and not state.scored
    yield Offer(now, label, version=state.clock, inputs=inputs, minor=not is_asked)
