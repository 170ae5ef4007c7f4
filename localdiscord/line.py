"""A line of a script, and how it falls into words."""

import re
from dataclasses import dataclass
from typing import Final

_WORD: Final = re.compile(r'(?:[^\s"]|"(?:\\.|[^"\\])*")+')
_QUOTED: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
_PAIR: Final = re.compile(r'((?:[^\s":]|"[^"]*")+):(.*)', re.DOTALL)


class ScriptError(Exception):
    """A line that cannot be played, or that did not come out as expected."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a script."""

    file: str
    number: int
    text: str

    def words(self) -> list[str]:
        text = self.text.strip()
        words = _WORD.findall(text)
        if "".join(_WORD.split(text)).strip():
            raise ScriptError("a quotation mark is not closed")
        return words


def pair(word: str) -> tuple[str, str] | None:
    """The name and the value of `name:value`; None for any other word."""
    found = _PAIR.fullmatch(word)
    return (unquoted(found[1]), unquoted(found[2])) if found else None


def unquoted(word: str) -> str:
    return _QUOTED.sub(lambda quoted: re.sub(r"\\(.)", _escaped, quoted[1]), word)


def _escaped(pair: re.Match[str]) -> str:
    return "\n" if pair[1] == "n" else pair[1]
