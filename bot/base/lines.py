"""In which line of a file in TOML each key stands, so that a fault can name it."""

import re
from collections.abc import Mapping
from functools import lru_cache

Way = tuple[int | str, ...]
"""The keys, and the places in lists, that lead to a value."""
SIGNS = re.compile(
    r'"{3}(?s:.*?)"{3}|\x27{3}(?s:.*?)\x27{3}|"(?:\\.|[^"\\\n])*"|\x27[^\x27\n]*\x27'
    r'|#[^\n]*|[\[\]{}=,.\n]|[^\s"\x27#\[\]{}=,.]+'
)


@lru_cache(maxsize=1)
def lines_in(text: str) -> Mapping[Way, int]:
    """Return the line in which each key, and each element of a list, begins. The text must be TOML."""
    reader = _Reader(text)
    reader.read()
    return reader.found


class _Reader:
    """Reads a text sign by sign: ``sign`` is the one to be read next, "" at the end, ``number`` its line."""

    def __init__(self, text: str) -> None:
        self.found: dict[Way, int] = {}
        self.signs = iter(SIGNS.findall(text))
        self.sign, self.number = "", 1
        self.go_on()

    def go_on(self) -> None:
        """Go on to the next sign that is no comment."""
        self.number += self.sign.count("\n")
        self.sign = next((each for each in self.signs if each[0] != "#"), "")

    def read(self) -> None:
        """Read the whole text."""
        head, last = Way(), dict[Way, int]()
        while self.sign:
            if self.sign == "\n":
                self.go_on()
            elif self.sign == "[":
                head = self.heading(last)
            else:
                self.pair(head)

    def heading(self, last: dict[Way, int]) -> Way:
        """Read a heading: it leads on from the last element of each list that it names."""
        way, brackets, number = Way(), 0, self.number
        while self.sign != "\n" and self.sign:
            if self.sign not in "[].":
                way = (*way, *((last[way],) if way in last else ()), self.sign.strip("\"'"))
                self.found.setdefault(way, number)
            brackets += self.sign == "["
            self.go_on()
        if brackets > 1:
            last[way] = last.get(way, -1) + 1
            way = (*way, last[way])
            self.found[way] = number
        return way

    def pair(self, way: Way) -> None:
        """Read a key and its value."""
        while self.sign != "=":
            if self.sign != ".":
                way = (*way, self.sign.strip("\"'"))
                self.found.setdefault(way, self.number)
            self.go_on()
        self.go_on()
        self.value(way)

    def value(self, way: Way) -> None:
        """Read a value, with all that it holds."""
        self.found.setdefault(way, self.number)
        closing = {"[": "]", "{": "}"}.get(self.sign)
        if closing is None:
            while self.sign not in ("", ",", "]", "}", "\n"):
                self.go_on()
            return
        self.go_on()
        place = 0
        while self.sign != closing:
            if self.sign in ",\n":
                place += self.sign == ","
                self.go_on()
            elif closing == "]":
                self.value((*way, place))
            else:
                self.pair(way)
        self.go_on()
