"""What players report from their map: offensives, victory hexes and victory points."""

from collections.abc import Iterator
from typing import Literal, LiteralString

from typing_extensions import override

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import MarneEvent, State
from rules.games.marne_1918.wording import shown
from rules.notice import Notice, tell_all, tell_board
from rules.seat import Seat
from rules.secrets import Shown, quote

Reason = Literal[
    "hex captured", "hex retaken", "hex retaken with Mangin", "attacks missing", "flight", "flight cancelled"
]
REASONS: dict[Reason, LiteralString] = {
    "hex captured": "German victory points {change} to **{total}**: the Germans captured a victory hex.",
    "hex retaken": "German victory points {change} to **{total}**: the Allies retook a victory hex.",
    "hex retaken with Mangin": (
        "German victory points {change} to **{total}**: the Allies retook a victory hex in the turn of Mangin's force."
    ),
    "attacks missing": "German victory points {change} to **{total}**: Mangin's force made too few attacks.",
    "flight": "German victory points {change} to **{total}**: the Government flees.",
    "flight cancelled": (
        "German victory points {change} to **{total}**: Clemenceau cancels the cost of the Government's flight."
    ),
}


class OffensiveDeclared(MarneEvent):
    """An offensive begins: by the Germans, or by an Allied marker."""

    type: Literal["offensive_declared"] = "offensive_declared"
    seat: Seat
    marker: str | None = None

    @override
    def apply(self, data: MarneData, state: State) -> State:
        if self.seat == GERMANS:
            return state.replace(german_offensive=state.turn)
        return state.replace(offensives=(*state.offensives, self.marker))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.marker is None:
            yield tell_all("The Germans begin an offensive: this turn has three operational sequences.")
            return
        printed = data.offensive(self.marker)
        bonus = Shown(" / ".join(f"{each:+d}" if each else "0" for each in printed.bonus))
        marker = shown(data, self.marker)
        yield tell_all("**{marker}** begins: this turn has three operational sequences.", marker=marker)
        yield tell_all(
            "Army artillery {artillery}; bonus by operational sequence {bonus}; objective {objective} victory points.",
            artillery=printed.artillery,
            bonus=bonus,
            objective=printed.objective,
        )


class HexTaken(MarneEvent):
    """A victory hex changed hands."""

    type: Literal["hex_taken"] = "hex_taken"
    by: Literal["Germans", "Allies"]
    hex: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        told = state.replace(questions=state.questions + 1)
        if self.by == "Germans":
            return told.replace(captured=(*state.captured, self.hex), captured_in_sequence=True)
        return told.replace(retaken=(*state.retaken, self.hex))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.by == "Germans":
            yield tell_all("The Germans capture victory hex {hex}.", hex=quote(self.hex))
        else:
            yield tell_all("The Allies retake victory hex {hex}.", hex=quote(self.hex))


class PointsChanged(MarneEvent):
    """The German victory points changed by ``by``, up or down, to ``total``."""

    type: Literal["points_changed"] = "points_changed"
    by: int
    total: int
    reason: Reason

    @override
    def apply(self, data: MarneData, state: State) -> State:
        is_mangin = self.reason == "hex retaken with Mangin"
        return state.replace(victory_points=self.total, mangin_paid=state.mangin_paid or is_mangin)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        change = Shown(f"{self.by:+d}".replace("-", "−"))
        yield tell_all(REASONS[self.reason], change=change, total=self.total)
        yield tell_board("Set the German victory points to {total}.", total=self.total)
        if self.reason == "hex retaken with Mangin":
            yield data.tell_ruling("retaken_with_mangin")


class PointsEntered(MarneEvent):
    """A player entered the German victory points as they stand on the board."""

    type: Literal["points_entered"] = "points_entered"
    total: int

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(victory_points=self.total, questions=state.questions + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("German victory points are set to **{total}**.", total=self.total)
