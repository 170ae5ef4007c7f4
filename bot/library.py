"""The games with their tables, read from ``data`` and from the operator's own folder, and refused loudly when wrong."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from rules.errors import DataError
from rules.game import Game
from rules.games import GAMES

AnyGame = Game[Any, Any, Any]
SHIPPED = Path(__file__).parent.parent / "data"


def read_games(
    own: Path | None = None, games: tuple[type[AnyGame], ...] = GAMES, shipped: Path = SHIPPED
) -> Mapping[str, AnyGame]:
    """Every game by its id, with its tables.

    A file in the operator's ``own`` folder takes the place of the shipped one of the same name. Raises ``DataError``
    naming the file, the place in it and what is wrong there.
    """
    if own is not None and not own.is_dir():
        raise DataError(f"{own}: there is no such folder of data files.")
    return {game.id: game(_read_tables(game, _find(game, own, shipped))) for game in games}


def _find(game: type[AnyGame], own: Path | None, shipped: Path) -> Path:
    name = f"{game.id.replace('-', '_')}.toml"
    mine = own / name if own else None
    return mine if mine and mine.exists() else shipped / name


def _read_tables(game: type[AnyGame], file: Path) -> Any:
    try:
        return game.tables_type.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except FileNotFoundError:
        raise DataError(f"{file}: this data file is missing.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise DataError(f"{file}: {error}") from None
    except ValidationError as error:
        wrong = (f"  {'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors(include_input=False))
        raise DataError("\n".join([f"{file}:", *wrong])) from None
