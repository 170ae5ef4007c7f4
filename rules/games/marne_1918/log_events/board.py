"""What players report from their map: offensives, victory hexes and victory points."""

from collections.abc import Iterator
from typing import ClassVar, Literal, LiteralString

from typing_extensions import override

from rules.games.marne_1918.board_facts import FACTS, POINTS
from rules.games.marne_1918.data import MarneData, shown
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import MarneEvent, Question, State
from rules.kit.facts import Entered, Facts
from rules.line import Change, Line, line, signed
from rules.notice import Notice, tell_all, tell_board, tell_rule, tell_title
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


class OffensiveDeclared(MarneEvent):
    """An offensive begins: by the Germans, or by an Allied marker."""

    is_landmark: ClassVar[bool] = True
    seat: Seat
    marker: str | None = None

    @override
    def apply(self, data: MarneData, state: State) -> State:
        if self.seat == GERMANS:
            return state.replace(german_offensive=state.turn, offensive_before=state.german_offensive)
        return state.replace(offensives=(*state.offensives, self.marker))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        sequences = data.sequence.with_an_offensive
        if self.marker is None:
            yield tell_all(
                "The Germans begin an offensive: this turn has {sequences} operational sequences.", sequences=sequences
            )
            return
        printed = data.offensive(self.marker)
        bonus = Shown(" / ".join(f"{each:+d}" if each else "0" for each in printed.bonus))
        marker = shown(data, self.marker)
        yield tell_all(
            "**{marker}** begins: this turn has {sequences} operational sequences.", marker=marker, sequences=sequences
        )
        yield tell_all(
            "Army artillery {artillery}; bonus by operational sequence {bonus}; objective {objective} victory points.",
            artillery=printed.artillery,
            bonus=bonus,
            objective=printed.objective,
        )


class ObjectiveDue(Question):
    """The players must report whether an Allied offensive took its objective."""

    to_do: ClassVar[Line] = line("Report whether the offensive took its objective.")
    awaiting: Seat = ALLIES
    marker: str


class ObjectivesAsked(MarneEvent):
    """The turn of Allied offensives is ending, and the players are asked for the objective of each."""

    reveals: ClassVar[bool] = True
    markers: tuple[str, ...]

    @override
    def apply(self, data: MarneData, state: State) -> State:
        for marker in self.markers:
            state = state.asked(ObjectiveDue(marker=marker))
        return state.replace(objectives_asked=True)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("The turn is ending")
        for marker in self.markers:
            yield tell_all(
                "Was the objective of **{marker}** taken: {objective} victory points?",
                marker=shown(data, marker),
                objective=data.offensive(marker).objective,
            )


class ObjectiveReported(MarneEvent):
    """The players reported whether an Allied offensive took its objective."""

    marker: str
    taken: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        due = (each for each in state.waiting if isinstance(each, ObjectiveDue) and each.marker == self.marker)
        return state.answered(next(due, None))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        marker, objective = shown(data, self.marker), data.offensive(self.marker).objective
        yield tell_all(
            "**{marker}** took its objective of {objective} victory points."
            if self.taken
            else "**{marker}** did not take its objective of {objective} victory points.",
            marker=marker,
            objective=objective,
        )
        yield tell_rule("The player aid does not say what follows from the objective; your rulebook does.")


class HexTaken(MarneEvent):
    """A victory hex changed hands. The change of the points says so too, if they change by it (``counts``)."""

    by: Literal["Germans", "Allies"]
    hex: str
    counts: bool = False

    @override
    def apply(self, data: MarneData, state: State) -> State:
        told = state.replace(questions=state.questions + 1)
        if self.by == "Germans":
            return told.replace(captured_in_sequence=True)
        return told.replace(has_retaken=True)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.counts:
            return
        if self.by == "Germans":
            yield tell_all("The Germans capture victory hex {hex}.", hex=quote(self.hex))
        else:
            yield tell_all("The Allies retake victory hex {hex}.", hex=quote(self.hex))


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

    @override
    def apply(self, data: MarneData, state: State) -> State:
        is_mangin = self.reason == "hex retaken with Mangin"
        return state.replace(victory_points=self.total, mangin_paid=state.mangin_paid or is_mangin)

    @override
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

    facts: ClassVar[Facts] = FACTS
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
