"""What is written to a SQLite file in more than one place."""

import sqlite3
from collections.abc import Iterable, Sequence

from bot.storage.faults import Behind, DoneBefore
from bot.storage.row_chain import beginning
from bot.storage.rows import CampaignRow, HomeRow, Post


def insert(db: sqlite3.Connection, table: str, columns: Iterable[str], values: Sequence[object]) -> int:
    """Write a row and return its id. Raises ``DoneBefore`` or ``Behind``."""
    marks = ", ".join("?" * len(values))
    sql = f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608 (names of this module)
    try:
        done = db.execute(sql, values).lastrowid
    except sqlite3.IntegrityError as error:
        if f"{table}.interaction" in str(error):
            raise DoneBefore from None
        if f"{table}.seq" in str(error):
            raise Behind from None
        raise
    return done or 0


def found(db: sqlite3.Connection, row: CampaignRow) -> int:
    """Write a campaign, and that it is played there from its founding on."""
    id_ = insert(db, "campaign", (*CampaignRow._fields[1:], "hash"), (*row[1:], beginning(row)))
    insert(db, "home", HomeRow._fields, HomeRow(id_, row.at, row.guild, row.channel))
    return id_


def seat(db: sqlite3.Connection, campaign: int, users: Iterable[int]) -> None:
    """Note that some users took a seat."""
    db.executemany("INSERT OR IGNORE INTO seated VALUES (?, ?)", [(user, campaign) for user in users])


def schedule(db: sqlite3.Connection, posts: Iterable[Post]) -> None:
    """Note what to post. A post that is noted already is not changed."""
    columns = ", ".join(Post._fields)
    sql = f"INSERT OR IGNORE INTO post ({columns}) VALUES (?, ?, ?, ?, ?)"  # noqa: S608 (names of this module)
    db.executemany(sql, posts)
