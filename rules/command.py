"""Commands, events and offers: what players ask for, what happened, and what they can do now."""

import re
from abc import abstractmethod
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeVar, get_origin

from pydantic import ValidationError

from rules.dice import Dice
from rules.errors import NotThere
from rules.facts import EMPTY
from rules.frozen import Frozen
from rules.line import Line, Listed, both, line
from rules.notice import Notice
from rules.ruling import GameData
from rules.seat import Seat
from rules.secrets import Shown, quote

D = TypeVar("D", bound=GameData)
S = TypeVar("S", bound=Frozen)


MOST_IN_MENU = 25
_BEFORE_CAPITAL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")


class Topic(Enum):
    """What a command is about."""

    DICE, COMBAT, EVENT, PHASE = range(4)


class Named(Frozen):
    """A command or an event: ``type``, the name of its class in small letters, names it in the log.

    A class whose word in the log is another one says so (``named="recon"``), and one that others derive from has none
    (``named=""``).
    """

    type: str = ""

    def __init_subclass__(cls, *, named: str | None = None, **kwargs: Any) -> None:
        super().__init_subclass__(**kwargs)
        cls.type = _BEFORE_CAPITAL.sub("_", cls.__name__).lower() if named is None else named
        cls.__annotations__ = {"type": Literal[cls.type]} | vars(cls).get("__annotations__", {})


class Command(Named, named=""):
    """What a player asks for.

    ``title`` is the title of its result: what happened. ``schema_version`` counts the shapes that its fields have had:
    the log keeps it, so that old entries stay readable (``upcast``).

    ``ends_phase`` marks what ends a phase, step or turn for everybody: the seats that could still act are asked first,
    and any player can undo it. Whoever is asked for that, or for what ``is_same_for_all``, and wants it as well, has
    agreed. ``is_entry`` marks what the referee enters because the bot cannot know it: `/enter` lists these commands.
    ``is_correction`` marks a number that takes effect unless another side objects; one that ``stands_alone`` can be
    taken back when the game has gone on, any other only while it is the last action. What ``is_told`` says how the
    table stands: nothing follows from it, no order either.
    ``is_private`` marks what a seat does unseen: the others read only that it acted. ``needs_consent`` marks what the
    other sides must agree to first. ``plays`` marks what plays a card or a marker out of a hand, ``declines`` what does
    nothing: it has a button, but nobody is called to do it. ``orders_ahead`` marks what orders a play for later.
    ``settles`` marks what settles how a campaign begins: its button stands below the founding alone. ``is_chronicled``
    marks what a report tells in the game's own words (``Game.chronicle``), not result by result. One that does not
    ``needs_game`` can be done with a campaign whose game this bot cannot play. What it did, or took back,
    ``can_return`` by a redo.

    ``wish`` is what its player wants where others are asked first, behind “wants to”: ``end the phase``.
    ``topic`` is what it is about, which the result shows by an icon; ``acts_as`` is the side whose action it is, where
    that is not the seat's own.
    """

    title: ClassVar[str]
    wish: ClassVar[str] = ""
    schema_version: ClassVar[int] = 1
    ends_phase: ClassVar[bool] = False
    is_same_for_all: ClassVar[bool] = False
    is_entry: ClassVar[bool] = False
    is_correction: ClassVar[bool] = False
    stands_alone: ClassVar[bool] = False
    is_told: ClassVar[bool] = False
    is_private: ClassVar[bool] = False
    needs_consent: ClassVar[bool] = False
    plays: ClassVar[bool] = False
    declines: ClassVar[bool] = False
    orders_ahead: ClassVar[bool] = False
    settles: ClassVar[bool] = False
    is_chronicled: ClassVar[bool] = False
    needs_game: ClassVar[bool] = True
    can_return: ClassVar[bool] = True
    topic: ClassVar[Topic | None] = None
    acts_as: ClassVar[str] = ""

    def wanted(self) -> Line:
        """Return what its player wants, behind “wants to”."""
        return Line(self.wish)

    def said(self) -> Iterator[Line]:
        """Yield what the player filled in, named as in its form. A reason is said elsewhere."""
        for name in type(self).model_fields:
            value = getattr(self, name)
            if name in ("type", "reason") or value in (None, ""):
                continue
            yield line("{label}: {value}", label=label_of(type(self), name), value=shown(value))


class Event(Named, named=""):
    """What happened: the log keeps it for good.

    ``schema_version`` counts its shapes. ``reveals`` says that somebody learned something by it: undoing it needs the
    others' consent. ``begins_step`` says that a printed step begins with it: its result is a message of its own, which
    later results of the step join. ``is_landmark`` says that players may want to go back to just before it.
    ``ends_game`` says that the game, or the campaign, ends with it: its result sums up how it went. ``moves_house``
    says that the campaign is played in another channel from then on. ``asks_players`` says that it asks players
    something, which its result shows by an icon. ``passes_phase`` says that a phase ended without anybody's action.
    ``redoes`` says that what its entry does had been undone: the dice of the entry are those that fell then.
    """

    reveals: ClassVar[bool] = False
    begins_step: ClassVar[bool] = False
    is_landmark: ClassVar[bool] = False
    ends_game: ClassVar[bool] = False
    moves_house: ClassVar[bool] = False
    asks_players: ClassVar[bool] = False
    passes_phase: ClassVar[bool] = False
    redoes: ClassVar[bool] = False
    headline: ClassVar[str] = ""
    schema_version: ClassVar[int] = 1

    @property
    def is_unseen(self) -> bool:
        """Whether one seat alone knows that its entry was written."""
        return False

    @property
    def replies_to(self) -> int | None:
        """The entry whose request some of those who were asked have answered by it."""
        return None

    @property
    def is_partial(self) -> bool:
        """Whether some of those who were asked have answered by it, and others still must: it joins what asked them."""
        return False

    @property
    def heading(self) -> str:
        """The title of a result with this event, where the command's own does not say what happened."""
        return self.headline

    @property
    def undone(self) -> tuple[int, ...]:
        """The entries that it undoes, in order."""
        return ()


class GameEvent(Event, Generic[D, S], named=""):
    """An event of a game. It knows what it changes and what it tells."""

    @abstractmethod
    def apply(self, data: D, state: S) -> S:
        """The state after the event. It never refuses: what is in the log has happened."""

    @abstractmethod
    def tell(self, data: D) -> Iterable[Notice]:
        """The notices of the event, for all and for single seats."""

    def is_overtaken(self, later: Iterable[Event]) -> bool:
        """Return whether later events of the same entry leave nothing of it to tell."""
        return False


Procedure = Generator[Event, S, Any]
"""A printed procedure: it yields an event and is handed the state after it."""

Part = Generator[Event, S, S]
"""A part of a procedure. It returns the state that it led to."""


class GameCommand(Command, Generic[D, S], named=""):
    """A command of a game, with the printed procedure that carries it out."""

    @abstractmethod
    def decide(self, data: D, state: S, seat: Seat, dice: Dice) -> Procedure[S]:
        """Carry it out for a seat, event by event. Raises ``RuleError`` before any die is rolled if it cannot."""

    def goes_on(self, begun: S, state: S) -> bool:
        """Return whether it is carried out again from a later state than that in which it was given: what sides have
        ordered for the moment between is done before.
        """
        return False

    def differs(self, data: D, state: S) -> Iterable[Line]:
        """Return what it changes, for those who must agree to it first."""
        return ()

    def doubts(self, data: D, state: S) -> Iterable[Line]:
        """Return what in the command is probably a slip, a sentence each. The bot asks the player first."""
        return ()


@dataclass(frozen=True, slots=True)
class Choice:
    """One of the things that an input is chosen from: its ``value`` in the command, what it is called, and more of it
    (at most 100 characters).
    """

    value: str
    label: str
    detail: str = ""


Choices = Mapping[str, tuple[str | Choice, ...]]


@dataclass(frozen=True)
class Offer:
    """Something that a seat can do now: a complete command and the label of its button.

    ``inputs`` names the fields of the command that the player fills in a form. What the command holds is proposed;
    those ``unproposed`` are empty, because nobody knows them yet.
    ``choices`` lists what some of them are chosen from, at once or once a form needs them; of an input that is a tuple
    several, at ``most`` so many (0 for all). ``questions`` words some of them (at most 100 characters), ``labels``
    names them (45).
    ``dice`` says which dice may be rolled (``"3d6"``), so that a form can ask for those rolled on the players' table.
    ``minor`` offers have no button below results; `/act` lists them. One that is so but ``when_asked`` has one where
    its seat is asked whether a phase can end. ``subject`` is the thing an offer is about, such as a marker: offers
    about one thing stand together, with its ``detail``. If it ``is_group``, the subject is what they have in common,
    such as research, and each says what it is about by itself. ``secret`` offers show what is hidden and reach only
    their seat; of one that ``shows_hand``, the form alone does. ``words`` are those of the choice that the command
    holds by its id, if it holds one. ``seats`` are those that can take it, where the whole table reads the offer.

    ``version`` counts something that moves on with the game, such as the turn: a button of an earlier version is
    stale. By default it counts the campaign's actions.
    """

    command: Command
    label: str
    version: int | None = None
    inputs: tuple[str, ...] = ()
    unproposed: tuple[str, ...] = ()
    choices: Choices | Callable[[], Choices] = field(default_factory=dict)
    most: int = 0
    dice: str = ""
    questions: Mapping[str, str] = field(default_factory=dict)
    labels: Mapping[str, str] = field(default_factory=dict)
    minor: bool = False
    when_asked: bool = False
    subject: str | None = None
    is_group: bool = False
    detail: str = ""
    secret: bool = False
    shows_hand: bool = False
    words: str = ""
    seats: tuple[Seat, ...] = ()

    @cached_property
    def key(self) -> str:
        """A unique key for button ids (at most 70 characters). A taken offer never returns with the same key."""
        given = self.command.model_dump(exclude={"type", *self.inputs}, mode="json")
        return ":".join([self.command.type, *map(str, given.values()), str(self.version)])

    @property
    def menu(self) -> str | None:
        """Its input, if that is the only one and is chosen from a few things that all may read."""
        (only, *more) = self.inputs or ("",)
        return only if not (more or self.shows_hand) and 0 < len(self.of(only)) <= MOST_IN_MENU else None

    def of(self, name: str) -> tuple[Choice, ...]:
        """Return what an input is chosen from."""
        given = self.chosen_from.get(name, ())
        return tuple([each if isinstance(each, Choice) else Choice(each, each) for each in given])

    @cached_property
    def chosen_from(self) -> Choices:
        """What some inputs are chosen from."""
        return self.choices() if callable(self.choices) else self.choices

    def shown(self, name: str, command: Command) -> Line:
        """Return what a command answers to an input, in the words that it is chosen by."""
        value = getattr(command, name)
        words = {each.value: Line(each.label) for each in self.of(name)}
        given = value if isinstance(value, tuple) else (value,)
        return both([words.get(str(each)) or shown(each) for each in given or ("",)])

    @property
    def name(self) -> Line:
        """The offer in a list: its label and what it is about."""
        says_it = self.subject is None or self.is_group or self.subject in self.label
        if says_it:
            return line("{label}", label=self.label)
        return line("{label} {subject}", label=self.label, subject=self.subject)


C = TypeVar("C", bound=Command)
Upcaster = Callable[[dict[str, Any]], dict[str, Any]]
Upcasters = Mapping[tuple[str, int], Upcaster]


def shown_again(events: Iterable[Event]) -> bool:
    """Return whether some events bring back what was undone."""
    return any(event.redoes for event in events)


def upcast(given: Mapping[str, Any], upcasters: Upcasters) -> dict[str, Any]:
    """Return the fields of a command or event as today's class reads them.

    ``v`` is the schema version that wrote them. An upcaster takes the fields of one version, ``type`` and ``v``
    included, and returns those of a later one; the steps are taken as long as there is one.
    """
    fields = dict(given)
    while step := upcasters.get((fields.get("type", ""), fields.get("v", 0))):
        fields = step(fields)
    fields.pop("v", None)
    return fields


def by_type(classes: Iterable[type[Frozen]]) -> dict[str, Any]:
    """Commands or events by their ``type``. Raises ``TypeError`` for one that is incomplete or named like another."""
    found: dict[str, type[Frozen]] = {}
    for cls in classes:
        missing = sorted(getattr(cls, "__abstractmethods__", ()))
        if missing:
            raise TypeError(f"{cls.__name__} has no {' and no '.join(missing)}")
        name = cls.model_fields["type"].default
        if name in found:
            raise TypeError(f"{cls.__name__} and {found[name].__name__} are both named {name!r}")
        found[name] = cls
    return found


def kinds_of(base: Any, package: str) -> tuple[Any, ...]:
    """Return the commands or events with a name that derive from a base in a package, in the order of their import."""
    found = []
    for kind in base.__subclasses__():
        # pydantic makes a class of `NextTurn[Data, State]`, the base of a command, too
        is_named = kind.model_fields["type"].default and kind.__pydantic_generic_metadata__["origin"] is None
        is_own = f"{kind.__module__}.".startswith(f"{package}.")
        found += [*((kind,) if is_named and is_own else ()), *kinds_of(kind, package)]
    return tuple(dict.fromkeys(found))


def read_command(commands: Mapping[str, type[C]], given: Mapping[str, Any], title: str) -> C:
    """Return the command that the fields make. Raises ``NotThere`` with one sentence on each thing that is wrong."""
    command = commands.get(str(given.get("type")))
    if command is None:
        raise NotThere("{title} does not use this command.", title=title)
    try:
        return command.model_validate(given)
    except ValidationError as error:
        raise NotThere("{sentences}", sentences=_sentences(command, error)) from None


def is_several(command: type[Command], name: str) -> bool:
    """Return whether any number of things are chosen for a field of a command."""
    info = command.model_fields.get(name)
    return info is not None and get_origin(info.annotation) is tuple


def shown(value: object) -> Line | Shown:
    """Return an answer in a form as players read it."""
    if isinstance(value, bool):
        return Line("yes" if value else "no")
    return quote(str(value)) if value not in (None, "") else Shown(EMPTY)


def label_of(command: type[Command], name: str) -> str:
    """Return what a field of a command is called in a form (at most 45 characters) and in a refusal."""
    info = command.model_fields.get(name)
    return ((info and info.title) or name.replace("_", " ").capitalize())[:45]


PROBLEMS = {
    "int_parsing": "“{label}” must be a whole number",
    "int_parsing_size": "“{label}” must be a whole number, and this one is out of range",
    "int_type": "“{label}” must be a whole number",
    "int_from_float": "“{label}” must be a whole number",
    "bool_parsing": "“{label}” must be yes or no",
    "bool_type": "“{label}” must be yes or no",
    "missing": "“{label}” is missing",
    "string_too_short": "“{label}” is empty",
    "string_too_long": "“{label}” can have at most {max_length} characters",
    "greater_than_equal": "“{label}” must be at least {ge}",
    "less_than_equal": "“{label}” must be at most {le}",
    "literal_error": "“{label}” must be one of {expected}",
    "extra_forbidden": "This has no option “{label}”",
}


def _sentences(command: type[Command], error: ValidationError) -> Listed:
    """One clear sentence for each thing that is wrong with a command, by what its form calls it."""
    said: dict[str, Line] = {}
    for each in error.errors(include_url=False):
        name = str(each["loc"][0]) if each["loc"] else "the command"
        problem = PROBLEMS.get(each["type"], "“{label}” cannot be read")
        sentence = line(problem, label=label_of(command, name), **each.get("ctx", {}))
        typed = each["input"]
        told = line("{sentence}.", sentence=sentence)
        if isinstance(typed, str) and each["type"] in TYPED:
            told = line("{sentence} (you typed “{typed}”).", sentence=sentence, typed=quote(typed, 40))
        said.setdefault(name, told)
    return Listed(said.values(), "\n")


TYPED = {"int_parsing", "bool_parsing", "greater_than_equal", "less_than_equal", "literal_error"}
