"""The games with their data, read from ``data`` and the operator's own folder. Wrong data stops the start."""

import json
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.errors import DataError
from rules.game import AnyGame
from rules.games import GAMES
from rules.ruling import GameData

Loc = tuple[int | str, ...]
SHIPPED = Path(__file__).parents[2] / "data"
AS_WRITTEN = {"file": True}
"""The context in which a model reads a file: it can be stricter there than with data that a campaign keeps."""


@dataclass(frozen=True, slots=True)
class Edition:
    """A game with data: ``body`` is that data as one JSON document, ``digest`` the SHA-256 of it.

    A campaign keeps the document of its data, so a changed data file never changes it.
    """

    game: AnyGame
    body: str
    digest: str


class Catalog:
    """The editions of this bot by the game's id, and the games of older editions that campaigns are played with."""

    def __init__(self, editions: Iterable[Edition]) -> None:
        self.editions: Mapping[str, Edition] = {edition.game.id: edition for edition in editions}
        self._games = {(id_, edition.digest): edition.game for id_, edition in self.editions.items()}

    @property
    def games(self) -> Mapping[str, AnyGame]:
        """The games with the data of this bot, by id."""
        return {id_: edition.game for id_, edition in self.editions.items()}

    def packed(self) -> list[tuple[str, str, str, str]]:
        """Of each game where its code stands, and its data: what another process needs to have the same catalogue."""
        kinds = ((type(each.game), each) for each in self.editions.values())
        return [(kind.__module__, kind.__qualname__, each.digest, each.body) for kind, each in kinds]

    @classmethod
    def unpacked(cls, packed: Iterable[Sequence[str]]) -> "Catalog":
        """The same catalogue again."""
        editions = list[Edition]()
        for module, name, digest, body in packed:
            kind: type[AnyGame] = getattr(import_module(module), name)
            data = kind.data_type.model_validate(_of_today(kind, json.loads(body)))
            editions.append(Edition(kind(data), body, digest))
        return cls(editions)

    def game(self, id_: str, digest: str, body: str) -> AnyGame:
        """The game with the data of a document. Raises ``DataError`` when today's game cannot read that data."""
        if (id_, digest) not in self._games:
            if id_ not in self.editions:
                raise DataError(f"it has no game “{id_}”.")
            kind = type(self.editions[id_].game)
            try:
                data = kind.data_type.model_validate(_of_today(kind, json.loads(body)))
            except (ValidationError, ValueError) as error:
                raise DataError(f"it cannot read the data of {kind.title} that the campaign keeps.") from error
            self._games[id_, digest] = kind(data)
        return self._games[id_, digest]


def read_catalog(own: Path | None = None, games: tuple[type[AnyGame], ...] = GAMES, shipped: Path = SHIPPED) -> Catalog:
    """Every game with its data.

    A file in the operator's ``own`` folder replaces the shipped one of the same name. A game may have further
    parts (a deck, say), whose lists add up with those of the file before. Raises ``DataError`` naming the file, the
    place in it and what is wrong there.
    """
    if own is not None and not own.is_dir():
        raise DataError(f"{own}: there is no such folder of data files.")
    if own is not None:
        _check_names(own, {*GAMES, *games})
    return Catalog(_edition(game, [*_files(game, own, shipped)]) for game in games)


def _files(game: type[AnyGame], own: Path | None, shipped: Path) -> Iterator[Path]:
    """The data files of a game: its own, then those of its parts as far as there are any."""
    name = game.id.replace("-", "_")
    for part in ("", *(f"_{part}" for part in game.data_parts)):
        mine = own / f"{name}{part}.toml" if own else None
        file = mine if mine and mine.exists() else shipped / f"{name}{part}.toml"
        if not part or file.exists():
            yield file


def _edition(game: type[AnyGame], files: Sequence[Path]) -> Edition:
    given, origin = _together(files)
    data = _read_data(game, given, origin, files[0])
    document = {"v": game.data_version, **given}
    # the rows of a table keep their order, which has a meaning
    body = json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)
    return Edition(game(data), body, sha256(body.encode()).hexdigest())


def _of_today(game: type[AnyGame], document: dict[str, Any]) -> dict[str, Any]:
    """The data of a document as today's game reads it."""
    version = document.pop("v", 0)
    while step := game.data_upcasters.get(version):
        document, version = step(document), version + 1
    return document


def _together(files: Sequence[Path]) -> tuple[dict[str, Any], dict[Loc, Path]]:
    """The contents of all files combined, and the file from which each key and each element of a list comes."""
    given: dict[str, Any] = {}
    origin: dict[Loc, Path] = {}
    for file in files:
        for key, value in _read(file).items():
            before = given.get(key, [])
            if not isinstance(value, list) and key in given:
                is_list = isinstance(before, list)
                hint = f"is a list, so write `[[{key}]]`" if is_list else "belongs to another data file"
                raise DataError(f"{file}: {_line_of(file, key)}`{key}` {hint}.")
            if not isinstance(before, list):
                raise DataError(
                    f"{origin[key,]}: {_line_of(origin[key,], key)}`{key}` is a list, so write `[[{key}]]`."
                )
            origin.setdefault((key,), file)
            if not isinstance(value, list):
                given[key] = value
                continue
            origin |= {(key, len(before) + number): file for number in range(len(value))}
            given[key] = [*before, *value]
    return given, origin


def _line_of(file: Path, key: str) -> str:
    """Where a key stands in a file: ``line 3: ``; nothing where it cannot be found."""
    heads = tuple(f"{head}{key}" for head in ("", "[", "[["))
    for number, line in enumerate(file.read_text(encoding="utf-8-sig").splitlines(), start=1):
        if line.strip().startswith(heads):
            return f"line {number}: "
    return ""


def _faults(error: ValidationError) -> list[tuple[Loc, str]]:
    """The faults of some data, each once. Where something in a list is wrong, the list is not called too short."""
    found = [(e["loc"], e["msg"].removeprefix("Value error, "), e["type"]) for e in error.errors(include_input=False)]
    inside = {loc[:place] for loc, _, _ in found for place in range(1, len(loc))}
    return [(loc, message) for loc, message, type in found if type != "too_short" or loc not in inside]


def _read_data(game: type[AnyGame], given: Mapping[str, Any], origin: Mapping[Loc, Path], main: Path) -> GameData:
    try:
        data = game.data_type.model_validate(given, context=AS_WRITTEN)
    except ValidationError as error:
        problems = _faults(error)
    else:
        problems = list(data.problems())
        if not problems:
            return data
    by_file: dict[Path, list[str]] = {}
    for loc, message in problems:
        file = origin.get(loc[:2]) or origin.get(loc[:1]) or main
        line = _line_of(file, str(loc[0])) if loc and not _is_in_list(loc) and file != main else ""
        by_file.setdefault(file, []).append(f"  {line}{'.'.join(map(str, _named(given, loc)))}: {message}")
    raise DataError("\n".join(line for file, lines in by_file.items() for line in (f"{file}:", *lines)))


def _read(file: Path) -> dict[str, Any]:
    try:
        contents = tomllib.loads(file.read_text(encoding="utf-8-sig"))
    except FileNotFoundError:
        raise DataError(f"{file}: this data file is missing.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{file}: {error}") from None
    if not contents:
        raise DataError(f"{file}: this data file is empty.")
    return contents


def _check_names(own: Path, games: Iterable[type[AnyGame]]) -> None:
    """Raises ``DataError`` for a file in the operator's folder that no game reads, as its name is misspelt."""
    stems = [game.id.replace("-", "_") + each for game in games for each in ("", *(f"_{x}" for x in game.data_parts))]
    known = sorted({f"{stem}.toml" for stem in stems})
    for file in sorted(own.iterdir()):
        is_meant = file.name.casefold().endswith((".toml", ".toml.txt"))
        if is_meant and not file.name.startswith(".") and file.name not in known:
            raise DataError(f"{file}: no game reads a file of this name. The names are {', '.join(known)}.")


def _is_in_list(loc: Loc) -> bool:
    return len(loc) > 1 and isinstance(loc[1], int)


def _named(given: Mapping[str, Any], loc: Loc) -> Loc:
    """The path with the id of a list's element instead of its number, where it has one."""
    if not _is_in_list(loc):
        return loc
    element = given[str(loc[0])][int(loc[1])]
    id_ = element.get("id") if isinstance(element, dict) else None
    return (loc[0], id_ or loc[1], *loc[2:])
