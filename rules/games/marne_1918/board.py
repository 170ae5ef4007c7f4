"""What players report from their map: German offensives and victory hexes."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Entered, MarneData, shown
from rules.games.marne_1918.forces import hex_captured, retaken
from rules.games.marne_1918.log_events.board import HexTaken, ObjectiveDue, ObjectiveReported, OffensiveDeclared
from rules.games.marne_1918.phases import GERMANS, Phase
from rules.games.marne_1918.points import change, checked
from rules.games.marne_1918.state import MarneCommand, MarneCorrection, State
from rules.line import line
from rules.seat import Seat
from rules.secrets import quote


class DeclareOffensive(MarneCommand):
    """As the German player, declare an offensive; the turn has more operational sequences."""

    title: ClassVar[str] = "German offensive declared"

    @override
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

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Victory hex taken"
    by: Annotated[Literal["Germans", "Allies"], Field(title="Who took it?")] = "Germans"
    hex: Annotated[str, Field(max_length=40, title="Which hex?")] = ""
    vp: Annotated[Entered, Field(title="Victory points of the hex")] = None

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not state.now.sequence:
            raise NotNow("Victory hexes are taken in an operational sequence; it is now {now}.", now=state.now.shown)
        if not quote(self.hex).text:
            raise NotThere("Name the victory hex.")
        vp = checked(data, self.vp)
        counts = vp > 0 and (self.by == "Germans" or state.victory_points != 0)
        state = yield HexTaken(by=self.by, hex=self.hex, counts=counts)
        if self.by == "Germans":
            yield from capture(data, state, vp, self.hex)
        else:
            yield from retaken(data, state, vp, self.hex)


class ReportObjective(MarneCorrection):
    """Report whether an Allied offensive took its objective, as its turn ends."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Offensive's objective reported"
    marker: str
    taken: bool

    @override
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


def capture(data: MarneData, state: State, vp: int, hex_: str) -> Part[State]:
    """The Germans captured a victory hex worth ``vp`` points."""
    state = yield from change(state, vp, "hex captured", hex_=hex_)
    return (yield from hex_captured(data, state))


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
