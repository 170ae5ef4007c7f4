"""The running totals: every contribution with its cause, worked out anew from the state whenever it is asked for."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rules.games.gathering_storm.data import StormData
from rules.games.gathering_storm.effects import Effect
from rules.games.gathering_storm.effects.aggression import AggressionIndex
from rules.games.gathering_storm.here import Account, Change, Here
from rules.games.gathering_storm.state import InPlay, State
from rules.seat import Seat

HIGHEST_CLIMATE = 3


@dataclass(frozen=True, slots=True)
class Contribution:
    """What a card in play gives to an account at this moment."""

    card: str
    kind: str
    change: Change

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others while its amount moves."""
        return self.card, self.kind, self.change.account, self.change.power, self.change.target


@dataclass(frozen=True, slots=True)
class Part:
    """A lasting part of the EAI and its cause."""

    amount: int
    cause: str


def lasting_parts(data: StormData, state: State) -> Iterator[Part]:
    """The EAI apart from this turn's events: aggressions of earlier turns, the Pact, the climate, civil wars."""
    for each in state.world.aggressions:
        if each.target in data.regions.aggressions and each.turn < state.turn:
            yield Part(1, f"aggression against {each.target}")
    if state.world.has_pact:
        yield Part(1, "Nazi-Soviet Pact")
    if state.world.climate == HIGHEST_CLIMATE:
        yield Part(-1, "Economic Climate at its best")
    if state.world.climate == -HIGHEST_CLIMATE:
        yield Part(1, "Economic Climate at its worst")
    wars = [country for country, civil in state.civil.items() if civil.is_on]
    if wars:
        yield Part(1, f"civil war in {' and '.join(wars)}")


def eai(data: StormData, state: State) -> int:
    """The European Aggression Index as it stands."""
    events = [effect.amount for _, effect in in_play(data, state) if isinstance(effect, AggressionIndex)]
    return sum(part.amount for part in lasting_parts(data, state)) + sum(events)


def in_play(data: StormData, state: State) -> Iterator[tuple[InPlay, Effect]]:
    """Every effect in play with its card."""
    for each in state.played:
        for effect in data.card(each.card).features:
            yield each, effect


def here_for(data: StormData, state: State, each: InPlay) -> Here:
    """Where the effects of a card in play are worked out."""
    return Here(data, state, each.power, each.choice, eai(data, state))


def contributions(data: StormData, state: State) -> tuple[Contribution, ...]:
    """What every card in play gives, as things stand."""
    return tuple(
        Contribution(each.card, effect.kind, change)
        for each, effect in in_play(data, state)
        for change in effect.changes(here_for(data, state, each))
    )


def total(base: int | None, given: Sequence[Contribution], floor: int | None = None) -> int | None:
    """A base with what is given to it, not below ``floor``; None when the base was not entered."""
    if any(each.change.draws_none for each in given):
        return 0
    if base is None:
        return None
    sum_ = base + sum(each.change.amount for each in given)
    return sum_ if floor is None else max(floor, sum_)


def base_of(data: StormData, state: State, power: Seat, account: Account) -> int | None:
    """What was entered for an account of a power; the printed limit of counters holds until another is entered."""
    entered = state.power(power)
    match account:
        case Account.SUPPORT:
            return entered.support
        case Account.INCOME:
            return entered.income
        case Account.TILES:
            return entered.tiles
        case Account.CONVERSION:
            return entered.conversion
        case Account.COUNTERS:
            return data.limits.diplomatic_counters if entered.counters is None else entered.counters
    return 0


FLOORS = {Account.TILES: 0, Account.CONVERSION: 0}
OF_POWERS = (
    Account.SUPPORT,
    Account.INCOME,
    Account.TILES,
    Account.CONVERSION,
    Account.COUNTERS,
    Account.RESEARCH_COUNTERS,
)


def given_to(given: Sequence[Contribution], power: Seat, account: Account) -> tuple[Contribution, ...]:
    """What is given to an account of a power."""
    return tuple(each for each in given if each.change.account is account and each.change.power == power)


def gives(data: StormData, state: State, card: str) -> tuple[Contribution, ...]:
    """What one card in play gives."""
    return tuple(each for each in contributions(data, state) if each.card == card)


def if_played(data: StormData, state: State, each: InPlay) -> tuple[Contribution, ...]:
    """What a card would give if it were played now."""
    return gives(data, state.replace(played=(*state.played, each)), each.card)
