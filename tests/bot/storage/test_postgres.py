"""The database on a server: what is peculiar to PostgreSQL, and what several processes do at once."""

import asyncio
import hashlib
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg
import pytest
from pydantic import SecretStr

from bot.storage import Behind, DoneBefore, Ending, Post, PostgresStore, ProcessRow, SqliteStore, StoreFault, migrate
from bot.storage.connections import Pool
from bot.storage.postgres import ENROL
from tests.bot.conftest import EMPTY
from tests.bot.storage.rows import CAMPAIGN, DUE, entry
from tests.patience import a_moment, until
from tests.postgres import QUICK, PostgresServer, server


@pytest.fixture
def place(address: SecretStr) -> SecretStr:
    """In this file every store is of PostgreSQL."""
    return address


@pytest.fixture
async def other(address: SecretStr) -> AsyncIterator[PostgresStore]:
    """The same database as another process has it: through connections of its own."""
    opened = await PostgresStore.open(address)
    yield opened
    await opened.close()


# ---- the schema ----


@pytest.mark.parametrize(
    "sql",
    [
        "UPDATE entry SET seat = 'Germans'",
        'UPDATE entry SET "user" = 5',
        "UPDATE entry SET dice = '[1]', seal = '" + "a" * 64 + "'",
        "UPDATE entry SET at = 5, seal = '" + "a" * 64 + "'",
        "UPDATE campaign SET name = 'y'",
        "UPDATE campaign SET seed = seed, start = NULL",
        "DELETE FROM entry",
        "TRUNCATE entry CASCADE",
        "UPDATE campaign SET seed = seed",
        "DELETE FROM campaign",
        "TRUNCATE campaign CASCADE",
        "UPDATE document SET body = '[]'",
        "DELETE FROM document",
        "TRUNCATE document CASCADE",
        "INSERT INTO entry SELECT * FROM entry ON CONFLICT (campaign, seq) DO UPDATE SET seat = 'x'",
    ],
)
async def test_nothing_is_changed_or_erased(store: PostgresStore, sql: str) -> None:
    await store.append(entry(1))
    with pytest.raises(asyncpg.IntegrityConstraintViolationError, match=r"is not (changed|erased)"):
        await store._pool.fetch(sql)
    assert await store.entries(1) == [entry(1)]


TYPES = {"bigint": "INTEGER", "text": "TEXT", "bytea": "BLOB"}


async def test_both_kinds_have_the_same_tables_and_columns(store: PostgresStore, tmp_path: Path) -> None:
    rows = await store._pool.fetch(
        "SELECT table_name, column_name, data_type, is_nullable = 'NO' FROM information_schema.columns"
        " WHERE table_schema = 'public' AND table_name NOT IN ('migration', 'process')"
        " ORDER BY table_name, ordinal_position"
    )
    here = [(table, column, TYPES[type_], needed) for table, column, type_, needed in rows]
    file = tmp_path / "a.sqlite"
    await (await SqliteStore.open(file)).close()
    with sqlite3.connect(file) as database:
        there = database.execute(
            'SELECT t.name, c.name, c.type, c."notnull" OR c.pk FROM sqlite_schema t, pragma_table_info(t.name) c'
            " WHERE t.type = 'table' ORDER BY t.name, c.cid"
        ).fetchall()
    database.close()
    assert here == [(table, column, type_, bool(needed)) for table, column, type_, needed in there]


async def test_a_text_is_kept_to_the_byte(store: PostgresStore) -> None:
    body = '{"b" : 1.50,  "a": "\\u00e9 \\u0000 é\\ud83d", "a": [ ]}\n'
    digest = hashlib.sha256(body.encode()).hexdigest()
    await store.keep_document(digest, body)
    assert await store.document(digest) == body
    await store.append(entry(1)._replace(command=body))
    assert (await store.entries(1))[0].command == body


async def test_a_log_of_several_pages_is_whole(store: PostgresStore, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.storage.store.PAGE", 3)
    for number in range(7):
        assert [row.seq for row in await store.entries(1)] == [*range(1, number + 1)]
        await store.append(entry(number + 1))
    assert [row.seq for row in await store.entries(1, after=2)] == [3, 4, 5, 6, 7]


# ---- several processes ----


async def test_two_processes_cannot_take_the_same_place(store: PostgresStore, other: PostgresStore) -> None:
    for seq in range(1, 21):
        both = store.append(entry(seq, 1000 + seq)), other.append(entry(seq, 2000 + seq))
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(map(repr, results)) == ["Behind()", "None"]
    assert [row.seq for row in await other.entries(1)] == [*range(1, 21)]
    with pytest.raises(Behind):
        await other.append(entry(20, 3000))
    with pytest.raises(DoneBefore):
        await other.append(entry(21, (await store.entries(1))[0].interaction))


async def test_two_processes_never_take_the_same_post(store: PostgresStore, other: PostgresStore) -> None:
    await store.schedule([Post(1, "deadline", seq, DUE) for seq in range(1, 400)])
    takes = (each.take_due(DUE, DUE + 9, 7) for _ in range(60) for each in (store, other))
    taken = [post for posts in await asyncio.gather(*takes) for post in posts]
    assert len(taken) == len({(post.kind, post.seq) for post in taken}) == 400
    assert {post.tries for post in taken} == {1}


async def test_one_process_does_not_block_another(store: PostgresStore, address: SecretStr) -> None:
    await store.schedule([Post(1, "deadline", 1, DUE)])
    connection = await asyncpg.connect(address.get_secret_value())
    async with connection.transaction():
        await connection.execute("SELECT * FROM post WHERE kind = 'result' FOR UPDATE")
        assert [post.kind for post in await store.take_due(DUE, DUE + 9, 9)] == ["deadline"]
    await connection.close()
    assert [post.kind for post in await store.take_due(DUE, DUE + 9, 9)] == ["result"]


async def test_a_post_ends_once_whoever_says_so(store: PostgresStore, other: PostgresStore) -> None:
    endings = (each.end_posts([Ending(1, "result", 0, "posted", 70 + at)]) for at, each in enumerate((store, other)))
    await asyncio.gather(*endings)
    message = await store.newest_message(1)
    assert message in ((0, 70), (0, 71))
    await other.end_posts([Ending(1, "result", 0, "stopped")])
    assert await store.newest_message(1) == message


# ---- starting ----


async def test_several_processes_make_the_tables_at_once(postgres: PostgresServer) -> None:
    address = postgres.address(postgres.database())
    stores = await asyncio.gather(*(PostgresStore.open(address) for _ in range(4)))
    assert await stores[3].found(CAMPAIGN, DUE) == 1
    assert await stores[0].campaign(1) == CAMPAIGN._replace(id=1)
    done = await stores[0]._pool.fetch("SELECT number, name FROM migration ORDER BY number")
    assert done == [(migrate.number_of(script), script.stem) for script in migrate.scripts("postgres")]
    await asyncio.gather(*(store.close() for store in stores))


@pytest.mark.parametrize("most", [1, 2])
async def test_connections_are_limited(postgres: PostgresServer, most: int) -> None:
    name = postgres.database(EMPTY)
    address, count = postgres.address(name), f"SELECT count(*) FROM pg_stat_activity WHERE datname = '{name}'"
    store = await (PostgresStore.read(address) if most == 1 else PostgresStore.open(address, most))
    await asyncio.gather(*(store.campaign(1) for _ in range(9)))
    await until(lambda: int(postgres.sql(count)) == most)  # that by which it was looked at goes a moment later
    await store.close()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where this test's own migrations are."""
    scripts = tmp_path / "migrations" / "postgres"
    scripts.mkdir(parents=True)
    monkeypatch.setattr(migrate, "MIGRATIONS", scripts.parent)
    return scripts


async def test_a_migration_that_fails_leaves_nothing_behind(postgres: PostgresServer, folder: Path) -> None:
    (folder / "0001_a.sql").write_text("CREATE TABLE a (x int);\nCREATE TABLE a (x int);\n", encoding="utf-8")
    name = postgres.database()
    with pytest.raises(StoreFault, match="The database failed"):
        await PostgresStore.open(postgres.address(name))
    assert postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "0"


async def test_migrations_run_once_and_in_order(postgres: PostgresServer, folder: Path) -> None:
    name = postgres.database()
    (folder / "0001_a.sql").write_text("CREATE TABLE a (x int);", encoding="utf-8")
    await (await PostgresStore.open(postgres.address(name))).close()
    (folder / "0002_b.sql").write_text("ALTER TABLE a ADD COLUMN y int;", encoding="utf-8")
    with pytest.raises(StoreFault, match="of an older version"):
        await PostgresStore.read(postgres.address(name))
    for _ in range(2):
        await (await PostgresStore.open(postgres.address(name))).close()
        assert postgres.sql("SELECT string_agg(name, ' ' ORDER BY number) FROM migration", name) == "0001_a 0002_b"


async def test_a_database_from_before_the_first_release_is_not_touched(postgres: PostgresServer) -> None:
    name = postgres.database()
    postgres.sql("CREATE TABLE migration (number int, name text); INSERT INTO migration VALUES (9, '0009_x')", name)
    address = postgres.address(name)
    for opening in (PostgresStore.open(address), PostgresStore.read(address)):
        with pytest.raises(StoreFault, match="older than the first release"):
            await opening
    assert postgres.sql("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'", name) == "1"


async def test_a_newer_database_is_left_alone(address: SecretStr) -> None:
    pool = await Pool.open(address, 1)
    await pool.fetch("INSERT INTO migration VALUES (99, '0099_x')")
    await pool.close()
    for opening in (PostgresStore.open(address), PostgresStore.read(address)):
        with pytest.raises(StoreFault, match="version 99"):
            await opening


async def test_a_role_that_may_not_make_tables_can_run_the_bot(postgres: PostgresServer) -> None:
    name = postgres.database(EMPTY)
    postgres.sql("DROP ROLE IF EXISTS player")
    postgres.sql("CREATE ROLE player LOGIN")
    granted = "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO player"
    postgres.sql(f"{granted}; GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO player", name)
    as_player = SecretStr(postgres.address(name).get_secret_value().replace("adjutant@", "player@"))
    store = await PostgresStore.open(as_player)
    await store.found(CAMPAIGN, DUE)
    await store.append(entry(1), [Post(1, "result", 1, DUE)])
    assert len(await store.take_due(DUE, DUE + 9, 9)) == 2
    await store.close()
    postgres.sql(f"DROP DATABASE {name}")
    postgres.sql("DROP ROLE player")


async def test_a_server_that_stops_and_starts_again_is_used_again() -> None:
    with server(*QUICK) as own:
        store = await PostgresStore.open(own.address())
        await store.found(CAMPAIGN, DUE)
        await store.append(entry(1))
        own.stop()
        for doing in (store.append(entry(2)), store.length(1), store.take_due(DUE, DUE, 1)):
            with pytest.raises(StoreFault, match="The database does not answer"):
                await doing
        with pytest.raises(StoreFault, match="The database does not answer"):
            await PostgresStore.open(own.address())
        own.start()
        await store.append(entry(2))
        assert await store.entries(1) == [entry(1), entry(2)]
        await store.close()


# ---- the processes ----


async def test_starting_waits_for_another(address: SecretStr, store: PostgresStore) -> None:
    """It comes after it, although it was made before, so that it sees it."""
    first, second = (ProcessRow(name, since, 99, 0, 0, 1, "0.2.0") for name, since in (("first", 9), ("second", 5)))
    connection = await asyncpg.connect(address.get_secret_value())
    try:
        await connection.execute("BEGIN")
        await connection.execute(ENROL, *first, 0)
        waiting = asyncio.create_task(store.enrol(second, 0))
        await a_moment(4)
        assert not waiting.done()
        await connection.execute("COMMIT")
        await waiting
        assert [each.name for each in await store.processes(0)] == ["first", "second"]
    finally:
        await connection.close()
