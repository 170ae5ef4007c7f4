"""A lesson: what a demo of a game says to a newcomer after each result, so that they learn by doing."""

import re
from collections.abc import Iterator, Mapping
from typing import Annotated, Any

from pydantic import Field

from rules.frozen import Frozen
from rules.notice import Text

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
