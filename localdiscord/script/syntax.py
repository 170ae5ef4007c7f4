"""The lines of a script, and the words of a line."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

_WORD: Final = re.compile(r'(?:[^\s"]|"(?:\\.|[^"\\])*")+')
_QUOTED: Final = re.compile(r'"((?:\\.|[^"\\])*)"')
_PAIR: Final = re.compile(r'((?:[^\s":]|"[^"]*")+):(.*)', re.DOTALL)


class ScriptError(Exception):
    """A line that cannot be played, or an expectation that failed."""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """One line of a script."""

    file: str
    number: int
    text: str

    @property
    def is_blank(self) -> bool:
        """Whether the line is empty or a comment, which “#general” is not."""
        text = self.text.strip()
        return not text or text == "#" or text.startswith("# ")

    def words(self) -> list[str]:
        """The words of the line; quotation marks hold a word together and are still there."""
        text = self.text.strip()
        words = _WORD.findall(text)
        if "".join(_WORD.split(text)).strip():
            raise ScriptError("a quotation mark is not closed")
        return words


def read_lines(file: Path) -> list[ScriptLine]:
    """The lines of a script."""
    texts = file.read_text(encoding="utf-8").splitlines()
    return [ScriptLine(str(file), number, text) for number, text in enumerate(texts, 1)]


def spaced(text: str) -> str:
    """A text with plain spaces for no-break ones, which nobody sees and nobody types."""
    return text.replace("\N{NO-BREAK SPACE}", " ")


def parse_pair(word: str) -> tuple[str, str] | None:
    """The name and the value of `name:value`; None for any other word."""
    found = _PAIR.fullmatch(word)
    return (unquote(found[1]), unquote(found[2])) if found else None


def parse_pairs(words: list[str], what: str) -> dict[str, str]:
    """The names and values of `name:value` words; `what` they are is for the error message."""
    pairs: dict[str, str] = {}
    for word in words:
        pair = parse_pair(word)
        if pair is None:
            raise ScriptError(f"“{word}” is not an {what}: write name:value, and quote a value that has spaces")
        pairs[pair[0]] = pair[1]
    return pairs


def check_count(verb: str, words: list[str], count: int) -> list[str]:
    """The words behind a verb; a ScriptError if there are more or fewer than `count`."""
    if len(words) != count:
        raise ScriptError(f"“{verb}” takes {count} word{'s' if count != 1 else ''}, not {len(words)}")
    return words


def unquote(word: str) -> str:
    """The word without its quotation marks."""
    return _QUOTED.sub(lambda quoted: re.sub(r"\\(.)", _unescape, quoted[1]), word)


def _unescape(pair: re.Match[str]) -> str:
    return "\n" if pair[1] == "n" else pair[1]
