"""Which texts an editor of their language has read once more, by whom and when: the second half of ``make texts``.

A text is known by a digest of its words, so one that was changed since counts as not read. Whoever has read all that
the list shows notes it: ``python -m tests.readings fr "an editor" 2026-11-25``.
"""

import sys
from base64 import urlsafe_b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from babel.messages.pofile import read_po

from bot.base.language import CATALOGUE, LOCALE, languages
from tests.messages import messages

FILE = Path(__file__).parent / "readings.txt"
A_LINE = 12


@dataclass(frozen=True, order=True)
class Reading:
    """An editor has read texts of a language on a day."""

    language: str
    day: str
    who: str

    def __str__(self) -> str:
        return f"{self.language} {self.day} {self.who}"


def texts_of(language: str) -> Iterator[str]:
    """Every text as its reader has it; a translation with what it translates."""
    if language == languages()[0]:
        yield from sorted(messages())
        return
    with (LOCALE / language / CATALOGUE).open("rb") as opened:
        for message in read_po(opened, locale=language):
            if message.id:
                yield f"{message.context or ''}{message.id}\n{message.string}"


def digest(text: str) -> str:
    """Eight letters for a text: so many that no two texts share theirs."""
    return urlsafe_b64encode(sha256(text.encode()).digest()).decode()[:8]


def noted(written: str) -> dict[tuple[str, str], Reading]:
    """Who has read what: by language and digest."""
    found: dict[tuple[str, str], Reading] = {}
    reading = Reading("", "", "")
    for line in written.splitlines():
        if line.startswith(" "):
            found |= {(reading.language, each): reading for each in line.split()}
        elif line:
            reading = Reading(*line.split(" ", 2))
    return found


def unread(language: str, written: str) -> list[str]:
    """The texts of a language that nobody has read as they stand."""
    known = noted(written)
    return [each for each in texts_of(language) if (language, digest(each)) not in known]


def with_all_read(reading: Reading, written: str) -> str:
    """The list after an editor has read all that nobody had; what there is no longer falls out of it."""
    by_reading: dict[Reading, set[str]] = {}
    standing = {(each, digest(text)) for each in languages() for text in texts_of(each)}
    for key, by in ({key: reading for key in standing if key[0] == reading.language} | noted(written)).items():
        if key in standing:
            by_reading.setdefault(by, set()).add(key[1])
    return "".join(f"{by}\n{_lines(by_reading[by])}" for by in sorted(by_reading))


def _lines(digests: Iterable[str]) -> str:
    each = sorted(digests)
    return "".join(f"  {' '.join(each[at : at + A_LINE])}\n" for at in range(0, len(each), A_LINE))


def report(written: str) -> Iterator[str]:
    """How many texts of each language were read by whom and when, then each that nobody has read."""
    known = noted(written)
    for language in languages():
        counted = Counter(known.get((language, digest(each))) for each in texts_of(language))
        yield f"== {language}: " + ", ".join(
            f"{count} read {by.day} by {by.who}" if by else f"{count} not read" for by, count in counted.items()
        )
        yield from unread(language, written)


def main(given: list[str]) -> None:
    """Tell what was read, or note that all was."""
    written = FILE.read_text(encoding="utf-8")
    if given:
        language, who, day = given
        FILE.write_text(with_all_read(Reading(language, day, who), written), encoding="utf-8")
    else:
        print("\n", *report(written), sep="\n")


if __name__ == "__main__":
    main(sys.argv[1:])
