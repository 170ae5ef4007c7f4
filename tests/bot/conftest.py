import asyncio
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from bot.storage import PostgresStore, SqliteStore
from tests.bot.desk import Desk
from tests.postgres import QUICK, NoServer, PostgresServer, server

EMPTY = "adjutant"


@pytest.fixture
async def store(tmp_path: Path) -> AsyncIterator[SqliteStore]:
    opened = await SqliteStore.open(tmp_path / "a.sqlite")
    yield opened
    await opened.close()


@pytest.fixture
async def desk(store: SqliteStore) -> Desk:
    return Desk(store)


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """A PostgreSQL server with a database that holds the tables and nothing else."""
    try:
        with server(*QUICK) as started:
            started.sql(f"CREATE DATABASE {EMPTY}")
            asyncio.run(_make_tables(started.address(EMPTY)))
            yield started
    except NoServer as reason:
        pytest.skip(f"no PostgreSQL: {reason}")


async def _make_tables(address: SecretStr) -> None:
    await (await PostgresStore.open(address)).close()


@pytest.fixture
def address(postgres: PostgresServer) -> Iterator[SecretStr]:
    """The address of a database of the test's own, in which the tables are made and empty."""
    with postgres.borrowed(EMPTY) as name:
        yield postgres.address(name)
