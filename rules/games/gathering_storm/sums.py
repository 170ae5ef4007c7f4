"""The sum of diplomacy in a country: every part that the table adds up there for one side, whoever may know it."""

from collections.abc import Iterable, Iterator
from itertools import groupby
from typing import Literal

from rules.frozen import Frozen
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import Meaning
from rules.line import Line, Listed, line
from rules.secrets import Shown, quote

Cause = Literal["base", "flags", "pacts", "support", "event", "subversion", "counter"]


class Part(Frozen):
    """A part of a sum: what it comes from, and for an event or a counter whose it is by name."""

    cause: Cause
    amount: int
    of: str = ""

    def told(self, data: StormData) -> Line:
        """``base 1``, ``Grain from the East +1``, ``Germany +2``."""
        match self.cause:
            case "base":
                return line("base {amount}", amount=self.amount)
            case "flags":
                return line("flags {amount:+}", amount=self.amount)
            case "pacts":
                return line("pacts {amount:+}", amount=self.amount)
            case "support":
                return line("support {amount:+}", amount=self.amount)
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
        """All parts together."""
        return sum(each.amount for each in self.parts)

    def told(self, data: StormData, meanings: Iterable[Meaning]) -> Line:
        """``Axis **+3** (base 1, Germany +2; a die of 5 or more: a flag)``."""
        parts: Listed | Line = Listed(each.told(data) for each in self.parts)
        if len(self.parts) == 1 and self.parts[0].cause == "counter":
            parts = Line(self.parts[0].of)
        needs = [*self.needs(meanings)]
        side = Shown(self.side)
        if not needs:
            return line("{side} **{sum:+}** ({parts})", side=side, sum=self.total, parts=parts)
        return line(
            "{side} **{sum:+}** ({parts}; {needs})", side=side, sum=self.total, parts=parts, needs=Listed(needs, "; ")
        )

    def needs(self, meanings: Iterable[Meaning]) -> Iterator[Line]:
        """What the die must show for each result that the group's own table has."""
        for each in meanings:
            need = each.total - self.total
            yield line("a die of {need} or more: {meaning}", need=need, meaning=quote(each.meaning))


def told(data: StormData, sums: Iterable[Sum], meanings: Iterable[Meaning] = ()) -> Iterator[tuple[str, Line]]:
    """A country's sums in one line, in the order of the sums."""
    meanings = [*meanings]
    for country, of_country in groupby(sums, key=lambda each: each.country):
        rows = Listed([each.told(data, meanings) for each in of_country], "; ")
        yield country, line("{country}: {rows}", country=Shown(country), rows=rows)
