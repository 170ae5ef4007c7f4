"""What every command of the terminal needs: its settings, its database, and an end with one sentence."""

import logging
import os
from pathlib import Path
from typing import NoReturn

import typer
from pydantic import ValidationError

from bot.base.program_log import Json
from bot.base.settings import Place, Settings
from bot.chat.startup_errors import FAILED, FOR_GOOD, sentence
from bot.storage.file_lock import OWNER_ONLY


def settings_of(**given: object) -> Settings:
    """Return the settings, or end the command if one is wrong."""
    try:
        return Settings(**given)  # type: ignore[arg-type]
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        fail(f"ADJUTANT_{str(first['loc'][0]).upper()}: {first['msg']}. Set it right, or not at all.", FOR_GOOD)


def database_of() -> Place:
    """Return where the settings place the database, or end the command if its file is missing."""
    database = settings_of().database
    if isinstance(database, Path) and not database.exists():
        fail(f"There is no database {database}: see ADJUTANT_DATABASE.")
    return database


def fail(sentence: str, code: int = FAILED) -> NoReturn:
    """End the command with a sentence, in JSON where the log is."""
    if os.environ.get("ADJUTANT_LOG_FORMAT") == "json":
        sentence = Json().format(logging.LogRecord("bot", logging.CRITICAL, "", 0, sentence, None, None))
    typer.echo(sentence, err=True)
    raise typer.Exit(code)


def write_new(file: Path, data: bytes) -> None:
    """Write a new file that only its owner can read, or end the command if that fails."""
    try:
        file.touch(OWNER_ONLY, exist_ok=False)
        try:
            file.write_bytes(data)
        except OSError:
            file.unlink()
            raise
    except OSError as error:
        fail(f"{file} cannot be written: {reason_of(error)}.")


def reason_of(error: Exception) -> str:
    """Return what went wrong, as a sentence."""
    return str(error.strerror or error) if isinstance(error, OSError) else sentence(error) or str(error)
