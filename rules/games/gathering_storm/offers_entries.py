"""What the referee may enter now, each as a form."""

from collections.abc import Iterator, Mapping

from rules.command import Command, Offer
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
from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.placement import duties
from rules.games.gathering_storm.powers import GERMANY, POWERS, RUSSIA
from rules.games.gathering_storm.state import State

ENTRIES = "Entries of the referee"


def entries(data: StormData, state: State) -> Iterator[Offer]:
    """The entries; what stands is proposed. They are for the referee's eyes so that they crowd nobody's buttons."""
    for command, label, choices in _forms(data, state):
        given = _given(command, state)
        asks = tuple(name for name in type(command).model_fields if name not in ("type", *given))
        yield Offer(
            command=command,
            label=label,
            subject=ENTRIES,
            version=state.entries,
            inputs=asks,
            choices=choices,
            secret=True,
        )


def _given(command: Command, state: State) -> tuple[str, ...]:
    """What the button itself says, and what there is nothing to choose from for."""
    if isinstance(command, EnterPower):
        return ("power",)
    return ("closes",) if isinstance(command, EnterRussia) and not state.world.open_to_russia else ()


def _forms(data: StormData, state: State) -> Iterator[tuple[Command, str, Mapping[str, tuple[str, ...]]]]:
    world, countries = state.world, data.countries
    yield EnterWorld(climate=world.climate, balance=world.balance), "Climate and balance", {}
    for power in POWERS:
        name: PowerName = power  # type: ignore[assignment]
        now = state.power(power)
        numbers = EnterPower(power=name, **now.model_dump())
        yield numbers, f"Numbers of {power}", {}
    entered = {each.target for each in world.aggressions}
    fresh = tuple(name for name in data.territories if name not in entered)
    if fresh:
        yield EnterAggression(target=fresh[0]), "An aggression", {"target": data.territories}
    germany, russia_ = state.extra.get(GERMANY, 0), state.extra.get(RUSSIA, 0)
    yield EnterPact(germany=germany, russia=russia_), "Nazi-Soviet Pact", {}
    wars = data.regions.civil_wars
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
    yield russia, "Russian diplomacy", {"opens": countries, **_open_to_russia(data, state)}
    if duties(data, state):
        yield Waive(), "Waive the dispute's duties", {}


def _open_to_russia(data: StormData, state: State) -> Mapping[str, tuple[str, ...]]:
    """Which of the countries that were entered as open can be closed again."""
    open_ = tuple(name for name in data.countries if name in state.world.open_to_russia)
    return {"closes": open_} if open_ else {}
