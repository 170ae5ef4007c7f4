"""Orders of a power, given ahead: the events that it plays as soon as it can."""

from collections.abc import Iterator
from functools import cache

from rules.errors import NotThere
from rules.game import Orderable, Ordered
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.base import TYPED
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.plans import is_due, ways_to_play
from rules.games.gathering_storm.playing import Play, find, options
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.wording import way_to_play
from rules.line import Line
from rules.order import Order
from rules.seat import Seat, SideSeat

AT_ONCE = "at_once"
MOST_CHOICES = 8
"""A card that lets its player choose among more is played by hand."""


def plays(data: StormData, state: State, power: SideSeat) -> dict[str, tuple[Line, Play]]:
    """Return what a power can order, by name: each of its events, once for each way to play it, if these are few and
    nothing is typed for it.
    """
    found: dict[str, tuple[Line, Play]] = {}
    for held in state.held.get(power, ()):
        if data.fault(held.card) or TYPED in options(data, state, power, held.card).values():
            continue
        ways = [choice for _, (_, choice) in ways_to_play(data, state, power, held.card)]
        for choice in ways if len(ways) <= MOST_CHOICES else ():
            chosen = choice.model_dump(exclude_defaults=True)
            name = ": ".join((data.title(held.card), *filter(None, [", ".join(chosen.values())])))
            found[name] = way_to_play(data, held.card, choice), Play(marker=name_of(held.card), **chosen)
    return found


def orderable(data: StormData, state: State, seat: Seat) -> Orderable | None:
    """Return what a power can order, or None for the referee."""
    if not isinstance(seat, SideSeat):
        return None

    @cache
    def able() -> dict[str, tuple[Line, Play]]:
        return plays(data, state, seat)

    def check(order: Order, _before: tuple[Order, ...]) -> None:
        if (order.when or AT_ONCE) != AT_ONCE:
            raise NotThere("There is no such condition.")
        if order.do not in able():
            raise NotThere("You hold no event of that name that can be ordered.")

    return Orderable(
        conditions=lambda: {AT_ONCE: Line("As soon as I can")},
        deeds=lambda: {name: words for name, (words, _) in able().items()},
        check=check,
    )


def ordered(data: StormData, state: State, seat: Seat, orders: tuple[Order, ...]) -> Iterator[Ordered]:
    """Yield what a power plays by its orders as things stand; an order is spent by it. An entry of the board alone
    brings an event into play for nobody: an opponent could enter a fact only to see it.
    """
    if not isinstance(seat, SideSeat) or not orders:
        return
    able = plays(data, state, seat)
    for order in orders:
        _, play = able.get(order.do, (None, None))
        if play is not None and is_due(data, state, find(data, state, seat, play.marker)):
            yield play, order
