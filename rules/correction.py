"""Corrections: numbers of the board that players enter, and change with a reason."""

from collections.abc import Iterator
from typing import Annotated, Generic

from pydantic import Field

from rules.command import D, GameCommand, S
from rules.errors import NotThere
from rules.notice import Public, tell_all
from rules.secrets import quote
from rules.written import Written

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
