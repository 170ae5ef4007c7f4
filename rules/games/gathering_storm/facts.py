"""What lies on the table by number: tracks, the powers' numbers, countries, counters and cards."""

from collections.abc import Iterator

from rules.facts import Fact
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.powers import POWERS, belongs_to, called
from rules.games.gathering_storm.prospects import unseen
from rules.games.gathering_storm.state import State, is_valued
from rules.line import Line, line
from rules.seat import SideSeat
from rules.secrets import Shown

NUMBERS = {
    "support": "{power}: support level",
    "income": "{power}: income",
    "tiles": "{power}: income tiles drawn",
    "conversion": "{power}: factory conversion cost",
    "counters": "{power}: diplomatic counters",
}
YES, NO = "yes", "no"


def facts(data: StormData, state: State, seat: SideSeat | None) -> Iterator[Fact]:
    """What everybody can count, or what lies before a power."""
    if seat is not None:
        yield from _own(data, state, seat)
        return
    yield Fact("turn", Line("Turn"), state.turn)
    yield Fact("climate", Line("Economic Climate"), state.world.climate, is_settable=True)
    yield Fact("balance", Line("Balance of Power"), state.world.balance, is_settable=True)
    for power in POWERS:
        for name, label in NUMBERS.items():
            number = getattr(state.power(power), name)
            value = "not entered" if number is None else number
            yield Fact(f"{power} {name}", line(label, power=power), value, is_settable=True)
        yield Fact(f"down {power}", line("{power}: events face down", power=power), unseen(state, power))
    yield from _world(state)
    yield from _countries(data, state)
    for name, printed in sorted(state.world.sheet.items()):
        if printed.results:
            steps = ", ".join(map(str, printed.results))
            yield Fact(f"results at {name}", line("{project}: results at steps", project=Shown(name)), steps)
        if printed.maximum is not None:
            yield Fact(f"last step {name}", line("{project}: last step", project=Shown(name)), printed.maximum)
    yield from _table(data, state)


def _world(state: State) -> Iterator[Fact]:
    """What was entered of the world: what holds, or does not."""
    world = state.world
    yield Fact("atomic", Line("Atomic research permitted"), _yes(world.is_atomic_permitted), is_settable=True)
    yield Fact("pact", Line("Nazi-Soviet Pact in force"), _yes(world.has_pact))
    yield Fact("purge", Line("A purge forbids Russian counters"), _yes(world.is_purged), is_settable=True)
    yield Fact("cohesion", Line("Russian cohesion is full"), _yes(world.has_cohesion), is_settable=True)
    for power, extra in state.extra.items():
        yield Fact(f"extra {power}", line("{power}: additional events", power=power), extra)


def _countries(data: StormData, state: State) -> Iterator[Fact]:
    """What was entered of countries and pacts. A place without diplomacy is freed with its aggression."""
    world = state.world
    for each in world.aggressions:
        label = line("Aggression of {power} against {target}: victory points", power=each.power, target=each.target)
        yield Fact(f"aggression {each.power} {each.target}", label, each.value)
        won = line("Turn in which {power} won {target}", power=each.power, target=each.target)
        yield Fact(f"won {each.power} {each.target}", won, "not yet" if each.conquered is None else each.conquered)
    for country, holder in sorted(world.conquered.items()):
        label = line("{country}: held by", country=country)
        yield Fact(f"held {country}", label, holder, is_settable=country in data.countries)
    for country, flags in sorted(world.flags.items()):
        yield Fact(f"flags {country}", line("{country}: flags", country=country), flags, is_settable=True)
    for owner, country in sorted(world.pacts):
        label = line("Trade pact: {owner} with {country}", owner=called(owner), country=country)
        yield Fact(f"pact {owner} {country}", label, YES)
    for country in sorted(world.open_to_russia):
        yield Fact(f"open {country}", line("{country}: open to Russia", country=country), YES)
    for country, war in sorted(state.civil.items()):
        yield Fact(f"war {country}", line("{country}: civil war", country=country), _yes(war.is_on))
        yield Fact(f"events {country}", line("{country}: events so far", country=country), war.events)
        yield Fact(
            f"counters {country}",
            line("{country}: civil war counters", country=country),
            war.counters,
            is_settable=True,
        )


def _table(data: StormData, state: State) -> Iterator[Fact]:
    """The cards and counters that everybody sees."""
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
    """The events and counters of a power, and the research of its side."""
    for held in state.held.get(seat, ()):
        if not held.is_shown:
            yield Fact(f"mine {held.card}", Line("Event face down"), data.title(held.card))
    for place, each in enumerate(state.counters):
        if each.power == seat and is_valued(each):
            yield Fact(f"mine {place}", line("Your counter in {target}", target=each.target), each.value)
    for key, project in sorted(state.research.items()):
        if belongs_to(data.by_key[key].owner, seat):
            yield Fact(f"steps {key}", line("{project}: steps", project=Shown(key)), project.steps)
            yield Fact(f"results {key}", line("{project}: results", project=Shown(key)), project.results)


def _yes(holds: bool) -> str:  # noqa: FBT001 (what it is about is its only argument)
    return YES if holds else NO
