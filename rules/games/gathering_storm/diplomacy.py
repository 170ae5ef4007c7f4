"""The sums of diplomacy: what this turn's events and counters give each side in each country, public or not."""

from collections.abc import Callable, Iterator

from rules.games.gathering_storm.context import Account
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.diplomacy import RussianSubversion
from rules.games.gathering_storm.ledger import contributions
from rules.games.gathering_storm.log_events.diplomacy import Cause, Part, Sum
from rules.games.gathering_storm.playing import are_revealed
from rules.games.gathering_storm.powers import ALLIANCES, alliance_of
from rules.games.gathering_storm.state import Counter, State, is_valued
from rules.seat import SideSeat

Knows = Callable[[Counter], bool]


def open_sums(data: StormData, state: State) -> Iterator[Sum]:
    """Yield what everybody can add up, in printed order: the values of counters only once they are turned up."""
    is_open = are_revealed(data, state)
    return _sums(data, state, lambda _: is_open)


def own_sums(data: StormData, state: State, power: SideSeat) -> Iterator[Sum]:
    """Yield the sums that a power knows better than everybody: those with a counter of its own that lies face down."""
    if are_revealed(data, state):
        return
    mine = {each.target for each in state.counters if each.power == power and is_valued(each)}
    for each in _sums(data, state, lambda counter: counter.power == power):
        if each.country in mine and each.side == alliance_of(power):
            yield each


def _sums(data: StormData, state: State, knows: Knows) -> Iterator[Sum]:
    """Yield the sum of each side in each country in which it has any part."""
    for country in data.countries:
        for side in ALLIANCES if country not in state.world.conquered else ():
            if parts := tuple(_parts(data, state, country, side, knows)):
                yield Sum(country=country, side=side, parts=parts)


def _parts(data: StormData, state: State, country: str, side: str, knows: Knows) -> Iterator[Part]:
    """This turn's events, subversion and counters."""
    for each in contributions(data, state):
        change = each.change
        if change.account is Account.DIPLOMACY and change.target == country and change.power is not None:
            is_subversion = any(isinstance(one, RussianSubversion) for one in data.card(each.card).features)
            cause: Cause = "subversion" if is_subversion else "event"
            if alliance_of(change.power) == side:
                yield Part(cause=cause, amount=change.amount, of=each.card)
    for counter in state.counters:
        if counter.target == country and alliance_of(counter.power) == side and is_valued(counter) and knows(counter):
            yield Part(cause="counter", amount=counter.value, of=counter.power)
