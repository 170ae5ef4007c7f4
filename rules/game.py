"""A game as the bot sees it: a value that starts, decides, changes state by events, and offers. It does no I/O."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import date
from enum import Enum, auto
from typing import Any, ClassVar, Generic, Protocol, Self, cast

from rules.command import D, Event, GameCommand, GameEvent, Offer, Procedure, S, Upcaster, by_type, read_command
from rules.dice import Dice
from rules.errors import NotThere
from rules.facts import Fact
from rules.line import Line, line
from rules.notice import Notice, Public, Secret
from rules.order import Order
from rules.picture import Label, Picture
from rules.printed.lookup import Reading
from rules.ruling import GameData, RulingChoice
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden


@dataclass(frozen=True, slots=True)
class TurnPlayed:
    """A turn as it was played: from when to when, its actions, the phases that ended, the days with an action."""

    turn: int
    since: date
    until: date
    actions: int = 0
    phases: int = 0
    days: tuple[date, ...] = ()


@dataclass(frozen=True, slots=True)
class Figure:
    """A number by which everybody can see how the game goes, such as victory points."""

    name: Label
    value: int


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """What of a past its pictures show, after entry ``seq`` of the log: the last state of each moment, the present one
    last; the table that was read last; the turns.
    """

    seq: int = 0
    states: tuple[S, ...] = ()
    reading: Reading | None = None
    turns: tuple[TurnPlayed, ...] = ()


@dataclass(frozen=True, slots=True)
class Enquiry:
    """What the printed rules have every side declare at once: each is asked under seal, whatever it holds. ``orders``
    are those in which they can be told: who asks chooses one.
    """

    label: Line
    question: str
    options: tuple[str, ...]
    orders: tuple[tuple[SideSeat, ...], ...] = ()
    order_asked: str = ""
    """How the form asks for the order."""


class Whose(Enum):
    """Whose it is to do what is due: of a seat that ``MUST`` answer before anything else can happen, of each seat on
    its ``OWN`` part of the board, or of ``ANY`` of several for all.
    """

    MUST = auto()
    OWN = auto()
    ANY = auto()


@dataclass(frozen=True, slots=True)
class Due:
    """What a seat must do before play goes on, as a sentence.

    Its ``key`` tells it from whatever else the seat ever must do: a player is called anew for each. Of what is done on
    the players' own board the ``button`` says that it is done.
    """

    what: Line
    key: str
    whose: Whose = Whose.MUST
    button: Line | None = None

    @property
    def whole(self) -> Line:
        """It with its button, for where the button is not beside it."""
        if self.button is None:
            return self.what
        return line("{to_do} Then press **{button}**.", to_do=self.what, button=self.button)


@dataclass(frozen=True, slots=True)
class Orderable:
    """What a seat can order ahead, by name, in words: the ``conditions`` on which an order can depend, the first of
    which is always met, and the ``deeds``; by a ``passive`` one nothing is played. What it ``asks_for`` besides are
    fields of an order: where, a note. Where no order fits, ``otherwise`` says what is done if the seat is not asked.
    """

    conditions: Mapping[str, Line]
    deeds: Mapping[str, Line]
    asks_for: tuple[str, ...] = ()
    otherwise: Line | None = None
    passive: frozenset[str] = frozenset()


class Chapter(Protocol):
    """A chapter of the rules: a module with commands, the procedures that they start, and what it offers."""

    def offers(self, data: Any, state: Any, seat: Seat, /) -> Iterable[Offer]:
        """All of this chapter that a seat can do now."""
        ...


class Game(ABC, Generic[D, S]):
    """A game with the data that it is played with.

    A game declares what it consists of. ``commands`` and ``events`` are all that its log can hold, ``chapters`` make
    its offers, and ``shows`` names what it has beside its status: ``hand``, ``pool``, ``ledger``, ``table``,
    ``entries``, ``odds``. The bot's help, autocompletion and refusals follow from them.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[SideSeat, ...]]
    data_type: ClassVar[type[GameData]]
    data_parts: ClassVar[tuple[str, ...]] = ()
    """Further data files: ``("deck",)`` stands for ``<game>_deck.toml``. A missing one is left out; lists add up."""
    own_parts: ClassVar[tuple[str, ...]] = ()
    """The parts of its data that a group can add to in a file of its own: ``cards``, ``recon.limits``."""
    chapters: ClassVar[tuple[Chapter, ...]] = ()
    commands: ClassVar[tuple[type[GameCommand[Any, Any]], ...]] = ()
    events: ClassVar[tuple[type[GameEvent[Any, Any]], ...]] = ()
    shows: ClassVar[frozenset[str]] = frozenset()
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    """How to read commands and events of an earlier ``schema_version``, by their type and that version."""

    data_version: ClassVar[int] = 1
    data_upcasters: ClassVar[Mapping[int, Upcaster]] = {}
    """How to read a document of data that a campaign keeps from an earlier ``data_version``, one version at a step."""

    commands_by_type: ClassVar[Mapping[str, type[GameCommand[Any, Any]]]]
    events_by_type: ClassVar[Mapping[str, type[GameEvent[Any, Any]]]]

    def __init_subclass__(cls) -> None:
        """Refuse a game with an incomplete command or event. Raises ``TypeError``."""
        cls.commands_by_type = by_type(cls.commands)
        cls.events_by_type = by_type(cls.events)

    def __init__(self, data: Any) -> None:
        """The game with its data, an instance of ``data_type``."""
        self.data = data

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Game) and bool(self.data == other.data)

    def __hash__(self) -> int:
        return hash(self.id)

    def has(self, feature: str) -> bool:
        """Whether the game has a command of that type, or shows that view."""
        return feature in self.commands_by_type or feature in self.shows

    def with_ruling(self, name: str, choice: RulingChoice) -> Self:
        """The game with a ruling changed. Raises ``RuleError`` if there is no such ruling or choice."""
        return type(self)(self.data.with_ruling(name, choice))

    def with_choice(self, name: str, choice: RulingChoice) -> Self:
        """The game with the referee's choice as the log has it; unchanged if its data has no such ruling or choice."""
        return type(self)(self.data.with_choice(name, choice))

    def on_ruling_changed(self, state: S) -> S:
        """The state after a ruling of this game changed: whatever the ruling determines is set again."""
        return state

    @abstractmethod
    def start(self) -> S:
        """The state in which a campaign is founded."""

    @abstractmethod
    def status(self, state: S) -> Iterable[Public]:
        """The public status of the game."""

    def decide(self, state: S, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[S]:
        """Carry out a seat's command, event by event. Raises ``RuleError`` before any die is rolled if it cannot."""
        return command.decide(self.data, state, seat, dice)

    def apply(self, state: S, event: Event) -> S:
        """The state after an event of this game."""
        after: S = cast("GameEvent[Any, Any]", event).apply(self.data, state)
        return after

    def tell(self, event: Event) -> Iterable[Notice]:
        """The notices of an event of this game, for all and for single seats."""
        return cast("GameEvent[Any, Any]", event).tell(self.data)

    def offers(self, state: S, seat: Seat) -> Iterator[Offer]:
        """All that a seat can do now."""
        for chapter in self.chapters:
            yield from chapter.offers(self.data, state, seat)

    def pool(self, state: S) -> Iterable[Public]:
        """What is publicly known of the pools or decks the game draws from."""
        return ()

    def hand(self, state: S, seat: SideSeat) -> Iterable[Secret]:
        """What a seat holds in secret."""
        return ()

    def turn(self, state: S) -> int:
        """The number of the turn, in a game that has turns."""
        return int(getattr(state, "turn", 0))

    def where(self, state: S) -> Line:
        """Where the game is in its sequence of play: turn, phase, step."""
        return line("Turn {turn}", turn=self.turn(state))

    def facts(self, state: S, seat: SideSeat | None = None) -> Iterable[Fact]:
        """What lies on the table by number: for everybody to see, or of a ``seat`` for its players alone."""
        return ()

    def adjusting(self, state: S, key: str, value: str, reason: str) -> GameCommand[Any, Any]:
        """The command that corrects a fact to the value that a player typed. Raises ``NotThere`` if there is none."""
        raise NotThere("This value cannot be corrected by itself.")

    def turns(self) -> tuple[int, int] | None:
        """The first and the last turn, in a game that has a last one."""
        return None

    def due(self, state: S) -> Mapping[Seat, Due]:
        """Whom the table waits for, by what everybody can see, and for what. Until the game is over it waits for
        somebody.
        """
        return dict.fromkeys(self.seats, Due(line("Play on."), f"turn {self.turn(state)}", Whose.ANY))

    def awaited(self, state: S) -> frozenset[Seat]:
        """The seats that must answer before anything else can happen."""
        return frozenset(seat for seat, due in self.due(state).items() if due.whose is Whose.MUST)

    def acting(self, state: S, command: GameCommand[Any, Any]) -> Mapping[Seat, Collection[str]]:
        """The seats that could still act in what a command that ends a phase or turn would end, by what everybody can
        see, and in which of its phases.
        """
        return {}

    def lost(self, state: S, seat: SideSeat, command: GameCommand[Any, Any]) -> Iterable[Line]:
        """What a side itself loses by a command that ends a phase or turn, by name: its own player alone is told."""
        return ()

    def enquiries(self, state: S) -> Iterable[Enquiry]:
        """What a player can have every side declare now."""
        return ()

    def default(self, state: S, seat: Seat) -> GameCommand[Any, Any] | None:
        """What is done openly for an awaited seat whose players are absent; None if there is nothing to do."""
        return None

    def orderable(self, state: S, seat: Seat) -> Orderable | None:
        """What a seat can order on conditions; None in a game without such orders."""
        return None

    def check_order(self, state: S, seat: Seat, order: Order, before: tuple[Order, ...]) -> None:
        """Whether an order that is given behind others could ever be followed. Raises ``NotThere`` if it could not."""

    def ordered(
        self, state: S, seat: Seat, orders: tuple[Order, ...]
    ) -> Iterable[tuple[GameCommand[Any, Any], Order | None]]:
        """How a seat acts by its orders, one that is awaited or that has given some: what it would do first, then what
        it does if that cannot be done; nothing where it decides itself. With each the order that is spent by it, if it
        is one for a single time.
        """
        return ()

    def declared(self, state: S, seat: Seat, orders: tuple[Order, ...]) -> str | None:
        """Which option of an enquiry a seat declares by its orders; None where it is asked itself."""
        return None

    def phases(self) -> tuple[str, ...]:
        """The phases of a turn in which play waits for its seats, in printed order, in a game that has phases."""
        return ()

    def ending(self, state: S) -> GameCommand[Any, Any] | None:
        """The command that ends the phase; None where nothing ends it now."""
        return None

    def remaining_phases(self, state: S) -> Iterable[str]:
        """The phases of this turn that are still to come, in a game that has phases."""
        return ()

    def ledger(self, state: S, about: SideSeat | None = None) -> Iterable[Notice]:
        """The running totals with every contribution and its cause, of all seats or of one."""
        return ()

    def phase(self, state: S) -> Label | None:
        """The phase or step in which a state is, in a game that has them."""
        return None

    def figures(self, state: S) -> Iterable[Figure]:
        """The numbers by which everybody can see how the game goes, as far as they are known."""
        return ()

    def outcome(self, state: S) -> Line | None:
        """Who won, in a sentence that is the same in every campaign that ended so; None until that is known."""
        return None

    def chronicle(self, events: Iterable[Event]) -> Iterable[Public]:
        """What a report tells of a turn's events in lines of the game's own, not result by result."""
        return ()

    def holdings(self, state: S, seat: SideSeat) -> Iterable[Hidden[Line]]:
        """The names of what a side holds unseen. It is read once every secret is open."""
        return ()

    def moment(self, state: S) -> object:
        """The moment of the game that a state belongs to: pictures keep the last state of each. By default its turn."""
        return self.turn(state)

    def openings(self) -> Mapping[str, GameCommand[Any, Any]]:
        """The scenarios with which a campaign can begin, by name: the command that chooses each."""
        return {}

    def picture(self, state: S, past: Past[S]) -> Picture | None:
        """Where the game stands, as a picture of what everybody may see; None if the game draws none."""
        return None

    def entered_data(self, state: S, *, is_over: bool = False) -> Mapping[str, Any]:
        """What players have entered in play that the group could keep as its own data: what everybody knows; once all
        ``is_over`` also what was secret until then.
        """
        return {}

    def read_command(self, given: Mapping[str, Any]) -> GameCommand[Any, Any]:
        """The command that the fields make. Raises ``NotThere`` if this game has none like it."""
        return read_command(self.commands_by_type, given, self.title)

    def read_event(self, given: Mapping[str, Any]) -> GameEvent[Any, Any]:
        """The event that the log holds. Raises ``NotThere`` if this game has none like it."""
        event = self.events_by_type.get(given.get("type", ""))
        if event is None:
            raise NotThere("{title} has no event {value}.", title=self.title, value=given.get("type"))
        return event.model_validate(given)


AnyGame = Game[Any, Any]
AnyPast = Past[Any]
