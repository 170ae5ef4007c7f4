"""High Card, the template of ``docs/adding-a-game.md``: two sides roll a secret number each, bid, and show it."""

from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, GameEvent, Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow
from rules.frozen import Frozen
from rules.game import Game, Views
from rules.notice import Notice, tell_all, tell_rule, tell_seat
from rules.ruling import GameData
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden

RED, BLUE = SideSeat("Red"), SideSeat("Blue")


class HighCardData(GameData):
    """The data: which dice are rolled for a secret number."""

    number: int = Field(title="the number of dice")
    sides: int = Field(title="the dice")


class State(Frozen):
    """What each side holds and has bid."""

    held: Mapping[Seat, int] = {}
    bids: Mapping[Seat, int] = {}


class Taken(GameEvent[HighCardData, State]):
    """A side rolled its number in secret."""

    seat: Seat
    number: Hidden[int]

    def apply(self, data: HighCardData, state: State) -> State:
        return state.replace(held={**state.held, self.seat: self.number.value})

    def tell(self, data: HighCardData) -> Iterator[Notice]:
        yield tell_all("{seat} takes a number.", seat=self.seat)
        yield tell_seat(self.seat, "Your number is {number}.", number=self.number)


class Bidden(GameEvent[HighCardData, State]):
    """A side bid points."""

    seat: Seat
    points: int

    def apply(self, data: HighCardData, state: State) -> State:
        return state.replace(bids={**state.bids, self.seat: self.points})

    def tell(self, data: HighCardData) -> Iterator[Notice]:
        yield tell_all("{seat} bids {points}.", seat=self.seat, points=self.points)


class ShownUp(GameEvent[HighCardData, State]):
    """A side showed its number."""

    reveals = True
    seat: Seat
    number: int

    def apply(self, data: HighCardData, state: State) -> State:
        return state.replace(held={side: held for side, held in state.held.items() if side != self.seat})

    def tell(self, data: HighCardData) -> Iterator[Notice]:
        yield tell_all("{seat} shows {number}.", seat=self.seat, number=self.number)
        yield tell_rule("The higher number wins.")


class Take(GameCommand[HighCardData, State]):
    """Roll for a secret number."""

    title = "Number taken"

    def decide(self, data: HighCardData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat in state.held:
            raise NotNow("You hold a number already.")
        roll = dice.roll(data.number, data.sides, secretly=True)
        yield Taken(seat=seat, number=Hidden(roll.total))


class Bid(GameCommand[HighCardData, State]):
    """Bid in the open."""

    title = "Bid"
    points: Annotated[int, Field(ge=0, le=9, title="Points")] = 0
    blind: bool = False

    def decide(self, data: HighCardData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        yield Bidden(seat=seat, points=self.points)


class Show(GameCommand[HighCardData, State]):
    """Show the number."""

    title = "Number shown"

    def decide(self, data: HighCardData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if seat not in state.held:
            raise NotNow("You hold no number.")
        yield ShownUp(seat=seat, number=state.held[seat])


class HighCard(Game[HighCardData, State]):
    """The game with its data."""

    id = "high-card"
    title = "High Card"
    seats = (RED, BLUE)
    views = Views(
        status=lambda _, state: [tell_all("{count} sides hold a number.", count=len(state.held))],
        hand=lambda _, state, seat: (
            [tell_seat(seat, "You hold {number}.", number=state.held[seat])] if seat in state.held else []
        ),
    )

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        """Take a number or show it, and bid."""
        if seat in state.held:
            yield Offer(Show(), "Show", secret=True)
        else:
            yield Offer(Take(), "Take a number")
        yield Offer(Bid(), "Bid", inputs=("points", "blind"))
