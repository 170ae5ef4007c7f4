from collections.abc import AsyncIterator

import pytest

from localdiscord import LocalDiscord, Person
from localdiscord.people import Place
from localdiscord.rest.call import Exchange
from tests.localdiscord import schema
from tests.localdiscord.little_bot import LittleBot, connected


@pytest.fixture
async def table() -> AsyncIterator[LocalDiscord]:
    """A little Discord; what it grants and answers is compared with Discord's own file, if it is there."""
    table = LocalDiscord()
    exchanges: list[Exchange] = []
    if schema.FILE.exists():
        table.watch = exchanges.append
    await table.start()
    yield table
    await table.stop()
    found = [problem for exchange in exchanges for problem in schema.problems(exchange)]
    assert found == []


@pytest.fixture
async def bot(table: LocalDiscord) -> AsyncIterator[LittleBot]:
    little = LittleBot()
    async with connected(table, little):
        yield little


@pytest.fixture
def anna(table: LocalDiscord) -> Person:
    return table.person("anna")


@pytest.fixture
def bert(table: LocalDiscord, anna: Person) -> Person:  # noqa: ARG001 (anna comes first and owns the guild)
    return table.person("bert")


@pytest.fixture
def marne(table: LocalDiscord) -> Place:
    return table.channel("marne")


@pytest.fixture
def _impatient(table: LocalDiscord) -> None:
    """Nobody waits three seconds for a silent bot."""
    table.interactions.patience = 0.1
