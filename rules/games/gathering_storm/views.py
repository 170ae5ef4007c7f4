"""What can be looked up: the status, the piles, a power's hand, the ledger with every contribution and its cause."""

from collections.abc import Iterator, Sequence

from rules.games.gathering_storm import told
from rules.games.gathering_storm.data import PILES, StormData
from rules.games.gathering_storm.here import Account
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
from rules.games.gathering_storm.placement import disputes
from rules.games.gathering_storm.play import moment_of, proposal
from rules.games.gathering_storm.powers import POWERS, alliance_of, belongs_to
from rules.games.gathering_storm.printed import ANY_TIME
from rules.games.gathering_storm.state import Held, InPlay, State, is_valued
from rules.notice import Line, Notice, Public, Secret, tell_all, tell_seat, tell_section
from rules.seat import REFEREE, Seat
from rules.secrets import Hidden, Shown


def status(data: StormData, state: State) -> Iterator[Public]:
    """Where the game stands, as everybody may know it."""
    phase = data.phase(state)
    yield tell_all("Turn {turn}, **{phase}**.", turn=state.turn, phase=Shown(phase.name))
    if not state.has_drawn:
        yield tell_all("The turn's events have not been drawn yet: `/draw event`.")
    yield tell_all("EAI {eai:+}.", eai=eai(data, state))
    for each in state.played:
        whose = f" ({each.power})" if each.power else " (general)"
        choice = "".join(f"; {piece}" for piece in told.chosen(each.choice))
        yield tell_section("In play", "{card}", card=Shown(data.title(each.card) + whose + choice))
    for power in POWERS:
        held = state.held.get(power, ())
        for each_held in held:
            if each_held.is_shown:
                card, text = told.title(data, each_held.card), Shown(told.plain(data, each_held.card))
                yield tell_section("To be played", "{power}: **{card}**. {text}", power=power, card=card, text=text)
        unseen = sum(not each_held.is_shown for each_held in held)
        if unseen:
            yield tell_section("To be played", "{power}: {count} unseen", power=power, count=unseen)
    yield from _counters(data, state)
    for dispute in disputes(data, state):
        side = dispute.axis_side(state)
        now = Shown(f"the Axis support {side}" if side else "the Axis have still to choose")
        yield tell_section("Dispute", "{names}: {now}", names=Shown(" and ".join(dispute.countries)), now=now)


def supply(data: StormData, state: State) -> Iterator[Public]:
    """How many cards of each pile were not drawn yet."""
    for pile in PILES:
        cards = data.pile(pile)
        left = sum(card.id not in state.seen for card in cards)
        yield tell_all("{pile}: {left} of {all_} events left", pile=Shown(pile), left=left, all_=len(cards))


def hand(data: StormData, state: State, seat: Seat) -> Iterator[Secret]:
    """The events before a power, its surplus points, and what it may do with them."""
    if seat == REFEREE:
        yield tell_seat(seat, "As the referee you enter what the source does not define: `/enter`.")
        return
    cards = state.held.get(seat, ())
    for place, held in enumerate(cards, start=1):
        yield _held(data, state, seat, held, f"{seat}, event {place}" if len(cards) > 1 else str(seat))
    if state.has_played(seat) and cards:
        yield tell_seat(seat, "{power} need play no more events: the rest lapses at the end of its phase.", power=seat)
    elif len(cards) > 1:
        yield tell_seat(
            seat, "{power} plays at least one of its events; the rest lapses at the end of its phase.", power=seat
        )
    yield from _own_counters(state, seat)
    for key, progress in state.research.items():
        if progress.surplus and belongs_to(data.by_key[key].owner, seat):
            yield tell_seat(
                seat,
                "{power}: {project} has a surplus of {surplus} to reassign.",
                power=seat,
                project=Hidden(key),
                surplus=Hidden(progress.surplus),
            )


def _own_counters(state: State, seat: Seat) -> Iterator[Secret]:
    """Where a power's counters of the turn lie, with their values."""
    mine = [f"{each.target} {each.value}" for each in state.counters if each.power == seat and is_valued(each)]
    if mine:
        yield tell_seat(seat, "Counters of {power}: {counters}.", power=seat, counters=Hidden(", ".join(mine)))


def _counters(data: StormData, state: State) -> Iterator[Public]:
    """Where counters lie; their values once the counters are shown."""
    are_shown = state.phase >= data.phase_index(data.phases.shown)
    for each in state.counters:
        face = "anti-Comintern" if not is_valued(each) else f"{each.value}" if are_shown else "face down"
        yield tell_section(
            "Counters", "{target}: {power}, {face}", target=Shown(each.target), power=each.power, face=Shown(face)
        )


def _held(data: StormData, state: State, seat: Seat, held: Held, head: str) -> Secret:
    """A card under a head of its own: a field of an embed is not long enough for many."""
    moment = moment_of(data, state, held)
    facts = {
        "card": Hidden(data.title(held.card)),
        "when": Hidden("at any time" if moment == ANY_TIME else f"in the phase “{moment}”"),
        "text": Hidden(told.plain(data, held.card)),
    }
    return Secret(seat, Line("**{card}**, played {when}. {text}", facts)).under(Shown(head))


def ledger(data: StormData, state: State, about: Seat | None) -> Iterator[Notice]:
    """Every total with its contributions and their causes; what a secret event would give, to its owner only."""
    given = contributions(data, state)
    for power in POWERS if about is None else (about,):
        for account in OF_POWERS:
            yield from _account(data, state, given, power, account)
        if state.extra_events(power):
            yield told.headed(str(power), f"additional events: **{state.extra_events(power)}** a turn")
        yield from _secret(data, state, power)
        yield from _research(data, state, power)
    yield from _index(data, state, given)
    yield from _diplomacy(data, given, about)
    yield from _world(data, state)


def _account(
    data: StormData, state: State, given: Sequence[Contribution], power: Seat, account: Account
) -> Iterator[Public]:
    base, mine = base_of(data, state, power, account), given_to(given, power, account)
    if base is None and not mine:
        return
    if account is Account.RESEARCH_COUNTERS and not mine:
        return
    sum_ = total(base, mine, FLOORS.get(account))
    causes = "".join(f"; {told.row(data, each)}" for each in mine)
    entered = "not entered" if base is None else f"{base}"
    shown = "?" if sum_ is None else f"{sum_}"
    if account is Account.RESEARCH_COUNTERS:
        shown, entered = f"+{sum_}", "the usual"
    is_floored = account is Account.CONVERSION and sum_ == 0 and total(base, mine) != 0
    ruling = ", not below nothing (ruling conversion_floor)" if is_floored else ""
    yield told.headed(str(power), f"{account}: **{shown}** = {entered}{causes}{ruling}")


def _secret(data: StormData, state: State, power: Seat) -> Iterator[Secret]:
    """What the unplayed events of a power would give as things stand."""
    for held in state.held.get(power, ()):
        if held.is_shown:
            continue
        choice = proposal(data, state, power, held.card)
        would = [] if choice else if_played(data, state, InPlay(card=held.card, power=power))
        what = ", ".join(f"{told.subject(each.change)} {told.amount(each.change)}" for each in would)
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
    parts += [told.row(data, each) for each in given if each.change.account is Account.EAI]
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
        rows = Shown("; ".join(told.row(data, each) for each in causes))
        yield tell_section(
            "Diplomacy this turn", "{target} for {power}: **{sum:+}** = {rows}", target=Shown(target), power=power,
            sum=sum_, rows=rows,
        )  # fmt: skip


def _world(data: StormData, state: State) -> Iterator[Public]:
    del data
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
        counted = f"{told.count(civil.counters, 'counter')}, {told.count(civil.events, 'event')}"
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
