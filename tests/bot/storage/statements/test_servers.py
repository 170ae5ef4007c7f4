"""What is kept of servers, whatever is below it: their settings, and that they were welcomed."""

import asyncio
import shutil
from pathlib import Path

import pytest

from bot.storage import Place, Store, migrate, open_store
from tests.bot.storage.rows import CAMPAIGN, DUE
from tests.postgres import PostgresServer


async def test_the_settings_of_a_server_are_the_last_that_were_kept(store: Store) -> None:
    assert await store.server(10) is None
    await store.keep_server(10, '{"language":"fr"}')
    await store.keep_server(10, '{"move":3}')
    await store.keep_server(11, "{}")
    assert await store.server(10) == '{"move":3}'


async def test_a_server_is_welcomed_once_each_time_that_the_bot_comes(store: Store) -> None:
    await store.keep_server(10, '{"move":3}')
    assert [await store.welcome(10, joined) for joined in (1000, 1000, 2000, 1000)] == [True, False, True, False]
    assert await store.server(10) == '{"move":3}', "its settings stay"
    asked = await asyncio.gather(*(store.welcome(12, 1000) for _ in range(5)))
    assert sorted(asked) == [False] * 4 + [True]


@pytest.fixture(params=["sqlite", "postgres"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> Place:
    if request.param == "sqlite":
        return tmp_path / "old.sqlite"
    server: PostgresServer = request.getfixturevalue("postgres")
    return server.address(server.database())


async def test_a_campaign_of_before_has_the_terms_that_every_campaign_had(
    empty: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tmp_path / "migrations"
    shutil.copytree(migrate.MIGRATIONS, before)
    for script in before.rglob("000[6-9]_*"):
        script.unlink()
    names = CAMPAIGN._fields[1:13]
    with monkeypatch.context() as patched:
        patched.setattr(migrate, "MIGRATIONS", before)
        store = await open_store(empty)
        marks = ", ".join(f"${number}" for number in range(1, len(names) + 1))
        sql = f"INSERT INTO campaign ({', '.join(names)}) VALUES ({marks})"
        await store._change(sql, *CAMPAIGN[1:13])  # type: ignore[attr-defined]
        await store.close()
    store = await open_store(empty)
    assert await store.campaign(1) == CAMPAIGN._replace(id=1, terms="{}")
    assert await store.found(CAMPAIGN._replace(interaction=2, terms='{"demo":true}'), DUE) == 2
    again = await store.campaign(2)
    assert again is not None
    assert again.terms == '{"demo":true}'
    await store.close()
