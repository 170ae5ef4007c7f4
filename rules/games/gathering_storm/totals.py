"""The ledger as players read it: every total with its contributions and their causes."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rules.game import Figure
from rules.games.gathering_storm import ledger, wording
from rules.games.gathering_storm.board_facts import ATOMIC, COHESION, PURGE
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.diplomacy import open_sums, own_sums, told
from rules.games.gathering_storm.effects.base import Account
from rules.games.gathering_storm.powers import POWERS, alliance_of, called
from rules.games.gathering_storm.research import kept, row
from rules.games.gathering_storm.state import State
from rules.line import Listed, line
from rules.notice import Kind, Notice, Open, Public, Secret, tell_all, tell_seat, tell_section
from rules.picture import label
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown

COUNTED = (Account.SUPPORT, Account.INCOME)
"""The accounts by which one sees how the game goes."""


def figures(data: StormData, state: State) -> Iterator[Figure]:
    """Yield the EAI, and the support and income of each power of which they are known."""
    yield Figure(label("European Aggression Index"), ledger.ledger(data, state).eai)
    given = ledger.ledger(data, state).contributions
    for account in COUNTED:
        for power in POWERS:
            mine = ledger.given_to(given, power, account)
            sum_ = ledger.total(ledger.base_of(data, state, power, account), mine, ledger.floor_of(data, account))
            if sum_ is not None:
                yield Figure(label("{power}: {account}", power=power, account=Shown(str(account))), sum_)


def totals(data: StormData, state: State, about: SideSeat | None) -> Iterator[Notice]:
    """Tell every total with its contributions and their causes."""
    given = ledger.ledger(data, state).contributions
    for power in POWERS if about is None else (about,):
        of_power = chain(
            _numbers(data, state, given, power),
            *(_account(data, state, given, power, account) for account in ledger.OF_POWERS),
        )
        yield from (each if each.kind is Kind.RULING else each.under(Shown(power)) for each in of_power)
        if extra := state.extra_events(power):
            yield tell_section(Shown(power), "additional events: **{extra}** each turn", extra=extra)
        yield from _research(data, state, power)
    yield from (each.under("World") for each in _index(data, state, given))
    yield from _diplomacy(data, state, about)
    yield from _world(state)
    mine = (each.change for each in given if about in (None, each.change.power))
    yield from (data.rulings[name].tell() for name in dict.fromkeys(change.ruling for change in mine if change.ruling))


def _rows(data: StormData, given: Iterable[ledger.Contribution]) -> Shown:
    """Contributions with their causes: ``+2 Grain from the East (support by trade pacts)``."""
    return Listed(
        (
            line("{amount:+d} {card} ({kind})", amount=each.change.amount, card=data.title(each.card), kind=each.kind)
            for each in given
        ),
        "; ",
    )


def _numbers(data: StormData, state: State, given: Sequence[ledger.Contribution], power: SideSeat) -> Iterator[Public]:
    """Tell what was entered of a power and nothing changes, in one line."""
    entered = {Account.COUNTERS: state.power(power).counters, Account.RESEARCH_COUNTERS: None}
    numbers = [
        line("{account}: **{number}**", account=Shown(account), number=number)
        for account in ledger.OF_POWERS
        if (number := entered.get(account, ledger.base_of(data, state, power, account))) is not None
        and not ledger.given_to(given, power, account)
    ]
    if numbers:
        yield tell_all("As entered: {numbers}.", numbers=Listed(numbers))


def _account(
    data: StormData, state: State, given: Sequence[ledger.Contribution], power: SideSeat, account: Account
) -> Iterator[Public]:
    """Tell the total, the base and every contribution of an account of a power to which something is given."""
    base, mine = ledger.base_of(data, state, power, account), ledger.given_to(given, power, account)
    sum_, name, rows = ledger.total(base, mine, ledger.floor_of(data, account)), Shown(account), _rows(data, mine)
    if any(each.change.draws_none for each in mine):
        yield tell_all("{account}: **none** this turn ({rows})", account=name, rows=rows)
    elif account is Account.RESEARCH_COUNTERS:
        if mine:
            yield tell_all("{account}: **{sum:+}** beyond the usual: {rows}", account=name, sum=sum_ or 0, rows=rows)
    elif base is None or sum_ is None:
        if mine:
            yield tell_all("{account}: not entered, changed by {rows}", account=name, rows=rows)
    elif mine:
        yield tell_all("{account}: **{sum}** from {base}; {rows}", account=name, sum=sum_, base=base, rows=rows)
        if account is Account.CONVERSION and sum_ != ledger.total(base, mine):
            yield data.rulings.conversion_floor.tell()


def _research(data: StormData, state: State, power: SideSeat) -> Iterator[Secret]:
    """Tell the research record sheet of a power's side, under side and category."""
    for project, progress in kept(data, state, power):
        title = line("{side}: {category}", side=alliance_of(power), category=data.category(project))
        yield row(data, state, power, project, progress).under(title)


def _index(data: StormData, state: State, given: Sequence[ledger.Contribution]) -> Iterator[Public]:
    """Tell the EAI and each of its parts."""
    parts = [cause for _, cause in ledger.lasting_parts(data, state)]
    for each in given:
        if each.change.account is Account.EAI:
            card = wording.title(data, each.card)
            parts.append(tell_all("EAI {amount:+}: {card}", amount=each.change.amount, card=card))
    if len(parts) > 1:
        yield tell_all("EAI: **{eai:+}** in total", eai=ledger.ledger(data, state).eai)
    else:
        yield tell_all("EAI: **{eai:+}**", eai=ledger.ledger(data, state).eai)
    yield from parts


def _diplomacy(data: StormData, state: State, about: SideSeat | None) -> Iterator[Notice]:
    """Tell the sum of each side in each country with its parts; with a counter face down, to its own power only."""
    sums = [each for each in open_sums(data, state) if about is None or each.side == alliance_of(about)]
    for _, row_ in told(data, sums):
        yield Public(row_).under("Diplomacy")
    for power in POWERS if about is None else (about,):
        for _, row_ in told(data, own_sums(data, state, power)):
            yield tell_seat(power, "With your counter, {row}", row=Hidden(row_)).under("Diplomacy")


def _world(state: State) -> Iterator[Public]:
    """Tell what the referee entered. An embed has 25 fields: with all research recorded, five are left for this."""
    world = state.world
    yield tell_section("World", "Economic Climate: {climate:+}", climate=world.climate)
    if world.balance:
        yield tell_section("World", "Balance of Power: {balance:+} (positive: Axis ahead)", balance=world.balance)
    else:
        yield tell_section("World", "Balance of Power: even")
    for flag in (ATOMIC, PURGE, COHESION):
        if flag.value(state):
            yield flag.tell(before=None, after=True).under("World")
    if opened := sorted(world.open_to_russia):
        yield tell_section("World", "Also open to Russian diplomacy: {names}.", names=Listed(opened))
    yield from (line.under("Aggressions") for line in _aggressions(state))
    for owner, country in sorted(world.pacts):
        side, partner = Shown(called(owner)), Shown(country)
        yield tell_section("Trade pacts", "{partner} with {side}", partner=partner, side=side)
    for country, holder in world.conquered.items():
        yield tell_section("Countries", "{holder} holds {country}.", holder=holder, country=Shown(country))
    yield from (line.under("Countries") for line in _flags(state))
    yield from (line.under("Countries") for line in _civil_wars(state))


def _aggressions(state: State) -> Iterator[Public]:
    """Tell the aggressions entered, won or under way."""
    for each in state.world.aggressions:
        values: dict[str, Open] = {"power": each.power, "target": Shown(each.target), "value": each.value}
        if each.conquered is None:
            yield tell_all("{power} against {target} (victory points: {value}), under way", **values)
        else:
            values["turn"] = each.conquered
            yield tell_all("{power} against {target} (victory points: {value}), succeeded in turn {turn}", **values)


def _flags(state: State) -> Iterator[Public]:
    """Tell the countries with four flags, and those among them that an event kept."""
    flags = state.world.flags
    if names := [country for country, each in flags.items() if each == "four"]:
        yield tell_all("Four flags: {names}", names=Listed(names))
    if names := [country for country, each in flags.items() if each != "four"]:
        yield tell_all("Four flags, kept by an event: {names}", names=Listed(names))


def _civil_wars(state: State) -> Iterator[Public]:
    """Tell how near each country is to civil war, or that it is at war."""
    for country, civil in state.civil.items():
        values: dict[str, Open] = {"country": Shown(country), "counters": civil.counters, "events": civil.events}
        if civil.is_on:
            yield tell_all("There is a civil war in {country}. Counters: {counters}, events: {events}", **values)
        else:
            yield tell_all("There is no civil war in {country}. Counters: {counters}, events: {events}", **values)
