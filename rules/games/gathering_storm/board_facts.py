"""What lies on the board: tracks, the powers' numbers, pacts and countries, which players enter; counters and cards."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

from rules.facts import Fact
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.powers import GERMANY, POWERS, RUSSIA, belongs_to, called
from rules.games.gathering_storm.state import CivilWar, Power, State, is_valued
from rules.kit.facts import Facts, Flag, OneOf, Track
from rules.line import Line, line
from rules.seat import SideSeat
from rules.secrets import Shown

CLIMATE = Track(
    "climate", line("Economic Climate"), at=("world", "climate"), low=-3, high=3, asked="Economic Climate (-3 to 3)"
)
BALANCE = Track("balance", line("Balance of Power (positive: Axis ahead)"), at=("world", "balance"), low=-99)
ATOMIC = Flag(
    "atomic", line("Atomic research permitted"), at=("world", "is_atomic_permitted"), lasts=True,
    yes=line("Atomic research is permitted."), no=line("Atomic research is not permitted any more."),
    input="permitted", asked="Is atomic research permitted?", proposed=True,
)  # fmt: skip
PACT = Flag(
    "pact", line("Nazi-Soviet Pact in force"), at=("world", "has_pact"), lasts=True,
    yes=line("The Nazi-Soviet Pact is in force."), no=line("The Nazi-Soviet Pact is not in force."),
    input="in_force", asked="Is the Pact in force?", proposed=True,
)  # fmt: skip
PURGE = Flag(
    "purge", line("A purge forbids Russian counters"), at=("world", "is_purged"),
    yes=line("A purge forbids Russian diplomatic counters."), no=line("No purge forbids Russian diplomatic counters."),
    input="purged", asked="Does a purge forbid counters?",
)  # fmt: skip
COHESION = Flag(
    "cohesion", line("Russian cohesion is full"), at=("world", "has_cohesion"), asked="Is cohesion full?",
    yes=line("Russian cohesion is full."), no=line("Russian cohesion is not full."),
)  # fmt: skip


def extra(power: SideSeat, asked: str) -> Track:
    """Return how many events the Pact adds for a power each turn (9.15)."""
    label = line("{power}: additional events", power=power)
    return Track(
        f"extra {power}", label, at=("extra", power), high=5, blank=0, input=power.lower(), asked=asked, proposed=0
    )


GERMAN_EXTRA = extra(GERMANY, "Additional German events each turn")
RUSSIAN_EXTRA = extra(RUSSIA, "Additional Russian events each turn")


@cache
def numbers(power: SideSeat) -> tuple[Track, ...]:
    """Return the numbers of a power. An empty one is unknown."""

    def number(name: str, label: Line, asked: str, low: int = -99, high: int = 999) -> Track:
        form: dict[str, Any] = {"can_be_empty": True, "input": name, "asked": asked}
        return Track(f"{power} {name}", label, at=("powers", power, name), within=Power(), low=low, high=high, **form)

    counters = line("{power}: diplomatic counters", power=power)
    return (
        number("support", line("{power}: support level", power=power), "Support level"),
        number("income", line("{power}: income", power=power), "Income"),
        number("tiles", line("{power}: income tiles drawn", power=power), "Income tiles drawn"),
        number("conversion", line("{power}: factory conversion cost", power=power), "Factory conversion cost"),
        number("counters", counters, "Diplomatic counters (empty: as printed)", low=0, high=99),
    )


@cache
def wars(country: str) -> tuple[Flag, Track, Track]:
    """Return what is entered of a civil war: whether it is on, its counters, and the events on the way to it."""
    at, within, named = ("civil", country), CivilWar(), {"country": country}

    def counted(state: State, counters: int) -> State:
        """Each counter stands for an event."""
        war = state.civil_war(country)
        war = war.replace(counters=counters, events=max(war.events, counters))
        return state.replace(civil={**state.civil, country: war})

    return (
        Flag(
            f"war {country}", line("{country}: civil war", **named), at=(*at, "is_on"), within=within,
            yes=line("There is a civil war in {country}.", **named),
            no=line("There is no civil war in {country}.", **named),
            input="on", asked="Is there a civil war?", proposed=True,
        ),
        Track(
            f"counters {country}", line("{country}: civil war counters", **named), at=(*at, "counters"), puts=counted,
            blank=0, input="counters", asked="Civil war counters (empty: no change)",
        ),
        Track(
            f"events {country}", line("{country}: events so far", **named), at=(*at, "events"), within=within,
            blank=0, input="events", asked="Events there so far (empty: no change)",
        ),
    )  # fmt: skip


def held(country: str) -> OneOf:
    """Return which power holds a minor country."""
    return OneOf(
        f"held {country}",
        line("Holder of {country}", country=country),
        at=("world", "conquered", country),
        words=(*map(str, POWERS), "nobody"),
        nothing="nobody",
        input="by",
        asked="Held by",
        proposed="nobody",
    )


def flags(country: str) -> OneOf:
    """Return the flags of a country as far as they matter to events."""
    return OneOf(
        f"flags {country}", line("{country}: flags", country=country), at=("world", "flags", country),
        words=("four", "four, kept by an event", "fewer"), nothing="fewer",
        input="flags", asked="Flags", proposed="four",
    )  # fmt: skip


def trade(owner_and_country: str) -> Flag:
    """Return whether a trade pact is in force, such as ``Axis Russia``."""
    owner, _, country = owner_and_country.partition(" ")
    values = {"owner": called(owner), "country": country}
    return Flag(
        f"pact {owner} {country}", line("Trade pact: {owner} with {country}", **values),
        at=("world", "pacts", (owner, country)), input="holds", asked="Is it in force?", proposed=True,
        yes=line("Trade pact between {owner} and {country}.", **values),
        no=line("The trade pact between {owner} and {country} has ended.", **values),
    )  # fmt: skip


def open_to_russia(country: str) -> Flag:
    """Return whether a country is open to Russian diplomacy (24.61)."""
    return Flag(
        f"open {country}",
        line("{country}: open to Russia", country=country),
        at=("world", "open_to_russia", country),
        yes=line("{country} is open to Russian diplomacy.", country=country),
        no=line("{country} is no longer open to Russian diplomacy.", country=country),
    )


FACTS = Facts(
    *(CLIMATE, BALANCE, ATOMIC, PACT, PURGE, COHESION, GERMAN_EXTRA, RUSSIAN_EXTRA),
    *(number for power in POWERS for number in numbers(power)),
    war=lambda country: wars(country)[0],
    counters=lambda country: wars(country)[1],
    events=lambda country: wars(country)[2],
    held=held,
    flags=flags,
    pact=trade,
    open=open_to_russia,
)


def facts(data: StormData, state: State, seat: SideSeat | None) -> Iterator[Fact]:
    """Yield what everybody can count, or what a power has before it."""
    if seat is not None:
        yield from _own(data, state, seat)
        return
    yield Fact("turn", Line("Turn"), state.turn)
    yield from (CLIMATE.fact(state), BALANCE.fact(state))
    for power in POWERS:
        yield from (each.fact(state) for each in numbers(power))
        yield Fact(f"down {power}", line("{power}: events face down", power=power), state.unseen(power))
    yield from (each.fact(state) for each in (ATOMIC, PACT, PURGE, COHESION))
    yield from (FACTS[f"extra {power}"].fact(state) for power in state.extra)
    yield from _countries(data, state)
    for name, printed in sorted(state.world.sheet.items()):
        if printed.results:
            steps = ", ".join(map(str, printed.results))
            yield Fact(f"results at {name}", line("{project}: results at steps", project=Shown(name)), steps)
        if printed.maximum is not None:
            yield Fact(f"last step {name}", line("{project}: last step", project=Shown(name)), printed.maximum)
    yield from _table(data, state)


def _countries(data: StormData, state: State) -> Iterator[Fact]:
    """Yield what was entered of countries and pacts. A place without diplomacy is freed with its aggression."""
    world = state.world
    for each in world.aggressions:
        label = line("Aggression of {power} against {target}: victory points", power=each.power, target=each.target)
        yield Fact(f"aggression {each.power} {each.target}", label, each.value)
        won = line("Turn in which {power} won {target}", power=each.power, target=each.target)
        yield Fact(f"won {each.power} {each.target}", won, "not yet" if each.conquered is None else each.conquered)
    for country in sorted(world.conquered):
        yield replace(held(country).fact(state), is_settable=country in data.countries)
    yield from (flags(country).fact(state) for country in sorted(world.flags))
    yield from (trade(f"{owner} {country}").fact(state) for owner, country in sorted(world.pacts))
    yield from (open_to_russia(country).fact(state) for country in sorted(world.open_to_russia))
    for country in sorted(state.civil):
        war, counters, events = wars(country)
        yield from (each.fact(state) for each in (war, events, counters))


def _table(data: StormData, state: State) -> Iterator[Fact]:
    """Yield the cards and counters that everybody sees."""
    if state.general:
        yield Fact("general", Line("General event"), data.title(state.general))
    for power, cards in state.held.items():
        for place, title in enumerate(sorted(data.title(each.card) for each in cards if each.is_shown)):
            yield Fact(f"up {power} {place} {title}", line("{power}: event face up", power=power), title)
    for place, played in enumerate(state.played):
        yield Fact(f"played {place} {played.card}", Line("Event in effect"), data.title(played.card))
    are_open = state.phase >= data.phase_index(data.phases.shown)
    for place, each in enumerate(state.counters):
        label = line("{power}: counter in {target}", power=each.power, target=each.target)
        value: int | str = "anti-Comintern" if not is_valued(each) else each.value if are_open else "face down"
        yield Fact(f"counter {place} {each.power} {each.target}", label, value)


def _own(data: StormData, state: State, seat: SideSeat) -> Iterator[Fact]:
    """Yield the events and counters of a power, and the research of its side."""
    for each in state.held.get(seat, ()):
        if not each.is_shown:
            yield Fact(f"mine {each.card}", Line("Event face down"), data.title(each.card))
    for place, counter in enumerate(state.counters):
        if counter.power == seat and is_valued(counter):
            yield Fact(f"mine {place}", line("Your counter in {target}", target=counter.target), counter.value)
    for key, project in sorted(state.research.items()):
        if belongs_to(data.by_key[key].owner, seat):
            yield Fact(f"steps {key}", line("{project}: steps", project=Shown(key)), project.steps)
            yield Fact(f"results {key}", line("{project}: results", project=Shown(key)), project.results)
