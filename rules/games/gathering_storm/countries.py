"""What players enter from the map: civil wars, conquests, trade pacts, flags, Russian diplomacy, a dispute's duties."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.command import Choices, Count, Entry, Group, TextInput, entry_offer
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.log_events.countries import (
    CivilWarEntered,
    ConquestEntered,
    DutyWaived,
    FlagsEntered,
    RussiaEntered,
    TradeEntered,
)
from rules.games.gathering_storm.log_events.entry import EntryEvent
from rules.games.gathering_storm.placement import duties
from rules.games.gathering_storm.powers import GERMANY, OWNERS, RUSSIA, called
from rules.games.gathering_storm.state import State
from rules.line import Listed, line
from rules.seat import Seat, SideSeat


class EnterWar(Entry):
    """Enter that a civil war broke out or ended."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Civil war entered"
    fact_by: ClassVar[tuple[str, ...]] = ("country",)
    country: Annotated[TextInput, Field(title="Country")]
    on: Annotated[bool, Field(title="Is there a civil war?")] = True
    counters: Annotated[Count, Field(title="Civil war counters (empty: no change)")] = None
    events: Annotated[Count, Field(title="Events there so far (empty: no change)")] = None

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        country = data.country(self.country)
        if country not in data.regions.civil_wars:
            raise NotThere("Civil war can break out only in {names}.", names=Listed(data.regions.civil_wars))
        was = state.civil_war(country)
        counters = was.counters if self.counters is None else self.counters
        return CivilWarEntered(country=country, is_on=self.on, counters=counters, events=self.events, was=was)


class EnterConquest(Entry):
    """Enter who holds a minor country."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Conquest entered"
    fact_by: ClassVar[tuple[str, ...]] = ("country",)
    country: Annotated[TextInput, Field(title="Country")]
    by: Annotated[Literal["Germany", "Italy", "Britain", "France", "Russia", "nobody"], Field(title="Held by")] = (
        "nobody"
    )

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        country = data.country(self.country)
        power = None if self.by == "nobody" else SideSeat(self.by)
        if state.world.conquered.get(country) == power:
            raise NotNow("{country} is already held by {by}.", country=country, by=self.by)
        return ConquestEntered(country=country, power=power, was=state.world.conquered.get(country))


class EnterTrade(Entry):
    """Enter a trade pact, or that it ended."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Trade pact entered"
    fact_by: ClassVar[tuple[str, ...]] = ("owner", "country")
    owner: Annotated[
        Literal["Axis", "Allies", "Germany", "Italy", "Britain", "France", "Russia"], Field(title="Whose pact")
    ] = "Germany"
    country: Annotated[TextInput, Field(title="With")]
    holds: Annotated[bool, Field(title="Is it in force?")] = True

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        country = str(RUSSIA) if self.country.strip().casefold() == "russia" else data.country(self.country)
        if self.owner not in OWNERS and self.owner != RUSSIA:
            raise NotThere("There is no such power or alliance. Choose one from the list.")
        if self.owner == country:
            raise NotThere("{country} cannot have a trade pact with itself.", country=country)
        if ((self.owner, country) in state.world.pacts) == self.holds:
            raise NotNow(
                "There is nothing to change about the trade pact between {owner} and {country}.",
                owner=called(self.owner),
                country=country,
            )
        return TradeEntered(owner=self.owner, country=country, holds=self.holds)


class EnterFlags(Entry):
    """Enter the flags of a country as far as they matter to events."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Flags entered"
    fact_by: ClassVar[tuple[str, ...]] = ("country",)
    country: Annotated[TextInput, Field(title="Country")]
    flags: Annotated[Literal["four", "four, kept by an event", "fewer"], Field(title="Flags")] = "four"

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        flags = None if self.flags == "fewer" else self.flags
        country = data.country(self.country)
        return FlagsEntered(country=country, flags=flags, was=state.world.flags.get(country))


class EnterRussia(Entry):
    """Enter what binds Russian diplomacy."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Russian diplomacy entered"
    purged: Annotated[bool, Field(title="Does a purge forbid counters?")] = False
    cohesion: Annotated[bool, Field(title="Is cohesion full?")] = False
    opens: Annotated[TextInput, Field(title="Country to open to Russia")] = ""
    closes: Annotated[TextInput, Field(title="Country to close to Russia")] = ""

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        """24.61: purge and cohesion, and a country opened or closed."""
        opens = data.country(self.opens) if self.opens.strip() else None
        closes = data.country(self.closes) if self.closes.strip() else None
        if closes is not None and closes not in state.world.open_to_russia:
            raise NotNow("{closes} has not been entered as open to Russia.", closes=closes)
        if closes is not None and closes == opens:
            raise NotThere("{closes} cannot be opened and closed at the same time.", closes=closes)
        return RussiaEntered(is_purged=self.purged, has_cohesion=self.cohesion, opens=opens, closes=closes)

    @override
    def is_change(self, state: State, event: EntryEvent) -> bool:
        """Whether it corrects an entry of this turn: one more country that opens corrects none."""
        stands = (self.purged, self.cohesion) == (state.world.is_purged, state.world.has_cohesion)
        return super().is_change(state, event) and (not stands or bool(self.closes.strip()))


class Waive(Entry, named="enter_waiver"):
    """Release the powers from a dispute's duty, or take that back."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Dispute duties entered"
    waived: Annotated[bool, Field(title="Are the duties waived?")] = True
    is_away: bool = False
    """Whether it is done for players who are away: that is reason enough."""

    @override
    def check_reason(self, *, is_change: bool) -> None:
        super().check_reason(is_change=is_change and not self.is_away)

    @override
    def entered(self, data: StormData, state: State) -> EntryEvent:
        if self.waived and not duties(data, state):
            raise NotThere("No dispute imposes a duty this turn.")
        if not self.waived and not state.is_waived:
            raise NotThere("No duty has been waived this turn.")
        return DutyWaived(is_waived=self.waived)


def offers(data: StormData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Each entry as a form that proposes what stands."""
    countries, wars = data.countries, data.regions.civil_wars
    for country in wars:
        war = state.civil_war(country)
        command = EnterWar(country=country, on=war.is_on, counters=war.counters, events=war.events)
        yield entry_offer(
            state, command, line("Civil war: {country}", country=country), inputs=("on", "counters", "events")
        )
    yield entry_offer(state, _conquest(data, state), "Conquest", {"country": countries})
    yield entry_offer(state, _trade(data, state), "Trade pact", {"country": (*countries, str(RUSSIA))})
    yield entry_offer(state, EnterFlags(country=countries[0]), "Flags", {"country": countries})
    russia = EnterRussia(purged=state.world.is_purged, cohesion=state.world.has_cohesion)
    closes = _open_to_russia(data, state)
    inputs = ("purged", "cohesion", "opens", *closes)
    yield entry_offer(state, russia, "Russian diplomacy", {"opens": countries, **closes}, inputs)
    yield from _offer_changes(data, state)
    if duties(data, state):
        yield entry_offer(state, Waive(), "Waive dispute duties", inputs=("reason",))
    if state.is_waived:
        yield entry_offer(state, Waive(waived=False), "Restore the dispute duties", inputs=("reason",))


def _offer_changes(data: StormData, state: State) -> Iterator[Offer]:
    """What was entered, each with a form that changes it or takes it back. A place without diplomacy is freed with its
    aggression.
    """
    for country, holder in state.world.conquered.items():
        if country in data.countries:
            yield entry_offer(
                state,
                EnterConquest(country=country),
                line("{country}: held by {holder}", country=country, holder=holder),
                inputs=("by",),
                corrects=True,
            )
    for owner, country in sorted(state.world.pacts):
        trade = EnterTrade.model_validate({"owner": owner, "country": country, "holds": False})
        yield entry_offer(
            state,
            trade,
            line("Trade pact: {owner} with {country}", owner=owner, country=country),
            inputs=("holds",),
            corrects=True,
        )
    for country, flags in state.world.flags.items():
        yield entry_offer(
            state,
            EnterFlags(country=country, flags=flags),
            line("Flags: {country}", country=country),
            inputs=("flags",),
            corrects=True,
        )


def _conquest(data: StormData, state: State) -> EnterConquest:
    """A proposal that changes something: a free country is taken, or if none is left one is freed."""
    free = next((name for name in data.countries if name not in state.world.conquered), None)
    return EnterConquest(country=free, by="Germany") if free else EnterConquest(country=data.countries[0], by="nobody")


def _trade(data: StormData, state: State) -> EnterTrade:
    """A proposal that changes something: a new pact of Germany, or if it has all of them one that ends."""
    new = next((name for name in data.countries if (str(GERMANY), name) not in state.world.pacts), None)
    return EnterTrade(country=new) if new else EnterTrade(country=data.countries[0], holds=False)


def _open_to_russia(data: StormData, state: State) -> Choices:
    """Which of the countries that were entered as open can be closed again."""
    open_ = tuple(name for name in data.countries if name in state.world.open_to_russia)
    return {"closes": open_} if open_ else {}
