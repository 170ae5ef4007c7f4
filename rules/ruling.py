"""Rulings: questions that a source leaves open, and how a campaign answers them."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.errors import NotNow, NotThere
from rules.frozen import Frozen
from rules.notice import RULING, Line, Public, Shown

Choice = int | str


class Ruling(Frozen):
    """An open question with its possible answers, the default among them, and what the default rests on.

    ``chosen`` is the answer of a campaign whose referee changed it.
    """

    question: Annotated[str, Field(min_length=1)]
    choices: Annotated[tuple[Choice, ...], Field(min_length=1)]
    default: Choice
    basis: Annotated[str, Field(min_length=1)]
    chosen: Choice | None = None

    @model_validator(mode="after")
    def _answers_are_choices(self) -> Self:
        if self.default not in self.choices or (self.chosen is not None and self.chosen not in self.choices):
            raise ValueError("an answer is none of the choices")
        return self

    @property
    def answer(self) -> Choice:
        """The answer that holds."""
        return self.default if self.chosen is None else self.chosen


class Tables(Frozen):
    """The data of a game. Every game's tables have rulings; a campaign's referee may choose among their answers."""

    rulings: Mapping[str, Ruling] = {}

    def ruling(self, name: str) -> Choice:
        """The answer that holds for a ruling of this game."""
        return self.rulings[name].answer

    def ruled(self, name: str, choice: Choice) -> Self:
        """The tables with a ruling changed. Raises ``NotThere`` for no such ruling or choice, ``NotNow`` for the
        answer that holds already."""
        if name not in self.rulings:
            raise NotThere("This game has no such ruling: `/campaign rulings` lists them.")
        ruling = self.rulings[name]
        if choice not in ruling.choices:
            raise NotThere(f"The choices are {', '.join(map(str, ruling.choices))}.")
        if choice == ruling.answer:
            raise NotNow("That is the answer that holds already.")
        return self.but(rulings={**self.rulings, name: ruling.but(chosen=choice)})

    def faults(self) -> Iterable[tuple[tuple[int | str, ...], str]]:
        """What does not fit together, each with its place: what no field can see by itself."""
        return ()

    def by_ruling(self, name: str) -> Public:
        """Tell the channel which ruling decided."""
        ruling = self.rulings[name]
        facts = {"name": Shown(name), "answer": Shown(str(ruling.answer))}
        return Public(Line("{name}: {answer}", facts), RULING)
