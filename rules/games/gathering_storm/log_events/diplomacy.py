"""Events of the diplomatic sheet: counters turned up with its sums, and what players enter for it."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.deck import StormData, StormEvent
from rules.games.gathering_storm.log_events.entry import EntryEvent, moved
from rules.games.gathering_storm.state import Meaning, Standing, State
from rules.games.gathering_storm.sums import Sum, told
from rules.line import both
from rules.notice import Notice, Public, tell_all, tell_section
from rules.seat import SideSeat
from rules.secrets import Shown, quote
from rules.written import Written


class CountersShown(StormEvent):
    """The counters placed this turn were turned up: each power's target and value, and with them the sum of every side
    in each country, by the group's own results.
    """

    reveals: ClassVar[bool] = True
    type: Literal["counters_shown"] = "counters_shown"
    counters: tuple[tuple[SideSeat, str, int], ...]
    sums: tuple[Sum, ...] = ()
    meanings: tuple[Meaning, ...] = ()

    @override
    def apply(self, data: StormData, state: State) -> State:
        """Nothing: from this phase on the values are open."""
        return state

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        """Each country with its sums, in printed order; a counter where nothing is added up."""
        summed = {each.country for each in self.sums}
        for _, row in told(data, self.sums, self.meanings):
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


def about_standing(side: str, country: str) -> str:
    """The name of a fact: what a side has in a country."""
    return f"standing {side} {country}"


class StandingEntered(EntryEvent):
    """It was entered what a side has in a country before events and counters."""

    type: Literal["standing_entered"] = "standing_entered"
    country: str
    side: str
    standing: Standing
    was: Standing | None = None

    @property
    @override
    def about(self) -> str:
        return about_standing(self.side, self.country)

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The numbers stand so until they are entered anew."""
        of_country = {**state.world.standings.get(self.country, {}), self.side: self.standing}
        standings = {**state.world.standings, self.country: of_country}
        return self.entered(state, world=state.world.replace(standings=standings))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        """Base, flags, pacts and support, with what stood before."""
        now, was = self.standing, self.was or self.standing
        yield tell_all(
            "{side} in {country}: base {base}, flags {flags}, pacts {pacts}, support {support}.",
            side=Shown(self.side),
            country=Shown(self.country),
            base=moved(was.base, now.base),
            flags=moved(was.flags, now.flags),
            pacts=moved(was.pacts, now.pacts),
            support=moved(was.support, now.support),
        )


class BasesEntered(EntryEvent):
    """The bases of the countries that the group has kept were entered at once, where none stood yet."""

    type: Literal["bases_entered"] = "bases_entered"
    bases: Mapping[str, Mapping[str, int]]

    @property
    @override
    def about(self) -> str:
        return "bases"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Each stands beside whatever was entered there."""
        standings = {country: dict(of_country) for country, of_country in state.world.standings.items()}
        for country, bases in self.bases.items():
            for side, base in bases.items():
                standing = state.world.standing(country, side).replace(base=base)
                standings.setdefault(country, {})[side] = standing
        return self.entered(state, world=state.world.replace(standings=standings))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        """Of which countries; the ledger has the numbers."""
        yield tell_all("The bases of {countries} stand as in your earlier campaigns.", countries=both(self.bases))


class MeaningEntered(EntryEvent):
    """It was entered what a total of sum and die means; without words the table has no such row."""

    type: Literal["meaning_entered"] = "meaning_entered"
    total: int
    meaning: Written

    @property
    @override
    def about(self) -> str:
        return f"meaning {self.total}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The row stands in its place."""
        rows = [each for each in state.world.meanings if each.total != self.total]
        if self.meaning or self.total in data.diplomatic_results:
            rows.append(Meaning(total=self.total, meaning=self.meaning))
        meanings = tuple(sorted(rows, key=lambda each: each.total))
        return self.entered(state, world=state.world.replace(meanings=meanings))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        """The total and its meaning."""
        if self.meaning:
            yield tell_all("A total of {total} or more: {meaning}.", total=self.total, meaning=quote(self.meaning))
        else:
            yield tell_all("A total of {total} has no result of its own.", total=self.total)
