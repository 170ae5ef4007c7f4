"""Connections to PostgreSQL: each statement is one round trip and ends in time, and what is lost is opened again."""

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import parse_qs, urlsplit

import asyncpg
from pydantic import SecretStr

from bot.storage.faults import StoreFault, fault_in_state

if TYPE_CHECKING:
    from asyncpg.pool import PoolConnectionProxy

    Connection = PoolConnectionProxy[asyncpg.Record]

SECONDS = 1.2
"""A statement and the look whether it was done are over before Discord stops waiting, after 3 seconds."""
MILLISECONDS_ON_THE_SERVER = 1000
SECONDS_TO_START = 10
OUR_FAULT = ("22", "23")
"""Classes of states: the database is well, but a row is nonsense."""
NEW_CONNECTIONS = ("08", "25", "57")
"""Classes of states after which the open connections are not trusted: a server that stopped, or became a copy."""
APPLICATION = "adjutant"
"""What the server calls the connections of a bot."""
LOCAL = ("localhost", "127.", "[::1]", "/", "%2F", "%2f")
"""How the name of a server begins that is this machine, or a socket on it."""
SILENT = "The database does not answer"

Row = tuple[Any, ...]
T = TypeVar("T")


class Pool:
    """Several connections to one database, opened as they are needed."""

    def __init__(self, connections: "asyncpg.Pool[asyncpg.Record]") -> None:
        self._connections = connections

    @classmethod
    async def open(cls, address: SecretStr, most: int) -> "Pool":
        """Return a pool of one to ``most`` connections. Raises ``StoreFault``."""
        with _connecting():
            async with asyncio.timeout(SECONDS_TO_START):
                return cls(
                    await asyncpg.create_pool(
                        address.get_secret_value(),
                        min_size=1,
                        max_size=most,
                        init=_limit,
                        reset=_leave,
                        max_cached_statement_lifetime=0,
                        server_settings={"application_name": APPLICATION},
                    )
                )

    async def close(self) -> None:
        """Close the connections once what waits is done, or when that takes too long."""
        try:
            async with asyncio.timeout(SECONDS):
                await self._connections.close()
        except TimeoutError:
            self._connections.terminate()

    async def fetch(self, sql: str, *values: object) -> list[Row]:
        """Return the rows of a statement. Raises ``StoreFault``, and then it is unknown whether it was done."""
        return await self._done(lambda connection: _fetched(connection, sql, values))

    async def together(self, steps: Sequence[tuple[str, Sequence[object]]]) -> None:
        """Run several statements, all or none. Raises ``StoreFault``, and then it is unknown whether they were run."""
        await self._done(lambda connection: _together(connection, steps))

    async def _done(self, work: Callable[["Connection"], Awaitable[T]]) -> T:
        try:
            with faults():
                async with asyncio.timeout(SECONDS), self._connections.acquire() as connection:
                    return await work(connection)
        except StoreFault as fault:
            if _distrusts(fault.__cause__):
                await self._connections.expire_connections()
            raise


async def _fetched(connection: "Connection", sql: str, values: Sequence[object]) -> list[Row]:
    try:
        return [tuple(row) for row in await connection.fetch(sql, *values)]
    except (asyncio.CancelledError, asyncpg.InternalClientError):
        connection.terminate()  # asking the server to stop could take as long again; one that was cut is of no use
        raise


async def _together(connection: "Connection", steps: Sequence[tuple[str, Sequence[object]]]) -> None:
    try:
        await connection.execute("BEGIN")
        for sql, values in steps:
            await connection.execute(sql, *values)
        await connection.execute("COMMIT")
    except BaseException:
        connection.terminate()  # the server takes back what it has begun, and need not be asked to
        raise


@contextlib.asynccontextmanager
async def connected(address: SecretStr) -> AsyncIterator["asyncpg.Connection[asyncpg.Record]"]:
    """One connection without a limit of time, for long work. Raises ``StoreFault``."""
    with _connecting():
        connection = await asyncpg.connect(address.get_secret_value(), timeout=SECONDS_TO_START)
    try:
        with faults():
            await connection.execute("SET statement_timeout = 0")
            yield connection
    finally:
        with contextlib.suppress(OSError, asyncpg.PostgresError):
            await connection.close(timeout=SECONDS)


@contextlib.contextmanager
def _connecting() -> Iterator[None]:
    """What is wrong with an address is not quoted: the password is a part of it."""
    try:
        with faults():
            yield
    except ssl.SSLError as error:  # a ValueError too, where a certificate is refused
        why = (getattr(error, "verify_message", "") or str(error)).rstrip(".")
        raise StoreFault(f"The certificate of the database is refused ({why}): see sslmode and sslrootcert") from None
    except ValueError as error:
        if "root certificate" in str(error):
            raise StoreFault("There is no root certificate for the database: see sslrootcert") from None
        raise StoreFault("The address of the database is not one of PostgreSQL") from None


def unverified(address: SecretStr) -> str | None:
    """Return a sentence about a server beyond this machine whose certificate nobody verifies, or None."""
    parts = urlsplit(address.get_secret_value())
    given = parse_qs(parts.query)
    hosts = [part.rpartition("@")[2] for part in (parts.netloc, *given.get("host", []))]
    if all(host.startswith(LOCAL) or not host for host in hosts):
        return None
    if given.get("sslmode", [""])[-1] in ("verify-ca", "verify-full"):
        return None
    return "Nobody verifies that the database is yours: end its address with ?sslmode=verify-full&sslrootcert=FILE."


@contextlib.contextmanager
def faults() -> Iterator[None]:
    """Raise faults of the database as ``StoreFault``, and errors in a row unchanged."""
    try:
        yield
    except asyncpg.PostgresError as error:
        state = error.sqlstate or ""
        if state.startswith(OUR_FAULT):
            raise
        raise fault_in_state(state) from error
    except asyncpg.InterfaceError as error:
        if isinstance(error, ValueError):
            raise  # a value or an address that is nonsense
        raise StoreFault(SILENT) from error
    except asyncpg.InternalClientError as error:  # a connection that was cut in the middle of a statement
        raise StoreFault(SILENT) from error
    except ssl.SSLError:
        raise
    except OSError as error:  # the network, and a TimeoutError
        raise StoreFault(SILENT) from error


def _distrusts(cause: BaseException | None) -> bool:
    state = cause.sqlstate if isinstance(cause, asyncpg.PostgresError) else None
    return state is None or state.startswith(NEW_CONNECTIONS)


async def _limit(connection: "asyncpg.Connection[asyncpg.Record]") -> None:
    try:
        await connection.execute(f"SET statement_timeout = {MILLISECONDS_ON_THE_SERVER}")
    except asyncio.CancelledError:
        connection.terminate()  # the pool closes it, and would wait for a server that is silent
        raise


async def _leave(_: object) -> None:
    """A connection that goes back to the pool: nothing was set on it, so there is no round trip to undo it."""
