"""What the referee may enter now, each as a form."""

from collections.abc import Iterator, Mapping

from rules.game import Command, Offer
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
    PowerName,
    Waive,
)
from rules.games.gathering_storm.here import Account
from rules.games.gathering_storm.ledger import base_of
from rules.games.gathering_storm.placement import disputes
from rules.games.gathering_storm.powers import POWERS, RUSSIA
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.tables import StormTables

ENTRIES = "Entries of the referee"


def entries(tables: StormTables, state: State) -> Iterator[Offer]:
    """The entries; what stands is proposed. They are for the referee's eyes so that they crowd nobody's buttons."""
    for command, label, choices in _forms(tables, state):
        asks = tuple(name for name in type(command).model_fields if name not in ("do", *_given(command)))
        yield Offer(
            command=command,
            label=label,
            about=ENTRIES,
            moment=state.entries,
            asks=asks,
            choices=choices,
            secret=True,
        )


def _given(command: Command) -> tuple[str, ...]:
    """What the button itself says."""
    return ("power",) if isinstance(command, EnterPower) else ()


def _forms(tables: StormTables, state: State) -> Iterator[tuple[Command, str, Mapping[str, tuple[str, ...]]]]:
    world, countries = state.world, tables.countries
    yield EnterWorld(climate=world.climate, balance=world.balance), "Climate and balance", {}
    for power in POWERS:
        name: PowerName = power  # type: ignore[assignment]
        now = state.power(power)
        counters = base_of(tables, state, power, Account.COUNTERS) or 0
        numbers = EnterPower(
            power=name,
            support=now.support or 0,
            income=now.income or 0,
            tiles=now.tiles or 0,
            conversion=now.conversion or 0,
            counters=counters,
        )
        yield numbers, f"Numbers of {power}", {}
    entered = {each.target for each in world.aggressions}
    fresh = tuple(name for name in countries if name not in entered)
    if fresh:
        yield EnterAggression(target=fresh[0]), "An aggression", {"target": countries}
    if not world.has_pact:
        yield EnterPact(), "Nazi-Soviet Pact", {}
    wars = tables.regions.civil_wars
    yield EnterWar(country=wars[0]), "A civil war", {"country": wars}
    free = next((name for name in countries if name not in world.conquered), None)
    conquest = EnterConquest(country=free, by="Germany") if free else EnterConquest(country=countries[0], by="nobody")
    yield conquest, "A conquest", {"country": countries}
    owner = "Germany"
    unpacted = next((name for name in countries if (owner, name) not in world.pacts), None)
    pact = EnterTrade(country=unpacted) if unpacted else EnterTrade(country=countries[0], holds=False)
    yield pact, "A trade pact", {"country": (*countries, str(RUSSIA))}
    yield EnterFlags(country=countries[0]), "Flags", {"country": countries}
    russia = EnterRussia(purged=world.is_purged, cohesion=world.has_cohesion)
    yield russia, "Russian diplomacy", {"opens": countries}
    if disputes(tables, state):
        yield Waive(), "Waive the dispute's duties", {}
