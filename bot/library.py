"""The games with their tables, read from ``data`` and from the operator's own folder, and refused loudly when wrong."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.errors import DataError
from rules.game import Game
from rules.games import GAMES

AnyGame = Game[Any, Any]
Loc = tuple[int | str, ...]
SHIPPED = Path(__file__).parent.parent / "data"


def read_games(
    own: Path | None = None, games: tuple[type[AnyGame], ...] = GAMES, shipped: Path = SHIPPED
) -> Mapping[str, AnyGame]:
    """Every game by its id, with its tables.

    A file in the operator's ``own`` folder takes the place of the shipped one of the same name; a game may have further
    parts (a deck, say), whose lists add up with those of the file before. Raises ``DataError``
    naming the file, the place in it and what is wrong there.
    """
    if own is not None and not own.is_dir():
        raise DataError(f"{own}: there is no such folder of data files.")
    return {game.id: game(_read_tables(game, [*_files(game, own, shipped)])) for game in games}


def _files(game: type[AnyGame], own: Path | None, shipped: Path) -> Iterator[Path]:
    """The data files of a game: its own, then those of its parts as far as there are any."""
    name = game.id.replace("-", "_")
    for part in ("", *(f"_{part}" for part in game.data_parts)):
        mine = own / f"{name}{part}.toml" if own else None
        file = mine if mine and mine.exists() else shipped / f"{name}{part}.toml"
        if not part or file.exists():
            yield file


def _read_tables(game: type[AnyGame], files: Sequence[Path]) -> Any:
    given: dict[str, Any] = {}
    origin: dict[Loc, Path] = {}
    for file in files:
        for key, value in _read(file).items():
            if not isinstance(value, list):
                given[key] = value
                continue
            together = given.setdefault(key, [])
            origin |= {(key, len(together) + place): file for place in range(len(value))}
            together.extend(value)
    try:
        tables = game.data_type.model_validate(given)
    except ValidationError as error:
        wrong = [(e["loc"], e["msg"]) for e in error.errors(include_input=False)]
    else:
        wrong = list(tables.problems())
        if not wrong:
            return tables
    by_file: dict[Path, list[str]] = {}
    for loc, message in wrong:
        file = origin.get(loc[:2], files[0])
        by_file.setdefault(file, []).append(f"  {'.'.join(map(str, _named(given, loc)))}: {message}")
    raise DataError("\n".join(line for file, lines in by_file.items() for line in (f"{file}:", *lines)))


def _read(file: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise DataError(f"{file}: this data file is missing.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{file}: {error}") from None


def _is_in_list(loc: Loc) -> bool:
    return len(loc) > 1 and isinstance(loc[1], int)


def _named(given: Mapping[str, Any], loc: Loc) -> Loc:
    """The place with the id of a list's element instead of its number, where it has one."""
    if not _is_in_list(loc):
        return loc
    element = given[str(loc[0])][int(loc[1])]
    id_ = element.get("id") if isinstance(element, dict) else None
    return (loc[0], id_ or loc[1], *loc[2:])
