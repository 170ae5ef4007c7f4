"""The store of a place: a file, or a server whose password nobody sees."""

from pathlib import Path

import pytest
from pydantic import SecretStr

import rules
from bot.storage import Place, PostgresStore, SqliteStore, StoreFault, name_of, open_store, read_store
from tests.bot.storage.rows import CAMPAIGN, DUE, entry


async def test_a_place_is_opened_by_what_it_is(place: Place) -> None:
    store = await open_store(place, 2)
    assert isinstance(store, SqliteStore if isinstance(place, Path) else PostgresStore)
    assert store.is_shared is not isinstance(place, Path)
    await store.found(CAMPAIGN, DUE)
    reader = await read_store(place)
    assert await reader.campaign(1) == CAMPAIGN._replace(id=1)
    await reader.close()
    await store.close()


@pytest.mark.parametrize(("version", "is_newer"), [(None, False), ("0.1", False), ("0.10", True), ("1.0", True)])
async def test_logs_of_later_rules_are_refused(place: Place, version: str | None, is_newer: bool) -> None:
    """Whoever goes back to an older Adjutant reads what to do, and nothing is read wrong."""
    store = await open_store(place, 2)
    await store.found(CAMPAIGN._replace(rules=""), DUE)  # of before versions were kept
    await store.append(entry(1)._replace(rules=version or rules.VERSION))
    await store.close()
    if not is_newer:
        await (await open_store(place, 2)).close()
        return
    with pytest.raises(StoreFault, match=f"has version {version} of the rules; this Adjutant knows {rules.VERSION}"):
        await open_store(place, 2)


def test_a_place_is_said_without_its_password() -> None:
    assert name_of(Path("a.sqlite")) == "a.sqlite"
    address = SecretStr("postgresql://bot:tok-1@host/adjutant")
    assert "tok-" not in name_of(address) + repr(address) + str(address)
