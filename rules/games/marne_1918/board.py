"""What players report from their map: German offensives and victory hexes."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Entered, MarneData, shown
from rules.games.marne_1918.forces import hex_captured, retaken
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.points import change, checked
from rules.games.marne_1918.state import MarneCommand, MarneCorrection, MarneEvent, Question, State
from rules.line import line
from rules.notice import Notice, Open, tell_all, tell_rule, tell_title
from rules.seat import Seat
from rules.secrets import Shown, quote


class OffensiveDeclared(MarneEvent):
    """An offensive begins: by the Germans, or by an Allied marker."""

    is_landmark = True
    seat: Seat
    marker: str | None = None

    def apply(self, data: MarneData, state: State) -> State:
        if self.seat == GERMANS:
            return state.replace(german_offensive=state.turn, offensive_before=state.german_offensive)
        return state.replace(offensives=(*state.offensives, self.marker))

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

    to_do = line("Report whether the offensive took its objective.")
    awaiting: Seat = ALLIES
    marker: str


class ObjectivesAsked(MarneEvent):
    """The turn of Allied offensives is ending, and the players are asked for the objective of each."""

    reveals = True
    markers: tuple[str, ...]

    def apply(self, data: MarneData, state: State) -> State:
        for marker in self.markers:
            state = state.asked(ObjectiveDue(marker=marker))
        return state.replace(objectives_asked=True)

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

    def apply(self, data: MarneData, state: State) -> State:
        due = (each for each in state.waiting if isinstance(each, ObjectiveDue) and each.marker == self.marker)
        return state.answered(next(due, None))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        objective = data.offensive(self.marker).objective
        values: dict[str, Open] = {"marker": shown(data, self.marker), "objective": objective}
        if self.taken:
            yield tell_all("**{marker}** took its objective of {objective} victory points.", **values)
        else:
            yield tell_all("**{marker}** did not take its objective of {objective} victory points.", **values)
        yield tell_rule("The player aid does not say what follows from the objective; your rulebook does.")


class HexTaken(MarneEvent):
    """A victory hex changed hands. The change of the points says so too, if they change by it (``counts``)."""

    by: Literal["Germans", "Allies"]
    hex: str
    counts: bool = False

    def apply(self, data: MarneData, state: State) -> State:
        told = state.replace(questions=state.questions + 1)
        if self.by == "Germans":
            return told.replace(captured_in_sequence=True)
        return told.replace(has_retaken=True)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.counts:
            return
        if self.by == "Germans":
            yield tell_all("The Germans capture victory hex {hex}.", hex=quote(self.hex))
        else:
            yield tell_all("The Allies retake victory hex {hex}.", hex=quote(self.hex))


class DeclareOffensive(MarneCommand):
    """As the German player, declare an offensive; the turn has more operational sequences."""

    title = "German offensive declared"

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat != GERMANS:
            raise NotYours("The Allies begin an offensive by playing an Offensive marker.")
        if state.german_offensive == state.turn:
            raise NotNow("The Germans have already declared an offensive this turn.")
        if state.combats:
            raise NotNow("An offensive is declared before the first combat of its turn.")
        if not can_declare(state):
            raise NotNow("An offensive is declared once the events are drawn.")
        yield OffensiveDeclared(seat=seat)


class TakeHex(MarneCorrection):
    """Report that the Germans captured a victory hex or that the Allies retook one."""

    title = "Victory hex taken"
    by: Annotated[Literal["Germans", "Allies"], Field(title="Who took it?")] = "Germans"
    hex: Annotated[str, Field(max_length=40, title="Which hex?")] = ""
    vp: Annotated[Entered, Field(title="Victory points of the hex")] = None

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not state.now.sequence:
            raise NotNow("Victory hexes are taken in an operational sequence; it is now {now}.", now=state.now.shown)
        if not quote(self.hex).text:
            raise NotThere("Name the victory hex.")
        vp = checked(data, self.vp)
        counts = vp > 0 and (self.by == "Germans" or state.victory_points != 0)
        state = yield HexTaken(by=self.by, hex=self.hex, counts=counts)
        if self.by == "Germans":
            state = yield from change(state, vp, "hex captured", hex_=self.hex)
            yield from hex_captured(data, state)
        else:
            yield from retaken(data, state, vp, self.hex)


class ReportObjective(MarneCorrection):
    """Report whether an Allied offensive took its objective, as its turn ends."""

    title = "Offensive's objective reported"
    marker: str
    taken: bool

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not any(isinstance(each, ObjectiveDue) and each.marker == self.marker for each in state.waiting):
            raise NotNow("The objective of an Offensive is reported at the end of its turn.")
        yield ObjectiveReported(marker=self.marker, taken=self.taken)


def can_declare(state: State) -> bool:
    """Return whether the Germans can declare an offensive: from the end of the Events phase, where they are asked about
    the phase that follows, until the first combat, because on the map nothing depends on it before.
    """
    is_drawn = state.now.phase is not Phase.EVENTS or state.held_up is None
    return is_drawn and not state.combats and state.german_offensive != state.turn


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield a German offensive, and what players can report from their map unasked."""
    if seat == GERMANS and can_declare(state):
        is_late = state.now.phase is not Phase.OFFENSIVES
        yield Offer(DeclareOffensive(), "Declare an offensive", version=state.turn, minor=is_late, when_asked=True)
    for asked in state.waiting:
        if isinstance(asked, ObjectiveDue):
            marker = shown(data, asked.marker)
            for taken, label in (
                (True, line("{marker}: objective taken", marker=marker)),
                (False, line("{marker}: objective not taken", marker=marker)),
            ):
                yield Offer(ReportObjective(marker=asked.marker, taken=taken), label, version=state.questions)
    if state.now.sequence:
        inputs = ("by", "hex", "vp")
        yield Offer(TakeHex(), "Report a victory hex", version=state.clock, inputs=inputs, minor=True)
