"""What can be declared in the file of a group's own game, part by part. The header of a part is the name that players
read; there are no ids, and no expression is ever worked out.
"""

import re
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import AfterValidator, AliasChoices, BeforeValidator, Field, StrictBool, model_validator
from typing_extensions import override

from rules.frozen import Frozen
from rules.line import Line, line
from rules.printed.table import Band
from rules.secrets import plain

LONGEST_SIDE, LONGEST_KEY, LONGEST_NAME, LONGEST_TEXT, MOST, MOST_INPUTS, MOST_NUMBER = 20, 30, 40, 300, 120, 5, 999
YES, NO = "yes", "no"
EACH, OTHER = "each", "other"  # the side of what every side has one of; the sides that do not act
FULL = "up to hand"
"""So many are drawn that the hand is full."""
BARRED_SIGNS = "\\ * _ ~ ` | < > [ ] { } @ # or, in a name, ;"
BARRED = re.compile(r"[\\*_~`|<>\[\]{}@#]|://|discord\.gg|^[-+=:]|^[0-9]+[.)] ", re.IGNORECASE)
"""What Discord would take for a mention, a link, or the form of a text."""
WRITTEN = re.compile(r"(?:([0-9]{1,2}) +)?([@£#¤$]{0,2}) *(.+)")
"""A thing in a list: how many, its symbols, its name: ``2 £¤ Tanks``."""
AMOUNT = line("write a number up to {most}, or the name of a track or a question", most=MOST_NUMBER)
DICE = re.compile("[1-9]d(?:[1-9][0-9]?|100)")


def text(longest: int) -> AfterValidator:
    """Return the check of a text that players read: nothing in it means anything to Discord."""

    def check(given: str) -> str:
        is_barred = BARRED.search(given) or (";" in given and longest <= LONGEST_NAME)
        if is_barred or not 0 < len(given) <= longest or plain(given, longest).text != given:
            said = "it must have 1 to {most} characters, no link, none of {signs}, and no - + = : in front"
            raise ValueError(line(said, most=longest, signs=BARRED_SIGNS))
        return given

    return AfterValidator(check)


def band_of(printed: str) -> str:
    """Return a band as it is written. Raises ``ValueError`` where it is none, or runs backwards."""
    try:
        low, high = Band.read(printed)
        if low is not None and high is not None and low > high:
            raise ValueError
    except ValueError:
        said = "“{text}” is no range. Write 8, 3-5, 10+, ..2, or -3 to -1, between quotation marks"
        raise ValueError(line(said, text=plain(printed, LONGEST_NAME))) from None
    return printed


def one(given: Any) -> Any:
    """Return a list of the one thing that is given."""
    return (given,) if isinstance(given, str | int | Mapping) else given


def dice(given: str) -> str:
    """Return dice as they are written. Raises ``ValueError`` for anything else."""
    if not DICE.fullmatch(given):
        raise ValueError(Line("write dice as 1d6, 2d6 or 1d10"))
    return given


def amount(given: Any, said: Line = AMOUNT) -> Any:
    """Return a number or a name. Raises ``ValueError`` for anything else."""
    if isinstance(given, str):
        return NAME.func(given)  # type: ignore[call-arg]
    if type(given) is int and abs(given) <= MOST_NUMBER:
        return given
    raise ValueError(said)


def wanted(given: Any) -> Any:
    """Return what a condition asks for: yes or no, a number or a word. Raises ``ValueError`` for anything else."""
    said = Line("write true or false, a number, a range such as “3+”, or one word")
    return given if isinstance(given, bool) else amount(given, said)


NAME = text(LONGEST_NAME)
Name = Annotated[str, NAME]
SideName = Annotated[str, text(LONGEST_SIDE)]
Key = Annotated[str, text(LONGEST_KEY)]
"""The name of a pile or a fact: with that of its side it goes into the id of a button."""
Sentence = Annotated[str, text(LONGEST_TEXT)]
Printed = Annotated[str, AfterValidator(band_of)]
Names = Annotated[tuple[Name, ...], BeforeValidator(one), Field(max_length=MOST)]
Number = Annotated[int, Field(ge=-MOST_NUMBER, le=MOST_NUMBER, strict=True)]
Amount = Annotated[Any, AfterValidator(amount)]
Count = Annotated[int, Field(ge=1, le=60, strict=True)]


class Of(NamedTuple):
    """Marks a field that uses names: of ``sides`` and alliances, ``phases``, ``piles``, ``things``, ``tables``,
    ``tracks``, of ``sums`` to which something can be added, or of all ``facts``.
    """

    kind: str


Side = Annotated[Name, Of("sides")]
Sides = Annotated[Names, Of("sides")]
Phases = Annotated[Names, Of("phases")]
Pile = Annotated[Name, Of("piles")]
Roll = Annotated[str, Field(max_length=LONGEST_NAME), Of("tables")]
Adds = Annotated[Mapping[Name, Amount], Field(max_length=10), Of("sums")]
Said = StrictBool | Number | Name | Annotated[tuple[Name, ...], Field(max_length=MOST // 3)]
"""What a file sets a fact to."""
Scenario = Annotated[Mapping[str, Said], Field(max_length=MOST)]
Sets = Annotated[Mapping[Name, Said], Field(max_length=10), Of("facts")]
When = Annotated[Mapping[Name, Annotated[Any, AfterValidator(wanted)]], Field(max_length=10)]
"""Conditions: of each fact the band in which it lies, yes or no, or the word that it says."""
NONE: Mapping[str, Any] = {}
After = Literal["discard", "remove", "return", "stays", "choose"]
SYMBOLS = {
    "@": ("drawn", "must"), "£": ("drawn", "keep"), "$": ("drawn", "back"), "#": ("after", "remove"),
    "¤": ("after", "choose"),
}  # fmt: skip


class Effect(Frozen):
    """What a card, a cell or an answer leads to. Its ``text`` is what people carry out. What it adds to a track is a
    number, or the answer to a question of the same action, by its name.
    """

    text: Sentence | None = None
    add: Adds = NONE
    set: Sets = NONE
    roll: Roll = ""
    ends: bool = False

    @model_validator(mode="before")
    @classmethod
    def _of_a_sentence(cls, given: Any) -> Any:
        is_number = type(given) is int
        return {"text": str(given).replace("-", "−")} if is_number or isinstance(given, str) else given


class Thing(Effect):
    """A chit or a card, ``count`` alike; with a list of turns in ``enters`` one enters on each. Drawn into a hand it
    can be kept, must occur this turn, or goes back at once. A ``side`` plays it in a ``phase``, ``when`` that holds;
    ``after`` use it goes where that says. An action for which it is discarded can use its ``values``.
    """

    name: Name
    values: Annotated[Mapping[Name, Number], Field(max_length=5)] = NONE
    count: Count = 1
    symbols: Annotated[str, Field(pattern="^[@£#¤$]{0,2}$")] = ""
    drawn: Literal["keep", "must", "back"] = "keep"
    after: After | None = None
    enters: Annotated[tuple[Count, ...], BeforeValidator(one)] = (1,)
    side: Sides = ()
    phase: Phases = ()
    when: When = NONE

    @model_validator(mode="before")
    @classmethod
    def _written(cls, given: Any) -> Any:
        found = WRITTEN.fullmatch(given.strip()) if isinstance(given, str) else None
        said: Any = {"count": int(found[1] or 1), "symbols": found[2], "name": found[3]} if found else given
        marks = said.get("symbols", "") if isinstance(said, Mapping) else ""
        return {**dict(SYMBOLS[each] for each in str(marks) if each in SYMBOLS), **said} if marks else said

    @property
    def valued(self) -> str:
        """Its name with its values: ``Race (Points 3)``."""
        values = ", ".join(f"{name} {value}" for name, value in self.values.items())
        return f"{self.name} ({values})" if values else self.name

    @property
    def turns(self) -> tuple[int, ...]:
        """The turn on which each of those alike enters."""
        return self.enters if len(self.enters) > 1 else self.enters * self.count


def things(given: Any) -> Any:
    """Return chits that are counted by name as a list."""
    return [{"name": each, "count": n} for each, n in given.items()] if isinstance(given, Mapping) else given


def words(given: Any) -> Any:
    """Return answers that lead to nothing as a table."""
    are_words = isinstance(given, list | tuple) and all(isinstance(each, str) for each in given)
    return {each: {} for each in given} if are_words else given


CHITS = AliasChoices("chits", "cards")


class PileOf(Frozen):
    """A cup of chits or a deck of cards. What is drawn goes into a ``hand``, or without one is turned up and used. What
    goes ``into`` another one enters it as the first turn begins ``when`` that holds. So many a side ``plays`` a phase.
    """

    side: Side = ""
    into: Pile = ""
    when: When = NONE
    holds: Annotated[tuple[Thing, ...], BeforeValidator(things), Field(max_length=MOST, validation_alias=CHITS)]
    draw: Amount = 1
    phase: Annotated[Name, Of("phases")] = ""
    hand: Annotated[Annotated[int, Field(ge=0, le=99)] | Name | None, Of("tracks")] = None
    plays: Count | None = None
    open: bool = False
    after: After = "discard"
    returns: Literal["never", "at once", "each turn", "when empty"] = "when empty"


class FactOf(Frozen):
    """What lies on the board: a number from ``min`` to ``max``, yes or no, or words ``of`` some. A ``secret`` one its
    side alone reads. Whenever a number comes into a band of ``at``, that happens.
    """

    side: Side = ""
    secret: bool = False
    min: Number = 0
    max: Number = 99
    of: Names = ()
    start: Said | None = None
    at: Annotated[Mapping[Printed, Effect], Field(max_length=20)] = {}

    def entered(self, before: Any, after: Any) -> list[Effect]:
        """Return what happens as a number comes into bands."""
        bands = [(Band.read(band), effect) for band, effect in self.at.items()]
        return [effect for band, effect in bands if after in band and before not in band]


class Ask(Frozen):
    """A question: for a number where it has a ``max``, for words, or else for yes or no. Another ``side`` is called."""

    ask: Name = ""
    side: Side = ""
    min: Number = 0
    max: Number | None = None
    words: bool = False

    @model_validator(mode="before")
    @classmethod
    def _yes_or_no(cls, given: Any) -> Any:
        return {"ask": given} if isinstance(given, str) else given

    @property
    def question(self) -> str:
        """What is asked."""
        return self.ask

    @property
    def blank(self) -> str:
        """What stands for an answer where none is given."""
        return "" if self.words else NO if self.max is None else str(self.min)


class Drm(Frozen):
    """A modifier of a table: of what the dice show, or of the column. It is a number, or what a track or a question of
    the table says.
    """

    value: Amount = 0
    shift: Amount = 0
    text: Sentence
    when: When = NONE

    @property
    def amount(self) -> Any:
        """The number that it is, or what says it."""
        return self.shift or self.value

    @model_validator(mode="after")
    def _is_one_thing(self) -> "Drm":
        if bool(self.value) == bool(self.shift):
            raise ValueError(Line("a modifier has a value, or a shift of the columns"))
        return self


class TableOf(Frozen):
    """A printed table: its dice, rows by bands, a column or several, modifiers, and what they ask."""

    source: Sentence | None = None
    dice: Annotated[str, AfterValidator(dice)]
    across: Name = ""
    columns: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    rows: Annotated[
        Mapping[Printed, Annotated[tuple[Effect, ...], BeforeValidator(one)]], Field(min_length=1, max_length=60)
    ]
    drms: Annotated[tuple[Drm, ...], Field(max_length=20)] = ()
    asks: Annotated[tuple[Ask, ...], Field(max_length=MOST_INPUTS)] = ()


class Step(Ask):
    """One step of an action: one of ten things. With ``event`` a card that is discarded occurs as well."""

    draw: Pile = ""
    count: Amount = 0
    discard: Pile = ""
    event: bool = False
    roll: Roll = ""
    choose: Name = ""
    of: Annotated[Mapping[Name, Effect], BeforeValidator(words), Field(max_length=25)] = {}
    add: Adds = NONE
    set: Sets = NONE
    put: Annotated[Name, Of("things")] = ""
    to: After = "discard"
    shuffle: Pile = ""
    tell: Sentence | None = None
    when: When = NONE

    @model_validator(mode="after")
    def _does_one_thing(self) -> "Step":
        asked = (self.ask, self.choose, self.discard)
        done = (*asked, self.draw, self.roll, self.add, self.set, self.put, self.shuffle, self.tell)
        is_odd = self.side if self.discard else self.event
        if sum(map(bool, done)) != 1 or bool(self.choose) != bool(self.of) or is_odd:
            said = "a step has one of draw, roll, ask, choose (with of), discard, add, set, put, shuffle, tell"
            raise ValueError(Line(said))
        return self

    @property
    @override
    def question(self) -> str:
        return self.ask or self.choose or self.discard


class ActionOf(Frozen):
    """A button: for whom, in which phases, under which conditions, at most how many ``times`` a turn, and its steps."""

    side: Sides = ()
    phase: Phases = ()
    when: When = NONE
    text: Sentence | None = None
    times: Count | None = None
    steps: Annotated[tuple[Step, ...], Field(min_length=1, max_length=20)]


class PhaseOf(Frozen):
    """A phase of the turn: whose it is, and what is done on the board. It falls out unless its conditions are met."""

    name: Name
    side: Sides = ()
    do: Sentence | None = None
    when: When = NONE

    @model_validator(mode="before")
    @classmethod
    def _of_a_name(cls, given: Any) -> Any:
        return {"name": given} if isinstance(given, str) else given

    @property
    def printed(self) -> str:
        """Its name."""
        return self.name

    @property
    def shown(self) -> Line:
        """Its name, as players read it."""
        return self.name if isinstance(self.name, Line) else Line(self.name)


class TurnOf(Frozen):
    """The turns: how many, what they are called, and their phases."""

    last: Annotated[int, Field(ge=1, le=200)] | None = None
    names: Names = ()
    phases: Annotated[tuple[PhaseOf, ...], Field(max_length=30)] = ()
