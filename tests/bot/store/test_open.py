"""The store of a place: a file, or a server whose password nobody sees."""

from pathlib import Path

from pydantic import SecretStr

from bot.store import Place, PostgresStore, SqliteStore, name_of, open_store, read_store
from tests.bot.store.rows import CAMPAIGN, DUE


async def test_a_place_is_opened_by_what_it_is(place: Place) -> None:
    store = await open_store(place, 2)
    assert isinstance(store, SqliteStore if isinstance(place, Path) else PostgresStore)
    assert store.is_shared is not isinstance(place, Path)
    await store.found(CAMPAIGN, DUE)
    reader = await read_store(place)
    assert await reader.campaign(1) == CAMPAIGN._replace(id=1)
    await reader.close()
    await store.close()


def test_a_place_is_said_without_its_password() -> None:
    assert name_of(Path("a.sqlite")) == "a.sqlite"
    address = SecretStr("postgresql://bot:tok-1@host/adjutant")
    assert "tok-" not in name_of(address) + repr(address) + str(address)
