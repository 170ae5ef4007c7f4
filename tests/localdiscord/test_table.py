"""The table that somebody sits at."""

import asyncio
import os
import signal
from pathlib import Path

import aiohttp
import pytest

from localdiscord import LocalDiscord
from localdiscord.table import run_table
from tests.localdiscord.test_script import Running, start


async def test_a_table_stands_until_it_is_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tables: list[LocalDiscord] = []

    async def remember(table: LocalDiscord, database: Path, seed: str | None) -> Running:
        tables.append(table)
        return await start(table, database, seed)

    for _ in range(2):  # the second finds what the first left
        running = asyncio.create_task(run_table(0, tmp_path / "table", remember))
        out = ""
        async with asyncio.timeout(5):
            while "stands at" not in out:
                await asyncio.sleep(0.01)
                out += capsys.readouterr().out
        table = tables[-1]
        assert table.url in out
        url = f"{table.url}/table/world?user={table.person('anna').id}"
        async with aiohttp.ClientSession() as session, session.get(url) as answer:
            world = await answer.json()
        assert world["guild"]["name"] == "Adjutant's table"
        assert [c["name"] for c in world["channels"]] == ["marne", "fields-of-despair", "gathering-storm"]
        assert [u["username"] for u in world["users"]] == ["anna", "bert", "carla"]
        os.kill(os.getpid(), signal.SIGINT)
        await running
    assert tables[0].world.users == tables[1].world.users
