"""Bridges: two sides each write a secret order; both are turned up and read on a printed table, and the game is over.

A small game of the tests, written from ``docs/adding-a-game.md``. It has one command, orders of a ``Literal``, a
``Reading``, and an end after which nothing is offered.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Literal

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, GameEvent, Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow
from rules.frozen import Frozen
from rules.game import Game, Views
from rules.notice import Notice, Public, Secret, tell_all, tell_board, tell_seat
from rules.printed.lookup import PrintedData, PrintedTable, Reading, tell_reading
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown

WEST, EAST = SideSeat("West"), SideSeat("East")
SIDES = (WEST, EAST)
Order = Literal["attack", "defend"]


class BridgesData(PrintedData):
    """The one table of the game."""

    crossing: PrintedTable[str] = Field(title="the table of crossings")


class State(Frozen):
    """The orders that were written, and how it ended."""

    orders: Mapping[Seat, Order] = {}
    outcome: str | None = None


class OrderWritten(GameEvent[BridgesData, State]):
    """A side wrote its order in secret."""

    seat: Seat
    order: Hidden[Order]

    def apply(self, data: BridgesData, state: State) -> State:
        return state.replace(orders={**state.orders, self.seat: self.order.value})

    def tell(self, data: BridgesData) -> Iterator[Notice]:
        yield tell_all("{seat} has written its order.", seat=self.seat)
        yield tell_seat(self.seat, "You write the order to {order}.", order=self.order)


class TurnedUp(GameEvent[BridgesData, State]):
    """Both orders were turned up, and the table was read."""

    reveals = True
    west: Order
    east: Order
    reading: Reading

    def apply(self, data: BridgesData, state: State) -> State:
        return state.replace(outcome=self.reading.cell)

    def tell(self, data: BridgesData) -> Iterator[Notice]:
        for seat, order in zip(SIDES, (self.west, self.east), strict=True):
            yield tell_all("{seat} turns up its order: {order}.", seat=seat, order=Shown(order))
        yield from tell_reading(data, self.reading)
        yield tell_board("Mark the bridge: {outcome}.", outcome=Shown(self.reading.cell))


class WriteOrder(GameCommand[BridgesData, State]):
    """Write the side's order; the second one turns both up."""

    title = "Order"
    order: Order

    def decide(self, data: BridgesData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat in state.orders:
            raise NotNow("You have written your order.")
        state = yield OrderWritten(seat=seat, order=Hidden(self.order))
        if len(state.orders) == len(SIDES):
            west, east = state.orders[WEST], state.orders[EAST]
            attackers = (west, east).count("attack")
            drms = data.crossing.weigh(data, {"defenders": len(SIDES) - attackers})
            reading, _ = data.crossing.read(dice.roll(1, 6), attackers, drms)
            yield TurnedUp(west=west, east=east, reading=reading)


def status(_data: BridgesData, state: State) -> Iterable[Public]:
    """Who still has to write, or how it ended."""
    for side in SIDES:
        if side not in state.orders:
            yield tell_all("{seat} has not written its order.", seat=side)
    if state.outcome is not None:
        yield tell_all("The bridge is {outcome}.", outcome=Shown(state.outcome))


def hand(_data: BridgesData, state: State, seat: Seat) -> Iterable[Secret]:
    """The order that a side wrote."""
    if seat in state.orders:
        yield tell_seat(seat, "Your order is to {order}.", order=Shown(state.orders[seat]))


class Bridges(Game[BridgesData, State]):
    """The game with its data."""

    id = "bridges"
    title = "Bridges"
    seats = SIDES
    views = Views(status=status, hand=hand)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """One of two orders, until it is written; what the other side does makes no button stale."""
        if seat not in state.orders:
            yield Offer(WriteOrder(order="attack"), "Attack", version=0, secret=True)
            yield Offer(WriteOrder(order="defend"), "Defend", version=0, secret=True)
