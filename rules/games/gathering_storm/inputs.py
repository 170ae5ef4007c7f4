"""What players type into the fields of commands: names, texts and numbers."""

from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

Name = Annotated[str, Field(min_length=1, max_length=100)]
TextInput = Annotated[str, Field(max_length=100)]
PowerName = Literal["Germany", "Italy", "Britain", "France", "Russia"]


def _none_if_empty(given: object) -> object:
    return None if isinstance(given, str) and not given.strip() else given


Unknown = BeforeValidator(_none_if_empty)
"""An empty field is None: not known, or as it is."""

Level = Annotated[Annotated[int, Field(ge=-99, le=999)] | None, Unknown]
Count = Annotated[Annotated[int, Field(ge=0, le=99)] | None, Unknown]
