"""The diplomatic sheet: what every side has in each country, what a die would need, and what players enter for it.

The source has neither the printed bases of the countries nor the table of results. The group enters both from its own.
"""

from collections.abc import Callable, Iterator
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotNow
from rules.games.gathering_storm.command import Entry, Group, Level, TextInput, entry_offer
from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.diplomacy import RussianSubversion
from rules.games.gathering_storm.ledger import contributions
from rules.games.gathering_storm.log_events.diplomacy import (
    BasesEntered,
    MeaningEntered,
    StandingEntered,
    about_standing,
)
from rules.games.gathering_storm.log_events.entry import EntryEvent
from rules.games.gathering_storm.playing import are_revealed
from rules.games.gathering_storm.powers import ALLIANCES, alliance_of
from rules.games.gathering_storm.state import NOTHING_ENTERED, Counter, Standing, State, is_valued
from rules.games.gathering_storm.sums import Part, Sum
from rules.line import line
from rules.seat import Seat, SideSeat
from rules.written import Written

SideName = Literal["Axis", "Allies", "Russia"]
SIDES: tuple[SideName, ...] = get_args(SideName)
Knows = Callable[[Counter], bool]


def open_sums(data: StormData, state: State) -> Iterator[Sum]:
    """What everybody can add up, in printed order: the values of counters only once they are turned up."""
    is_open = are_revealed(data, state)
    return _sums(data, state, lambda _: is_open)


def own_sums(data: StormData, state: State, power: SideSeat) -> Iterator[Sum]:
    """The sums that a power knows better than everybody: those with a counter of its own that lies face down."""
    if are_revealed(data, state):
        return
    mine = {each.target for each in state.counters if each.power == power and is_valued(each)}
    for each in _sums(data, state, lambda counter: counter.power == power):
        if each.country in mine and each.side == alliance_of(power):
            yield each


def _sums(data: StormData, state: State, knows: Knows) -> Iterator[Sum]:
    """The sum of each side in each country in which it has any part."""
    for country in data.countries:
        for side in ALLIANCES if country not in state.world.conquered else ():
            if parts := tuple(_parts(data, state, country, side, knows)):
                yield Sum(country=country, side=side, parts=parts)


def _parts(data: StormData, state: State, country: str, side: str, knows: Knows) -> Iterator[Part]:
    """What stands there first, then this turn's events, subversion and counters."""
    standing = state.world.standing(country, side)
    if standing.base is not None:
        yield Part(cause="base", amount=standing.base)
    if standing.flags:
        yield Part(cause="flags", amount=standing.flags)
    if standing.pacts:
        yield Part(cause="pacts", amount=standing.pacts)
    if standing.support:
        yield Part(cause="support", amount=standing.support)
    for each in contributions(data, state):
        change = each.change
        if change.account is Account.DIPLOMACY and change.target == country and change.power is not None:
            is_subversion = any(isinstance(one, RussianSubversion) for one in data.card(each.card).features)
            cause: Literal["subversion", "event"] = "subversion" if is_subversion else "event"
            if alliance_of(change.power) == side:
                yield Part(cause=cause, amount=change.amount, of=each.card)
    for counter in state.counters:
        if counter.target == country and alliance_of(counter.power) == side and is_valued(counter) and knows(counter):
            yield Part(cause="counter", amount=counter.value, of=counter.power)


class EnterStanding(Entry):
    """Enter what your own board gives a side in a country before this turn's events and counters."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Diplomatic standing entered"
    fact_by: ClassVar[tuple[str, ...]] = ("country", "side")
    type: Literal["enter_standing"] = "enter_standing"
    country: Annotated[TextInput, Field(title="Country")]
    side: SideName
    base: Annotated[Level, Field(title="Base")] = None
    flags: Annotated[Level, Field(title="For flags")] = None
    pacts: Annotated[Level, Field(title="For trade pacts")] = None
    support: Annotated[Level, Field(title="For support")] = None

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        """All four numbers; what is left empty is not known."""
        country = data.country(self.country)
        was = state.world.standing(country, self.side)
        now = Standing(base=self.base, flags=self.flags, pacts=self.pacts, support=self.support)
        before = was if was != NOTHING_ENTERED else None
        return StandingEntered(country=country, side=self.side, standing=now, was=before)


class EnterBases(Entry):
    """Enter the bases of the countries that your group has kept, all at once."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Bases entered"
    type: Literal["enter_bases"] = "enter_bases"

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        """Those that are kept and do not stand yet."""
        bases = _kept_bases(data, state)
        if not bases:
            raise NotNow("No base is kept that does not stand already.")
        return BasesEntered(bases=bases)

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        """It changes none that stands."""
        return False


class EnterMeaning(Entry):
    """Enter what a total of sum and die means by your own printed table, or (without words) that it has no such row."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Diplomatic result entered"
    fact_by: ClassVar[tuple[str, ...]] = ("total",)
    type: Literal["enter_meaning"] = "enter_meaning"
    total: Annotated[int, Field(ge=-99, le=99, title="Sum and die together, from")]
    meaning: Annotated[Written, Field(max_length=60, title="What it means (empty: no such row)")] = ""

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        """One row of the table."""
        return MeaningEntered(total=self.total, meaning=self.meaning.strip())


def _kept_bases(data: StormData, state: State) -> dict[str, dict[str, int]]:
    """The bases that the group has kept and that do not stand yet."""
    kept = {
        country: {side: base for side, base in bases.items() if state.world.standing(country, side).base is None}
        for country, bases in data.diplomatic_bases.items()
    }
    return {country: bases for country, bases in kept.items() if bases}


def entered(data: StormData, state: State) -> dict[str, Any]:
    """What was entered of the group's table of results and of its bases, as a file of its own would hold it."""
    rows = {str(each.total): each.meaning for each in state.world.meanings if each.meaning}
    bases = {
        country: {side: each.base for side, each in sides.items() if each.base is not None}
        for country, sides in state.world.standings.items()
    }
    known = {country: {**data.diplomatic_bases.get(country, {}), **new} for country, new in bases.items() if new}
    tables = {"diplomatic_results": rows, "diplomatic_bases": known}
    return {name: table for name, table in tables.items() if table}


def offers(data: StormData, state: State, _seat: Seat) -> Iterator[Offer]:
    """A side's standing in any country, each that was entered as it stands, and the rows of the table of results."""
    numbers = ("base", "flags", "pacts", "support")
    if _kept_bases(data, state):
        yield entry_offer(state, EnterBases(), "Bases of the countries, as kept", has_reason=False)
    for side in SIDES:
        fresh = tuple(name for name in data.countries if not _stands(state, name, side))
        if fresh:
            command = EnterStanding(country=fresh[0], side=side, base=0)
            label = line("{side}: diplomatic standing", side=side)
            # a form has five fields, and what was never entered needs no reason
            yield entry_offer(state, command, label, {"country": fresh}, ("country", *numbers), has_reason=False)
        for name in data.countries:
            if _stands(state, name, side):
                again = EnterStanding(country=name, side=side, **state.world.standing(name, side).model_dump())
                label = line("Standing: {side} in {country}", side=side, country=name)
                yield entry_offer(state, again, label, inputs=numbers, corrects=True)
    yield entry_offer(state, EnterMeaning(total=0), "Diplomatic results")


def _stands(state: State, country: str, side: str) -> bool:
    """Whether anything is known of a side in a country, or was taken out this turn."""
    is_known = state.world.standing(country, side) != NOTHING_ENTERED
    return is_known or state.entered.get(about_standing(side, country)) == state.turn
