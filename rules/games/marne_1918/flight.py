"""The Government's flight, which is resolved as soon as it is drawn."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.marne_1918.data import Effect, MarneData, Points
from rules.games.marne_1918.events.board import PointsChanged
from rules.games.marne_1918.events.flight import FLIGHT_COST, FlightResolved, FlightToResolve, Outcome
from rules.games.marne_1918.state import Doctrine, MarneCommand, State
from rules.seat import Seat

OCCURS_FROM = 30
POSSIBLE_FROM = 17


class ResolveFlight(MarneCommand):
    """Report the German victory points and the state of the Marne, and resolve the Government's flight."""

    title: ClassVar[str] = "Government's flight resolved"
    type: Literal["resolve_flight"] = "resolve_flight"
    vp: Annotated[Points, Field(title="German victory points")] = 0
    crossed: Annotated[bool, Field(title="Has a German unit crossed the Marne?")] = False

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        flight = state.question
        if not isinstance(flight, FlightToResolve):
            raise NotThere("The Government flees has not been drawn.")
        result = outcome(data, state, self.vp, crossed=self.crossed)
        most = 2 if state.doctrine is Doctrine.FOCH else 1
        taken_off = state.on_track(data, Effect.SHAKEUP)[:most] if result == "occurs" else ()
        state = yield FlightResolved(
            seat=flight.seat, marker=flight.marker, vp=self.vp, crossed=self.crossed, result=result,
            taken_off=taken_off,
        )  # fmt: skip
        if result == "occurs":
            total = state.victory_points + FLIGHT_COST
            yield PointsChanged(by=FLIGHT_COST, total=total, reason="flight")


def outcome(data: MarneData, state: State, vp: int, *, crossed: bool) -> Outcome:
    """The flight's decision table: no effect below 17 points; it occurs from 30 with the Marne crossed."""
    if vp < POSSIBLE_FROM:
        return "no effect"
    if vp < OCCURS_FROM or not crossed:
        return "returns"
    return "cancelled" if state.on_track(data, Effect.CLEMENCEAU) else "occurs"


def offers(_data: MarneData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The answer to the flight. Any seat can give it, because everybody sees it on the map."""
    if isinstance(state.question, FlightToResolve):
        now = ResolveFlight(vp=state.victory_points, crossed=state.marne_crossed)
        yield Offer(command=now, label="Resolve the flight", version=state.questions, inputs=("vp", "crossed"))
