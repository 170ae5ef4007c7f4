"""The command line. Each command imports what it needs itself: a help text needs neither games nor Discord."""

import asyncio
import contextlib
import functools
import os
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from typer.core import TyperCommand

from bot import VERSION
from rules.seat import FORMER

if TYPE_CHECKING:
    from bot.cli.app import RunningBot
    from localdiscord import LocalDiscord

app = typer.Typer(no_args_is_help=True, add_completion=False, pretty_exceptions_enable=False)

BOT_NAME = "Adjutant"
ENDED = 128 + signal.SIGTERM
"""The exit code of a command that a signal has ended."""
MOST_ID = FORMER - 1
"""No id is greater; a database could not keep many more."""
LOCAL_PORT, LOCAL_PORTS = 8918, 20
"""The page has the first of so many ports that is free."""


class RunCommand(TyperCommand):
    """Below its help stand the settings."""

    def get_help(self, ctx: Any) -> str:
        """Return the help with every setting."""
        from bot.base.settings import Settings

        fields = Settings.model_fields.items()
        self.epilog = "\n\n".join(f"ADJUTANT_{name.upper()}: {field.description}" for name, field in fields)
        return super().get_help(ctx)


def _say_version(asked: bool) -> None:  # noqa: FBT001 (the library calls it)
    if asked:
        import discord

        import rules

        python = ".".join(map(str, sys.version_info[:3]))
        typer.echo(f"Adjutant {VERSION}, rules {rules.VERSION}\nPython {python}, discord.py {discord.__version__}")
        raise typer.Exit


@app.callback()
def adjutant(
    *, _version: Annotated[bool, typer.Option("--version", callback=_say_version, help="Say the versions")] = False
) -> None:
    """Keep the papers of wargame campaigns that are played by post on Discord."""


@app.command(cls=RunCommand)
def run() -> None:
    """Run the bot on Discord. It is set up by environment variables."""
    from bot.base import program_log
    from bot.chat.startup_errors import FOR_GOOD
    from bot.cli import process
    from bot.cli.terminal import fail, settings_of

    settings = settings_of()
    if not settings.token.get_secret_value():
        fail("ADJUTANT_TOKEN is not set: it is the bot's token from Discord's developer portal.", FOR_GOOD)
    if settings.seed is not None and settings.discord_api is None:
        fail("ADJUTANT_SEED is for tests: anybody could foresee the dice of every campaign. Do not set it.", FOR_GOOD)
    program_log.listen(settings.log_level, settings.log_format, settings.token.get_secret_value())
    ended = asyncio.run(process.run(settings))
    if ended is not None:
        fail(*ended)


@app.command()
def local(
    port: Annotated[
        int | None,
        typer.Option(min=0, max=65535, help="The page's port on this machine (default: 8918 or the next free one)"),
    ] = None,
    folder: Annotated[Path, typer.Option(help="Keep the guild and its campaigns here")] = Path(".local-discord"),
    language: Annotated[
        str | None, typer.Option(help="The language of a new guild: en or fr (default: this machine's, or en)")
    ] = None,
) -> None:
    """Play on a small Discord of your own, in your browser and without a token."""
    with _source_checkout("local"):
        from localdiscord import NoPort, Tour, serve
    from bot.base import program_log
    from bot.cli.invite import INVITED
    from bot.cli.local_guild import GUILDS, TOUR_SEED, USERS, language_here
    from bot.cli.terminal import fail
    from bot.engine.outbox import POLL_SECONDS
    from bot.storage import StoreFault
    from bot.storage.file_lock import lock

    program_log.listen("WARNING")
    if language is not None and language not in GUILDS:
        fail(f"--language takes {' or '.join(GUILDS)}.")
    guild = GUILDS[language or language_here()]
    start_tour = functools.partial(start_local_bot, seed=TOUR_SEED)
    folder.mkdir(parents=True, exist_ok=True)
    try:
        alone = lock(folder / "discord.db")
    except StoreFault:
        fail(f"The local Discord in {folder} is running already. Open its page, or name another folder by `--folder`.")
    running = serve(
        folder,
        functools.partial(start_local_bot, poll=POLL_SECONDS, greets=True),
        port=range(LOCAL_PORT, LOCAL_PORT + LOCAL_PORTS) if port is None else port,
        guild_name=guild.name,
        bot_name=BOT_NAME,
        users=USERS,
        channels=guild.channels,
        bot_permissions=INVITED.value,
        tours={each.locale: Tour(each.script, each.thread, start_tour) for each in GUILDS.values()},
        locale=guild.locale,
    )
    try:
        asyncio.run(running)
    except NoPort as error:
        used = port if port is not None else f"{LOCAL_PORT} to {LOCAL_PORT + LOCAL_PORTS - 1}"
        fail(f"The local Discord cannot use port {used}: {error.strerror or error}. Choose another with `--port`.")
    finally:
        alone.release()


@app.command()
def script(
    files: Annotated[list[Path], typer.Argument(help="Scripts, played one after the other", exists=True)],
    *,
    as_json: Annotated[bool, typer.Option("--json", help="One JSON object a line")] = False,
    seed: Annotated[str | None, typer.Option(help="The seed of campaigns founded in the script, 64 hex digits")] = None,
    database: Annotated[Path | None, typer.Option(help="Keep the campaigns here (default: nowhere)")] = None,
) -> None:
    """Play a script on a local Discord and print what everybody sees."""
    with _source_checkout("script"):
        from localdiscord import play
    from bot.base import program_log
    from bot.cli.terminal import fail

    if seed is not None and not re.fullmatch("[0-9a-f]{64}", seed):
        fail("--seed takes 64 hexadecimal digits.")
    program_log.listen("ERROR")
    start_bot = functools.partial(start_local_bot, seed=seed)
    raise typer.Exit(asyncio.run(play(files, start_bot, as_json=as_json, database=database, bot_name=BOT_NAME)))


@contextlib.contextmanager
def _source_checkout(command: str) -> Iterator[None]:
    """Import the local Discord in here: the production image does not have it."""
    from bot.cli.terminal import fail

    try:
        yield
    except ModuleNotFoundError as error:
        if error.name != "localdiscord":
            raise
        fail(f"The local Discord is not part of this installation: run `adjutant {command}` from a source checkout.")


async def start_local_bot(
    server: "LocalDiscord", database: Path, seed: str | None = None, poll: float | None = None, *, greets: bool = False
) -> "RunningBot":
    """Start the bot on a local Discord. Where the clock is put on by hand, what is due is posted by ``settle``. One
    that ``greets`` says what it is for, as on a server that it joins.
    """
    from bot.base.settings import UNHURRIED
    from bot.chat.startup_errors import sentence
    from bot.cli.app import start
    from bot.cli.terminal import fail, settings_of
    from bot.engine.outbox import NEVER
    from bot.storage import StoreFault
    from rules.errors import DataError

    given = {"token": server.token, "database": database, "discord_api": server.api_url, **UNHURRIED}
    given |= {"seed": seed} if seed is not None else {}
    try:
        poll = NEVER if poll is None else poll
        bot = await start(settings_of(**given), now=server.clock.now, poll=poll, guild_ready_timeout=0.001)
    except (DataError, StoreFault) as error:
        fail(sentence(error) or str(error))

    async def greet() -> None:
        await bot.client.wait_until_ready()
        for guild in bot.client.guilds:
            await bot.client.welcome.greet(guild)

    if greets:
        bot.add("welcome", greet())
    return bot


@app.command()
def invite(application: Annotated[int, typer.Argument(help="The id of your application")]) -> None:
    """Print the address at which the bot is invited to a server, and what each permission is for."""
    from bot.cli.invite import PERMISSIONS, invitation

    typer.echo(invitation(application))
    for name, why in PERMISSIONS.items():
        typer.echo(f"{name.replace('_', ' ')}: {why}")


@app.command()
def doctor(
    *,
    deep: Annotated[bool, typer.Option("--deep", help="Read every row and hold it against its hash")] = False,
    live: Annotated[int | None, typer.Option(metavar="CHANNEL", help="Try by itself what a bot does there")] = None,
) -> None:
    """Look for what is wrong with this installation, and say what to do. It changes nothing; a bot may run."""
    from bot.base.clock import utc_now
    from bot.cli.app import speak_to
    from bot.cli.doctor.machine import look_at_machine, look_deep
    from bot.cli.doctor.remote import look_at_discord, try_channel
    from bot.cli.terminal import settings_of

    settings = settings_of()
    if settings.discord_api:
        speak_to(settings.discord_api)
    found = [*look_at_machine(settings, os.environ, utc_now()), *(look_deep(settings.database) if deep else ())]
    for each in found:
        typer.echo(each)
    token = settings.token.get_secret_value()
    remote = asyncio.run(look_at_discord(token, settings.database))
    if live is not None:
        remote += asyncio.run(try_channel(token, live))
    for each in remote:
        typer.echo(each)
    if any(each.level == "fault" for each in (*found, *remote)):
        raise typer.Exit(1)


@app.command()
def backup(file: Annotated[Path, typer.Argument(help="The file to write; it must not exist")]) -> None:
    """Write a whole copy of the database, also while the bot runs."""
    from bot.cli.terminal import database_of, fail, reason_of
    from bot.storage import backups

    database = database_of()
    if not isinstance(database, Path):
        fail("A PostgreSQL database is backed up with its own program: `pg_dump --format=custom --file=FILE ADDRESS`.")

    def end(*_: object) -> None:
        backups.remove(backups.part_of(file))
        os._exit(ENDED)

    with contextlib.suppress(ValueError):  # only the main thread of a process hears signals
        signal.signal(signal.SIGTERM, end)
    try:
        if file.exists():
            fail(f"{file} exists already; nothing was written.")
        asyncio.run(backups.copy_whole(database, file))
        typer.echo(f"{database.absolute()}: {backups.holding(database)}.\n{file}: {backups.holding(file)}.")
    except OSError as error:
        fail(f"{file} cannot be written: {reason_of(error)}.")


@app.command()
def restore(
    file: Annotated[Path, typer.Argument(metavar="BACKUP", help="The backup to restore")],
    *,
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask, even if entries are lost")] = False,
    campaign: Annotated[int | None, typer.Option(help="Restore this one alone; the others stay as they are")] = None,
) -> None:
    """Put a backup in the place of the database, while no bot runs. The database that was there is kept."""
    from bot.base.clock import utc_now
    from bot.chat.startup_errors import sentence
    from bot.cli.terminal import fail, settings_of
    from bot.storage import StoreFault, backups
    from bot.storage.check_file import RESTORE

    database = settings_of().database
    if not isinstance(database, Path):
        fail("A PostgreSQL database is restored with its own tools, pg_restore or psql.")

    def may_lose(missing: int, before: backups.Holding | None, after: backups.Holding) -> bool:
        typer.echo(f"Now: {before}.\nThe backup: {after}.\nEntries that the backup does not have: {missing}.")
        return yes or typer.confirm("Restore it all the same?")

    try:
        if campaign is not None:
            kept = backups.restore_campaign(file, database, campaign, utc_now())
            typer.echo(f"Campaign {campaign} is as in the backup. The database from before is kept in {kept}.")
            return
        done = backups.restore(file, database, utc_now(), may_lose)
    except (StoreFault, OSError) as error:
        said = (sentence(error) if isinstance(error, StoreFault) else None) or f"{error}."
        fail(f"Nothing was restored. {said.replace(RESTORE, 'Take another backup')}")
    typer.echo(f"{database.absolute()} is now the backup {file}: {done.after}.")
    if done.kept is None:
        typer.echo("Nothing was there before.")
    else:
        typer.echo(f"Before: {done.before or 'nothing that could be read'}. It is kept in {done.kept}.")


@app.command()
def export(
    campaign: Annotated[
        int, typer.Argument(min=1, max=MOST_ID, help="The campaign's number, as `/campaign manage what:list` gives it")
    ],
    file: Annotated[Path, typer.Argument(help="The file to write; it must not exist")],
) -> None:
    """Write the record of a campaign: its log, its data, its seed and its secrets. It works without its game."""
    from bot.chat.startup_errors import sentence
    from bot.cli.terminal import database_of, fail, write_new
    from bot.log.export import export_from
    from bot.storage import StoreFault, name_of

    database = database_of()
    if file.exists():
        fail(f"{file} exists already; nothing was written.")
    try:
        exported = asyncio.run(export_from(database, campaign))
    except StoreFault as fault:
        fail(sentence(fault) or f"{fault}.")
    if exported is None:
        fail(f"There is no campaign {campaign} in {name_of(database)}.")
    write_new(file, exported.data)
    typer.echo(f"{file}: the record of campaign {campaign}, entries: {exported.entries}.")


@app.command()
def verify(
    file: Annotated[Path, typer.Argument(help="A record, as the export or the check of the dice gives it")],
    noted: Annotated[str, typer.Argument(help="A hash of the log that you noted while the game went on")] = "",
) -> None:
    """Check the record of a campaign without its database: the chain, the seal, every die and every decision."""
    from bot.base.catalog import read_catalog
    from bot.cli.terminal import fail, reason_of, settings_of
    from bot.log.chain import BadRecord
    from bot.log.verify import find_noted, verify_file
    from rules.errors import DataError, NotNow

    try:
        catalog, data = read_catalog(settings_of().data), file.read_bytes()
        said = verify_file(data, catalog)
        if noted:
            said.append(find_noted(data, noted))
    except (OSError, BadRecord, DataError, NotNow) as error:
        fail(f"{file}: {reason_of(error)}")
    typer.echo("\n".join(said))


@app.command()
def forget(
    user: Annotated[int, typer.Argument(min=1, max=MOST_ID, help="The Discord id of whoever asked for it")],
) -> None:
    """Forget a person in all campaigns and settings, as the bot does itself, while no bot runs. It cannot be undone."""
    from bot.base.catalog import read_catalog
    from bot.cli.terminal import database_of, fail, reason_of, settings_of
    from bot.engine.forget_player import forget_in
    from bot.storage import StoreFault
    from rules.errors import DataError, RuleError

    settings = settings_of()
    database_of()
    try:
        number = asyncio.run(forget_in(settings.database, read_catalog(settings.data), user))
    except (DataError, RuleError, StoreFault) as error:
        fail(f"Nothing was forgotten, or not all of it: run this again. {reason_of(error)}")
    if number:
        typer.echo(f"{user} is forgotten, in {number} {'campaign' if number == 1 else 'campaigns'}.")
    else:
        typer.echo(f"No campaign knows {user}. Settings of theirs, if there were any, are erased.")
    typer.echo("Backups that were made before still hold this person: delete them, or forget there, too.")


@app.command(name="new-game")
def new_game(name: Annotated[str, typer.Argument(help="What the game is called")]) -> None:
    """Write a file that declares a game of your own, with comments, for *Games…* below a server's settings."""
    from bot.base.catalog import SHIPPED
    from bot.cli.terminal import fail, write_new

    file = Path(re.sub(r"\W+", "-", name).strip("-").lower() + ".toml")
    if not file.stem or '"' in name or file.exists():
        fail(f"{file} exists already, or cannot be a file; nothing was written.")
    write_new(file, (SHIPPED / "own_games" / "new_game.toml").read_text().replace("NAME", name, 1).encode())
    typer.echo(f"{file}: change it, and upload it by `/server settings`, *Games…*.")


@app.command()
def health() -> None:
    """Exit 0 if the bot was connected a moment ago, 1 otherwise: for a container's health check."""
    from bot.base import heartbeat

    raise typer.Exit(heartbeat.health())


def main() -> None:
    """Run the command line."""
    try:
        app()
    except Exception as error:
        from bot.chat.startup_errors import sentence
        from bot.storage import StoreFault

        if not isinstance(error, StoreFault):
            raise
        typer.echo(sentence(error), err=True)
        sys.exit(1)
