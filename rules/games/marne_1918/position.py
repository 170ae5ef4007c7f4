"""How the game stands on a table, in any turn and phase: everything that lies open there, and each side's hand."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere, NotYours
from rules.games.marne_1918.board_facts import DOCTRINE, MORALE, OFFENSIVE, OPEN, POINTS, TRANSPORT, in_turn
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.phases import OPERATIONAL, Moment, Phase
from rules.games.marne_1918.state import MarneCommand, MarneEvent, State
from rules.games.marne_1918.turn import FRESH
from rules.kit import position as kit
from rules.kit.facts import LONGEST, Declared, Facts, Flag, Form, OneOf, Some, Track, Value
from rules.kit.position import PositionTaken, TakePosition, TakesPosition, typed
from rules.line import Line, Listed, line
from rules.notice import Notice, tell_all, tell_seat
from rules.pool import Zone
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown, folded, quote

MOMENTS: Mapping[str, Moment] = {
    str(each): each
    for number in range(4)
    for each in (Moment(sequence=number, phase=phase) for phase in Phase if (phase in OPERATIONAL) == (number > 0))
}
"""The phases as players call them."""
WORDS = {each: word for word, each in MOMENTS.items()}


def in_another_turn(state: State, turn: int) -> State:
    """Return the state in a turn. What belongs to another turn is over."""
    if turn == state.turn:
        return state
    after = state.replace(turn=turn, **{name: State.model_fields[name].default for name in FRESH})
    return PHASE.put(after, PHASE.value(after))


def in_phase(state: State, phase: str) -> State:
    """Return the state in a phase. The events of a turn are drawn in its first one."""
    now = MOMENTS[phase]
    return state.replace(now=now, drawn=frozenset(state.pools) if now.phase is not Phase.EVENTS else state.drawn)


@dataclass(frozen=True, kw_only=True)
class Headquarters(Declared):
    """The HQ on which a marker lies, by the marker's name."""

    ids: frozenset[str]

    def read(self, data: Any, typed: str) -> Value:
        if not self.ids:
            raise NotThere("There is no such marker.")
        return " ".join(typed.split()) or None

    @override
    def shown(self, value: Value) -> Line | Shown:
        return quote(str(value)) if value is not None else super().shown(value)

    @override
    def value(self, state: Any) -> Value:
        return next((hq for marker, hq in state.on_hq.items() if marker in self.ids), None)

    @override
    def put(self, state: Any, value: Any) -> Any:
        others = {marker: hq for marker, hq in state.on_hq.items() if marker not in self.ids}
        open_ = (id_ for pool in state.pools.values() for id_ in sorted(self.ids) if pool.zones.get(id_) in OPEN)
        found = next(open_, None) if value is not None else None
        return state.replace(on_hq=others if found is None else {**others, found: str(value)})


TURN = Track("turn", line("Turn"), low=1, high=lambda data: data.calendar.last_turn, puts=in_another_turn)
PHASE = OneOf("phase", line("Phase"), words=tuple(MOMENTS), gets=lambda state: str(state.now), puts=in_phase)
DRAWN = Flag(
    "drawn",
    line("Events of this turn drawn"),
    gets=lambda state: bool(state.drawn),
    puts=lambda state, value: state.replace(drawn=frozenset(state.pools if value else ())),
)
BEFORE = (TURN, PHASE, DRAWN, POINTS, DOCTRINE, MORALE, TRANSPORT)
AFTER = (
    OFFENSIVE,
    in_turn("offensive_before", line("Turn of the German offensive before it")),
    in_turn("mangin_turn", line("Turn in which Mangin's force arrived")),
    in_turn("american_hq_since", line("Turn in which the American HQ arrived")),
    Track("flight_cost", line("Victory points of the Government's flight")),
    Flag("marne_crossed", line("The Germans have crossed the Marne")),
    Flag("americans_left", line("The Americans have left for the Argonne")),
    Flag("retaken_last_turn", line("A victory hex was retaken last turn")),
    Flag("has_retaken", line("A victory hex was retaken this turn")),
    Flag("mangin_paid", line("The points for Mangin's force are counted")),
    Flag("air_unit", line("The Allies have an air unit this turn")),
)


def facts_of(data: MarneData) -> Facts:
    """Return all that lies open on the table, in the order in which it is put."""
    sides = (each for each in data.sides if any(event.side == each for event, _ in data.markers.values()))
    markers = (markers_of(data, SideSeat(side), zone) for side in sides for zone in OPEN)
    names = {id_: data.name(id_) for id_, (event, _) in data.markers.items() if event.effect is Effect.OFFENSIVE}
    offensives = Some(
        "offensives",
        line("Allied offensives this turn"),
        words=tuple(names.values()),
        in_order=False,
        gets=lambda state: tuple(sorted(names[id_] for id_ in state.offensives)),
        puts=lambda state, value: state.replace(offensives=tuple(id_ for id_ in sorted(names) if names[id_] in value)),
    )
    return Facts(*BEFORE, *AFTER, offensives, *markers, hq=lambda name: headquarters(data, name))


def position(data: MarneData, state: State) -> Iterator[tuple[Line, Value]]:
    """Yield what lies open on the table, by what players call it."""
    facts = facts_of(data)
    under = (facts[f"hq {name}"] for name in dict.fromkeys(data.name(marker) for marker in state.on_hq))
    yield from ((each.label, each.value(state)) for each in (*facts.single.values(), *under))


def markers_of(data: MarneData, side: SideSeat, zone: Zone) -> Some:
    """Return the markers of a side that lie in a zone, by their names; alike ones as often as there are."""
    names = {id_: data.name(id_) for id_, (event, _) in data.markers.items() if event.side == side}

    def lying(state: State) -> Value:
        return tuple(sorted(names[each.id] for each in state.pools[side].at(zone)))

    def laid(state: State, value: tuple[str, ...]) -> State:
        pool = state.pools[side]
        zones = {id_: Zone.POOL if there is zone else there for id_, there in pool.zones.items()}
        left = sorted(zones, key=lambda id_: (zones[id_] is not Zone.POOL, zones[id_] is not Zone.NOT_ENTERED, id_))
        for name in value:
            if found := next((id_ for id_ in left if names[id_] == name), None):
                left.remove(found)
                zones[found] = zone
        undecided = pool.undecided & {id_ for id_, there in zones.items() if there is Zone.HAND}
        return state.in_pool(side, lambda pool: pool.replace(zones=zones, undecided=undecided))

    label = line("{seat}: markers {where}", seat=side, where=Shown(zone))
    return Some(f"{zone} {side}", label, words=tuple(names.values()), in_order=False, gets=lying, puts=laid)


def headquarters(data: MarneData, name: str) -> Headquarters:
    """Return the HQ under a marker."""
    ids = frozenset(id_ for id_ in data.markers if folded(data.name(id_)) == folded(name))
    name = next(map(data.name, sorted(ids)), name)
    return Headquarters(f"hq {name}", line("HQ under {marker}", marker=Shown(name)), ids=ids)


class TableTaken(PositionTaken[MarneData, State], MarneEvent, named="position_taken"):
    """The game was set to the players' table."""

    @classmethod
    def known(cls, data: MarneData) -> Facts:
        return facts_of(data)

    @override
    def settled(self, data: MarneData, state: State) -> State:
        """Nothing is asked or fought any more. What has not been drawn is in the pool once its turn has come."""
        pools = {}
        for seat, pool in state.pools.items():
            waiting = [id_ for id_, zone in pool.zones.items() if zone in (Zone.POOL, Zone.NOT_ENTERED)]
            zones = {id_: Zone.POOL if data.enters(id_) <= state.turn else Zone.NOT_ENTERED for id_ in waiting}
            undecided = pool.undecided if state.now.phase is Phase.EVENTS else frozenset()
            pools[seat] = pool.replace(zones={**pool.zones, **zones}, undecided=undecided)
        open_ = {id_ for pool in pools.values() for zone in OPEN for id_ in (each.id for each in pool.at(zone))}
        return state.replace(
            pools=pools, on_hq={id_: hq for id_, hq in state.on_hq.items() if id_ in open_}, waiting=(), combat=None,
            interrupted=None, counterattack=None, phases=state.phases + 1, questions=state.questions + 1,
        )  # fmt: skip


class HandTaken(MarneEvent):
    """A side entered its hand as it lies on its table."""

    seat: SideSeat
    markers: Hidden[tuple[str, ...]]

    def apply(self, data: MarneData, state: State) -> State:
        after: State = markers_of(data, self.seat, Zone.HAND).put(state, self.markers.value)
        return after

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} enter their hand from their table.", seat=self.seat)
        names = self.markers.value
        if names:
            yield tell_seat(self.seat, "You hold {names}.", names=Listed(names))


class BeginHere(TakesPosition[MarneData, State], Form[MarneData, State], asks=(TURN, PHASE, POINTS, DOCTRINE, MORALE)):
    """Begin in the middle, or go on from there: what matters first."""

    settles = True
    event = TableTaken


class TakeTable(TakePosition[MarneData, State], named="take_position"):
    """Set the game to a position."""

    event = TableTaken


class EnterHand(MarneCommand):
    """Enter the side's own hand as it lies on the table."""

    title = "Hand entered"
    is_told = True
    side: SideSeat
    markers: Annotated[str, Field(max_length=LONGEST, title="The markers in your hand")] = ""

    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat != self.side or seat not in state.pools:
            raise NotYours("Your seat holds no markers.")
        hand, pool = markers_of(data, self.side, Zone.HAND), state.pools[seat]
        held = hand.read(data, self.markers)
        after = hand.put(state, held)
        taken = {pool.zones[each.id] for each in after.pools[seat].at(Zone.HAND)}
        if hand.value(after) != held or taken & {Zone.NOT_ENTERED, *OPEN}:
            raise NotThere("Not all of these can be in your hand now: some enter later, or lie open on the table.")
        yield HandTaken(seat=self.side, markers=Hidden(held))


class TableCorrected(kit.ResultCorrected[MarneData, State], TableTaken, named="result_corrected"):
    """A result was corrected: the board stands otherwise by that."""


class CorrectResult(kit.CorrectResult[MarneData, State]):
    """Correct an earlier result."""

    event = TableCorrected


def tellings(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer to set the game to the table, and a side to enter its hand, until the game is over."""
    if state.over:
        return
    choices = {PHASE.named: tuple(map(WORDS.__getitem__, data.sequence.moments[data.first_to_move, True]))}
    inputs = tuple(each.named for each in BeginHere.asks)
    yield Offer(BeginHere.now(state), "As it stands on our table…", inputs=inputs, choices=choices)
    if isinstance(seat, SideSeat) and seat in state.pools:
        held = typed(markers_of(data, seat, Zone.HAND).value(state))
        yield Offer(EnterHand(side=seat, markers=held), "Enter my hand…", inputs=("markers",), secret=True)


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer to begin in the middle of a game, before anything else."""
    yield next(tellings(data, state, seat))
