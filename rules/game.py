"""What a game is to the bot: a value that starts, decides, evolves, reports and offers. It does no I/O."""

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from pydantic import TypeAdapter, ValidationError

from rules.dice import Dice
from rules.errors import NotThere
from rules.frozen import Frozen
from rules.notice import Notice, Public, Seat, Secret
from rules.ruling import Choice, Tables


class Command(Frozen):
    """What a player asks for. ``do`` (a literal in each command) names the deed; ``title`` heads its result.

    A common deed is one of the whole table, such as going on to the next turn: any player may take it back.
    """

    title: ClassVar[str]
    is_common: ClassVar[bool] = False
    do: str


class Event(Frozen):
    """What happened. ``was`` (a literal in each event) names the fact; ``reveals`` says that somebody learned by it
    what cannot be unlearned, so that it is taken back only with the others' consent."""

    reveals: ClassVar[bool] = False
    was: str


S = TypeVar("S", bound=Frozen)
C = TypeVar("C", bound=Command)
E = TypeVar("E", bound=Event)

Procedure = Generator[E, S, None]
"""A printed procedure: it states a fact and is handed the state after it."""


@dataclass(frozen=True)
class Offer:
    """Something that a seat may do now: a complete command and the label of its button.

    ``asks`` names the fields of the command that the player fills in a form (what the command holds is proposed), and
    ``choices`` what some of them can be chosen from. ``rolls`` says which dice it may come to (``"3d6"``), so that a
    form can take those that were rolled on the table.
    ``questions`` words what is asked in some fields, in at most 100 characters. An offer ``aside`` has no button of
    its own below results and is reached by ``/act``.
    ``about`` is the thing it concerns, a marker, say; several offers about one thing stand together. ``secret`` offers
    show what is hidden and reach nobody but the seat. ``moment`` counts something that moves on with the game, such as
    the turn, so that a button of an earlier moment is known to be stale.
    """

    command: Command
    label: str
    moment: int
    asks: tuple[str, ...] = ()
    choices: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    rolls: str = ""
    questions: Mapping[str, str] = field(default_factory=dict)
    aside: bool = False
    about: str | None = None
    detail: str = ""
    secret: bool = False

    @cached_property
    def key(self) -> str:
        """What names this offer in a button, in at most 70 characters: no other offer of the moment has it, and once
        it was taken it is not made again at that moment."""
        given = self.command.model_dump(exclude={"do", *self.asks}, mode="json")
        return ":".join([self.command.do, *(f"{value}" for value in given.values()), f"{self.moment}"])


class Game(ABC, Generic[S, C, E]):
    """A game with its tables: ``start``, ``decide``, ``evolve``, ``report`` and ``offers`` are all the bot needs."""

    id: ClassVar[str]
    title: ClassVar[str]
    seats: ClassVar[tuple[Seat, ...]]
    commands: ClassVar[TypeAdapter[Any]]
    events: ClassVar[TypeAdapter[Any]]
    tables_type: ClassVar[type[Tables]]
    parts: ClassVar[tuple[str, ...]] = ()
    """Further data files: ``("deck",)`` stands for ``<game>_deck.toml``. What is missing is left out; lists add up."""
    has_hands: ClassVar[bool] = False

    def __init__(self, tables: Any) -> None:
        """The game with its tables, an instance of ``tables_type``."""
        self.tables = tables

    def after_ruling(self, state: S) -> S:
        """The state once a ruling of this game has changed: what a ruling puts in place is put anew."""
        return state

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and isinstance(other, Game) and self.tables == other.tables

    def __hash__(self) -> int:
        return hash(self.id)

    def ruled(self, name: str, choice: Choice) -> Self:
        """The game with a ruling changed. Raises ``RuleError`` when there is no such ruling or choice."""
        return type(self)(self.tables.ruled(name, choice))

    @abstractmethod
    def start(self) -> S:
        """The state in which a campaign is founded."""

    @abstractmethod
    def decide(self, state: S, seat: Seat, command: C, dice: Dice) -> Procedure[E, S]:
        """Do what a seat asks for, event by event. Raises ``RuleError`` before any die is rolled when it may not."""

    @abstractmethod
    def evolve(self, state: S, event: E) -> S:
        """The state after an event."""

    @abstractmethod
    def report(self, event: E) -> Iterable[Notice]:
        """What is told of an event, and to whom."""

    @abstractmethod
    def offers(self, state: S, seat: Seat) -> Iterable[Offer]:
        """All that a seat may do now."""

    @abstractmethod
    def status(self, state: S) -> Iterable[Public]:
        """Where the game stands, as everybody may know it."""

    def supply(self, state: S) -> Iterable[Public]:
        """What is publicly known of the pools or decks the game draws from."""
        del state
        return ()

    def hand(self, state: S, seat: Seat) -> Iterable[Secret]:
        """What a seat holds in secret."""
        del state, seat
        return ()

    def phases_to_come(self, state: S) -> Iterable[str]:
        """The phases of this turn that are still to come, where a game goes through them."""
        del state
        return ()

    def ledger(self, state: S, about: Seat | None = None) -> Iterable[Notice]:
        """The running totals with every contribution and its cause, of all seats or of one."""
        del state, about
        return ()

    def read_command(self, given: dict[str, Any]) -> C:
        """The command that the fields make. Raises ``NotThere`` when this game has none like it."""
        command: C = read(self.commands, given, self.title)
        return command


def read(commands: TypeAdapter[Any], given: dict[str, Any], title: str) -> Any:
    """The command that the fields make. Raises ``NotThere`` with one sentence on the first thing that is wrong."""
    try:
        return commands.validate_python(given)
    except ValidationError as error:
        raise NotThere(_sentence(error, title)) from None


WRONG = {
    "int_parsing": "takes a whole number",
    "int_parsing_size": "takes a whole number of a sensible size",
    "int_type": "takes a whole number",
    "int_from_float": "takes a whole number",
    "bool_parsing": "takes yes or no",
    "bool_type": "takes yes or no",
    "missing": "must be given",
    "string_too_short": "must be filled in",
    "string_too_long": "takes at most {max_length} characters",
    "greater_than_equal": "is at least {ge}",
    "less_than_equal": "is at most {le}",
    "literal_error": "is one of {expected}",
    "extra_forbidden": "does not belong to this",
}


def _sentence(error: ValidationError, title: str) -> str:
    """One clear sentence for the first thing that is wrong with a command."""
    first = error.errors(include_url=False, include_input=False)[0]
    if first["type"].startswith("union_tag"):
        return f"{title} has nothing like that to do."
    field = str(first["loc"][-1]) if first["loc"] else "the command"
    said = WRONG.get(first["type"], "does not fit: {msg}")
    return f"`{field}` {said.format(msg=first['msg'], **first.get('ctx', {}))}."
