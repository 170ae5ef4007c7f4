"""A bot that runs: started from its settings, stopped, killed, and seen to be alive."""

import asyncio
import contextlib
import os
from pathlib import Path

import discord
import pytest

from bot.app import DEAD_AFTER_SECONDS, _beat, is_alive, start
from bot.settings import Settings
from localdiscord import LocalDiscord
from rules.errors import DataError
from rules.games import GAMES
from tests.bot.harness import Harness, text
from tests.games import SEED


def settings_of(here: Harness, **changes: object) -> Settings:
    given = {"token": here.server.token, "database": here.database, "discord_api": here.server.api_url}
    return Settings.model_validate(given | changes)


async def test_the_health_check_follows_the_connection(here: Harness) -> None:
    async with asyncio.timeout(5):
        while not is_alive(here.database):  # noqa: ASYNC110 (the file tells nobody)
            await asyncio.sleep(0.05)
    alive = here.database.with_name(f"{here.database.name}.alive")
    os.utime(alive, (1, 1))
    assert not is_alive(here.database)


async def test_a_closed_connection_is_not_alive(here: Harness, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.bot.client.wait_until_ready()
    monkeypatch.setattr(discord.ShardInfo, "is_closed", lambda _: True)
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(_beat(here.bot.client, tmp_path / "alive"), 0.2)
    assert not (tmp_path / "alive").exists()


def test_nothing_is_alive_where_no_bot_ever_ran(tmp_path: Path) -> None:
    assert not is_alive(tmp_path / "a.sqlite")
    assert DEAD_AFTER_SECONDS < 120


async def test_by_default_it_has_every_game(here: Harness) -> None:
    await here.bot.kill()
    here.bot = await start(settings_of(here), guild_ready_timeout=0.01)
    await here.server.bot_online()
    assert [*here.bot.client.service.catalog.games] == [game.id for game in GAMES]


async def test_data_that_is_wrong_stops_the_start(here: Harness, tmp_path: Path) -> None:
    own = tmp_path / "own"
    own.mkdir()
    (own / "marne_1918.toml").write_text("rulings = 3\n", encoding="utf-8")
    with pytest.raises(DataError, match=r"marne_1918\.toml:"):
        await start(settings_of(here, data=own, database=tmp_path / "other.sqlite"))
    assert not (tmp_path / "other.sqlite").exists()


async def test_a_seed_of_the_settings_is_that_of_every_campaign(here: Harness) -> None:
    await here.found()
    assert (await here.campaign()).seed == SEED


async def test_what_was_told_before_a_kill_is_there_after_the_start(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "dice roll")
    before = (await here.campaign()).campaign
    await here.bot.kill()
    await here.start_bot()
    assert (await here.campaign()).campaign == before


async def test_stopped_in_good_order_it_leaves_discord_and_closes_the_database(here: Harness) -> None:
    await here.found()
    await here.bot.stop()
    assert here.bot.client.is_closed()
    assert not here.database.with_name(f"{here.database.name}-wal").exists()
    await here.start_bot()
    await here.anna.slash(here.marne, "campaign status")
    assert "Turn 1" in text(here.newest(here.anna))


async def test_an_unknown_token_ends_it(tmp_path: Path) -> None:
    server = LocalDiscord()
    await server.start()
    settings = Settings.model_validate(
        {"token": "wrong", "database": tmp_path / "a.sqlite", "discord_api": server.api_url}
    )
    bot = await start(settings, guild_ready_timeout=0.01)
    try:
        with pytest.raises(Exception, match="Improper token"):
            await bot.wait()
    finally:
        await bot.stop()
        await server.stop()
