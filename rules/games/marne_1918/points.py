"""The German victory points, unknown until the players enter them, and every other fact that they put right."""

from collections.abc import Iterator
from typing import Literal, LiteralString

from typing_extensions import override

from rules.command import Offer, Part
from rules.errors import NotThere
from rules.games.marne_1918.board_facts import FACTS, POINTS
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import MarneEvent, State
from rules.kit import facts as kit
from rules.kit.facts import Declared, Entered
from rules.line import Change, line, signed
from rules.notice import Notice, tell_all, tell_board
from rules.seat import Seat
from rules.secrets import Shown, quote

Reason = Literal[
    "hex captured", "hex retaken", "hex retaken with Mangin", "attacks missing", "flight", "flight cancelled"
]
REASONS: dict[Reason, LiteralString] = {
    "hex captured": "The Germans captured a victory hex: {change} victory points.",
    "hex retaken": "The Allies retook a victory hex: {change} German victory points.",
    "hex retaken with Mangin": (
        "A victory hex was retaken in the turn of Mangin's force: a further {change} German victory points."
    ),
    "attacks missing": "Mangin's force made too few attacks: {change} German victory points.",
    "flight": "The Government flees: {change} German victory points.",
    "flight cancelled": "Clemenceau cancels the cost of the Government's flight: {change} German victory points.",
}

IN_A_HEX: dict[Reason, LiteralString] = {
    "hex captured": "The Germans capture victory hex {hex}: {change} victory points.",
    "hex retaken": "The Allies retake victory hex {hex}: {change} German victory points.",
}
CAUSES: dict[Reason, LiteralString] = {
    "hex captured": "victory hex captured",
    "hex retaken": "victory hex retaken",
    "hex retaken with Mangin": "retaken with Mangin's force",
    "attacks missing": "attacks missing",
    "flight": "the Government flees",
    "flight cancelled": "Clemenceau",
}
"""What a change of the points is called beside others."""


class PointsChanged(MarneEvent):
    """The German victory points changed by ``by``, up or down, to ``total``, or to None where nobody has entered them.

    ``follows`` says that another change comes with it, which tells the total; ``hex`` is the hex that was
    taken, if one was.
    """

    by: int
    total: int | None
    reason: Reason
    follows: bool = False
    hex: str = ""

    def apply(self, data: MarneData, state: State) -> State:
        is_mangin = self.reason == "hex retaken with Mangin"
        return state.replace(victory_points=self.total, mangin_paid=state.mangin_paid or is_mangin)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        change = Shown(signed(self.by))
        if self.hex and self.reason in IN_A_HEX:
            yield tell_all(IN_A_HEX[self.reason], change=change, hex=quote(self.hex))
        else:
            yield tell_all(REASONS[self.reason], change=change)
        if self.total is None:
            cause = quote(self.hex) if self.hex else line(CAUSES[self.reason])
            yield tell_board("Change the German victory points by {change}.", change=Change((self.by, cause)))
        elif not self.follows:
            yield tell_all("German victory points: **{total}**.", total=self.total)
            yield from POINTS.tell_board(self.total)
        if self.reason == "hex retaken with Mangin":
            yield data.rulings.retaken_with_mangin.tell()


class FactsEntered(Entered[MarneData, State], MarneEvent):
    """Players entered or corrected facts of the board; ``final`` says that the points are those of the game's end."""

    facts = FACTS
    final: bool = False

    @override
    def apply(self, data: MarneData, state: State) -> State:
        scored = self.final or state.scored
        return super().apply(data, state).replace(scored=scored, questions=state.questions + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.final:
            points = self.changes[0].after
            assert isinstance(points, int), "the final score is a number"
            yield tell_all("The Germans end the game with **{total}** victory points.", total=points)
            yield tell_all("The victory table of your scenario says who wins.")
        yield from super().tell(data)


class EntersFacts(kit.Entry[MarneData, State], named=""):
    """The base of what enters facts. Points that stand already can be entered again: so they become the final score."""

    event = FactsEntered

    @override
    def confirms(self, state: State, fact: Declared) -> bool:
        return fact is POINTS

    @override
    def checked(self, data: MarneData, state: State, after: State, event: FactsEntered) -> FactsEntered:
        return event.replace(final=state.over and event.changes[0].fact == POINTS.key)


class EnterPoints(EntersFacts, kit.Form[MarneData, State], asks=(POINTS,)):
    """Enter the German victory points as they stand on the board."""

    title = "Victory points entered"


class Adjust(EntersFacts, kit.Adjust[MarneData, State]):
    """Correct a value that the bot keeps beside the board."""

    stands_alone = False


def adjusting(data: MarneData, key: str, value: str, reason: str) -> EnterPoints | Adjust:
    """Return the correction of a fact. The points can be taken back when the game has gone on, so they are entered.
    Raises ``NotThere`` if there is no such fact, or the board has no such value.
    """
    if key == POINTS.key:
        return EnterPoints.model_validate({POINTS.named: POINTS.read(data, value), "reason": reason})
    return Adjust.of(data, key, value, reason)


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
    known = {} if state.victory_points is None else {"vp": state.victory_points}
    now, inputs = EnterPoints.model_validate(known), ("vp", "reason") if known else ("vp",)
    is_asked = state.over and not state.scored
    yield Offer(now, label, version=state.clock, inputs=inputs, minor=not is_asked)
