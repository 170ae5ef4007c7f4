"""Rulings: questions that a source leaves open, and how a campaign answers them."""

from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.frozen import Frozen


class Ruling(Frozen):
    """An open question with its possible answers, the default among them, and what the default rests on."""

    question: Annotated[str, Field(min_length=1)]
    choices: Annotated[tuple[int | str, ...], Field(min_length=1)]
    default: int | str
    basis: Annotated[str, Field(min_length=1)]

    @model_validator(mode="after")
    def _default_is_a_choice(self) -> Self:
        if self.default not in self.choices:
            raise ValueError("the default is none of the choices")
        return self
