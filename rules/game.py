"""A game as the bot sees it: a value that starts, decides, changes state by events, and offers. It does no I/O."""

from abc import ABC
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import partial
from typing import Any, ClassVar, Concatenate, Generic, ParamSpec, Protocol, Self, TypeVar, cast, get_args

from rules.command import (
    D,
    Event,
    GameCommand,
    GameEvent,
    Offer,
    Procedure,
    S,
    Upcaster,
    by_type,
    kinds_of,
    read_command,
)
from rules.dice import Dice
from rules.errors import NotThere, NotYours
from rules.facts import Fact
from rules.kit.orders import Orderable
from rules.line import Line, line
from rules.notice import Notice, Public, Secret
from rules.picture import Label, Picture
from rules.printed.lookup import PrintedData, Reading
from rules.ruling import GameData, RulingChoice
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number by which everybody can see how the game goes, such as victory points."""

    name: Label
    value: int


@dataclass(frozen=True, slots=True)
class Past(Generic[S]):
    """What of a past its pictures show: the last state of each moment, the present one last; the table read last."""

    states: tuple[S, ...] = ()
    reading: Reading | None = None


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
    the players' own board the ``button`` says that it is done. Beside what is done ``in_hand`` is the hand's button.
    """

    what: Line
    key: str
    whose: Whose = Whose.MUST
    button: Line | None = None
    in_hand: bool = False

    @property
    def whole(self) -> Line:
        """It with its button, for where the button is not beside it."""
        if self.button is None:
            return self.what
        return line("{to_do} Then press **{button}**.", to_do=self.what, button=self.button)


class Chapter(Protocol):
    """A chapter of the rules: a module with commands, the procedures that they start, and what it offers."""

    def offers(self, data: Any, state: Any, seat: Seat, /) -> Iterable[Offer]:
        """Return all of this chapter that a seat can do now."""
        ...


def none(*_: Any) -> None:
    """Return None: a game without such a thing."""


def nothing(*_: Any) -> tuple[()]:
    """Return nothing: a game without such things."""
    return ()


def no_one(*_: Any) -> dict[Any, Any]:
    """Return no seat and no name: a game without such things."""
    return {}


def turn_of(_data: Any, state: Any) -> int:
    """Return the number of the turn, or 0 in a game without turns."""
    return int(getattr(state, "turn", 0))


def no_fact(*_: Any) -> GameCommand[Any, Any]:
    """Raise ``NotThere``: a game without facts that can be corrected."""
    raise NotThere("This value cannot be corrected by itself.")


def in_turn(data: Any, state: Any) -> Line:
    """Return where a game without phases is: its turn."""
    return line("Turn {turn}", turn=turn_of(data, state))


@dataclass(frozen=True, kw_only=True, slots=True)
class Sequence(Generic[D, S]):
    """The sequence of play: where it stands, whom it waits for, and what ends a phase.

    - ``turns``: the first and the last turn; None without a last one. ``steps``: those of a turn (``InSteps``),
      which say ``where``, ``ending``, ``remaining_phases`` and ``acting``. ``openings``: the scenarios with which a
      campaign can begin, by name: the command that chooses each.
      ``opening_asked`` is how the form asks for it, with what is without one.
    - ``phases``: in which phases of a turn play waits for its seats, in printed order.
    - ``where`` a state is, as a sentence; the ``phase`` or step alone; the ``moment``, of which pictures keep the last
      state.
    - ``due``: whom the table waits for, by what everybody can see, and for what; by default all play on.
    - ``ending``: the command that ends the phase; None where nothing ends it now. ``remaining_phases``: those of this
      turn that are still to come.
    - ``acting``: the seats that could still act in what a command that ends a phase or turn would end, by what
      everybody can see, and in which of its phases. ``lost``: what a side itself loses by it: its players alone are
      told.
    - ``done``: the button by which a seat that is asked says that such a command can go on, where it is not **Done**.
    - ``default``: what is done openly for an awaited seat whose players are absent; None if there is nothing to do.
    - ``orderable``: what a seat can order ahead, and when; None if it can order nothing. ``ready``: the seats for which
      play does not wait in this phase, by what they have said openly.
    - ``enquiries``: what a player can have every side declare now.
    """

    turns: Callable[[D], tuple[int, int] | None] = none
    steps: Any = None
    openings: Callable[[D], Mapping[str, GameCommand[Any, Any]]] = no_one
    opening_asked: tuple[str, str] = ("Scenario", "Choose later")
    phases: Callable[[D], tuple[str, ...]] = nothing
    where: Callable[[D, S], Line] = in_turn
    phase: Callable[[D, S], Label | None] = none
    moment: Callable[[D, S], object] = turn_of
    due: Callable[[D, S], Mapping[Seat, Due]] | None = None
    ending: Callable[[D, S], GameCommand[Any, Any] | None] = none
    remaining_phases: Callable[[D, S], Iterable[str]] = nothing
    acting: Callable[[D, S, GameCommand[Any, Any]], Mapping[Seat, Collection[str]]] = no_one
    lost: Callable[[D, S, SideSeat, GameCommand[Any, Any]], Iterable[Line]] = nothing
    done: Callable[[D, S, Seat, GameCommand[Any, Any]], Line | None] = none
    default: Callable[[D, S, Seat], GameCommand[Any, Any] | None] = none
    orderable: Callable[[D, S, Seat], Orderable | None] = none
    ready: Callable[[D, S], Collection[Seat]] = nothing
    enquiries: Callable[[D, S], Iterable[Enquiry]] = nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Views(Generic[D, S]):
    """What players read of the game.

    - ``status``: where it stands, for all. ``pool``: what is publicly known of the pools or decks that it draws from.
    - ``hand``: what a seat holds in secret. ``holdings``: the names of what a side holds unseen, read once every secret
      is open.
    - ``ledger``: the running totals with every contribution and its cause, of all seats or of one.
    - ``figures``: the numbers by which everybody can see how the game goes, as far as they are known.
    - ``picture``: where it stands, as a picture of what everybody may see; None if the game draws none.
    - ``outcome``: who won, in a sentence that is the same in every campaign that ended so; None until that is known.
    - ``chronicle``: what a report tells of a turn's events in lines of the game's own, not result by result.
    """

    status: Callable[[D, S], Iterable[Public]]
    pool: Callable[[D, S], Iterable[Public]] = nothing
    hand: Callable[[D, S, SideSeat], Iterable[Secret]] = nothing
    holdings: Callable[[D, S, SideSeat], Iterable[Hidden[Line]]] = nothing
    ledger: Callable[[D, S, SideSeat | None], Iterable[Notice]] = nothing
    figures: Callable[[D, S], Iterable[Figure]] = nothing
    picture: Callable[[D, S, Past[S]], Picture | None] = none
    outcome: Callable[[D, S], Line | None] = none
    chronicle: Callable[[D, Iterable[Event]], Iterable[Public]] = nothing


@dataclass(frozen=True, kw_only=True, slots=True)
class Board(Generic[D, S]):
    """What lies on the board.

    - ``facts``: those that everybody sees, or, of a seat, those that it alone may know.
    - ``position``: what lies open on the table, by what players call it.
    - ``tellings``: what a seat can tell of its table at any time, on a screen of its own.
    - ``underway``: what else of a state play goes on from. A result that would leave it otherwise is not corrected.
    - ``adjusting``: the command that sets a fact, by its key, to the value that a player typed, with the reason. Raises
      ``NotThere`` if there is none.
    """

    facts: Callable[[D, S, SideSeat | None], Iterable[Fact]] = nothing
    position: Callable[[D, S], Iterable[tuple[Line, Any]]] = nothing
    tellings: Callable[[D, S, Seat], Iterable[Offer]] = nothing
    adjusting: Callable[[D, str, str, str], GameCommand[Any, Any]] = no_fact
    underway: Callable[[D, S], object] = nothing


def handed(data: D, function: Callable[Concatenate[D, P], R]) -> Callable[P, R]:
    """Return a function of a table as it is called on a game: handed the data."""
    return partial(function, data)


class Game(ABC, Generic[D, S]):
    """A game with the data that it is played with.

    A game declares what it consists of. ``Game[Data, State]`` says what data and what state it has: without any field,
    the state is the one in which a campaign is founded, unless ``start`` says another. ``commands`` and ``events``, by
    default those in its package, are all that its log can hold; its ``chapters`` make its offers. ``sequence``,
    ``board`` and ``views`` are tables of functions, each handed the data and a state; what a game does not
    have is left out. ``game.hand(state, seat)`` calls ``hand`` of its ``views`` with the data. ``shows`` names what it
    has besides: ``entries``, ``odds``; its ``hand``, ``pool``, ``ledger`` and ``table`` it finds by itself. The bot's
    help, autocompletion and refusals follow from it.
    """

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[SideSeat, ...]]
    data_type: ClassVar[type[GameData]] = GameData
    state_type: type[S]
    referee_plays: ClassVar[bool] = False
    """Whether the referee, too, has something to do in it."""
    data_parts: ClassVar[tuple[str, ...]] = ()
    """Further data files: ``("deck",)`` stands for ``<game>_deck.toml``. A missing one is left out; lists add up."""
    own_parts: ClassVar[tuple[str, ...]] = ()
    """The parts of its data that a group can add to in a file of its own: ``cards``, ``recon.limits``."""
    chapters: ClassVar[tuple[Chapter, ...]] = ()
    commands: ClassVar[tuple[type[GameCommand[Any, Any]], ...]] = ()
    events: ClassVar[tuple[type[GameEvent[Any, Any]], ...]] = ()
    sequence: Sequence[D, S] = Sequence()
    board: Board[D, S] = Board()
    views: Views[D, S]
    shows: ClassVar[frozenset[str]] = frozenset()
    upcasters: ClassVar[Mapping[tuple[str, int], Upcaster]] = {}
    """How to read commands and events of an earlier ``schema_version``, by their type and that version."""

    data_version: ClassVar[int] = 1
    data_upcasters: ClassVar[Mapping[int, Upcaster]] = {}
    """How to read a document of data that a campaign keeps from an earlier ``data_version``, one version at a step."""

    commands_by_type: ClassVar[Mapping[str, type[GameCommand[Any, Any]]]]
    events_by_type: ClassVar[Mapping[str, type[GameEvent[Any, Any]]]]

    def __init_subclass__(cls) -> None:
        """Take what its base and its package say. Raises ``TypeError`` for an incomplete command or event."""
        for base in vars(cls).get("__orig_bases__", ()):
            cls.data_type, cls.state_type = get_args(base)
        views = getattr(cls, "views", None)
        cls.shows |= {each for each in ("hand", "pool", "ledger") if getattr(views, each, nothing) is not nothing}
        cls.shows |= {"table"} if issubclass(cls.data_type, PrintedData) else set()
        cls.commands = cls.commands or kinds_of(GameCommand, cls.__module__)
        cls.events = cls.events or kinds_of(GameEvent, cls.__module__)
        cls.commands_by_type = by_type(cls.commands)
        cls.events_by_type = by_type(cls.events)

    def __init__(self, data: D) -> None:
        """The game with its data, an instance of ``data_type``, which each function of its tables is handed."""
        self.data = data
        sequence, board, views = self.sequence, self.board, self.views
        stepped = sequence.steps or sequence
        self.turn: Callable[[S], int] = handed(data, turn_of)
        self.turns = handed(data, sequence.turns)
        self.openings = handed(data, sequence.openings)
        self.phases = handed(data, sequence.phases)
        self.where: Callable[[S], Line] = handed(data, stepped.where)
        self.phase = handed(data, sequence.phase)
        self.moment = handed(data, sequence.moment)
        self.ending = handed(data, stepped.ending)
        self.remaining_phases = handed(data, stepped.remaining_phases)
        self.acting = handed(data, stepped.acting)
        self.lost = handed(data, sequence.lost)
        self.done = handed(data, sequence.done)
        self.default = handed(data, sequence.default)
        self.enquiries = handed(data, sequence.enquiries)
        self.orderable = handed(data, sequence.orderable)
        self.ready = handed(data, sequence.ready)
        self.position = handed(data, board.position)
        self.tellings = handed(data, board.tellings)
        self.adjusting = handed(data, board.adjusting)
        self.underway = handed(data, board.underway)
        self.status = handed(data, views.status)
        self.pool = handed(data, views.pool)
        self.hand = handed(data, views.hand)
        self.holdings = handed(data, views.holdings)
        self.figures = handed(data, views.figures)
        self.picture = handed(data, views.picture)
        self.outcome = handed(data, views.outcome)
        self.chronicle = handed(data, views.chronicle)

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Game) and bool(self.data == other.data)

    def __hash__(self) -> int:
        return hash(self.id)

    def has(self, feature: str) -> bool:
        """Return whether the game has a command of that type, or shows that view."""
        return feature in self.commands_by_type or feature in self.shows

    def keeps_hand(self, state: S, seat: Seat) -> bool:
        """Return whether the bot keeps the cards or the markers of a seat."""
        return True

    def with_ruling(self, name: str, choice: RulingChoice) -> Self:
        """Return the game with a ruling changed. Raises ``RuleError`` if there is no such ruling or choice."""
        return type(self)(self.data.with_ruling(name, choice))

    def with_choice(self, name: str, choice: RulingChoice) -> Self:
        """Return the game with the referee's choice, unchanged if its data has no such ruling or choice."""
        return type(self)(self.data.with_choice(name, choice))

    def on_ruling_changed(self, state: S) -> S:
        """Return the state after a ruling of this game changed: whatever the ruling determines is set again."""
        return state

    def problems(self, state: Any = None, before: Any = None) -> Iterable[tuple[tuple[int | str, ...], Line]]:
        """Return what does not fit together in its data, with its place in the file; with a ``state``, in that, which
        was played by the data of ``before``.
        """
        return self.data.problems(state)

    def start(self) -> S:
        """Return the state in which a campaign is founded."""
        return self.state_type()

    def decide(self, state: S, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[S]:
        """Carry out a seat's command, event by event. Raises ``RuleError`` before any die is rolled if it cannot."""
        if not self.is_played_by(seat):
            raise NotYours("The referee does not play.")
        return command.decide(self.data, state, seat, dice)

    def is_played_by(self, seat: Seat) -> bool:
        """Return whether a seat has anything to do in the game."""
        return self.referee_plays or seat in self.seats

    def apply(self, state: S, event: Event) -> S:
        """The state after an event of this game."""
        after: S = cast("GameEvent[Any, Any]", event).apply(self.data, state)
        return after

    def tell(self, event: Event) -> Iterable[Notice]:
        """The notices of an event of this game, for all and for single seats."""
        return cast("GameEvent[Any, Any]", event).tell(self.data)

    def offers(self, state: S, seat: Seat) -> Iterator[Offer]:
        """Yield all that a seat can do now."""
        for chapter in self.chapters:
            yield from chapter.offers(self.data, state, seat)

    def due(self, state: S) -> Mapping[Seat, Due]:
        """Return whom the table waits for, by what all see, and for what: until the game is over, somebody."""
        if self.sequence.due is not None:
            return self.sequence.due(self.data, state)
        return dict.fromkeys(self.seats, Due(line("Play on."), f"turn {self.turn(state)}", Whose.ANY))

    def awaited(self, state: S) -> frozenset[Seat]:
        """Return the seats that must answer before anything else can happen."""
        return frozenset(seat for seat, due in self.due(state).items() if due.whose is Whose.MUST)

    def ledger(self, state: S, about: SideSeat | None = None) -> Iterable[Notice]:
        """Return the running totals with every contribution and its cause, of all seats or of one."""
        return self.views.ledger(self.data, state, about)

    def facts(self, state: S, seat: SideSeat | None = None) -> Iterable[Fact]:
        """Return what is on the table as facts: those that everybody sees, or those that only a ``seat`` may know."""
        return self.board.facts(self.data, state, seat)

    def entered_data(self, state: S, *, is_over: bool = False) -> Mapping[str, Any]:
        """Return what players have entered in play that the group could keep as its own data: what everybody knows;
        once all ``is_over`` also what was secret until then.
        """
        return {}

    def read_command(self, given: Mapping[str, Any]) -> GameCommand[Any, Any]:
        """Return the command that the fields make. Raises ``NotThere`` if this game has none like it."""
        return read_command(self.commands_by_type, given, self.title)

    def read_event(self, given: Mapping[str, Any]) -> GameEvent[Any, Any]:
        """Return the event that the log holds. Raises ``NotThere`` if this game has none like it."""
        event = self.events_by_type.get(given.get("type", ""))
        if event is None:
            raise NotThere("{title} has no event {value}.", title=self.title, value=given.get("type"))
        return event.model_validate(given)


AnyGame = Game[Any, Any]
AnyPast = Past[Any]
