"""What waits is written in one transaction, and each write stands or falls alone."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.storage.faults import StoreFault
from bot.storage.writer import Write, Writer


@pytest.fixture
async def writer(tmp_path: Path) -> AsyncIterator[Writer]:
    (tmp_path / "a.sqlite").touch()
    opened = await Writer.connect(tmp_path / "a.sqlite")
    await opened.execute("CREATE TABLE a (x UNIQUE CHECK (x > 0))")
    yield opened
    await opened.close()


def put(*values: int) -> Write:
    def write(db: sqlite3.Connection) -> int:
        for value in values:
            db.execute("INSERT INTO a VALUES (?)", (value,))
        return sum(values)

    return write


async def kept(writer: Writer) -> list[int]:
    return [x for (x,) in await writer.execute_fetchall("SELECT x FROM a ORDER BY x")]


async def test_waiting_writes_share_a_transaction(writer: Writer) -> None:
    begun: list[str] = []
    await writer.run(lambda db: db.set_trace_callback(begun.append))
    assert await asyncio.gather(*(writer.write(put(x)) for x in range(1, 51))) == [*range(1, 51)]
    assert begun.count("COMMIT") == 1
    assert begun[0] == "BEGIN IMMEDIATE"  # a reader that becomes a writer could not wait for its turn
    assert await kept(writer) == [*range(1, 51)]


async def test_a_refused_write_disturbs_nobody(writer: Writer) -> None:
    done = await asyncio.gather(
        writer.write(put(1)), writer.write(put(2, 1)), writer.write(put(3, 0)), writer.write(put(4)),
        return_exceptions=True,
    )  # fmt: skip
    assert [type(each) for each in done] == [int, sqlite3.IntegrityError, sqlite3.IntegrityError, int]
    assert await kept(writer) == [1, 4]


async def test_a_bug_in_one_write_reaches_its_task_alone(writer: Writer) -> None:
    def bug(db: sqlite3.Connection) -> None:
        db.execute("INSERT INTO a VALUES (7)")
        raise KeyError("bug")

    done = await asyncio.gather(writer.write(put(1)), writer.write(bug), return_exceptions=True)
    assert done[0] == 1
    assert isinstance(done[1], KeyError)
    assert await kept(writer) == [1]


async def test_a_fault_of_the_disk_reaches_all_who_wait(writer: Writer) -> None:
    await writer.execute("PRAGMA max_page_count = 2")

    def much(db: sqlite3.Connection) -> None:
        db.execute("CREATE TABLE b AS SELECT zeroblob(100000) AS x")

    done = await asyncio.gather(writer.write(put(1)), writer.write(much), return_exceptions=True)
    assert [str(each) for each in done] == ["The disk is full"] * 2
    assert all(isinstance(each, StoreFault) for each in done)
    assert await kept(writer) == []
    await writer.write(put(2))
    assert await kept(writer) == [2]


async def test_a_cancelled_write_is_still_written(writer: Writer) -> None:
    task = asyncio.create_task(writer.write(put(1)))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    await writer.write(put(2))
    assert await kept(writer) == [1, 2]


async def test_closing_waits_for_what_is_written(tmp_path: Path) -> None:
    file = tmp_path / "b.sqlite"
    file.touch()
    writer = await Writer.connect(file)
    await writer.execute("CREATE TABLE a (x)")
    tasks = [asyncio.create_task(writer.write(put(x))) for x in (1, 2)]
    await asyncio.sleep(0)
    await writer.close()
    assert await asyncio.gather(*tasks) == [1, 2]
