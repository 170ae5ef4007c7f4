"""Events of the referee's entries: what the map, the tracks and the pacts show."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.powers import GERMANY, RUSSIA, called
from rules.games.gathering_storm.state import Aggression, Flags, Power, State
from rules.notice import Notice, tell_all, tell_rule
from rules.seat import Seat
from rules.secrets import Shown


class PowerEntered(BoardEvent):
    """The referee entered a power's numbers."""

    type: Literal["power_entered"] = "power_entered"
    power: Seat
    support: int | None
    income: int | None
    tiles: int | None
    conversion: int | None
    counters: int | None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The numbers hold; None is not known."""
        power = Power(**self.model_dump(exclude={"type", "power"}))
        return state.with_entry(powers={**state.powers, self.power: power})

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """All five numbers; one that is not known shows as ``?``."""
        yield tell_all(
            "{power}: support {support}, income {income}, income tiles {tiles}, factory conversion {conversion}, "
            "diplomatic counters {counters}.",
            power=self.power,
            support=_number(self.support),
            income=_number(self.income),
            tiles=_number(self.tiles),
            conversion=_number(self.conversion),
            counters=data.limits.diplomatic_counters if self.counters is None else self.counters,
        )


def _number(number: int | None) -> Shown:
    return Shown("?" if number is None else f"{number}")


class WorldEntered(BoardEvent):
    """The referee entered the Economic Climate and the Balance of Power (positive: the Axis ahead)."""

    type: Literal["world_entered"] = "world_entered"
    climate: int
    balance: int

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Both tracks stand so."""
        return state.with_entry(world=state.world.replace(climate=self.climate, balance=self.balance))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """How both tracks stand."""
        yield tell_all(
            "Economic Climate {climate:+}. Balance of Power {balance:+} (positive: Axis ahead).",
            climate=self.climate,
            balance=self.balance,
        )


class AggressionEntered(BoardEvent):
    """The referee entered an aggression, or its success."""

    type: Literal["aggression_entered"] = "aggression_entered"
    target: str
    power: Seat
    value: int
    has_succeeded: bool

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """A new aggression, or the success of one that is under way; what is won is conquered."""
        world = state.world
        known = next((each for each in world.aggressions if each.target == self.target), None)
        conquered = state.turn if self.has_succeeded else None
        if known is None:
            new = Aggression(
                target=self.target, power=self.power, value=self.value, turn=state.turn, conquered=conquered
            )
            aggressions = (*world.aggressions, new)
        else:
            updated = known.replace(conquered=conquered, value=self.value)
            aggressions = tuple(updated if each is known else each for each in world.aggressions)
        owners = {**world.conquered, self.target: self.power} if self.has_succeeded else world.conquered
        return state.with_entry(world=world.replace(aggressions=aggressions, conquered=owners))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """The aggression, and what it counts for."""
        target = Shown(self.target)
        if self.has_succeeded:
            yield tell_all(
                "{power}'s aggression against {target} has succeeded (victory points: {value}).",
                power=self.power,
                target=target,
                value=self.value,
            )
        else:
            yield tell_all("{power} begins an aggression against {target}.", power=self.power, target=target)
        yield tell_rule(
            "From next turn it adds to the EAI (23.2). An Axis power whose aggression succeeded "
            "draws additional events (9.14)."
        )


class PactSigned(BoardEvent):
    """The Nazi-Soviet Pact was signed, or its numbers changed: events drawn beside the one of each turn."""

    type: Literal["pact_signed"] = "pact_signed"
    germany: int
    russia: int

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The Pact holds with these numbers."""
        extra = {**state.extra, GERMANY: self.germany, RUSSIA: self.russia}
        return state.with_entry(world=state.world.replace(has_pact=True), extra=extra)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """That the Pact is in force, and its additional events."""
        yield tell_all("The Nazi-Soviet Pact is in force.")
        yield tell_all(
            "Additional events each turn: Germany {germany}, Russia {russia}.", germany=self.germany, russia=self.russia
        )


class CivilWarEntered(BoardEvent):
    """The referee entered that a civil war broke out or ended, and how many counters lie there."""

    type: Literal["civil_war_entered"] = "civil_war_entered"
    country: str
    is_on: bool
    counters: int

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The war stands so; every counter stands for an event."""
        was = state.civil_war(self.country)
        war = was.replace(is_on=self.is_on, counters=self.counters, events=max(was.events, self.counters))
        return state.with_entry(civil={**state.civil, self.country: war})

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """Whether the war is on, and its counters."""
        country, counters = Shown(self.country), self.counters
        if self.is_on:
            yield tell_all(
                "There is a civil war in {country}. Counters: {counters}.", country=country, counters=counters
            )
        else:
            yield tell_all(
                "There is no civil war in {country}. Counters: {counters}.", country=country, counters=counters
            )


class ConquestEntered(BoardEvent):
    """The referee entered who holds a country; None frees it."""

    type: Literal["conquest_entered"] = "conquest_entered"
    country: str
    power: Seat | None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The country is the power's, or nobody's."""
        others = {name: owner for name, owner in state.world.conquered.items() if name != self.country}
        conquered = others if self.power is None else {**others, self.country: self.power}
        return state.with_entry(world=state.world.replace(conquered=conquered))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """Who holds the country, if anybody does."""
        country = Shown(self.country)
        if self.power is None:
            yield tell_all("Nobody holds {country}.", country=country)
        else:
            yield tell_all("{power} holds {country}.", power=self.power, country=country)


class TradeEntered(BoardEvent):
    """The referee entered a trade pact, or that it ended."""

    type: Literal["trade_entered"] = "trade_entered"
    owner: str
    country: str
    holds: bool

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The pact holds, or no longer."""
        pact = (self.owner, self.country)
        pacts = state.world.pacts | {pact} if self.holds else state.world.pacts - {pact}
        return state.with_entry(world=state.world.replace(pacts=pacts))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """Whose pact, and with whom."""
        owner, country = Shown(called(self.owner)), Shown(self.country)
        if self.holds:
            yield tell_all("Trade pact between {owner} and {country}.", owner=owner, country=country)
        else:
            yield tell_all("The trade pact between {owner} and {country} has ended.", owner=owner, country=country)


class FlagsEntered(BoardEvent):
    """The referee entered the flags of a country as far as they matter to cards; None is fewer than four."""

    type: Literal["flags_entered"] = "flags_entered"
    country: str
    flags: Flags | None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The flags stand so."""
        others = {name: flags for name, flags in state.world.flags.items() if name != self.country}
        flags = others if self.flags is None else {**others, self.country: self.flags}
        return state.with_entry(world=state.world.replace(flags=flags))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """How many flags, and whether an event kept them."""
        country = Shown(self.country)
        if self.flags is None:
            yield tell_all("{country} has fewer than four flags.", country=country)
        elif self.flags == "four":
            yield tell_all("{country} has four flags.", country=country)
        else:
            yield tell_all("{country} has four flags, kept by an event.", country=country)


class RussiaEntered(BoardEvent):
    """The referee entered what binds Russian diplomacy; ``opens`` is one more country that is open to it,
    ``closes`` one that was entered and is open no longer.
    """

    type: Literal["russia_entered"] = "russia_entered"
    is_purged: bool
    has_cohesion: bool
    opens: str | None
    closes: str | None = None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Purge, cohesion and open countries stand so."""
        open_ = (state.world.open_to_russia | ({self.opens} if self.opens else set())) - {self.closes}
        changes = {"is_purged": self.is_purged, "has_cohesion": self.has_cohesion, "open_to_russia": open_}
        return state.with_entry(world=state.world.replace(**changes))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """Purge, cohesion, and the country that was opened or closed."""
        if self.is_purged:
            yield tell_all("A purge forbids Russian diplomatic counters.")
        else:
            yield tell_all("No purge forbids Russian diplomatic counters.")
        if self.has_cohesion:
            yield tell_all("Russian cohesion is full.")
        else:
            yield tell_all("Russian cohesion is not full.")
        if self.opens:
            yield tell_all("{country} is open to Russian diplomacy.", country=Shown(self.opens))
        if self.closes:
            yield tell_all("{country} is no longer open to Russian diplomacy.", country=Shown(self.closes))


class DutyWaived(BoardEvent):
    """The referee released the powers from their duties in a dispute, for this turn."""

    type: Literal["duty_waived"] = "duty_waived"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The duties bind nobody this turn."""
        return state.with_entry(is_waived=True)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        """That they are waived."""
        yield tell_all("The referee waives the duties of this turn's disputes.")
