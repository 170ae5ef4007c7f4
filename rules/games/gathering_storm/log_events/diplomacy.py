"""The counters that were turned up, with the sums of diplomacy."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import ClassVar, Literal

from typing_extensions import override

from rules.frozen import Frozen
from rules.games.gathering_storm.deck import StormData, StormNote
from rules.line import Line, Listed, line
from rules.notice import Notice, Public, tell_section
from rules.seat import SideSeat
from rules.secrets import Shown

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
    """The counters placed this turn were turned up: each power's target and value, and with them the sum of every side
    in each country.
    """

    reveals: ClassVar[bool] = True
    counters: tuple[tuple[SideSeat, str, int], ...]
    sums: tuple[Sum, ...] = ()

    @override
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
