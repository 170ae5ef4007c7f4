"""What the referee enters because the map shows it or the source does not define it. Each entry is in the log."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer
from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.command import Count, Level, PowerName, RefereeEntry, TextInput
from rules.games.gathering_storm.data import BoardEvent
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.events.entries import (
    AggressionEntered,
    CivilWarEntered,
    ConquestEntered,
    DutyWaived,
    FlagsEntered,
    PactSigned,
    PowerEntered,
    RussiaEntered,
    TradeEntered,
    WorldEntered,
)
from rules.games.gathering_storm.placement import duties
from rules.games.gathering_storm.powers import AXIS, GERMANY, OWNERS, POWERS, RUSSIA, alliance_of, called
from rules.games.gathering_storm.state import State
from rules.seat import REFEREE, Seat

SUBJECT = "Referee entries"
Choices = Mapping[str, tuple[str, ...]]


class EnterWorld(RefereeEntry):
    """Enter the Economic Climate and the Balance of Power (the referee)."""

    title: ClassVar[str] = "Climate and balance entered"
    type: Literal["enter_world"] = "enter_world"
    climate: Annotated[int, Field(ge=-3, le=3, title="Economic Climate (-3 to 3)")] = 0
    balance: Annotated[int, Field(ge=-99, le=99, title="Balance of Power (positive: Axis ahead)")] = 0

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """Both tracks as they stand."""
        return WorldEntered(climate=self.climate, balance=self.balance)


class EnterPower(RefereeEntry):
    """Enter a power's numbers (the referee); what is left empty is not known."""

    title: ClassVar[str] = "Numbers entered"
    type: Literal["enter_power"] = "enter_power"
    power: PowerName
    support: Annotated[Level, Field(title="Support level")] = None
    income: Annotated[Level, Field(title="Income")] = None
    tiles: Annotated[Level, Field(title="Income tiles drawn")] = None
    conversion: Annotated[Level, Field(title="Factory conversion cost")] = None
    counters: Annotated[Count, Field(title="Diplomatic counters (empty: as printed)")] = None

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """All five numbers of the power."""
        return PowerEntered(power=Seat(self.power), **self.model_dump(exclude={"type", "power"}))


class EnterAggression(RefereeEntry):
    """Enter an aggression of this turn, or that it has succeeded (the referee)."""

    title: ClassVar[str] = "Aggression entered"
    type: Literal["enter_aggression"] = "enter_aggression"
    power: Annotated[Literal["Germany", "Italy", "Russia"], Field(title="By")] = "Germany"
    target: Annotated[TextInput, Field(title="Against")]
    value: Annotated[int, Field(ge=0, le=9, title="Victory points")] = 1
    succeeded: Annotated[bool, Field(title="Has it succeeded?")] = True

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """23.2, 9.14: German and Russian aggressions are entered once they succeeded, Italian ones as they occur and
        as they succeed.
        """
        power, target = Seat(self.power), data.territory(self.target)
        known = next((each for each in state.world.aggressions if each.target == target), None)
        if known is not None and (known.conquered is not None or known.power != power or not self.succeeded):
            raise NotNow(f"The aggression against {target} has already been entered.")
        if not self.succeeded and alliance_of(power) != AXIS:
            raise NotNow("Enter a Russian aggression only once it has succeeded.")
        if not self.succeeded and power == GERMANY:
            raise NotNow("Enter a German aggression only once it has succeeded.")
        return AggressionEntered(target=target, power=power, value=self.value, has_succeeded=self.succeeded)


class EnterPact(RefereeEntry):
    """Enter that the Nazi-Soviet Pact was signed, or how many events it adds from now on (the referee)."""

    title: ClassVar[str] = "Nazi-Soviet Pact entered"
    type: Literal["enter_pact"] = "enter_pact"
    germany: Annotated[int, Field(ge=0, le=5, title="Additional German events each turn")] = 0
    russia: Annotated[int, Field(ge=0, le=5, title="Additional Russian events each turn")] = 0

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """9.15: the Pact with its additional events."""
        return PactSigned(germany=self.germany, russia=self.russia)


class EnterWar(RefereeEntry):
    """Enter that a civil war broke out or ended (the referee)."""

    title: ClassVar[str] = "Civil war entered"
    type: Literal["enter_war"] = "enter_war"
    country: Annotated[TextInput, Field(title="Country")]
    on: Annotated[bool, Field(title="Is there a civil war?")] = True
    counters: Annotated[Count, Field(title="Civil war counters (empty: no change)")] = None

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """A civil war in one of the countries that can have one."""
        country = data.country(self.country)
        if country not in data.regions.civil_wars:
            raise NotThere(f"Civil war can break out only in {', '.join(data.regions.civil_wars)}.")
        counters = state.civil_war(country).counters if self.counters is None else self.counters
        return CivilWarEntered(country=country, is_on=self.on, counters=counters)


class EnterConquest(RefereeEntry):
    """Enter who holds a minor country (the referee)."""

    title: ClassVar[str] = "Conquest entered"
    type: Literal["enter_conquest"] = "enter_conquest"
    country: Annotated[TextInput, Field(title="Country")]
    by: Annotated[Literal["Germany", "Italy", "Britain", "France", "Russia", "nobody"], Field(title="Held by")] = (
        "nobody"
    )

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """Another holder than before."""
        country = data.country(self.country)
        power = None if self.by == "nobody" else Seat(self.by)
        if state.world.conquered.get(country) == power:
            raise NotNow(f"{country} is already held by {self.by}.")
        return ConquestEntered(country=country, power=power)


class EnterTrade(RefereeEntry):
    """Enter a trade pact, or that it ended (the referee)."""

    title: ClassVar[str] = "Trade pact entered"
    type: Literal["enter_trade"] = "enter_trade"
    owner: Annotated[
        Literal["Axis", "Allies", "Germany", "Italy", "Britain", "France", "Russia"], Field(title="Whose pact")
    ] = "Germany"
    country: Annotated[TextInput, Field(title="With")]
    holds: Annotated[bool, Field(title="Is it in force?")] = True

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """A pact of a power or an alliance with a minor country or Russia."""
        country = str(RUSSIA) if self.country.strip().casefold() == "russia" else data.country(self.country)
        if self.owner not in OWNERS and self.owner != RUSSIA:
            raise NotThere("There is no such power or alliance. Choose one from the list.")
        if self.owner == country:
            raise NotThere(f"{country} cannot have a trade pact with itself.")
        if ((self.owner, country) in state.world.pacts) == self.holds:
            raise NotNow(f"There is nothing to change about the trade pact between {called(self.owner)} and {country}.")
        return TradeEntered(owner=self.owner, country=country, holds=self.holds)


class EnterFlags(RefereeEntry):
    """Enter the flags of a country as far as they matter to events (the referee)."""

    title: ClassVar[str] = "Flags entered"
    type: Literal["enter_flags"] = "enter_flags"
    country: Annotated[TextInput, Field(title="Country")]
    flags: Annotated[Literal["four", "four, kept by an event", "fewer"], Field(title="Flags")] = "four"

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """The flags of a minor country."""
        flags = None if self.flags == "fewer" else self.flags
        return FlagsEntered(country=data.country(self.country), flags=flags)


class EnterRussia(RefereeEntry):
    """Enter what binds Russian diplomacy (the referee)."""

    title: ClassVar[str] = "Russian diplomacy entered"
    type: Literal["enter_russia"] = "enter_russia"
    purged: Annotated[bool, Field(title="Does a purge forbid counters?")] = False
    cohesion: Annotated[bool, Field(title="Is cohesion full?")] = False
    opens: Annotated[TextInput, Field(title="Country to open to Russia")] = ""
    closes: Annotated[TextInput, Field(title="Country to close to Russia")] = ""

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """24.61: purge and cohesion, and a country opened or closed."""
        opens = data.country(self.opens) if self.opens.strip() else None
        closes = data.country(self.closes) if self.closes.strip() else None
        if closes is not None and closes not in state.world.open_to_russia:
            raise NotNow(f"{closes} has not been entered as open to Russia.")
        if closes is not None and closes == opens:
            raise NotThere(f"{closes} cannot be opened and closed at the same time.")
        return RussiaEntered(is_purged=self.purged, has_cohesion=self.cohesion, opens=opens, closes=closes)


class Waive(RefereeEntry):
    """Release the powers from a dispute's duty (the referee)."""

    title: ClassVar[str] = "Dispute duties waived"
    type: Literal["enter_waiver"] = "enter_waiver"

    @override
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """The duties of this turn's disputes, if any binds."""
        if not duties(data, state):
            raise NotThere("No dispute imposes a duty this turn.")
        return DutyWaived()


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Each entry as a form that proposes what stands. Only the referee sees them, so that they crowd
    nobody's buttons.
    """
    if seat != REFEREE:
        return
    for command, label, choices in _forms(data, state):
        inputs = tuple(name for name in type(command).model_fields if name not in ("type", *_given(command, state)))
        yield Offer(
            command=command,
            label=label,
            subject=SUBJECT,
            version=state.entries,
            inputs=inputs,
            choices=choices,
            secret=True,
        )


def _given(command: RefereeEntry, state: State) -> tuple[str, ...]:
    """The fields that the form leaves out: what its label says, and fields with nothing to choose from."""
    if isinstance(command, EnterPower):
        return ("power",)
    return ("closes",) if isinstance(command, EnterRussia) and not state.world.open_to_russia else ()


def _forms(data: StormData, state: State) -> Iterator[tuple[RefereeEntry, str, Choices]]:
    """Every entry with the label of its button and what its fields are chosen from."""
    world, countries = state.world, data.countries
    yield EnterWorld(climate=world.climate, balance=world.balance), "Climate and balance", {}
    for power in POWERS:
        name: PowerName = power  # type: ignore[assignment]
        yield EnterPower(power=name, **state.power(power).model_dump()), f"{power}'s numbers", {}
    entered = {each.target for each in world.aggressions}
    fresh = tuple(name for name in data.territories if name not in entered)
    if fresh:
        yield EnterAggression(target=fresh[0]), "Aggression", {"target": data.territories}
    pact = EnterPact(germany=state.extra.get(GERMANY, 0), russia=state.extra.get(RUSSIA, 0))
    yield pact, "Nazi-Soviet Pact", {}
    wars = data.regions.civil_wars
    yield EnterWar(country=wars[0]), "Civil war", {"country": wars}
    yield _conquest(data, state), "Conquest", {"country": countries}
    yield _trade(data, state), "Trade pact", {"country": (*countries, str(RUSSIA))}
    yield EnterFlags(country=countries[0]), "Flags", {"country": countries}
    russia = EnterRussia(purged=world.is_purged, cohesion=world.has_cohesion)
    yield russia, "Russian diplomacy", {"opens": countries, **_open_to_russia(data, state)}
    if duties(data, state):
        yield Waive(), "Waive dispute duties", {}


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
