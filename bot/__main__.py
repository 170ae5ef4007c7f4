"""The command line, and the only place where the parts are put together."""

import asyncio
import json
from pathlib import Path
from typing import Annotated, NoReturn

import discord
import typer
from pydantic import ValidationError

from bot.running import RunningBot, is_alive, log_to_stderr, start
from bot.settings import Settings
from bot.store import Store
from rules.dice import Roll, recheck, seal
from rules.errors import DataError

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

SETTINGS_HELP = "\n\n".join(
    f"ADJUTANT_{name.upper()}: {field.description}" for name, field in Settings.model_fields.items()
)


@app.command(epilog=SETTINGS_HELP)
def run() -> None:
    """Run the bot on Discord. It is set up by environment variables."""
    settings = _settings()
    if not settings.token.get_secret_value():
        _fail("ADJUTANT_TOKEN is not set: it is the bot's token from Discord's developer portal.")
    log_to_stderr(settings.log_level)
    asyncio.run(_run(settings))


async def _run(settings: Settings) -> None:
    bot = await _start(settings)
    try:
        await bot.wait()
    except discord.LoginFailure:
        _fail("Discord does not know this token: see ADJUTANT_TOKEN.")
    finally:
        await bot.stop()


async def _start(settings: Settings, **options: object) -> RunningBot:
    try:
        return await start(settings, **options)
    except DataError as error:
        _fail(str(error))


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist")]) -> None:
    """Write a whole copy of the database, also while the bot runs."""
    database = _settings().database
    if not database.exists():
        _fail(f"There is no database {database}: see ADJUTANT_DATABASE.")
    asyncio.run(_back_up(database, file))


async def _back_up(database: Path, file: Path) -> None:
    store = await Store.open(database)
    try:
        await store.back_up(file)
    except FileExistsError:
        _fail(f"{file} exists already; nothing was written.")
    finally:
        await store.close()


@app.command()
def verify(file: Annotated[Path, typer.Argument(help="dice.json, as /dice verify gives it after the end")]) -> None:
    """Work out every sealed die of an ended campaign again, from its published seed."""
    try:
        record = json.loads(file.read_text(encoding="utf-8"))
        seed, words = bytes.fromhex(record["seed"]), "\n".join(record["words"])
        rolls = [Roll(first=roll["first"], sides=roll["sides"], faces=roll["faces"]) for roll in record["rolls"]]
        sealed_by = record["seal"]
    except (OSError, ValueError, KeyError, TypeError):
        _fail(f"{file} is no record of dice.")
    wrong = recheck(seed, words, rolls)
    if seal(seed) != sealed_by:
        _fail("The seed does not match the seal that was published at the founding.")
    for roll in wrong:
        typer.echo(f"Does not come out: {roll}")
    if wrong:
        raise typer.Exit(1)
    count = sum(len(roll.faces) for roll in rolls if not roll.by_hand)
    typer.echo(f"The seed matches its seal, and all {count} sealed dice come out.")


@app.command()
def health() -> None:
    """Exit 0 if the bot was connected a moment ago, 1 otherwise: for a container's health check."""
    if not is_alive(_settings().database):
        _fail("The bot is not connected.")


def _settings() -> Settings:
    try:
        return Settings.model_validate({})
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        _fail(f"ADJUTANT_{str(first['loc'][0]).upper()}: {first['msg']}")


def _fail(sentence: str) -> NoReturn:
    typer.echo(sentence, err=True)
    raise typer.Exit(1)


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
