"""Languages: who reads what in which words.

What a channel reads is in its campaign's language, what one person reads is in theirs. The catalogues are gettext
files, ``data/locale/<language>/adjutant.po``. Their message ids are the English templates, so what a catalogue lacks is
English.
"""

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path
from types import MappingProxyType

from babel import Locale
from babel.dates import format_date
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from babel.numbers import get_decimal_symbol

from rules import line
from rules.errors import NotThere
from rules.line import ENGLISH, Words, both, with_sign

LOCALE = Path(__file__).parents[2] / "data" / "locale"
CATALOGUE = "adjutant.po"
SOURCE = "en"
FORMS = ("zero", "one", "two", "few", "many", "other")
"""CLDR's names for the forms of a plural, in the order in which templates list a language's."""

_USER, _CHANNEL, _TIME = re.compile(r"<@!?(\d+)>"), re.compile(r"<#\d+>"), re.compile(r"<t:(\d{1,11})(?::\w)?>")
NOBODY: Mapping[int, str] = MappingProxyType({})
_reader: ContextVar[Words] = ContextVar("reader", default=ENGLISH)


class Catalogue:
    """A language with a catalogue."""

    def __init__(self, language: str, catalog: Catalog) -> None:
        self.code = language
        self._locale = Locale.parse(language)
        self._texts = {
            (message.context or "", str(message.id)): str(message.string)
            for message in catalog
            if message.id and message.string and not message.fuzzy
        }
        self._forms = [form for form in FORMS if form in {*self._locale.plural_form.tags, "other"}]
        self._point = get_decimal_symbol(self._locale)

    def find(self, text: str, form: str = "") -> str:
        """Return a text in this language, or in English if the catalogue lacks it."""
        return self._texts.get((form, text)) or self._texts.get(("", text), text)

    def choose(self, number: float, forms: tuple[str, ...]) -> str:
        """Return the form that goes with a number, by CLDR's rules."""
        place = self._forms.index(self._locale.plural_form(number))
        return forms[min(place, len(forms) - 1)]

    def write(self, number: float, spec: str) -> str:
        """Return a number with this language's decimal mark."""
        return with_sign(number, spec).replace(".", self._point)

    def day(self, day: date) -> str:
        """Return a day as this language writes it out."""
        return format_date(day, "long", self._locale)


def languages() -> tuple[str, ...]:
    """Return the languages that the bot speaks: English, and those with a catalogue."""
    return (SOURCE, *sorted(file.parent.name for file in LOCALE.glob(f"*/{CATALOGUE}")))


@cache
def words_of(language: str) -> Words:
    """Return the words of a language by its code, or English if it has no catalogue."""
    file = LOCALE / language / CATALOGUE
    if language not in languages() or language == SOURCE:
        return ENGLISH
    with file.open("rb") as opened:
        return Catalogue(language, read_po(opened, locale=language))


def language_of(locale: str) -> str:
    """Return the language of a locale as Discord writes it: ``fr``, ``en`` for ``en-GB``."""
    return locale.partition("-")[0]


def name_of(language: str) -> str:
    """Return a language as it calls itself: ``Français``."""
    return str(Locale.parse(language).get_display_name(language)).capitalize()


@contextmanager
def reading(language: str) -> Iterator[None]:
    """All that is said inside is read in a language."""
    before = _reader.set(words_of(language))
    try:
        yield
    finally:
        _reader.reset(before)


def say(text: object, *, opened: bool = False) -> str:
    """Return a text, a line or a value in its reader's words; ``opened`` as a player who may know the hidden values."""
    words = _reader.get()
    return str(text) if words is ENGLISH and not opened else line.say(text, words, opened=opened)


def without_stars(text: str) -> str:
    """Return a text in which nothing stands out, for a place where all of it does."""
    return text.replace("**", "")


def say_plain(text: object, names: Mapping[int, str] = NOBODY) -> str:
    """Return a text for where Discord resolves no mention and no mark: in lists, on buttons, as the title of a form.
    Who has no name among ``names`` is a player.
    """
    said = _USER.sub(lambda found: say(names.get(int(found[1]), "a player")), without_stars(say(text)))
    return _TIME.sub(lambda found: f"{datetime.fromtimestamp(int(found[1]), UTC):%Y-%m-%d}", _CHANNEL.sub("#…", said))


def said_by_any(text: object) -> frozenset[str]:
    """Return a text as each language says it, to know again what was said in another one."""
    return frozenset(line.say(text, words_of(each)) for each in languages())


def read_language(typed: str) -> str:
    """Return a language by its code or its own name. Raises ``NotThere`` if it has no catalogue."""
    wanted = typed.strip().casefold()
    for each in languages():
        if wanted in (each, name_of(each).casefold()):
            return each
    raise NotThere("I speak {names}.", names=both(map(name_of, languages())))
