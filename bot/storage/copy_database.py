"""Copies a database to a place of another kind, row by row, so that it can be stopped anywhere and go on later.

The target holds nothing, or what an earlier copy of the same source left there. A row that contradicts the source
stops the copy before anything is written.
"""

import hashlib
import json
from collections.abc import AsyncIterator, Callable
from typing import NamedTuple

from bot.storage import Place, StoreFault
from bot.storage.raw_rows import TABLES, Row, Table, Tables, kept_still, reading, writing
from bot.storage.rows import marks, names

PAGE = 2000
FINAL = ("posted", "nothing")
"""How a post ends for good."""

Tell = Callable[[str], None]


class MoveStopped(Exception):
    """The target is no copy of the source. Its text names the first row that shows it."""


class Sum:
    """How many rows a table has, and the SHA-256 of them all in their order, as they come page by page."""

    def __init__(self) -> None:
        self.rows = 0
        self._sha256 = hashlib.sha256()

    @property
    def digest(self) -> str:
        """The SHA-256 so far."""
        return self._sha256.hexdigest()

    def add(self, rows: list[Row]) -> None:
        """Add rows: each a line of JSON, bytes as hexadecimal digits."""
        self.rows += len(rows)
        for row in rows:
            self._sha256.update(json.dumps(row, default=bytes.hex).encode() + b"\n")


class Page(NamedTuple):
    """Some rows of the source, those of them that the target lacks, and the posts that have gone on there since."""

    rows: list[Row]
    missing: list[Row]
    newer: list[Row]


async def move(source: Place, target: Place, tell: Tell) -> int | None:
    """Copy one database to another, and return None when all is there.

    While a bot writes to the source, it is copied a second time for what came during the first, and the result is how
    many entries the copy still lacks. ``tell`` hears how far it is. Raises ``MoveStopped``, or ``StoreFault`` when
    one of the databases fails.
    """
    if source == target:
        raise StoreFault("Both are the same database")
    async with kept_still(source) as is_still, writing(target) as there:
        await _check(source, there)
        sums = await _copy_all(source, there, tell)
        if not is_still:
            sums = await _copy_all(source, there, tell)
        await there.finish()
        for name, each in sums.items():
            tell(f"{name}: {each.rows} rows, the same on both sides, SHA-256 {each.digest}")
        async with reading(source) as here:
            ((entries,),) = await here.fetch("SELECT count(*) FROM entry")
        return None if is_still else int(entries) - sums["entry"].rows


async def _check(source: Place, target: Tables) -> None:
    """Hold all that is in the target against the source. Raises ``MoveStopped`` for a contradiction."""
    async with reading(source) as here:
        for table in TABLES:
            async for _ in _pages(table, here, target):
                pass


async def _copy_all(source: Place, target: Tables, tell: Tell) -> dict[str, Sum]:
    """Copy every table as it is at one moment."""
    async with reading(source) as here:
        return {table.name: await _copy(table, here, target, tell) for table in TABLES}


async def _copy(table: Table, source: Tables, target: Tables, tell: Tell) -> Sum:
    """Write what the target lacks, then read the target again and compare it with what was read here."""
    read, written = Sum(), Sum()
    async for page in _pages(table, source, target):
        read.add(page.rows)
        if page.missing:
            await target.write(_insert(table), page.missing)
        if page.newer:
            await target.write(_renew(table), page.newer)
        tell(f"{table.name}: {read.rows} rows")
    last = table.below
    while rows := await target.fetch(_after(table), *last, PAGE):
        written.add(rows)
        last = table.key(rows[-1])
    if written.digest != read.digest:
        raise MoveStopped(f"{table.name} is not the same on both sides: {read.rows} rows here, {written.rows} there")
    return read


async def _pages(table: Table, source: Tables, target: Tables) -> AsyncIterator[Page]:
    """Yield the rows of the source, held against those of the target. Raises ``MoveStopped`` for a contradiction."""
    last = table.below
    while rows := await source.fetch(_after(table), *last, PAGE):
        upto = table.key(rows[-1])
        there = {table.key(row): row for row in await target.fetch(_between(table), *last, *upto)}
        pairs = [(row, there.pop(table.key(row), None)) for row in rows]
        _refuse_more(table, [*there.values()])
        newer = [row for row, copy in pairs if copy is not None and copy != row]
        for row, copy in pairs:
            if copy is not None and copy != row and not _went_on(table, copy, row):
                raise MoveStopped(f"{_said(table, row)} is not the same on both sides")
        yield Page(rows, [row for row, copy in pairs if copy is None], newer)
        last = upto
    _refuse_more(table, await target.fetch(_after(table), *last, 1))


def _refuse_more(table: Table, rows: list[Row]) -> None:
    if rows:
        raise MoveStopped(f"{_said(table, rows[0])} is not in the source")


def _went_on(table: Table, copy: Row, row: Row) -> bool:
    """Return whether a row has changed since it was copied, as such rows do: settings, a place
    that a campaign has left, a post that the bot has tried or ended. The copy is never ahead.
    """
    old, new = (dict(zip(table.columns, each, strict=True)) for each in (copy, row))
    if table.name == "home":
        return {**old, "until": new["until"]} == new and old["until"] is None
    if table.name != "post":
        return table.name in ("person", "server")
    same = all(old[name] == new[name] for name in ("campaign", "kind", "seq"))
    return same and old["tries"] <= new["tries"] and (old["ended"] not in FINAL or old["ended"] == new["ended"])


def _said(table: Table, row: Row) -> str:
    names = zip(table.columns, table.key(row), strict=False)
    return f"The row of the table {table.name} with {', '.join(f'{name} {value}' for name, value in names)}"


# ---- statements, the same for every kind of database ----


def _after(table: Table) -> str:
    """Return the next rows after a key."""
    keys = names(table.columns[: table.keys])
    above = f"({keys}) > ({marks(table.keys)})"
    return f"SELECT {names(table.columns)} FROM {table.name} WHERE {above} ORDER BY {keys} LIMIT ${table.keys + 1}"


def _between(table: Table) -> str:
    """Return the rows after a key up to another."""
    keys = names(table.columns[: table.keys])
    above, upto = marks(table.keys), marks(table.keys, 1 + table.keys)
    return f"SELECT {names(table.columns)} FROM {table.name} WHERE ({keys}) > ({above}) AND ({keys}) <= ({upto})"


def _insert(table: Table) -> str:
    return f"INSERT INTO {table.name} ({names(table.columns)}) VALUES ({marks(len(table.columns))})"


def _renew(table: Table) -> str:
    """Take the columns of a row from where the bot has gone on."""
    columns = [f'"{column}" = ${place}' for place, column in enumerate(table.columns, start=1)]
    return f"UPDATE {table.name} SET {', '.join(columns)} WHERE {' AND '.join(columns[: table.keys])}"
