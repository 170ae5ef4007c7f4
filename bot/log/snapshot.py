"""Snapshots: a campaign as a text, so that a long log need not be folded again at every start.

A snapshot is a cache and no truth. Its first line seals the rest together with the code that wrote it: other code, or a
text that was changed, makes it stale, and the log is folded again. The rest is JSON. A text, a number, ``true`` and
``null`` stand for themselves; any other value is a list of the number of its kind and of its parts.
"""

import json
import sys
from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from datetime import date, datetime
from enum import Enum
from functools import cache
from hashlib import sha256
from itertools import chain
from operator import attrgetter
from pathlib import Path
from typing import Any

from pydantic import BaseModel

import rules
from rules.campaign import Campaign
from rules.campaign.decider.unknown import UnknownGame
from rules.campaign.questions.rulings import with_choices_of
from rules.game import AnyGame, Game
from rules.line import Day, Line, Listed
from rules.secrets import Hidden

PLAIN = (str, int, bool, float, type(None))


class StaleSnapshot(Exception):
    """A snapshot that this bot cannot go by. Its text says why; the log must be folded again."""


def write_snapshot(campaign: Campaign) -> str:
    """Return a campaign as a text (ASCII, the same for the same campaign).

    Raises ``ValueError`` for a campaign that this bot cannot play: a bot that can knows more of its game.
    """
    if isinstance(campaign.game, UnknownGame):
        raise ValueError("a campaign that cannot be played has no snapshot")
    writer = Writer(campaign.library)
    values = {name: writer.write(getattr(campaign, name)) for name in _written(campaign)}
    digests = sorted({campaign.founding.data, campaign.data, *writer.digests})
    body = json.dumps(
        {"data": digests, "kinds": [*map(_name, writer.kinds)], "campaign": values}, separators=(",", ":")
    )
    return f"{_seal(body)}\n{body}"


def snapshot_digests(text: str) -> frozenset[str]:
    """Return the digests of the data that a snapshot needs in the library. Raises ``StaleSnapshot``."""
    return frozenset(_opened(text)["data"])


def read_snapshot(founded: Campaign, text: str) -> Campaign:
    """Return the campaign of a snapshot; ``founded`` is the same campaign before its first entry.

    Raises ``StaleSnapshot`` where the text is another campaign's or another version's, or the library lacks its data.
    """
    opened = _opened(text)
    try:
        reader = Reader(opened["kinds"], founded.library)
        values = {name: reader.read(opened["campaign"][name]) for name in _written(founded)}
    except (LookupError, AttributeError, TypeError, ValueError) as error:
        raise StaleSnapshot(f"it cannot be read: {error!r}") from error
    if values["founding"] != founded.founding:
        raise StaleSnapshot("it is another campaign's")
    return replace(founded, **values)


def _written(campaign: Campaign) -> list[str]:
    """Return the fields of a campaign that a snapshot holds: all but the library, which is the loader's, and what is
    worked out from the others.
    """
    return [field.name for field in fields(campaign) if field.init and field.name != "library"]


def _opened(text: str) -> dict[str, Any]:
    """Return the content of a snapshot that this code wrote. Raises ``StaleSnapshot`` for any other text."""
    seal, _, body = text.partition("\n")
    if seal != _seal(body):
        raise StaleSnapshot("another version wrote it, or it was changed")
    opened: dict[str, Any] = json.loads(body)
    return opened


def _seal(body: str) -> str:
    """Return the SHA-256 of a snapshot's content with the code by which it is read."""
    return sha256(_code() + body.encode()).hexdigest()


@cache
def _code() -> bytes:
    """Return the SHA-256 of the code that decides what a snapshot holds: the rules and this file."""
    files = (Path(__file__), *sorted(Path(rules.__file__).parent.rglob("*.py")))
    return sha256(b"".join(sha256(file.read_bytes()).digest() for file in files)).digest()


class Writer:
    """Writes values. ``kinds`` numbers their kinds, ``digests`` are those of the games among them."""

    def __init__(self, library: Mapping[str, AnyGame]) -> None:
        self.kinds: dict[type, int] = {}
        self.digests: set[str] = set()
        self._library = library

    def write(self, value: Any) -> Any:
        """Return what JSON holds of a value. Raises ``TypeError`` for a kind of value that has no form here."""
        kind = type(value)
        if kind in PLAIN:
            return value
        number = self.kinds.setdefault(kind, len(self.kinds))
        parts = self._of_game(value) if isinstance(value, Game) else parts_of(value)
        written = [self.write(part) for part in parts]
        return [number, *(sorted(written, key=repr) if kind is frozenset else written)]

    def _of_game(self, game: AnyGame) -> tuple[str, dict[str, Any]]:
        """Return the digest of a game's data, and what the referee chose for its rulings."""
        for digest, edition in sorted(self._library.items()):
            if edition is game or with_choices_of(game, edition) == game:
                self.digests.add(digest)
                rulings = game.data.rulings.by_name.items()
                return digest, {name: ruling.chosen for name, ruling in rulings if ruling.chosen is not None}
        raise ValueError(f"{game.title} is played with data that is not in the library")


def parts_of(value: Any) -> Iterable[Any]:
    """Return what a value is made from. Raises ``TypeError`` for a kind that a snapshot cannot hold."""
    match value:
        case Line() | Listed() | Day():
            return parts_of_line(value)
        case BaseModel():
            return [getattr(value, name) for name in type(value).model_fields]
        case Enum() | Hidden():
            return (value.value,)
        case datetime():
            return (value.isoformat(),)
        case dict():
            return chain.from_iterable(value.items())
        case tuple() | frozenset():
            return value
        case str():
            return (str(value),)
        case int():
            return (int(value),)
    if is_dataclass(value):
        return [getattr(value, field.name) for field in fields(value)]
    raise TypeError(f"a snapshot cannot hold a {type(value).__qualname__}")


def parts_of_line(value: Line | Listed | Day) -> Iterable[Any]:
    """Return what a line is made from, or a value of one that is more than its text."""
    match value:
        case Line():
            return (value.template, dict(value.values))
        case Listed():
            return (value.items, value.mark)
        case Day():
            return (value.day.isoformat(),)


class Reader:
    """Reads values back; a game is found in the library."""

    def __init__(self, kinds: Iterable[str], library: Mapping[str, AnyGame]) -> None:
        self._library = library
        self._makers = [self._maker(_kind(name)) for name in kinds]

    def read(self, written: Any) -> Any:
        """Return the value that was written. Raises ``LookupError``, ``TypeError`` or ``ValueError`` if it cannot."""
        if type(written) is not list:
            return written
        number, *parts = written
        return self._makers[number]([self.read(part) for part in parts])

    def _maker(self, kind: type) -> Callable[[list[Any]], Any]:
        """Return how to make a value of a kind from its parts."""
        if issubclass(kind, Game):
            return lambda parts: self._game(*parts)
        if issubclass(kind, BaseModel):
            # they were validated when they were made
            return lambda parts: kind.model_construct(**dict(zip(kind.model_fields, parts, strict=True)))
        if kind is dict:
            return lambda parts: dict(zip(parts[::2], parts[1::2], strict=True))
        if kind is datetime:
            return lambda parts: datetime.fromisoformat(*parts)
        if kind in (tuple, frozenset):
            return kind
        if kind is Day:
            return lambda parts: Day(date.fromisoformat(*parts))
        return lambda parts: kind(*parts)

    def _game(self, digest: str, chosen: Mapping[str, Any]) -> AnyGame:
        game = self._library[digest]
        for name, choice in chosen.items():
            game = game.with_choice(name, choice)
        return game


def _name(kind: type) -> str:
    return f"{kind.__module__}:{kind.__qualname__}"


@cache
def _kind(name: str) -> type:
    """Return the type with that name in a loaded module. Raises ``LookupError`` or ``TypeError``."""
    module, _, qualname = name.partition(":")
    kind = attrgetter(qualname)(sys.modules[module])
    if not isinstance(kind, type):
        raise TypeError(f"{name} is no kind of value")
    return kind
