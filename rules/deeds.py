"""What may be done at any table, whatever the game: seats, words for the dice, dice, taking back, the end."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal, get_args

from pydantic import Field, TypeAdapter

from rules.command import Command, Event
from rules.dice import Roll
from rules.notice import Notice, tell_all, tell_rule
from rules.ruling import RulingChoice
from rules.seat import Player, Seat
from rules.secrets import Shown, quote


class Join(Command):
    """Take a seat; several players may share one, but there is one referee."""

    title: ClassVar[str] = "A seat is taken"
    type: Literal["join"] = "join"
    seat: Seat


class Admit(Command):
    """Let a player who asked for it share a seat."""

    title: ClassVar[str] = "A seat is shared"
    type: Literal["admit"] = "admit"
    player: int


class Leave(Command):
    """Give a seat up."""

    title: ClassVar[str] = "A seat is given up"
    type: Literal["leave"] = "leave"
    seat: Seat


class AddWords(Command):
    """Add words of one's own to the sealed dice, before the first die."""

    title: ClassVar[str] = "Words for the dice"
    type: Literal["add_words"] = "add_words"
    words: Annotated[str, Field(min_length=1, max_length=100)]


class RollDice(Command):
    """Roll dice for something on the table."""

    title: ClassVar[str] = "Dice"
    type: Literal["roll_dice"] = "roll_dice"
    number: Annotated[int, Field(ge=1, le=20)] = 1
    sides: Annotated[int, Field(ge=2, le=100)] = 6
    reason: Annotated[str, Field(max_length=200)] = ""


class TakeBack(Command):
    """Take the last deed back."""

    title: ClassVar[str] = "Taking back"
    type: Literal["take_back"] = "take_back"


class Agree(Command):
    """Agree that entry ``to`` is taken back."""

    title: ClassVar[str] = "Taking back"
    type: Literal["agree"] = "agree"
    to: int


class Decline(Command):
    """Do not agree that entry ``to`` is taken back."""

    title: ClassVar[str] = "Taking back"
    type: Literal["decline"] = "decline"
    to: int


class End(Command):
    """End the campaign and publish its seed."""

    title: ClassVar[str] = "The campaign has ended"
    type: Literal["end"] = "end"


class SetRuling(Command):
    """Answer a question that the source leaves open, for this campaign from now on (the referee)."""

    title: ClassVar[str] = "A ruling"
    type: Literal["set_ruling"] = "set_ruling"
    name: Annotated[str, Field(min_length=1, max_length=60)]
    choice: RulingChoice


TableCommand = Join | Admit | Leave | AddWords | RollDice | TakeBack | Agree | Decline | End | SetRuling
TABLE_COMMANDS: TypeAdapter[TableCommand] = TypeAdapter(Annotated[TableCommand, Field(discriminator="type")])
DEEDS = frozenset(command.model_fields["type"].default for command in get_args(TableCommand))


class Joined(Event):
    """A player took a seat."""

    type: Literal["joined"] = "joined"
    player: Player
    seat: Seat


class SeatAsked(Event):
    """A player asked to share a seat that others hold."""

    type: Literal["seat_asked"] = "seat_asked"
    player: Player
    seat: Seat


class Left(Event):
    """A player gave a seat up."""

    type: Literal["left"] = "left"
    player: Player
    seat: Seat


class WordsAdded(Event):
    """Words were added to the sealed dice."""

    type: Literal["words_added"] = "words_added"
    player: Player
    words: str


class DiceRolled(Event):
    """Dice fell for something on the table."""

    type: Literal["dice_rolled"] = "dice_rolled"
    roll: Roll
    reason: str


class TakeBackAsked(Event):
    """A deed that showed a die or a secret would be taken back if the others agree."""

    type: Literal["take_back_asked"] = "take_back_asked"
    player: Player
    entry: int
    what: str
    needed: tuple[Seat, ...]


class Agreed(Event):
    """A seat agreed; others still must."""

    type: Literal["agreed"] = "agreed"
    seats: tuple[Seat, ...]


class Declined(Event):
    """A seat did not agree: the deed stands."""

    type: Literal["declined"] = "declined"
    player: Player
    entry: int


class TakenBack(Event):
    """An entry was taken back; the dice rolled for it stay used."""

    type: Literal["taken_back"] = "taken_back"
    entry: int
    what: str


class Ended(Event):
    """The campaign ended."""

    type: Literal["ended"] = "ended"
    player: Player


class RulingSet(Event):
    """The referee answered a question that the source leaves open."""

    type: Literal["ruling_set"] = "ruling_set"
    player: Player
    name: str
    choice: RulingChoice


Seating = Joined | SeatAsked | Left
TakingBack = TakeBackAsked | Agreed | Declined | TakenBack
TableEvent = Seating | TakingBack | WordsAdded | DiceRolled | Ended | RulingSet
TABLE_EVENTS: TypeAdapter[TableEvent] = TypeAdapter(Annotated[TableEvent, Field(discriminator="type")])
FACTS = frozenset(event.model_fields["type"].default for event in get_args(TableEvent))


def tell_of(event: Event) -> Iterator[Notice]:
    """What is told of a fact of the table, and to whom."""
    match event:
        case Joined(player=player, seat=seat):
            yield tell_all("{player} takes the seat {seat}.", player=player, seat=seat)
        case SeatAsked(player=player, seat=seat):
            yield tell_all("{player} asks to share the seat {seat}, with its secrets.", player=player, seat=seat)
            yield tell_all("A player of {seat} can let them sit down, or a referee who never played.", seat=seat)
        case Left(player=player, seat=seat):
            yield tell_all("{player} gives up the seat {seat}.", player=player, seat=seat)
        case WordsAdded(player=player, words=words):
            yield tell_all("{player} adds words to the sealed dice: {words}", player=player, words=quote(words))
        case DiceRolled(roll=roll, reason=reason):
            yield tell_all("{roll}", roll=roll)
            if reason:
                yield tell_all("For: {reason}", reason=quote(reason))
        case TakeBackAsked(player=player, entry=entry, what=what, needed=needed):
            names = quote(", ".join(needed))
            yield tell_all(
                "{player} asks to take back entry {entry}, “{what}”.",
                player=player,
                entry=entry,
                what=quote(what),
            )
            yield tell_all("It showed a die, a draw or a secret: {names} must agree, or the referee.", names=names)
        case Agreed(seats=seats):
            yield tell_all("Agreed by {names}.", names=quote(", ".join(seats)))
        case Declined(player=player, entry=entry):
            yield tell_all("{player}: entry {entry} stands.", player=player, entry=entry)
        case TakenBack(entry=entry, what=what):
            yield tell_all("Entry {entry}, “{what}”, is taken back.", entry=entry, what=quote(what))
            yield tell_rule("Nothing is erased from the log, and dice that were rolled stay used.")
        case RulingSet(player=player, name=name, choice=choice):
            answer = Shown(str(choice))
            yield tell_all("{player} rules on `{name}`: {answer}.", player=player, name=Shown(name), answer=answer)
            yield tell_rule("A ruling holds from now on; what was done stays as it was decided.")
        case Ended(player=player):
            yield tell_all("{player} ends the campaign; its seed is published by `/dice verify`.", player=player)
