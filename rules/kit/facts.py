"""Facts of a board, declared once a game: a number on a track, a flag, a choice, counters, places.

From a declaration come the entry and the correction of the fact, its event, the told line with what to change on the
board, its lines in the status and in *Check the board*, its label in a picture, and its field in a form.
"""

import re
from abc import abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Generic, Literal, LiteralString, Self

from pydantic import BeforeValidator, Field, StrictInt
from typing_extensions import override

from rules.command import D, GameCommand, GameEvent, Part, S
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.facts import EMPTY, Fact
from rules.frozen import Frozen
from rules.line import Line, Listed
from rules.notice import Notice, Public, tell_all, tell_board, tell_text
from rules.seat import Seat
from rules.secrets import Shown, Tally, folded, quote
from rules.written import Written

Value = bool | int | str | tuple[StrictInt, ...] | tuple[str, ...] | None
"""What a fact says; None where nobody has said anything."""
UNKNOWN = Line("not entered yet")
YES, NO = Line("yes"), Line("no")
DIGITS = 6
BOARD: LiteralString = "{label}: {after}."
TOLD: LiteralString = "{label}: **{after}**."
MOVED: LiteralString = "{label}: {before} → **{after}**."
LONGEST = 300
"""What is typed as the value of a fact."""
SLOT = "\0"
"""The name of no fact: with it a family of facts makes the label that all of them share."""


@dataclass(frozen=True, kw_only=True)
class Declared:
    """A fact of a board: its ``key`` among those of its game, and what players call it.

    ``at`` is where it lies in the state, step by step (by default the field of its key); ``within`` is what lies one
    step before where nothing has been entered yet. One that lies nowhere as it is said ``gets`` its value from a state,
    and ``puts`` it there. ``blank`` is what it says until something is entered: no reason is asked for changing that.
    ``board`` says what to do with a new value (``after``) on the board, if anything. ``input`` is its field in a form
    (by default named like its key), ``asked`` what the form calls that, and ``proposed`` what it says unless it is
    filled in. One that ``can_be_empty`` is then not known. What ``fades`` says its ``blank`` again where a corrected
    result leaves nothing of it. What it says is ``worded`` for its readers.
    """

    key: str = field(kw_only=False)
    label: Line = field(kw_only=False)
    at: tuple[str | tuple[str, str], ...] = ()
    within: Frozen | None = None
    gets: Callable[[Any], Value] | None = None
    puts: Callable[[Any, Any], Any] | None = None
    blank: Value = None
    board: LiteralString | None = None
    input: str = ""
    asked: str = ""
    proposed: Value = None
    can_be_empty: bool = False
    fades: bool = False
    worded: Callable[[str], Line | Shown] = Shown

    @property
    def named(self) -> str:
        """Return the name of its field in a form."""
        return self.input or self.key

    @property
    def title(self) -> str:
        """Return what a form calls it."""
        return self.asked or self.label

    @property
    def annotation(self) -> Any:
        """Return the type of its field in a form; None is left as it is."""
        return Annotated[str | None, Field(max_length=LONGEST)]

    @abstractmethod
    def read(self, data: Any, typed: str) -> Value:
        """Return the value that a player typed. Raises ``NotThere`` for anything else."""

    def check(self, data: Any, value: Any) -> Value:
        """Return a value that a form was given. Raises ``NotThere`` if the board has none like it."""
        return self.read(data, value) if isinstance(value, str) else value

    def value(self, state: Frozen) -> Value:
        """Return what it says in a state."""
        found: Any = self.gets(state) if self.gets else _found(state, self.at or (self.key,))
        said: Value = found if found is not None else self.blank
        return said

    def put(self, state: S, value: Value) -> S:
        """Return the state in which it says something else."""
        after: S = self.puts(state, value) if self.puts else _with(state, self.at or (self.key,), value, self.within)
        return after

    def shown(self, value: Value) -> Line | Shown:
        """Return a value as players read it."""
        return UNKNOWN if value is None else self.worded(str(value))

    def is_change(self, before: Value, after: Value) -> bool:
        """Return whether a reason is needed for what it says now."""
        return before not in (after, self.blank)

    def fact(self, state: Frozen) -> Fact:
        """Return how it stands, for *Check the board*."""
        value = self.value(state)
        shown = self.shown(value)
        said = value if type(value) is int else shown.text if isinstance(shown, Shown) else shown
        return Fact(self.key, self.label, said, is_settable=True)

    def stands(self, state: Frozen) -> Line:
        """Return how it stands, as a line of the status."""
        return self.fact(state).shown

    def tell(self, before: Value, after: Value) -> Public:
        """Tell what it says now, and what it said before."""
        if before is None or before == after:
            return tell_all(TOLD, label=self.label, after=self.shown(after))
        return tell_all(MOVED, label=self.label, before=self.shown(before), after=self.shown(after))

    def tell_board(self, after: Value, before: Value = None) -> Iterator[Public]:
        """Tell what to do with it on the board."""
        if self.board is not None and after is not None:
            yield tell_board(self.board, label=self.label, after=Tally(str(self.shown(after))))


Unknown = BeforeValidator(lambda given: None if isinstance(given, str) and not given.strip() else given)
"""A field of a form that is left empty is None: not known, or as it is."""


@dataclass(frozen=True, kw_only=True)
class Track(Declared):
    """A number from ``low`` to ``high``, which can be a number of the data."""

    low: int = 0
    high: int | Callable[[Any], int] = 99

    @property
    @override
    def annotation(self) -> Any:
        borders = Field(ge=self.low, le=self.high) if isinstance(self.high, int) else Field()
        return Annotated[Annotated[int, borders] | None, Unknown]

    def read(self, data: Any, typed: str) -> Value:
        word = typed.strip()
        if not word and self.can_be_empty:
            return None
        digits = word.removeprefix("-")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= DIGITS):
            raise self._refused(data, word)
        return self.check(data, int(word))

    @override
    def check(self, data: Any, value: Any) -> Value:
        if value is not None and not self.low <= value <= self._most(data):
            raise self._refused(data, value)
        return int(value) if value is not None else None

    def _most(self, data: Any) -> int:
        return self.high if isinstance(self.high, int) else self.high(data)

    def _refused(self, data: Any, word: object) -> NotThere:
        given = quote(str(word), 20)
        return NotThere(
            "“{word}” is not a number from {low} to {most}.", word=given, low=self.low, most=self._most(data)
        )


@dataclass(frozen=True, kw_only=True)
class Flag(Declared):
    """Something that holds or does not, with a sentence for either. What ``lasts`` never ends in play: if it is taken
    back, it had been entered by mistake.
    """

    blank: Value = False
    yes: Line | None = None
    no: Line | None = None
    lasts: bool = False

    @property
    @override
    def annotation(self) -> Any:
        return Annotated[bool | None, Unknown]

    def read(self, data: Any, typed: str) -> Value:
        word = folded(typed.strip())
        if word not in (YES, NO):
            raise NotThere("Write yes or no.")
        return word == YES

    @override
    def shown(self, value: Value) -> Line:
        return YES if value else NO

    @override
    def tell(self, before: Value, after: Value) -> Public:
        sentence = self.yes if after else self.no
        return super().tell(before, after) if sentence is None else tell_text(sentence)


@dataclass(frozen=True, kw_only=True)
class OneOf(Declared):
    """One of some words. ``nothing`` is the word for what is not in the state at all."""

    words: tuple[str, ...]
    nothing: str | None = None

    @property
    @override
    def annotation(self) -> Any:
        return Annotated[Literal[self.words] | None, Unknown]

    def read(self, data: Any, typed: str) -> Value:
        for word in self.words:
            if folded(word) == folded(typed.strip()):
                return word
        raise NotThere("“{label}” is one of these: {names}.", label=self.label, names=Listed(self.words))

    @override
    def value(self, state: Frozen) -> Value:
        found = super().value(state)
        return self.nothing if found is None else str(found)

    @override
    def put(self, state: S, value: Value) -> S:
        return super().put(state, None if value == self.nothing else value)


@dataclass(frozen=True, kw_only=True)
class Several(Declared):
    """Several things in a row, such as the values of counters or the hexes of a front; ``reads`` what is typed."""

    reads: Callable[[str], tuple[Any, ...]]
    blank: Value = ()

    def read(self, data: Any, typed: str) -> Value:
        return self.reads(typed)

    @override
    def shown(self, value: Value) -> Shown:
        every = value if isinstance(value, tuple) else (value,)
        return Listed([self.worded(str(each)) for each in every] or (EMPTY,))


@dataclass(frozen=True, kw_only=True)
class Some(Several):
    """Several of some words, in the order in which they are said or in that of their letters."""

    words: tuple[str, ...]
    in_order: bool = True
    reads: Callable[[str], tuple[str, ...]] = tuple

    @override
    def read(self, data: Any, typed: str) -> tuple[str, ...]:
        names = {folded(each): each for each in self.words}
        said = [*_split(typed, names)]
        if wrong := [quote(each, 40) for each in said if folded(each) not in names]:
            raise NotThere("There is nothing called {names}.", names=Listed(wrong))
        read = [names[folded(each)] for each in said]
        return tuple(read if self.in_order else sorted(read))

    @override
    def check(self, data: Any, value: Any) -> tuple[str, ...]:
        return self.read(data, value if isinstance(value, str) else "; ".join(value))


class Facts:
    """The facts of a board by their keys. One of a ``family`` has a key of two parts: ``hex A05``."""

    def __init__(self, *facts: Declared, **families: Callable[[str], Declared]) -> None:
        self.single = {each.key: each for each in facts}
        self.families = families

    def __getitem__(self, key: str) -> Declared:
        """Return a fact. Raises ``NotThere`` if there is none of that key."""
        if key in self.single:
            return self.single[key]
        family, _, name = key.partition(" ")
        if family not in self.families or not name:
            raise NotThere("This value cannot be corrected by itself.")
        return self.families[family](name)

    def called(self, name: str) -> Declared:
        """Return the fact that players call so. Raises ``NotThere`` if there is none."""
        wanted = folded(name.strip())
        for each in self.single.values():
            if wanted in (folded(each.key), folded(str(each.label))):
                return each
        for of in self.families.values():
            template = re.split(r"\{\w+\}", of(SLOT).label.template)
            if found := re.fullmatch("(.+)".join(map(re.escape, template)), name.strip(), re.IGNORECASE):
                return of(" ".join(found.groups()))
        raise NotThere("The board has no such fact.")


class Changed(Frozen):
    """A fact that was entered, by its key, and what it said before."""

    fact: str
    before: Value
    after: Value


Reason = Annotated[
    Written, Field(max_length=200, title="Reason for the change", description="Needed to change a number")
]


class Correction(GameCommand[D, S], Generic[D, S], named=""):
    """Enter a number that the bot cannot know, or correct it. It takes effect unless another side objects."""

    wish = "enter a number that is disputed"
    is_correction = True
    stands_alone = True
    reason: Reason = ""

    def check_reason(self, *, is_change: bool) -> None:
        """Check whether a change of something entered before gives its reason. Raises ``NotThere`` if it does not."""
        if is_change and not self.reason.strip():
            raise NotThere("This was entered before. Give a reason for the change.")


def tell_reason(reason: str) -> Iterator[Public]:
    """Tell the reason for a change, if one was given."""
    if reason.strip():
        yield tell_all("Reason: {reason}", reason=quote(reason))


class Entered(GameEvent[D, S], Generic[D, S], named=""):
    """Facts were entered or corrected, with a ``reason`` where one is needed."""

    facts: ClassVar[Facts]
    changes: tuple[Changed, ...]
    reason: Written = ""

    @classmethod
    def known(cls, data: D) -> Facts:
        """Return the facts of the board."""
        return cls.facts

    def apply(self, data: D, state: S) -> S:
        facts = self.known(data)
        for each in self.changes:
            state = facts[each.fact].put(state, each.after)
        return state

    def tell(self, data: D) -> Iterable[Notice]:
        facts = self.known(data)
        yield from (facts[each.fact].tell(each.before, each.after) for each in self.changes)
        yield from tell_reason(self.reason)
        for each in self.changes:
            yield from facts[each.fact].tell_board(each.after, each.before)


class Entry(Correction[D, S], Generic[D, S], named=""):
    """Enter facts of the board, or correct them: they become one event."""

    event: ClassVar[type[Entered[Any, Any]]]

    def decide(self, data: D, state: S, seat: Seat, dice: Dice) -> Part[S]:
        said = [(fact, fact.value(state), value) for fact, value in self.values(data, state)]
        changed = [each for each in said if each[1] != each[2]]
        confirmed = [each for each in said if self.confirms(state, each[0])]
        changes = tuple(
            Changed(fact=fact.key, before=before, after=after) for fact, before, after in changed or confirmed
        )
        if not changes:
            raise NotNow("That is the value already, so nothing changes.")
        event = self.event(changes=changes, reason=self.reason.strip())
        event = self.checked(data, state, event.apply(data, state), event)
        self.check_reason(is_change=any(self.is_change(state, each) for each in changes))
        return (yield event)

    @abstractmethod
    def values(self, data: D, state: S) -> Iterable[tuple[Declared, Value]]:
        """Return what it says of which facts. Raises ``NotThere`` for what the board cannot show."""

    def confirms(self, state: S, fact: Declared) -> bool:
        """Return whether something is said by entering a value that stands already."""
        return False

    def is_change(self, state: S, change: Changed) -> bool:
        """Return whether it changes what was entered before, so that a reason is needed."""
        return self.event.facts[change.fact].is_change(change.before, change.after)

    def checked(self, data: D, state: S, after: S, event: Any) -> Any:
        """Return the event with what else it leads to. Raises ``RuleError`` if the state ``after`` it cannot be."""
        return event


class Adjust(Entry[D, S], Generic[D, S], named=""):
    """Correct one value that the bot keeps."""

    title = "Value corrected"
    what: Annotated[str, Field(max_length=100)]
    value: Annotated[str, Field(max_length=LONGEST)] = ""

    @classmethod
    def of(cls, data: D, what: str, value: str, reason: str) -> Self:
        """Return the correction of a fact by its key. Raises ``NotThere`` if there is none."""
        return cls(what=cls.event.known(data)[what].key, value=value, reason=reason)

    def values(self, data: D, state: S) -> Iterable[tuple[Declared, Value]]:
        fact = self.event.known(data)[self.what]
        yield fact, fact.read(data, self.value)


class Form(Entry[D, S], Generic[D, S], named=""):
    """Enter facts by one form, with a field for each: ``asks=(CLIMATE, BALANCE)``. An empty one changes nothing."""

    asks: ClassVar[tuple[Declared, ...]] = ()

    def __init_subclass__(cls, *, asks: tuple[Declared, ...] = (), named: str | None = None, **kwargs: Any) -> None:
        own: dict[str, Any] = dict(vars(cls).get("__annotations__", {}))
        for each in asks:
            own[each.named] = Annotated[each.annotation, Field(title=each.title)]
            setattr(cls, each.named, each.proposed)
        cls.__annotations__ = own
        cls.asks = asks
        super().__init_subclass__(named=named, **kwargs)

    def asked(self, data: D) -> tuple[Declared, ...]:
        """Return the facts that it is about, in the order of ``asks``. Raises ``NotThere`` if the board has none."""
        return self.asks

    @classmethod
    def now(cls, state: S, facts: tuple[Declared, ...] = (), **given: Any) -> Self:
        """Return the form with what the facts say now."""
        return cls.model_validate({each.named: each.value(state) for each in facts or cls.asks} | given)

    def values(self, data: D, state: S) -> Iterable[tuple[Declared, Value]]:
        said = [*self.filled_in(data)]
        if not said:
            raise NotThere("“{label}” is missing.", label=Line(self.asks[0].title))
        return said

    def filled_in(self, data: D) -> Iterator[tuple[Declared, Value]]:
        """Yield what the fields say that are not left empty."""
        for fact in self.asked(data):
            value = getattr(self, fact.named)
            if value not in (None, "") or fact.can_be_empty:
                yield fact, fact.check(data, value)


def _split(typed: str, names: Collection[str]) -> Iterator[str]:
    """Yield several names that a player typed, between commas or semicolons. Some have a comma in them."""
    for part in filter(None, map(str.strip, typed.split(";"))):
        yield from (part,) if folded(part) in names else filter(None, map(str.strip, part.split(",")))


def _found(at: Any, path: tuple[Any, ...]) -> Any:
    """Return the value at the end of a path, or None if there is none."""
    for step in path:
        if isinstance(at, frozenset):
            return step in at
        at = at.get(step) if isinstance(at, Mapping) else getattr(at, step)
        if at is None:
            return None
    return at


def _with(at: Any, path: tuple[Any, ...], value: Any, within: Frozen | None) -> Any:
    """Return the object at the start of a path, with a new value at the path's end."""
    step, *rest = path
    if isinstance(at, frozenset):
        return at | {step} if value else at - {step}
    old = at.get(step, within) if isinstance(at, Mapping) else getattr(at, step)
    new = _with(old, tuple(rest), value, within) if rest else value
    if not isinstance(at, Mapping):
        return at.replace(**{step: new})
    others = {name: each for name, each in at.items() if name != step}
    return others if new is None else {**at, step: new}
