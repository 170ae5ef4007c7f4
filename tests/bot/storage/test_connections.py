"""Connections to PostgreSQL that are lost, cut, held up or refused."""

import asyncio
import ssl
from collections.abc import AsyncIterator

import asyncpg
import pytest
from pydantic import SecretStr

from bot.storage import Post, PostgresStore, StoreFault
from bot.storage.connections import SECONDS, Pool, _connecting, unverified
from tests.bot.storage.rows import CAMPAIGN, DUE, entry
from tests.bot.storage.wire import Wire
from tests.patience import PATIENCE, a_moment
from tests.postgres import PostgresServer


@pytest.fixture
async def wire(postgres: PostgresServer) -> AsyncIterator[Wire]:
    wire = Wire(postgres.folder / ".s.PGSQL.5432")
    await wire.start()
    yield wire
    await wire.stop()


@pytest.fixture
def name(address: SecretStr) -> str:
    return address.get_secret_value().partition("/")[2].partition("@/")[2].partition("?")[0]


@pytest.fixture
async def store(wire: Wire, name: str) -> AsyncIterator[PostgresStore]:
    opened = await PostgresStore.open(wire.address(name))
    await opened.found(CAMPAIGN, DUE)
    yield opened
    await opened.close()


async def test_an_append_is_one_round_trip(store: PostgresStore, wire: Wire) -> None:
    """The statement is prepared once; from then on a whole append goes there in one message and nothing follows it."""
    await store.append(entry(1), [Post(1, "result", 1, DUE)])
    wire.sent = 0
    for seq in range(2, 9):
        await store.append(entry(seq), [Post(1, "result", seq, DUE), Post(1, "deadline", seq, DUE)])
    assert wire.sent == 7


async def test_an_append_whose_answer_is_lost_may_be_written(store: PostgresStore, wire: Wire) -> None:
    await store.append(entry(1))
    wire.state = "loses answers"
    with pytest.raises(StoreFault, match="The database does not answer"):
        await store.append(entry(2))
    wire.state = "whole"
    assert await store.entry_by(102) == entry(2)


async def test_a_server_that_says_nothing_is_given_up_in_time(store: PostgresStore, wire: Wire) -> None:
    """Also where nothing can be sent to ask it to stop; an append and the look after it take less than 3 seconds."""
    wire.state = "silent"
    for failing in (store.append(entry(1)), store.entry_by(101)):
        with pytest.raises(StoreFault, match="The database does not answer"):
            await failing
    assert 2 * SECONDS < 3
    wire.state = "whole"
    assert await store.length(1) in (0, 1)


async def test_a_new_connection_that_falls_silent_is_given_up(store: PostgresStore, wire: Wire) -> None:
    """It was greeted, and is told how long a statement may take."""
    busy = asyncio.create_task(store._read("SELECT pg_sleep(1)"))  # so that the next one needs a new connection
    await a_moment()
    wire.turns = (wire.sent + 2, "silent")
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(StoreFault, match="The database does not answer"):
            await store.length(1)
    wire.state = "whole"
    await asyncio.gather(busy, return_exceptions=True)


async def test_several_statements_are_given_up_in_time_too(store: PostgresStore, wire: Wire) -> None:
    """Whoever forgets somebody holds the campaign's lock meanwhile, and nobody could play."""
    await store.keep_person(30, "{}")
    wire.state = "silent"
    with pytest.raises(StoreFault, match="The database does not answer"):
        await store.erase_person(30)
    wire.state = "whole"
    await store.erase_person(30)
    assert await store.people([30]) == {}


async def test_connections_that_were_cut_are_opened_again(store: PostgresStore, wire: Wire) -> None:
    await asyncio.gather(*(store.length(1) for _ in range(20)))
    wire.cut()
    results = await asyncio.gather(*(store.length(1) for _ in range(20)), return_exceptions=True)
    assert all(result == 0 or isinstance(result, StoreFault) for result in results)
    assert await asyncio.gather(*(store.length(1) for _ in range(20))) == [0] * 20


async def test_a_slow_statement_is_stopped(address: SecretStr) -> None:
    pool = await Pool.open(address, 1)
    with pytest.raises(StoreFault, match="did not answer in time"):
        await pool.fetch("SELECT pg_sleep(5)")
    assert await pool.fetch("SELECT 1") == [(1,)]
    await pool.close()


async def test_waiting_for_a_connection_has_a_limit(address: SecretStr) -> None:
    pool = await Pool.open(address, 1)
    long = asyncio.create_task(pool.fetch("SELECT pg_sleep(0.9)"))
    results = await asyncio.gather(*(pool.fetch("SELECT pg_sleep(0.9)") for _ in range(2)), return_exceptions=True)
    assert {str(result) for result in results} == {"The database does not answer"}
    await long
    assert await pool.fetch("SELECT 1") == [(1,)]
    await pool.close()


async def test_a_task_that_is_cancelled_takes_no_connection_with_it(address: SecretStr) -> None:
    pool = await Pool.open(address, 2)
    tasks = [asyncio.create_task(pool.fetch("SELECT pg_sleep(0.9)")) for _ in range(5)]
    await a_moment()
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert await asyncio.gather(*(pool.fetch("SELECT 1") for _ in range(9))) == [[(1,)]] * 9
    await pool.close()


async def test_a_new_primary_is_found(postgres: PostgresServer, address: SecretStr, name: str) -> None:
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    pool = await Pool.open(address, 2)
    await asyncio.gather(pool.fetch("SELECT 1"), pool.fetch("SELECT 1"))
    postgres.sql(f"ALTER DATABASE {name} SET default_transaction_read_only = off")
    document = "INSERT INTO document VALUES (repeat('a', 64), '{}')"
    with pytest.raises(StoreFault, match="cannot be written"):
        await pool.fetch(document)
    await pool.fetch(document)
    await pool.close()


async def test_a_server_with_too_many_connections_says_so(postgres: PostgresServer, address: SecretStr) -> None:
    postgres.sql("DROP ROLE IF EXISTS guest")
    postgres.sql("CREATE ROLE guest LOGIN CONNECTION LIMIT 0")
    with pytest.raises(StoreFault, match="too many connections"):
        await PostgresStore.open(SecretStr(address.get_secret_value().replace("adjutant@", "guest@")))
    with pytest.raises(StoreFault, match="no database of that name"):
        await PostgresStore.open(postgres.address("nowhere"))


async def test_a_mistake_in_a_row_is_no_fault_of_the_database(address: SecretStr) -> None:
    pool = await Pool.open(address, 1)
    with pytest.raises(asyncpg.DataError):
        await pool.fetch("SELECT 1 / $1::int", 0)
    with pytest.raises(asyncpg.DataError):
        await pool.fetch("SELECT $1::bigint", "x")
    with pytest.raises(StoreFault, match="The database failed"):
        await pool.fetch("SELECT nothing")
    await pool.close()


@pytest.mark.parametrize(
    "address",
    [
        "postgresql://bot:tok-1/tok-2@nowhere.invalid/adjutant",
        "postgresql://bot:tok-1@127.0.0.1:tok-2/adjutant",
        "postgresql://bot:tok-1@127.0.0.1:1/adjutant",
        "postgresql://bot:tok-1@127.0.0.1:1/adjutant?sslmode=tok-2",
    ],
)
async def test_no_part_of_an_address_is_ever_said(address: str) -> None:
    with pytest.raises(StoreFault) as refused:
        await PostgresStore.open(SecretStr(address))
    said = "".join(str(each) + repr(each) for each in chain_of(refused.value))
    assert "tok-" not in said
    assert "tok-" not in repr(refused.traceback)


def chain_of(error: BaseException | None) -> list[BaseException]:
    """An exception and what a log prints of it: its causes."""
    if error is None:
        return []
    return [error, *chain_of(error.__cause__ or (None if error.__suppress_context__ else error.__context__))]


@pytest.mark.parametrize(
    ("address", "is_verified"),
    [
        ("postgresql://bot:x@localhost/a", True), ("postgresql://bot:x@127.0.0.1:5432/a", True),
        ("postgresql:///a?host=/run/postgresql", True), ("postgresql://bot:x@db.example/a", False),
        ("postgresql://bot:x@db.example/a?sslmode=require", False), ("postgresql:///a?host=db.example", False),
        ("postgresql://bot:x@db.example/a?sslmode=verify-full&sslrootcert=ca.pem", True),
    ],
)  # fmt: skip
def test_a_server_elsewhere_has_its_certificate_verified(address: str, *, is_verified: bool) -> None:
    said = unverified(SecretStr(address))
    assert (said is None) == is_verified
    assert "x@" not in (said or "")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (ssl.SSLCertVerificationError(1, "bad"), "The certificate of the database is refused"),
        (ValueError('root certificate file "/x" does not exist'), "There is no root certificate for the database"),
        (ValueError("bot:tok-1@"), "The address of the database is not one of PostgreSQL"),
    ],
)
def test_what_is_wrong_with_a_certificate_is_named(error: Exception, said: str) -> None:
    with pytest.raises(StoreFault) as raised, _connecting():
        raise error
    assert str(raised.value).startswith(said)
    assert "tok-1" not in str(raised.value)
