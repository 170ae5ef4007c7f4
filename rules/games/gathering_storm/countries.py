"""What players enter from the map: civil wars, conquests, trade pacts, flags, Russian diplomacy, a dispute's duties."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.command import Choices, Entry, Group, Sheet, TextInput, entry_offer
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.facts import COHESION, FACTS, PURGE, flags, held, open_to_russia, trade, wars
from rules.games.gathering_storm.log_events.countries import DutyWaived
from rules.games.gathering_storm.log_events.entry import EntryEvent
from rules.games.gathering_storm.placement import duties
from rules.games.gathering_storm.powers import GERMANY, RUSSIA
from rules.games.gathering_storm.state import State
from rules.kit.facts import Declared, Value
from rules.line import Listed, line
from rules.seat import Seat


class Country(Sheet, named=""):
    """The base of what is entered of a country."""

    group: ClassVar[Group] = Group.COUNTRIES
    country: Annotated[TextInput, Field(title="Country")]

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        country = data.country(self.country)
        return tuple(FACTS[f"{each.key.partition(' ')[0]} {country}"] for each in self.asks)


class EnterWar(Country, asks=wars("Spain")):
    """Enter that a civil war broke out or ended."""

    title: ClassVar[str] = "Civil war entered"

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        if data.country(self.country) not in data.regions.civil_wars:
            raise NotThere("Civil war can break out only in {names}.", names=Listed(data.regions.civil_wars))
        return super().asked(data)


class EnterConquest(Country, asks=(held("Spain"),)):
    """Enter who holds a minor country."""

    title: ClassVar[str] = "Conquest entered"


class EnterFlags(Country, asks=(flags("Spain"),)):
    """Enter the flags of a country as far as they matter to events."""

    title: ClassVar[str] = "Flags entered"


class EnterTrade(Sheet, asks=(trade("Germany Spain"),)):
    """Enter a trade pact, or that it ended."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Trade pact entered"
    owner: Annotated[
        Literal["Axis", "Allies", "Germany", "Italy", "Britain", "France", "Russia"], Field(title="Whose pact")
    ] = "Germany"
    country: Annotated[TextInput, Field(title="With")]

    @override
    def asked(self, data: StormData) -> tuple[Declared, ...]:
        country = str(RUSSIA) if self.country.strip().casefold() == "russia" else data.country(self.country)
        if self.owner == country:
            raise NotThere("{country} cannot have a trade pact with itself.", country=country)
        return (trade(f"{self.owner} {country}"),)


class EnterRussia(Sheet, asks=(PURGE, COHESION)):
    """Enter what binds Russian diplomacy (24.61)."""

    group: ClassVar[Group] = Group.COUNTRIES
    title: ClassVar[str] = "Russian diplomacy entered"
    opens: Annotated[TextInput, Field(title="Country to open to Russia")] = ""
    closes: Annotated[TextInput, Field(title="Country to close to Russia")] = ""

    @override
    def values(self, data: StormData, state: State) -> Iterator[tuple[Declared, Value]]:
        yield from self.filled_in(data)
        named = {name: data.country(name) for name in (self.opens, self.closes) if name.strip()}
        opens, closes = named.get(self.opens), named.get(self.closes)
        if closes is not None and closes not in state.world.open_to_russia:
            raise NotNow("{closes} has not been entered as open to Russia.", closes=closes)
        if closes is not None and closes == opens:
            raise NotThere("{closes} cannot be opened and closed at the same time.", closes=closes)
        yield from ((open_to_russia(name), name == opens) for name in named.values())


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
    countries = data.countries
    for country in data.regions.civil_wars:
        command = EnterWar.now(state, wars(country), country=country)
        yield entry_offer(
            state, command, line("Civil war: {country}", country=country), inputs=("on", "counters", "events")
        )
    yield entry_offer(state, _conquest(data, state), "Conquest", {"country": countries})
    yield entry_offer(state, _trade(data, state), "Trade pact", {"country": (*countries, str(RUSSIA))})
    yield entry_offer(state, EnterFlags.now(state, country=countries[0], flags="four"), "Flags", {"country": countries})
    russia = EnterRussia.now(state)
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
                EnterConquest.now(state, country=country, by="nobody"),
                line("{country}: held by {holder}", country=country, holder=holder),
                inputs=("by",),
                corrects=True,
            )
    for owner, country in sorted(state.world.pacts):
        yield entry_offer(
            state,
            EnterTrade.now(state, owner=owner, country=country, holds=False),
            line("Trade pact: {owner} with {country}", owner=owner, country=country),
            inputs=("holds",),
            corrects=True,
        )
    for country, kept in state.world.flags.items():
        yield entry_offer(
            state,
            EnterFlags.now(state, country=country, flags=kept),
            line("Flags: {country}", country=country),
            inputs=("flags",),
            corrects=True,
        )


def _conquest(data: StormData, state: State) -> EnterConquest:
    """A proposal that changes something: a free country is taken, or if none is left one is freed."""
    free = next((name for name in data.countries if name not in state.world.conquered), None)
    return EnterConquest.now(state, country=free or data.countries[0], by="Germany" if free else "nobody")


def _trade(data: StormData, state: State) -> EnterTrade:
    """A proposal that changes something: a new pact of Germany, or if it has all of them one that ends."""
    new = next((name for name in data.countries if (str(GERMANY), name) not in state.world.pacts), None)
    return EnterTrade.now(state, country=new or data.countries[0], holds=new is not None)


def _open_to_russia(data: StormData, state: State) -> Choices:
    """Which of the countries that were entered as open can be closed again."""
    open_ = tuple(name for name in data.countries if name in state.world.open_to_russia)
    return {"closes": open_} if open_ else {}
