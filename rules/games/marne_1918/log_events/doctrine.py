"""The Doctrine Evolution Track: the doctrine, Clemenceau, Command Shakeups, and the Government's flight."""

from collections.abc import Iterator
from typing import Literal

from rules.games.marne_1918.board_facts import DOCTRINE
from rules.games.marne_1918.data import MarneData, counted, shown
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.games.marne_1918.state import Doctrine, MarneEvent, Question, State
from rules.kit.facts import tell_reason
from rules.line import line
from rules.notice import Notice, tell_all, tell_board, tell_rule
from rules.pool import Pool, Zone
from rules.seat import Seat
from rules.secrets import Shown, quote
from rules.written import Written

FARTHEST = "farthest from the enemy"
Outcome = Literal["occurs", "cancelled", "returns", "no effect"]


class FlightToResolve(Question):
    """The players must report the German victory points and whether a German unit has crossed the Marne."""

    to_do = line("Enter the German victory points and whether a German unit has crossed the Marne.")
    awaiting: Seat = ALLIES
    seat: Seat
    marker: str


class FlightDrawn(MarneEvent):
    """A side drew the Government's flight, which is resolved at once."""

    reveals = True
    seat: Seat
    marker: str

    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(FlightToResolve(seat=self.seat, marker=self.marker))

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("**{marker}** is drawn and resolved at once.", marker=shown(data, self.marker))
        yield tell_all("How many victory points do the Germans have, and has a German unit crossed the Marne?")


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
