"""A database of the bot's, and what a fault does to it."""

import sqlite3
from contextlib import closing
from pathlib import Path

from bot.storage import SqliteStore
from tests.bot.desk import ANNA, CHANNEL, Desk
from tests.bot.storage.raw_rows import TABLES, Row

ROLL = {"type": "roll_dice", "number": 2, "sides": 6}
ZONE = '{"zone":"Europe/Paris"}'


async def played(file: Path, rolls: int = 3, campaigns: int = 1, interaction: int = 1000) -> None:
    """Campaigns of so many entries, and the settings of a person."""
    store = await SqliteStore.open(file)
    desk = Desk(store)
    desk._interaction = interaction
    for number in range(campaigns):
        await desk.found(channel=CHANNEL + number)
        for _ in range(rolls):
            await desk.act(ANNA, ROLL, channel=CHANNEL + number)
    await store.keep_person(30, ZONE)
    await store.close()


async def played_on(file: Path, rolls: int = 1, interaction: int = 5000) -> None:
    """The same bot plays on in the first campaign."""
    store = await SqliteStore.open(file)
    desk = Desk(store)
    desk._interaction = interaction
    for _ in range(rolls):
        await desk.act(ANNA, ROLL)
    await store.close()


def rows(file: Path) -> dict[str, list[Row]]:
    """Every row of every table."""
    with closing(sqlite3.connect(f"{file.as_uri()}?mode=ro", uri=True)) as db:
        return {each.name: sorted(db.execute(f"SELECT * FROM {each.name}"), key=repr) for each in TABLES}


def change(file: Path, sql: str, *values: object) -> None:
    """Change rows past everything that guards them."""
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        db.execute("PRAGMA ignore_check_constraints = ON")
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        assert db.execute(sql, values).rowcount > 0 or sql.startswith("PRAGMA")
        for _, guard in guards:
            db.execute(guard)
