"""Rulings: questions that a game's source leaves open, and a campaign's answers to them.

A game declares its rulings as the fields of its ``Rulings``, and the answers to each as an ``Answer``. Its data has the
words: the question, a sentence for each answer, the default and why. Logs and commands hold the ids of answers.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from operator import attrgetter
from typing import Annotated, Any, ClassVar, Generic, Self, TypeVar

from pydantic import Field, StringConstraints, model_validator
from typing_extensions import override

from rules.errors import NotNow, NotThere
from rules.frozen import Frozen
from rules.line import Line, Listed, line
from rules.notice import Kind, Public, Text
from rules.secrets import Shown

SYMBOLS = re.compile(r"\(([^\w\s()]+)\)")
"""The symbols behind the name of a thing, such as ``(£¤)``."""


class Step(Frozen):
    """What to say while a command of a type is offered: what to press next."""

    offer: str
    say: Text


class Lesson(Frozen):
    """The steps of a lesson, the first that fits before the others; ``hidden`` says that the next step is in a private
    message, ``otherwise`` what to do where no step fits. ``opening`` is the command with which it opens, if one does.
    It is over once one of the commands that it ``ends`` with was given.

    ``symbols`` explains what is printed behind the name of a thing, symbol by symbol.
    """

    begin: Text
    opening: Mapping[str, Any] = {}
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    hidden: Text
    otherwise: Text
    symbols: Mapping[str, Text] = {}
    ends: Annotated[tuple[str, ...], Field(min_length=1)] = ("next_turn",)
    end: Text

    def met(self, text: str) -> Iterator[Text]:
        """Yield the explanations of the symbols in a text, each once, in the lesson's order."""
        found = set("".join(SYMBOLS.findall(text)))
        yield from (said for symbol, said in self.symbols.items() if symbol in found)


RulingChoice = int | str
"""An answer as commands and the log have it: a number, or the id of an answer in words."""


class Answer(StrEnum):
    """The answers to a ruling: what the code asks for is their id, what players read stands in the data."""


A = TypeVar("A", bound=int | Answer)
W = TypeVar("W", bound=Answer)


class Ruling(Frozen, Generic[A]):
    """An open question with its default answer and the ``basis`` of that default.

    ``chosen`` is the answer of a campaign whose referee changed it, or None. One that changes how a side plays
    from the first turn is asked as a campaign starts: ``settle_first`` says what holds unless it is ruled otherwise.
    """

    name: str
    question: Text
    default: A
    basis: Text
    chosen: A | None = None
    settle_first: Text | None = None

    @property
    @abstractmethod
    def ids(self) -> tuple[RulingChoice, ...]:
        """The possible answers, as commands and the log have them."""

    @abstractmethod
    def said(self, id_: RulingChoice) -> Text:
        """Return an answer as players read it."""

    @cached_property
    def answer(self) -> A:
        """The answer that applies: the referee's choice or the default."""
        return self.default if self.chosen is None else self.chosen

    @property
    def words(self) -> Text:
        """The answer that applies, as players read it."""
        return self.said(self.answer)

    @property
    def sentences(self) -> tuple[Text, ...]:
        """The possible answers as players read them."""
        return tuple(map(self.said, self.ids))

    def tell(self) -> Public:
        """Tell the channel that this ruling decided, and how."""
        values = {"question": Shown(self.question), "answer": Shown(self.words), "name": Shown(self.name)}
        return Public(Line("{question} **{answer}** (`{name}`)", values), Kind.RULING)

    @model_validator(mode="after")
    def _answers_are_choices(self) -> Self:
        if self.default not in self.ids or (self.chosen is not None and self.chosen not in self.ids):
            raise ValueError("the answer must be one of the choices")
        return self


class NumberRuling(Ruling[int]):
    """A ruling that is answered by one of some numbers."""

    choices: Annotated[tuple[int, ...], Field(min_length=1)]

    @property
    def ids(self) -> tuple[int, ...]:
        return self.choices

    def said(self, id_: RulingChoice) -> Text:
        return Text(id_)


class WordRuling(Ruling[W], Generic[W]):
    """A ruling that is answered in words: ``choices`` has the sentence of each of its answers."""

    choices: Mapping[W, Text]

    @model_validator(mode="before")
    @classmethod
    def _every_answer_has_its_words(cls, given: Any) -> Any:
        answers: Any = cls.model_fields["default"].annotation
        if isinstance(given, Mapping) and isinstance(given.get("choices"), Mapping):
            _check_names("choice", given["choices"], [each.value for each in answers])
        return given

    @property
    def ids(self) -> tuple[str, ...]:
        return tuple(each.value for each in self.choices)

    def said(self, id_: RulingChoice) -> Text:
        return self.choices[type(self.default)(str(id_))]


AnyRuling = Ruling[Any]


class Rulings(Frozen):
    """The rulings of a game, a field each; none unless the game declares some."""

    @model_validator(mode="before")
    @classmethod
    def _each_knows_its_name(cls, given: Any) -> Any:
        if not isinstance(given, Mapping):
            return given
        _check_names("ruling", given, cls.model_fields)
        return {name: {**each, "name": name} if isinstance(each, Mapping) else each for name, each in given.items()}

    @cached_property
    def by_name(self) -> Mapping[str, AnyRuling]:
        """The rulings by their names."""
        return {name: getattr(self, name) for name in type(self).model_fields}

    @cached_property
    def to_settle_first(self) -> tuple[AnyRuling, ...]:
        """The rulings that are asked as a campaign starts."""
        return tuple(each for each in self.by_name.values() if each.settle_first is not None)

    @cached_property
    def by_answers(self) -> Mapping[type[Answer], AnyRuling]:
        """The rulings that are answered in words, by their answers."""
        return {type(each.default): each for each in self.by_name.values() if isinstance(each, WordRuling)}

    def __getitem__(self, name: str) -> AnyRuling:
        """The ruling that the data or a log names."""
        return self.by_name[name]

    def __contains__(self, name: object) -> bool:
        return name in self.by_name


def _check_names(what: str, given: Iterable[str], known: Iterable[str]) -> None:
    """Raises ``ValueError`` where a name is missing, or one is given that nobody knows."""
    given, known = [*given], [*known]
    for name in known:
        if name not in given:
            raise ValueError(f"the {what} `{name}` is missing")
    for name in given:
        if name not in known:
            raise ValueError(f"there is no {what} `{name}`")


class Difficulty(Frozen):
    """How hard a game is made for its players, by rulings alone: each of its ``answers`` is one of the ruling's own. A
    ruling that it does not name, and another difficulty does, has its default.
    """

    title: Text
    answers: Mapping[str, RulingChoice] = {}


@dataclass(frozen=True, slots=True)
class Thing:
    """One of the things that a part of the data lists: by what it is known there, what players call it, and all that
    the data says of it.
    """

    id: str
    name: Line
    value: object


class GameData(Frozen):
    """The data of a game. Every game can have rulings, and a campaign's referee can change their answers. ``colours``
    are those of the sides, for the bar of what they do, and ``seats`` what their players do. A game with a ``lesson``
    can be tried. ``own`` is what the players' group has added to the data, as it was written; the data itself has it in
    its places. A game with ``difficulties`` has one that changes nothing, the first. Players call each of its ``parts``
    by a name: the title of its field, or of what is ``within`` one.
    """

    parts: ClassVar[Mapping[str, str]] = {
        "colours": "the colours of the sides",
        "seats": "what each seat does",
        "rulings": "the rulings",
        "difficulties": "the difficulties",
        "lesson": "the lesson",
        "source": "the source",
    }
    within: ClassVar[Mapping[str, str]] = {}
    source: Annotated[str, StringConstraints(min_length=1)]
    colours: Mapping[str, Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]] = {}
    seats: Mapping[str, str] = {}
    rulings: Rulings
    difficulties: Mapping[str, Difficulty] = {}
    lesson: Lesson | None = None
    own: Mapping[str, Any] = {}

    @classmethod
    @override
    def __pydantic_init_subclass__(cls, **kwargs: Any) -> None:
        titles = {name: each.title for name, each in cls.model_fields.items() if each.title}
        cls.parts = {**cls.parts, **titles, **cls.within}

    @model_validator(mode="before")
    @classmethod
    def _may_have_no_rulings(cls, given: Any) -> Any:
        return {"rulings": {}, **given} if isinstance(given, Mapping) else given

    @model_validator(mode="after")
    def _difficulties_answer_rulings(self) -> Self:
        for id_, difficulty in self.difficulties.items():
            for name, choice in difficulty.answers.items():
                if name not in self.rulings or choice not in self.rulings[name].ids:
                    raise ValueError(f"difficulty `{id_}`: {choice} is no answer to {name}")
        return self

    def words_of(self, seat: str) -> str:
        """Return what whoever sits there does, or nothing if the data does not say."""
        return self.seats.get(seat, "")

    def answers_of(self, difficulty: str) -> Mapping[str, RulingChoice]:
        """Return what a difficulty rules. Raises ``NotThere`` if the game has no such difficulty."""
        if difficulty not in self.difficulties:
            raise NotThere("This game has no such difficulty.")
        named = dict.fromkeys(name for each in self.difficulties.values() for name in each.answers)
        answers = self.difficulties[difficulty].answers
        return {name: answers.get(name, self.rulings[name].default) for name in named}

    @property
    def difficulty(self) -> str | None:
        """The difficulty by which the rulings are answered now; None for answers of one's own."""
        for each in self.difficulties:
            if all(self.rulings[name].answer == choice for name, choice in self.answers_of(each).items()):
                return each
        return None

    def is_ruled(self, answer: Answer) -> bool:
        """Return whether the ruling that an answer belongs to has that answer."""
        return self.rulings.by_answers[type(answer)].answer is answer

    def with_ruling(self, name: str, choice: RulingChoice) -> Self:
        """Return the data with a ruling changed. Raises ``NotThere`` if there is no such ruling or choice, ``NotNow``
        if that answer already applies.
        """
        if name not in self.rulings:
            raise NotThere("This game has no such ruling. `/campaign manage what:rulings` lists the rulings.")
        ruling = self.rulings[name]
        if choice not in ruling.ids:
            raise NotThere("That is not one of the choices: {names}.", names=Listed(ruling.sentences))
        if choice == ruling.answer:
            raise NotNow("That answer already applies.")
        return self.with_choice(name, choice)

    def with_choice(self, name: str, choice: RulingChoice) -> Self:
        """Return the data with the referee's choice for a ruling, also where it is the default.

        It is unchanged if it has no such ruling or choice.
        """
        if name not in self.rulings or choice not in self.rulings[name].ids:
            return self
        ruled = self.rulings[name].replace(chosen=choice)
        return self.replace(rulings=self.rulings.replace(**{name: ruled}))

    def said(self, name: str, choice: RulingChoice) -> str:
        """Return a logged answer as players read it, or its id if the data has no such ruling or choice."""
        known = name in self.rulings and choice in self.rulings[name].ids
        return self.rulings[name].said(choice) if known else str(choice)

    @cached_property
    def printed_tables(self) -> Mapping[str, Any]:
        """The printed tables of the game, by title; none unless the game overrides it."""
        return {}

    @property
    def printed_lists(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of what the game prints as a list rather than a table, by title."""
        return {}

    def things(self, part: str) -> Iterable[Thing] | None:
        """Return the things that a part lists, with public names, or None if the part is told as a whole."""
        if part == "rulings":
            rulings = self.rulings.by_name.values()
            return [Thing(each.name, line("“{question}”", question=Shown(each.question)), each) for each in rulings]
        if part == "difficulties":
            return [Thing(id_, Line(each.title), each) for id_, each in self.difficulties.items()]
        return None

    def problems(self, state: Any = None) -> Iterable[tuple[tuple[int | str, ...], Line]]:
        """Problems that involve several fields, each with its path in the data file and a sentence; of a group's own
        data also what does not fit the ``state`` of its campaign.
        """
        return ()


MOST_THINGS = 8
"""So many things of one part are named; of more, the number is told."""


def differences(old: GameData, new: GameData) -> Iterator[Line]:
    """Yield what other data changes, part by part. What a group has added stands in its places, too."""
    for part in type(old).model_fields:
        before, after = getattr(old, part), getattr(new, part)
        if part != "own" and before != after:
            yield from _of_a_part(old.parts[part], old.things(part), new.things(part))


def _of_a_part(part: str, old: Iterable[Thing] | None, new: Iterable[Thing] | None) -> Iterator[Line]:
    """Yield what differs in a part: its things, or the part as a whole where none of them does."""
    before, after = ({thing.id: thing for thing in things or ()} for things in (old, new))
    known = before.keys() & after.keys()
    added = [thing for thing in after.values() if thing.id not in known]
    changed = [thing for thing in after.values() if thing.id in known and thing.value != before[thing.id].value]
    gone = [thing for thing in before.values() if thing.id not in known]
    if added:
        yield line("Added to {part}: {things}", part=Line(part), things=_named(added))
    if changed:
        yield line("Changed in {part}: {things}", part=Line(part), things=_named(changed))
    if gone:
        yield line("Taken out of {part}: {things}", part=Line(part), things=_named(gone))
    if not (added or changed or gone):
        yield line("Changed: {part}", part=Line(part))


def _named(things: list[Thing]) -> Listed | int:
    return Listed(map(attrgetter("name"), things)) if len(things) <= MOST_THINGS else len(things)
