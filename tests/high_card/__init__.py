"""A fourth game, as small as one can be: it proves that ``docs/adding-a-game.md`` says all that is needed.

Two sides hold a secret number each; whoever wants to rolls for it, bids in a form, and shows it.
"""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.dice import Dice, Roll
from rules.errors import NotNow, NotYours
from rules.frozen import Frozen
from rules.game import Command, Event, Game, Offer, Procedure
from rules.notice import REFEREE, Hidden, Notice, Public, Seat, Secret, by_rule, tell, tell_all
from rules.ruling import Tables

RED, BLUE = Seat("Red"), Seat("Blue")


class HighCardTables(Tables):
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
    do: Literal["take"] = "take"


class Bid(Command):
    """Bid in the open."""

    title: ClassVar[str] = "A bid"
    do: Literal["bid"] = "bid"
    points: Annotated[int, Field(ge=0, le=9, title="Points")] = 0
    blind: bool = False


class Show(Command):
    """Show the number."""

    title: ClassVar[str] = "A number is shown"
    do: Literal["show"] = "show"


class Taken(Event):
    """A number was rolled in secret."""

    was: Literal["taken"] = "taken"
    seat: Seat
    number: Hidden[int]


class Bidden(Event):
    """Points were bid."""

    was: Literal["bidden"] = "bidden"
    seat: Seat
    points: int


class ShownUp(Event):
    """A number was shown."""

    reveals: ClassVar[bool] = True
    was: Literal["shown_up"] = "shown_up"
    seat: Seat
    number: int


HighCardCommand = Take | Bid | Show
HighCardEvent = Taken | Bidden | ShownUp


class HighCard(Game[State, HighCardCommand, HighCardEvent]):
    """The game with its tables."""

    id: ClassVar[str] = "high-card"
    title: ClassVar[str] = "High Card"
    seats: ClassVar[tuple[Seat, ...]] = (RED, BLUE)
    commands: ClassVar[TypeAdapter[Any]] = TypeAdapter(Annotated[HighCardCommand, Field(discriminator="do")])
    events: ClassVar[TypeAdapter[Any]] = TypeAdapter(Annotated[HighCardEvent, Field(discriminator="was")])
    tables_type: ClassVar[type[Tables]] = HighCardTables
    has_hands: ClassVar[bool] = True

    tables: HighCardTables

    def start(self) -> State:
        return State()

    def decide(self, state: State, seat: Seat, command: HighCardCommand, dice: Dice) -> Procedure[HighCardEvent, State]:
        if seat == REFEREE:
            raise NotYours("The referee does not play.")
        match command:
            case Take():
                if seat in state.held:
                    raise NotNow("You hold a number already.")
                roll: Roll = dice.roll(self.tables.number, self.tables.sides)
                yield Taken(seat=seat, number=Hidden(roll.total))
            case Bid(points=points):
                yield Bidden(seat=seat, points=points)
            case Show():
                if seat not in state.held:
                    raise NotNow("You hold no number.")
                yield ShownUp(seat=seat, number=state.held[seat])

    def evolve(self, state: State, event: HighCardEvent) -> State:
        after = state.but(deeds=state.deeds + 1)
        match event:
            case Taken(seat=seat, number=number):
                return after.but(held={**state.held, seat: number.peek()})
            case Bidden(seat=seat, points=points):
                return after.but(bids={**state.bids, seat: points})
            case ShownUp(seat=seat):
                return after.but(held={side: held for side, held in state.held.items() if side != seat})

    def report(self, event: HighCardEvent) -> Iterable[Notice]:
        match event:
            case Taken(seat=seat, number=number):
                yield tell_all("{seat} takes a number.", seat=seat)
                yield tell(seat, "Your number is {number}.", number=number)
            case Bidden(seat=seat, points=points):
                yield tell_all("{seat} bids {points}.", seat=seat, points=points)
            case ShownUp(seat=seat, number=number):
                yield tell_all("{seat} shows {number}.", seat=seat, number=number)
                yield by_rule("The higher number wins.")

    def offers(self, state: State, seat: Seat) -> Iterable[Offer]:
        if seat == REFEREE:
            return
        if seat in state.held:
            yield Offer(command=Show(), label="Show", moment=state.deeds, secret=True)
        else:
            yield Offer(command=Take(), label="Take a number", moment=state.deeds)
        yield Offer(command=Bid(), label="Bid", moment=state.deeds, asks=("points", "blind"))

    def status(self, state: State) -> Iterable[Public]:
        yield tell_all("{count} sides hold a number.", count=len(state.held))

    def hand(self, state: State, seat: Seat) -> Iterable[Secret]:
        if seat in state.held:
            yield tell(seat, "You hold {number}.", number=state.held[seat])
