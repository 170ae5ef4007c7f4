"""A fourth game, as small as one can be: it proves that ``docs/adding-a-game.md`` says all that is needed.

Two sides hold a secret number each; whoever wants to rolls for it, bids in a form, and shows it.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.command import Command, Event, Offer, Procedure
from rules.dice import Dice, Roll
from rules.errors import NotNow, NotYours
from rules.frozen import Frozen
from rules.game import Game
from rules.notice import Notice, Public, Secret, tell_all, tell_rule, tell_seat
from rules.ruling import GameData
from rules.seat import REFEREE, Seat
from rules.secrets import Hidden

RED, BLUE = Seat("Red"), Seat("Blue")


class HighCardData(GameData):
    """The data: what is rolled for a secret number."""

    source: str
    number: int
    sides: int


class State(Frozen):
    """What each side holds, and how many deeds were done."""

    held: Mapping[Seat, int] = {}
    bids: Mapping[Seat, int] = {}
    deeds: int = 0


class Take(Command):
    """Roll for a secret number."""

    title: ClassVar[str] = "A number is taken"
    type: Literal["take"] = "take"


class Bid(Command):
    """Bid in the open."""

    title: ClassVar[str] = "A bid"
    type: Literal["bid"] = "bid"
    points: Annotated[int, Field(ge=0, le=9, title="Points")] = 0
    blind: bool = False


class Show(Command):
    """Show the number."""

    title: ClassVar[str] = "A number is shown"
    type: Literal["show"] = "show"


class Taken(Event):
    """A number was rolled in secret."""

    type: Literal["taken"] = "taken"
    seat: Seat
    number: Hidden[int]


class Bidden(Event):
    """Points were bid."""

    type: Literal["bidden"] = "bidden"
    seat: Seat
    points: int


class ShownUp(Event):
    """A number was shown."""

    reveals: ClassVar[bool] = True
    type: Literal["shown_up"] = "shown_up"
    seat: Seat
    number: int


HighCardCommand = Take | Bid | Show
HighCardEvent = Taken | Bidden | ShownUp


class HighCard(Game[HighCardData, State]):
    """The game with its data."""

    id: ClassVar[str] = "high-card"
    title: ClassVar[str] = "High Card"
    seats: ClassVar[tuple[Seat, ...]] = (RED, BLUE)
    commands: ClassVar[Any] = (Take, Bid, Show)
    events: ClassVar[Any] = (Taken, Bidden, ShownUp)
    data_type: ClassVar[type[GameData]] = HighCardData
    shows: ClassVar[frozenset[str]] = frozenset({"hand"})

    data: HighCardData

    def start(self) -> State:
        return State()

    def decide(self, state: State, seat: Seat, command: HighCardCommand, dice: Dice) -> Any:
        if seat == REFEREE:
            raise NotYours("The referee does not play.")
        match command:
            case Take():
                if seat in state.held:
                    raise NotNow("You hold a number already.")
                roll: Roll = dice.roll(self.data.number, self.data.sides)
                yield Taken(seat=seat, number=Hidden(roll.total))
            case Bid(points=points):
                yield Bidden(seat=seat, points=points)
            case Show():
                if seat not in state.held:
                    raise NotNow("You hold no number.")
                yield ShownUp(seat=seat, number=state.held[seat])

    def apply(self, state: State, event: HighCardEvent) -> State:
        after = state.replace(deeds=state.deeds + 1)
        match event:
            case Taken(seat=seat, number=number):
                return after.replace(held={**state.held, seat: number.value})
            case Bidden(seat=seat, points=points):
                return after.replace(bids={**state.bids, seat: points})
            case ShownUp(seat=seat):
                return after.replace(held={side: held for side, held in state.held.items() if side != seat})

    def tell(self, event: HighCardEvent) -> Iterable[Notice]:
        match event:
            case Taken(seat=seat, number=number):
                yield tell_all("{seat} takes a number.", seat=seat)
                yield tell_seat(seat, "Your number is {number}.", number=number)
            case Bidden(seat=seat, points=points):
                yield tell_all("{seat} bids {points}.", seat=seat, points=points)
            case ShownUp(seat=seat, number=number):
                yield tell_all("{seat} shows {number}.", seat=seat, number=number)
                yield tell_rule("The higher number wins.")

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        if seat == REFEREE:
            return
        if seat in state.held:
            yield Offer(command=Show(), label="Show", version=state.deeds, secret=True)
        else:
            yield Offer(command=Take(), label="Take a number", version=state.deeds)
        yield Offer(command=Bid(), label="Bid", version=state.deeds, inputs=("points", "blind"))

    def status(self, state: State) -> Iterable[Public]:
        yield tell_all("{count} sides hold a number.", count=len(state.held))

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        if seat in state.held:
            yield tell_seat(seat, "You hold {number}.", number=state.held[seat])
