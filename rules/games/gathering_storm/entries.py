"""What the referee enters, because the source does not define it or the map shows it. All of it is in the log."""

from collections.abc import Generator

from rules.errors import NotNow, NotThere, NotYours
from rules.games.gathering_storm.commands import (
    EnterAggression,
    EnterConquest,
    EnterFlags,
    EnterPact,
    EnterPower,
    EnterRussia,
    EnterTrade,
    EnterWar,
    EnterWorld,
    Entry,
    Waive,
)
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.entered import (
    AggressionEntered,
    CivilWarEntered,
    ConquestEntered,
    FlagsEntered,
    PactSigned,
    PowerEntered,
    RussiaEntered,
    TradeEntered,
    WorldEntered,
)
from rules.games.gathering_storm.events import (
    StormEvent,
)
from rules.games.gathering_storm.placement import waive
from rules.games.gathering_storm.powers import AXIS, OWNERS, RUSSIA, alliance_of
from rules.games.gathering_storm.state import State
from rules.seat import REFEREE, Seat

Steps = Generator[StormEvent, State, State]


def enter(data: StormData, state: State, seat: Seat, entry: Entry) -> Steps:
    """Write down what the referee says."""
    if seat != REFEREE:
        raise NotYours("Only the referee enters that.")
    match entry:
        case Waive():
            return waive(data, state, seat)
        case EnterPower():
            return _enter_power(entry)
        case EnterWorld():
            return _state(WorldEntered(climate=entry.climate, balance=entry.balance))
        case EnterAggression():
            return _enter_aggression(data, state, entry)
        case EnterPact():
            return _state(PactSigned(germany=entry.germany, russia=entry.russia))
        case EnterWar():
            return _enter_war(data, state, entry)
        case EnterConquest():
            return _enter_conquest(data, state, entry)
        case EnterTrade():
            return _enter_trade(data, state, entry)
        case EnterFlags():
            flags = None if entry.flags == "fewer" else entry.flags
            return _state(FlagsEntered(country=data.country(entry.country), flags=flags))
        case EnterRussia():
            return _enter_russia(data, state, entry)


def _state(event: StormEvent) -> Steps:
    return (yield event)


def _enter_power(entry: EnterPower) -> Steps:
    numbers = entry.model_dump(exclude={"type", "power"})
    return (yield PowerEntered(power=Seat(entry.power), **numbers))


def _enter_aggression(data: StormData, state: State, entry: EnterAggression) -> Steps:
    """23.2, 9.14: German aggressions are entered once they succeeded, Italian ones as they occur and as they
    succeed."""
    power, target = Seat(entry.power), data.territory(entry.target)
    known = next((each for each in state.world.aggressions if each.target == target), None)
    if known is not None and (known.conquered is not None or known.power != power or not entry.succeeded):
        raise NotNow(f"The aggression against {target} has been entered already.")
    if not entry.succeeded and alliance_of(power) != AXIS:
        raise NotNow("A Russian aggression is entered once it has succeeded.")
    if not entry.succeeded and power == "Germany":
        raise NotNow("A German aggression is entered once it has succeeded.")
    return (yield AggressionEntered(target=target, power=power, value=entry.value, has_succeeded=entry.succeeded))


def _enter_war(data: StormData, state: State, entry: EnterWar) -> Steps:
    country = data.country(entry.country)
    if country not in data.regions.civil_wars:
        raise NotThere(f"A civil war can break out in {', '.join(data.regions.civil_wars)} only.")
    counters = state.civil_war(country).counters if entry.counters is None else entry.counters
    return (yield CivilWarEntered(country=country, is_on=entry.on, counters=counters))


def _enter_conquest(data: StormData, state: State, entry: EnterConquest) -> Steps:
    country = data.country(entry.country)
    power = None if entry.by == "nobody" else Seat(entry.by)
    if state.world.conquered.get(country) == power:
        raise NotNow(f"{country} is held by {entry.by} already.")
    return (yield ConquestEntered(country=country, power=power))


def _enter_trade(data: StormData, state: State, entry: EnterTrade) -> Steps:
    country = str(RUSSIA) if entry.country.strip().casefold() == "russia" else data.country(entry.country)
    if entry.owner not in OWNERS and entry.owner != RUSSIA:
        raise NotThere("There is no such power or alliance.")
    if entry.owner == country:
        raise NotThere(f"{country} has no trade pact with itself.")
    if ((entry.owner, country) in state.world.pacts) == entry.holds:
        raise NotNow(f"That is how the trade pact of {entry.owner} with {country} stands already.")
    return (yield TradeEntered(owner=entry.owner, country=country, holds=entry.holds))


def _enter_russia(data: StormData, state: State, entry: EnterRussia) -> Steps:
    opens = data.country(entry.opens) if entry.opens.strip() else None
    closes = data.country(entry.closes) if entry.closes.strip() else None
    if closes is not None and closes not in state.world.open_to_russia:
        raise NotNow(f"{closes} was not entered as open to Russia.")
    if closes is not None and closes == opens:
        raise NotThere(f"{closes} cannot be opened and closed at once.")
    return (yield RussiaEntered(is_purged=entry.purged, has_cohesion=entry.cohesion, opens=opens, closes=closes))
