"""The Doctrine Evolution Track: the doctrine that the Allies fight under, Clemenceau, who opens another, the Command
Shakeups that come to the track, and the Government's flight, which takes them off.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.board_facts import DOCTRINE
from rules.games.marne_1918.data import Effect, Entered, MarneData, Need, counted, shown
from rules.games.marne_1918.hand import FlightToResolve, ready
from rules.games.marne_1918.phases import ALLIES, GERMANS, Phase
from rules.games.marne_1918.points import change as change_points
from rules.games.marne_1918.points import checked
from rules.games.marne_1918.rulings import ClemenceauAndTheFlight, ClemenceauCancels, EvolvingMoment, ShakeupsTakenOff
from rules.games.marne_1918.state import (
    Doctrine,
    Effects,
    MarneCommand,
    MarneCorrection,
    MarneEvent,
    Needs,
    Occurrence,
    Question,
    State,
)
from rules.kit.facts import tell_reason
from rules.line import Listed, line
from rules.notice import Notice, tell_all, tell_board, tell_rule
from rules.pool import Pool, Zone
from rules.seat import Seat
from rules.secrets import Shown, quote
from rules.written import Written

FARTHEST = "farthest from the enemy"
Outcome = Literal["occurs", "cancelled", "returns", "no effect"]


class FlightResolved(MarneEvent):
    """The Government's flight was resolved by what the players reported.

    ``crossed`` is None where the points alone decided. ``taken_off`` are the Command Shakeups that left the Doctrine
    Evolution Track, ``back`` to the pool or out of the game; ``spared`` says that Clemenceau cancelled the points.
    ``old`` are the points that stood before, if others, and ``reason`` says why they changed.
    """

    seat: Seat
    marker: str
    vp: int
    crossed: bool | None
    result: Outcome
    taken_off: tuple[str, ...] = ()
    spared: bool = False
    back: bool = False
    old: int | None = None
    reason: Written = ""

    def apply(self, data: MarneData, state: State) -> State:
        cost = data.effects.flight.points if self.result == "occurs" and not self.spared else 0
        crossed = state.marne_crossed if self.crossed is None else self.crossed
        return (
            state.in_pool(self.seat, self._moved)
            .answered()
            .replace(victory_points=self.vp, marne_crossed=crossed, flight_cost=state.flight_cost + cost)
        )

    def _moved(self, pool: Pool) -> Pool:
        if self.result == "returns":
            return pool.give_back(self.marker)
        pool = pool.play(self.marker, Zone.REMOVED)
        for id_ in self.taken_off:
            pool = pool.give_back(id_) if self.back else pool.remove(id_)
        return pool

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.crossed is None:
            told = tell_all("German victory points: {vp}.", vp=self.vp)
        elif self.crossed:
            told = tell_all("German victory points: {vp}. A German unit has crossed the Marne.", vp=self.vp)
        else:
            told = tell_all("German victory points: {vp}. No German unit has crossed the Marne.", vp=self.vp)
        yield told.under("From your map")
        if self.old is not None:
            yield tell_all("German victory points: {old} → **{vp}**.", old=self.old, vp=self.vp)
        yield from tell_reason(self.reason)
        match self.result:
            case "occurs":
                yield from self._tell_flight(data)
            case "cancelled":
                yield tell_all(
                    "The Government flees, but Clemenceau cancels the cost. The marker is removed from the game."
                )
                yield data.rulings.clemenceau_cancels.tell()
            case "returns":
                yield tell_all("The Government stays for now. The marker returns to the pool.")
            case "no effect":
                yield tell_all("The Government stays in Paris: no effect. The marker is removed from the game.")
        yield tell_rule(
            "Fewer than {possible_from} points: no effect. At least {occurs_from} and the Marne crossed: it occurs. "
            "Otherwise it returns to the pool.",
            possible_from=data.effects.flight.possible_from,
            occurs_from=data.effects.flight.occurs_from,
        )

    def _tell_flight(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Government flees to Bordeaux. The marker is removed from the game.")
        if self.spared:
            yield tell_all("Clemenceau cancels the victory points.")
            yield data.rulings.clemenceau_cancels.tell()
        if not self.taken_off:
            return
        off = counted(map(data.name, self.taken_off))
        if self.back:
            yield tell_board("Return {markers} from the Doctrine Evolution Track to the pool.", markers=off)
        else:
            yield tell_board("Take {markers} off the Doctrine Evolution Track and out of the game.", markers=off)
        yield data.rulings.shakeups_taken_off.tell()
        if len(self.taken_off) > 1:
            yield tell_rule("Before the Evolving Doctrine, the flight takes a second Command Shakeup off the track.")


class ShakeupToPlace(Question):
    """The German player must put a Command Shakeup on an Allied HQ."""

    to_do = line("Put Command Shakeup on an Allied HQ.")
    awaiting: Seat = GERMANS
    marker: str


class ShakeupAwaited(MarneEvent):
    """A Command Shakeup was played, and the German player is asked for an Allied HQ."""

    reveals = True
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ShakeupToPlace(marker=self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} must put Command Shakeup on an Allied HQ of their choice.", seat=GERMANS)


class ShakeupPlaced(MarneEvent):
    """The German player put a Command Shakeup on an Allied HQ."""

    marker: str
    hq: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(on_hq={**state.on_hq, self.marker: self.hq})

    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.hq == FARTHEST:
            hq = line("the Allied HQ farthest from the enemy")
            yield tell_all("Command Shakeup goes on the Allied HQ that is farthest from the enemy.")
        else:
            hq = line("HQ {hq}", hq=quote(self.hq))
            yield tell_all("The Germans put Command Shakeup on {hq}.", hq=quote(self.hq))
        yield tell_board(
            "Put **{marker}** on {hq}. Allied units within {hexes} hexes have −{tactical} to tactical coordination.",
            marker=shown(data, self.marker),
            hq=hq,
            hexes=data.effects.shakeup.hexes,
            tactical=data.effects.shakeup.tactical,
        )
        yield tell_rule("At the end of the turn it moves to the Doctrine Evolution Track.")


class LimitRaised(MarneEvent):
    """Clemenceau came to the track, which raises the hand limit: ``State.hand_limit`` counts him there."""

    limit: int

    def apply(self, data: MarneData, state: State) -> State:
        return state

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Allies can now keep {limit} markers, until the end of the game.", limit=self.limit)


class DoctrineChanged(MarneEvent):
    """The Allies changed their doctrine; ``ruling`` names the ruling that decided it, if one did."""

    to: Doctrine
    ruling: str | None = None

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(doctrine=self.to)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        doctrine = Shown(self.to)
        yield tell_all("The Allies now fight under the **{doctrine}** doctrine.", doctrine=doctrine)
        yield from DOCTRINE.tell_board(str(self.to))
        if self.to is Doctrine.EVOLVING:
            yield tell_rule(
                "Clemenceau and Command Shakeup on the Doctrine Evolution Track open the Evolving Doctrine."
            )
        if self.ruling:
            yield data.rulings[self.ruling].tell()


class AdoptEvolving(MarneCommand):
    """As the Allied player, give up the Foch doctrine for the Evolving Doctrine, where a ruling leaves the choice."""

    title = "Evolving Doctrine adopted"

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat != ALLIES:
            raise NotYours("The Allies choose their doctrine.")
        if not can_adopt(data, state) or state.now.phase is not Phase.DOCTRINE:
            raise NotNow("The Allies cannot adopt the Evolving Doctrine now.")
        yield DoctrineChanged(to=Doctrine.EVOLVING, ruling=data.rulings.evolving_moment.name)


def clemenceau(event: Occurrence) -> Part[State]:
    """Clemenceau is played: a larger hand, perhaps the Evolving Doctrine, and the flight's cost cancelled."""
    data, state = event.data, event.state
    state = yield LimitRaised(limit=state.hand_limit(data, event.seat))
    if data.is_ruled(ClemenceauAndTheFlight.AN_EARLIER_FLIGHT_TOO):
        state = yield from change_points(state, -state.flight_cost, "flight cancelled")
    return (yield from evolving(data, state))


def is_evolving_open(data: MarneData, state: State) -> bool:
    """Return whether the doctrine is Foch, and Clemenceau and enough Command Shakeups are on the track."""
    enough = len(state.on_track(data, Effect.SHAKEUP)) >= data.rulings.shakeups_for_evolving.answer
    return state.doctrine is Doctrine.FOCH and enough and bool(state.on_track(data, Effect.CLEMENCEAU))


def is_chosen(data: MarneData) -> bool:
    """Return whether a ruling leaves it to the Allies when they adopt the Evolving Doctrine."""
    return not data.is_ruled(EvolvingMoment.BY_ITSELF)


def can_adopt(data: MarneData, state: State) -> bool:
    """Return whether the Allies can adopt the Evolving Doctrine in the Allied Doctrine phase."""
    return is_chosen(data) and is_evolving_open(data, state)


def evolving(data: MarneData, state: State) -> Part[State]:
    """Foch → Evolving, as soon as it is open, unless a ruling leaves it to the Allies."""
    if is_evolving_open(data, state) and not is_chosen(data):
        state = yield DoctrineChanged(to=Doctrine.EVOLVING, ruling=data.rulings.shakeups_for_evolving.name)
    return state


def check_change(event: Occurrence) -> None:
    """Change of Doctrine needs a Command Shakeup and Clemenceau on the track. Raises ``NotNow`` otherwise."""
    needed = {"Command Shakeup": Effect.SHAKEUP, "Clemenceau": Effect.CLEMENCEAU}
    missing = [name for name, effect in needed.items() if not event.state.on_track(event.data, effect)]
    if missing:
        raise NotNow(
            "Change of Doctrine needs Command Shakeup and Clemenceau on the Doctrine Evolution Track. Missing: "
            "{names}.",
            names=Listed(missing),
        )


def check_petain(event: Occurrence) -> None:
    """Gouraud needs the Pétain doctrine. Raises ``NotNow`` otherwise."""
    if event.state.doctrine is not Doctrine.PETAIN:
        raise NotNow("Gouraud cannot be played before Change of Doctrine.")


class PlaceShakeup(MarneCommand):
    """As the German player, put Command Shakeup on an Allied HQ."""

    title = "Command Shakeup placed"
    hq: Annotated[str, Field(max_length=60, title="On which Allied HQ?")] = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not isinstance(state.question, ShakeupToPlace):
            raise NotThere("No Command Shakeup is waiting to be placed.")
        if seat != GERMANS:
            raise NotYours("The Germans choose the HQ.")
        if not quote(self.hq).text:
            raise NotThere("Name the HQ.")
        yield ShakeupPlaced(marker=state.question.marker, hq=self.hq.strip())


class ResolveFlight(MarneCorrection):
    """Report the German victory points and the state of the Marne, and resolve the Government's flight."""

    title = "Government's flight resolved"
    vp: Annotated[Entered, Field(title="German victory points")] = None
    crossed: Annotated[bool | None, Field(title="Has a German unit crossed the Marne?")] = None

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        flight = state.question
        if not isinstance(flight, FlightToResolve):
            raise NotThere("The Government flees has not been drawn.")
        vp, now = checked(data, self.vp), state.victory_points
        if self.crossed is None and vp >= data.effects.flight.possible_from:
            raise NotThere("Say whether a German unit has crossed the Marne.")
        self.check_reason(is_change=now not in (None, vp))
        result = outcome(data, state, vp, crossed=bool(self.crossed))
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
    """The flight costs points, unless Clemenceau cancels these, and takes Command Shakeups off the track."""
    if flight.result != "occurs":
        return (yield flight)
    most = 2 if state.doctrine is Doctrine.FOCH else 1
    spared = bool(state.on_track(data, Effect.CLEMENCEAU))
    back = data.is_ruled(ShakeupsTakenOff.BACK_TO_THE_POOL)
    taken_off = state.on_track(data, Effect.SHAKEUP)[:most]
    state = yield flight.replace(taken_off=taken_off, spared=spared, back=back)
    return state if spared else (yield from change_points(state, data.effects.flight.points, "flight"))


def outcome(data: MarneData, state: State, vp: int, *, crossed: bool) -> Outcome:
    """Return the flight's decision by the German points, the Marne and Clemenceau."""
    flight = data.effects.flight
    if vp < flight.possible_from:
        return "no effect"
    if vp < flight.occurs_from or not crossed:
        return "returns"
    cancels = data.is_ruled(ClemenceauCancels.EVERYTHING)
    return "cancelled" if cancels and state.on_track(data, Effect.CLEMENCEAU) else "occurs"


EFFECTS: Effects = {
    Effect.CHANGE_OF_DOCTRINE: lambda _: DoctrineChanged(to=Doctrine.PETAIN),
    Effect.SHAKEUP: lambda event: ShakeupAwaited(marker=event.marker),
}
"""At the end of the turn ``hand.leave`` moves a Command Shakeup to the track, as its fate in the data says."""
NEEDS: Needs = {Need.SHAKEUP_AND_CLEMENCEAU: check_change, Need.PETAIN: check_petain}


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Yield the Evolving Doctrine, where the Allies choose; the HQ of a Command Shakeup, for the Germans; the answer to
    the flight, which any seat can give, because everybody sees it on the map.
    """
    if seat == ALLIES and state.now.phase is Phase.DOCTRINE and can_adopt(data, state):
        yield Offer(command=AdoptEvolving(), label="Adopt the Evolving Doctrine", version=state.phases)
    if isinstance(state.question, ShakeupToPlace) and seat == GERMANS:
        yield Offer(command=PlaceShakeup(), label="Choose the HQ", version=state.questions, inputs=("hq",))
    if isinstance(state.question, FlightToResolve):
        inputs = ("vp", "crossed") if state.victory_points is None else ("vp", "crossed", "reason")
        yield Offer(command=ResolveFlight(), label="Resolve the flight", version=state.questions, inputs=inputs)
