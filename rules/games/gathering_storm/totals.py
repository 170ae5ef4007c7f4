"""The ledger as players read it: every total with its contributions and their causes."""

from collections.abc import Iterator, Sequence

from rules.games.gathering_storm import wording
from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.ledger import (
    FLOORS,
    OF_POWERS,
    Contribution,
    base_of,
    contributions,
    eai,
    given_to,
    if_played,
    lasting_parts,
    total,
)
from rules.games.gathering_storm.playing import proposal
from rules.games.gathering_storm.powers import POWERS, alliance_of, belongs_to
from rules.games.gathering_storm.state import InPlay, State
from rules.notice import Line, Notice, Public, Secret, tell_section
from rules.seat import Seat
from rules.secrets import Hidden, Shown


def _row(data: StormData, each: Contribution) -> str:
    """A contribution with its cause: ``+2 Grain from the East``."""
    ruling = f", ruling {each.change.ruling}" if each.change.ruling else ""
    return f"{wording.amount(each.change)} {data.title(each.card)} ({each.kind}{ruling})"


def _headed(head: str, text: str) -> Public:
    """A line under a head that is no literal, such as a power's name."""
    return tell_section(Shown(head), "{text}", text=Shown(text))


def totals(data: StormData, state: State, about: Seat | None) -> Iterator[Notice]:
    """Every total with its contributions and their causes; what a secret event would give, to its owner only."""
    given = contributions(data, state)
    for power in POWERS if about is None else (about,):
        for account in OF_POWERS:
            yield from _account(data, state, given, power, account)
        if state.extra_events(power):
            yield _headed(str(power), f"additional events: **{state.extra_events(power)}** a turn")
        yield from _secret(data, state, power)
        yield from _research(data, state, power)
    yield from _index(data, state, given)
    yield from _diplomacy(data, given, about)
    yield from _world(state)


def _account(
    data: StormData, state: State, given: Sequence[Contribution], power: Seat, account: Account
) -> Iterator[Public]:
    base, mine = base_of(data, state, power, account), given_to(given, power, account)
    if base is None and not mine:
        return
    if account is Account.RESEARCH_COUNTERS and not mine:
        return
    sum_ = total(base, mine, FLOORS.get(account))
    causes = "".join(f"; {_row(data, each)}" for each in mine)
    entered = "not entered" if base is None else f"{base}"
    shown = "?" if sum_ is None else f"{sum_}"
    if account is Account.RESEARCH_COUNTERS:
        shown, entered = f"+{sum_}", "the usual"
    is_floored = account is Account.CONVERSION and sum_ == 0 and total(base, mine) != 0
    ruling = ", not below nothing (ruling conversion_floor)" if is_floored else ""
    yield _headed(str(power), f"{account}: **{shown}** = {entered}{causes}{ruling}")


def _secret(data: StormData, state: State, power: Seat) -> Iterator[Secret]:
    """What the unplayed events of a power would give as things stand."""
    for held in state.held.get(power, ()):
        if held.is_shown:
            continue
        choice = proposal(data, state, power, held.card)
        would = [] if choice else if_played(data, state, InPlay(card=held.card, power=power))
        what = ", ".join(f"{wording.subject(each.change)} {wording.amount(each.change)}" for each in would)
        text = f"would give {what}" if what else "acts when it is played"
        line = Line("Secret: **{card}** {text}", {"card": Hidden(data.title(held.card)), "text": Hidden(text)})
        yield Secret(power, line).under(Shown(power))


def _research(data: StormData, state: State, power: Seat) -> Iterator[Secret]:
    """The research record of a power's side, as far as anything is written there."""
    for key, each in state.research.items():
        if belongs_to(data.by_key[key].owner, power) and (each.steps or each.results or each.surplus):
            text = f"{each.before} + {each.now} steps, {each.levels} levels, {each.results} results"
            line = Line("{project}: {text}", {"project": Hidden(key), "text": Hidden(text)})
            project = data.by_key[key]
            yield Secret(power, line).under(Shown(f"{alliance_of(power)} research, {data.category(project)}"))


def _index(data: StormData, state: State, given: Sequence[Contribution]) -> Iterator[Public]:
    parts = [f"{part.amount:+} {part.cause}" for part in lasting_parts(data, state)]
    parts += [_row(data, each) for each in given if each.change.account is Account.EAI]
    causes = Shown("; ".join(parts) or "nothing")
    yield tell_section("World", "EAI: **{eai:+}** = {causes}", eai=eai(data, state), causes=causes)


def _diplomacy(data: StormData, given: Sequence[Contribution], about: Seat | None) -> Iterator[Public]:
    """The modifiers by country and power, each with its causes."""
    modifiers: dict[tuple[str, Seat], list[Contribution]] = {}
    for each in given:
        change = each.change
        if change.account is Account.DIPLOMACY and change.target and change.power and about in (None, change.power):
            modifiers.setdefault((change.target, change.power), []).append(each)
    for (target, power), causes in modifiers.items():
        sum_ = sum(each.change.amount for each in causes)
        rows = Shown("; ".join(_row(data, each) for each in causes))
        yield tell_section(
            "Diplomacy this turn", "{target} for {power}: **{sum:+}** = {rows}", target=Shown(target), power=power,
            sum=sum_, rows=rows,
        )  # fmt: skip


def _world(state: State) -> Iterator[Public]:
    world = state.world
    yield tell_section("World", "Economic Climate {climate:+}", climate=world.climate)
    yield tell_section("World", "Balance of Power {balance:+} (the Axis ahead when positive)", balance=world.balance)
    if world.is_atomic_permitted:
        yield tell_section("World", "Atomic research is permitted.")
    yield from _russia(state)
    yield from _aggressions(state)
    for owner, country in sorted(world.pacts):
        yield tell_section("Trade pacts", "{owner} with {country}", owner=Shown(owner), country=Shown(country))
    for country, owner in world.conquered.items():
        yield tell_section("Held", "{country} by {owner}", country=Shown(country), owner=owner)
    for flags in dict.fromkeys(world.flags.values()):
        names = ", ".join(country for country, each in world.flags.items() if each == flags)
        yield tell_section("Held", "Flags, {flags}: {names}", flags=Shown(flags), names=Shown(names))
    for country, civil in state.civil.items():
        counted = f"{wording.count(civil.counters, 'counter')}, {wording.count(civil.events, 'event')}"
        text = f"{country}: {counted}{', the war is on' if civil.is_on else ''}"
        yield tell_section("Civil wars", "{text}", text=Shown(text))


def _russia(state: State) -> Iterator[Public]:
    """What binds Russian diplomacy, as far as anything was entered."""
    world = state.world
    if world.is_purged:
        yield tell_section("World", "A purge forbids Russia diplomatic counters.")
    if world.has_cohesion:
        yield tell_section("World", "Russian cohesion is full.")
    if world.open_to_russia:
        yield tell_section(
            "World", "Open to Russia besides: {names}.", names=Shown(", ".join(sorted(world.open_to_russia)))
        )


def _aggressions(state: State) -> Iterator[Public]:
    """The aggressions entered."""
    for each in state.world.aggressions:
        how = "under way" if each.conquered is None else f"won in turn {each.conquered}"
        yield tell_section(
            "Aggressions", "{power} against {target}, worth {value}, {how}", power=each.power,
            target=Shown(each.target), value=each.value, how=Shown(how),
        )  # fmt: skip
