"""A database on a server whose connection is lost at any message of a command: what is read is what the log holds."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from pydantic import SecretStr

from localdiscord import LocalDiscord, NoResponse
from tests.bot.harness import Harness, text
from tests.bot.history import MADE
from tests.bot.storage.wire import State, Wire
from tests.patience import PATIENCE
from tests.postgres import PostgresServer
from tests.start import SteppingClock, moment

LAST = 4
"""A command sends so many messages to the database, or fewer."""


@pytest.fixture
async def wire(postgres: PostgresServer) -> AsyncIterator[Wire]:
    wire = Wire(next(postgres.folder.glob(".s.PGSQL.*[0-9]")))
    await wire.start()
    yield wire
    await wire.stop()


@pytest.fixture
async def table(wire: Wire, address: SecretStr, tmp_path: Path) -> AsyncIterator[Harness]:
    """A bot whose database is at the other end of the wire."""
    server = LocalDiscord(clock=SteppingClock(moment()), ack_timeout=PATIENCE)
    await server.start()
    here = Harness(server, tmp_path / "none")
    here.place = wire.address(name_of(address))
    try:
        await here.start_bot()
        yield here
    finally:
        await here.bot.kill()
        await server.stop()


def name_of(address: SecretStr) -> str:
    return Path(address.get_secret_value().partition("?")[0]).name


@pytest.mark.by_day(2)
@pytest.mark.parametrize("state", ["loses answers", "silent"])
async def test_messages_after_a_lost_connection_are_true(
    table: Harness, wire: Wire, postgres: PostgresServer, address: SecretStr, state: State
) -> None:
    """The connection is lost with the n-th message of a roll; the next roll finds all as it was."""
    await table.found()
    rolled, failed = 0, 0
    for nth in range(1, LAST + 1):
        wire.turns = (wire.sent + nth, state)
        with contextlib.suppress(NoResponse):
            await table.anna.slash(table.marne, "dice roll", {"reason": f"{state} {nth}"})
        failed += wire.turns is None
        wire.state, wire.turns = "whole", None
        await table.bert.slash(table.marne, "dice roll", {"reason": f"whole {nth}"})
        rolled += 1
        said = [text(each) for each in table.private(table.anna)]
        assert not [each for each in said if "hit an error" in each], (nth, said)
    logged = {int(row) for row in postgres.sql(MADE, name_of(address)).split()}
    assert table.history.untrue(logged) == []
    assert failed >= 3, "the wire was cut within the command"
    count, last = postgres.sql("SELECT count(*), max(seq) FROM entry", name_of(address)).split("|")
    assert count == last, "no gap"
    assert int(count) >= 1 + rolled
