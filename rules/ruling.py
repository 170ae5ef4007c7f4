"""Rulings: questions that a game's source leaves open, and a campaign's answers to them."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, Self

from pydantic import Field, StringConstraints, model_validator

from rules.errors import NotNow, NotThere
from rules.frozen import Frozen
from rules.lesson import Lesson
from rules.line import Line, Listed
from rules.notice import Kind, Public, Text
from rules.secrets import Shown

RulingChoice = int | str


class Ruling(Frozen):
    """An open question, its possible answers, the default answer and the ``basis`` of that default.

    ``chosen`` is the answer of a campaign whose referee changed it, or None.
    """

    question: Text
    choices: Annotated[tuple[RulingChoice, ...], Field(min_length=1)]
    default: RulingChoice
    basis: Text
    chosen: RulingChoice | None = None

    @model_validator(mode="after")
    def _answers_are_choices(self) -> Self:
        if self.default not in self.choices or (self.chosen is not None and self.chosen not in self.choices):
            raise ValueError("the answer must be one of the choices")
        return self

    @property
    def answer(self) -> RulingChoice:
        """The answer that applies: the referee's choice or the default."""
        return self.default if self.chosen is None else self.chosen


class GameData(Frozen):
    """The data of a game. Every game can have rulings, and a campaign's referee can change their answers. ``colours``
    are those of the sides, for the bar of what they do. A game with a ``lesson`` can be tried.
    """

    colours: Mapping[str, Annotated[str, StringConstraints(pattern=r"^#[0-9a-f]{6}$")]] = {}
    rulings: Mapping[str, Ruling] = {}
    lesson: Lesson | None = None

    def ruling(self, name: str) -> RulingChoice:
        """The answer that applies to a ruling of this game."""
        return self.rulings[name].answer

    def with_ruling(self, name: str, choice: RulingChoice) -> Self:
        """The data with a ruling changed. Raises ``NotThere`` if there is no such ruling or choice, ``NotNow`` if that
        answer already applies.
        """
        if name not in self.rulings:
            raise NotThere("This game has no such ruling. `/campaign rulings` lists the rulings.")
        ruling = self.rulings[name]
        if choice not in ruling.choices:
            raise NotThere("That is not one of the choices: {names}.", names=Listed(map(str, ruling.choices)))
        if choice == ruling.answer:
            raise NotNow("That answer already applies.")
        return self.with_choice(name, choice)

    def with_choice(self, name: str, choice: RulingChoice) -> Self:
        """The data with the referee's choice for a ruling, also where it is the default.

        It is unchanged if it has no such ruling or choice.
        """
        ruling = self.rulings.get(name)
        if ruling is None or choice not in ruling.choices:
            return self
        return self.replace(rulings={**self.rulings, name: ruling.replace(chosen=choice)})

    @property
    def printed_tables(self) -> Mapping[str, Any]:
        """The printed tables of the game, by title; none unless the game overrides it."""
        return {}

    @property
    def printed_lists(self) -> Mapping[str, tuple[str, ...]]:
        """The lines of what the game prints as a list rather than a table, by title."""
        return {}

    def problems(self) -> Iterable[tuple[tuple[int | str, ...], str]]:
        """Problems that involve several fields, each with its path in the data file and a sentence."""
        return ()

    def tell_ruling(self, name: str) -> Public:
        """Tell the channel which ruling decided."""
        ruling = self.rulings[name]
        values = {"question": Shown(ruling.question), "answer": Shown(str(ruling.answer)), "name": Shown(name)}
        return Public(Line("{question} **{answer}** (`{name}`)", values), Kind.RULING)
