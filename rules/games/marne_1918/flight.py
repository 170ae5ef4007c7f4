"""The Government's flight, which is resolved as soon as it is drawn."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.marne_1918.data import Effect, Entered, MarneData
from rules.games.marne_1918.hand import ready
from rules.games.marne_1918.log_events.flight import FlightResolved, FlightToResolve, Outcome
from rules.games.marne_1918.points import change, checked
from rules.games.marne_1918.rulings import ClemenceauCancels, ShakeupsTakenOff
from rules.games.marne_1918.state import Doctrine, MarneCorrection, State
from rules.seat import Seat


class ResolveFlight(MarneCorrection):
    """Report the German victory points and the state of the Marne, and resolve the Government's flight."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "Government's flight resolved"
    type: Literal["resolve_flight"] = "resolve_flight"
    vp: Annotated[Entered, Field(title="German victory points")] = None
    crossed: Annotated[bool | None, Field(title="Has a German unit crossed the Marne?")] = None

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        flight = state.question
        if not isinstance(flight, FlightToResolve):
            raise NotThere("The Government flees has not been drawn.")
        vp, now = checked(data, self.vp), state.victory_points
        if self.crossed is None:
            raise NotThere("Say whether a German unit has crossed the Marne.")
        self.check_reason(is_change=now not in (None, vp))
        result = outcome(data, state, vp, crossed=self.crossed)
        told = FlightResolved(
            seat=flight.seat,
            marker=flight.marker,
            vp=vp,
            crossed=self.crossed,
            result=result,
            old=None if now == vp else now,
            reason=self.reason.strip(),
        )
        state = yield from resolve(data, state, told)
        yield from ready(state, flight.seat)


def resolve(data: MarneData, state: State, flight: FlightResolved) -> Part[State]:
    """The flight is resolved: it costs points, unless Clemenceau cancels these, and takes Command Shakeups off the
    track, two before the Evolving Doctrine.
    """
    if flight.result != "occurs":
        return (yield flight)
    most = 2 if state.doctrine is Doctrine.FOCH else 1
    spared = bool(state.on_track(data, Effect.CLEMENCEAU))
    back = data.is_ruled(ShakeupsTakenOff.BACK_TO_THE_POOL)
    taken_off = state.on_track(data, Effect.SHAKEUP)[:most]
    state = yield flight.replace(taken_off=taken_off, spared=spared, back=back)
    return state if spared else (yield from change(state, data.effects.flight.points, "flight"))


def outcome(data: MarneData, state: State, vp: int, *, crossed: bool) -> Outcome:
    """The flight's decision table: no effect with few points; it occurs with many and the Marne crossed, unless
    Clemenceau cancels everything.
    """
    flight = data.effects.flight
    if vp < flight.possible_from:
        return "no effect"
    if vp < flight.occurs_from or not crossed:
        return "returns"
    cancels = data.is_ruled(ClemenceauCancels.EVERYTHING)
    return "cancelled" if cancels and state.on_track(data, Effect.CLEMENCEAU) else "occurs"


def offers(_data: MarneData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The answer to the flight. Any seat can give it, because everybody sees it on the map."""
    if isinstance(state.question, FlightToResolve):
        inputs = ("vp", "crossed") if state.victory_points is None else ("vp", "crossed", "reason")
        yield Offer(command=ResolveFlight(), label="Resolve the flight", version=state.questions, inputs=inputs)
