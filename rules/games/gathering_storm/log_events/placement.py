"""Events of diplomacy: counters placed, civil wars that come nearer."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.state import Counter, CounterKind, State
from rules.line import Gathered, line
from rules.notice import Notice, tell_all, tell_board, tell_seat
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown


class CounterPlaced(BoardEvent):
    """A power placed a counter for diplomacy; the value of a diplomatic one is known to it alone."""

    power: SideSeat
    target: str
    value: Hidden[int]
    kind: CounterKind
    is_planned: bool = False

    @override
    def apply(self, data: BoardData, state: State) -> State:
        counter = Counter(
            power=self.power, target=self.target, value=self.value.value, kind=self.kind, phase=state.phase
        )
        after = state.replace(counters=(*state.counters, counter))
        is_usual = self.kind == "diplomatic"
        return after.with_habit(self.power, counters=((self.target, self.value.value),)) if is_usual else after

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        where = Shown(self.target)
        if self.kind == "anti-Comintern":
            yield tell_all("{power} places the anti-Comintern counter in {where}.", power=self.power, where=where)
            return
        if self.is_planned:
            counter = line("{where} ({power})", where=where, power=self.power)
            yield tell_all("Counters placed as planned: {counters}.", counters=Gathered([counter]))
        else:
            yield tell_all("{power} places a counter in {where}.", power=self.power, where=Gathered([where]))
        yield tell_seat(
            self.power,
            "{power}'s counter in {where} is worth {value}.",
            power=self.power,
            value=self.value,
            where=where,
        )


class CivilWarNeared(BoardEvent):
    """A card touched a country that can fall into civil war: ``change`` of its counters."""

    country: str
    change: int
    is_on: bool
    ruling: str | None = None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        before = state.civil_war(self.country)
        after = before.replace(events=before.events + 1, counters=before.counters + self.change)
        return state.replace(civil={**state.civil, self.country: after})

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        where = Shown(self.country)
        if self.change > 0:
            yield tell_board("Place a civil war counter in {where}.", where=where)
        elif self.change < 0:
            yield tell_board("Remove a civil war counter from {where}.", where=where)
        if self.is_on:
            yield tell_all("The civil war in {where} comes closer to its end.", where=where)
        else:
            yield tell_all("{where} comes closer to civil war.", where=where)
        if self.ruling:
            yield data.rulings[self.ruling].tell()
