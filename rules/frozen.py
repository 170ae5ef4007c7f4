"""The base of every value in the rules."""

from typing import Any, Self

from pydantic import BaseModel, ConfigDict


class Frozen(BaseModel):
    """A value: it never changes and knows no field that it does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid", hide_input_in_errors=True)

    def replace(self, **changes: Any) -> Self:
        """Return the same value with some fields changed, validated as when it was made.

        Unlike ``model_copy(update=...)`` a misspelt or ill-typed field raises ``ValidationError``.
        """
        return self.model_validate({name: self.__dict__[name] for name in self.__pydantic_fields__} | changes)
