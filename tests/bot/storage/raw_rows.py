"""The rows of a database as they are, whatever is below it. Statements are the same for every kind."""

from pathlib import Path
from typing import Any, NamedTuple

from bot.storage import Place, PostgresStore, SqliteStore
from bot.storage.rows import CampaignRow, EntryRow, HomeRow, Post

Row = tuple[Any, ...]


class Table(NamedTuple):
    """A table: its columns, the first ``keys`` of which name a row and give the order, and what is below every key."""

    name: str
    columns: tuple[str, ...]
    keys: int
    below: Row

    def key(self, row: Row) -> Row:
        """Return what names a row."""
        return row[: self.keys]


TABLES = (
    Table("document", ("digest", "body"), 1, ("",)),
    Table("campaign", (*CampaignRow._fields, "hash"), 1, (0,)),
    Table("entry", (*EntryRow._fields, "hash"), 2, (0, 0)),
    Table("home", HomeRow._fields, 2, (0, 0)),
    Table("post", ("id", *Post._fields, "ended", "message", "channel"), 1, (0,)),
    Table("person", ("user", "body"), 1, (0,)),
    Table("seated", ("user", "campaign"), 2, (0, 0)),
    Table("stranger", ("campaign", "salt", "hash"), 2, (0, b"")),
    Table("server", ("guild", "body", "welcomed"), 1, (0,)),
)
"""What a database holds of campaigns and people, each after what it refers to."""


async def fetched(place: Place, sql: str, *values: object) -> list[Row]:
    """The rows of a statement, read beside whoever plays."""
    store = await (SqliteStore.read(place) if isinstance(place, Path) else PostgresStore.read(place))
    try:
        return [tuple(row) for row in await store._read(sql, *values)]
    finally:
        await store.close()
