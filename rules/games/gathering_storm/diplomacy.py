"""The sums of diplomacy: what this turn's events and counters give each side in each country, public or not."""

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Literal

from rules.frozen import Frozen
from rules.games.gathering_storm.deck import StormData, StormNote
from rules.games.gathering_storm.effects.base import Account
from rules.games.gathering_storm.effects.diplomacy import RussianSubversion
from rules.games.gathering_storm.ledger import ledger
from rules.games.gathering_storm.playing import are_revealed
from rules.games.gathering_storm.powers import ALLIANCES, alliance_of
from rules.games.gathering_storm.state import Counter, State, is_valued
from rules.line import Line, Listed, line
from rules.notice import Notice, Public, tell_section
from rules.seat import SideSeat
from rules.secrets import Shown

Knows = Callable[[Counter], bool]
Cause = Literal["event", "subversion", "counter"]


class Part(Frozen):
    """A part of a sum: what it comes from, and whose it is by name."""

    cause: Cause
    amount: int
    of: str

    def told(self, data: StormData) -> Line:
        """``Grain from the East +1``, ``Germany +2``."""
        match self.cause:
            case "event":
                return line("{card} {amount:+}", card=Shown(data.title(self.of)), amount=self.amount)
            case "subversion":
                return line("subversion {amount:+}", amount=self.amount)
            case "counter":
                return line("{power} {amount:+}", power=Shown(self.of), amount=self.amount)


class Sum(Frozen):
    """What a side has in a country, part by part."""

    country: str
    side: str
    parts: tuple[Part, ...]

    @property
    def total(self) -> int:
        """Return all parts together."""
        return sum(each.amount for each in self.parts)

    def told(self, data: StormData) -> Line:
        """``Axis **+3** (Grain from the East +1, Germany +2)``."""
        parts: Listed | Line = Listed(each.told(data) for each in self.parts)
        if len(self.parts) == 1 and self.parts[0].cause == "counter":
            parts = Line(self.parts[0].of)
        return line("{side} **{sum:+}** ({parts})", side=Shown(self.side), sum=self.total, parts=parts)


def told(data: StormData, sums: Iterable[Sum]) -> Iterator[tuple[str, Line]]:
    """Yield a country's sums in one line, in the order of the sums."""
    for country, of_country in groupby(sums, key=lambda each: each.country):
        rows = Listed([each.told(data) for each in of_country], "; ")
        yield country, line("{country}: {rows}", country=Shown(country), rows=rows)


class CountersShown(StormNote):
    """The counters of this turn were turned up, and with them the sum of every side in each country."""

    reveals = True
    counters: tuple[tuple[SideSeat, str, int], ...]
    sums: tuple[Sum, ...] = ()

    def tell(self, data: StormData) -> Iterator[Notice]:
        summed = {each.country for each in self.sums}
        for _, row in told(data, self.sums):
            yield Public(row).under("Diplomacy")
        for power, target, value in self.counters:
            if target not in summed:
                yield tell_section(
                    "Counters",
                    "{power}'s counter in {target} is worth {value}.",
                    power=power,
                    target=Shown(target),
                    value=value,
                )


def open_sums(data: StormData, state: State) -> Iterator[Sum]:
    """Yield what everybody can add up, in printed order: the values of counters only once they are turned up."""
    is_open = are_revealed(data, state)
    return _sums(data, state, lambda _: is_open)


def own_sums(data: StormData, state: State, power: SideSeat) -> Iterator[Sum]:
    """Yield the sums that a power knows better than everybody: those with a counter of its own that lies face down."""
    if are_revealed(data, state):
        return
    mine = {each.target for each in state.counters if each.power == power and is_valued(each)}
    for each in _sums(data, state, lambda counter: counter.power == power):
        if each.country in mine and each.side == alliance_of(power):
            yield each


def _sums(data: StormData, state: State, knows: Knows) -> Iterator[Sum]:
    """Yield the sum of each side in each country in which it has any part."""
    for country in data.countries:
        for side in ALLIANCES if country not in state.world.conquered else ():
            if parts := tuple(_parts(data, state, country, side, knows)):
                yield Sum(country=country, side=side, parts=parts)


def _parts(data: StormData, state: State, country: str, side: str, knows: Knows) -> Iterator[Part]:
    """This turn's events, subversion and counters."""
    for each in ledger(data, state).contributions:
        change = each.change
        if change.account is Account.DIPLOMACY and change.target == country and change.power is not None:
            is_subversion = any(isinstance(one, RussianSubversion) for one in data.card(each.card).features)
            cause: Cause = "subversion" if is_subversion else "event"
            if alliance_of(change.power) == side:
                yield Part(cause=cause, amount=change.amount, of=each.card)
    for counter in state.counters:
        if counter.target == country and alliance_of(counter.power) == side and is_valued(counter) and knows(counter):
            yield Part(cause="counter", amount=counter.value, of=counter.power)
