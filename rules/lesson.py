"""A lesson: what a demo of a game says to a newcomer after each result, so that they learn by doing."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated

from pydantic import Field

from rules.frozen import Frozen
from rules.notice import Text

SIGNS = re.compile(r"\(([^\w\s()]+)\)")
"""The signs behind the name of a thing, such as ``(£¤)``."""


class Step(Frozen):
    """What to say while a command of a type is offered: what to press next."""

    offer: str
    say: Text


class Lesson(Frozen):
    """The steps of a lesson, the first that fits before the others; ``hidden`` says that the next step is in a private
    message, ``otherwise`` what to do where no step fits. It lasts so many ``turns`` and ends with ``end``.

    ``signs`` explains what is printed behind the name of a thing, sign by sign.
    """

    begin: Text
    steps: Annotated[tuple[Step, ...], Field(min_length=1)]
    hidden: Text
    otherwise: Text
    signs: Mapping[str, Text] = {}
    turns: int = 1
    end: Text

    def met(self, text: str) -> Iterator[Text]:
        """The explanations of the signs in a text, each once, in the lesson's order."""
        signs = set("".join(SIGNS.findall(text)))
        yield from (said for sign, said in self.signs.items() if sign in signs)
