"""The operator: their own data in ``ADJUTANT_DATA``, the health of the process, and channels that saw many campaigns.

This goes by the real command wherever an operator would, so it has a file of its own.
"""

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.base.heartbeat import alive_file
from bot.cli.app import beat
from bot.cli.health_server import Health
from localdiscord import LocalDiscord
from tests.bot.command import adjutant, begin, end_of, on
from tests.bot.harness import Harness, choose, text
from tests.patience import a_moment, until
from tests.rules.games.gathering_storm.test_data import CARD

RULING = ("[rulings.cantigny_entry]", 'default = "turn_1"', 'default = "turn_2"')


def own_folder(folder: Path, name: str, content: str | bytes) -> Path:
    folder.mkdir()
    data = content.encode() if isinstance(content, str) else content
    (folder / name).write_bytes(data)
    return folder


def other_ruling(folder: Path) -> Path:
    """Marne 1918 with another default for one ruling."""
    shipped = Path("data/marne_1918.toml").read_text(encoding="utf-8")
    head, was, becomes = RULING
    before, after = shipped.split(head)
    return own_folder(folder, "marne_1918.toml", before + head + after.replace(was, becomes, 1))


@pytest.mark.parametrize(
    ("name", "content", "parts"),
    [
        ("gathering_storm_own_cards.toml", "[[cards]\n", ["gathering_storm_own_cards.toml", "line 1"]),
        ("gathering_storm_own_cards.toml", b"\xff\xfe", ["gathering_storm_own_cards.toml"]),
        ("gathering_storm_own_cards.toml", "", ["this data file is empty"]),
        ("gathering_storm_own_cards.toml", CARD.replace("Italy", "Utopia"), ["gathering_storm_own_cards.toml", "pile"]),
        ("marne_1918.toml", "pools = 3\n", ["marne_1918.toml"]),
        ("waterloo.toml", 'title = "Waterloo"\n', ["waterloo.toml", "no game reads a file of this name"]),
    ],
    ids=["no TOML", "no text", "empty", "no such pile", "no game", "an extra game"],
)
async def test_a_wrong_data_file_ends_it(tmp_path: Path, name: str, content: str | bytes, parts: list[str]) -> None:
    """The file and the place are named, so that the operator finds the slip."""
    async with LocalDiscord() as server:
        folder = own_folder(tmp_path / "own", name, content)
        ended = await adjutant("run", **on(server, tmp_path / "a.sqlite"), data=folder)
    assert (ended.code, "Traceback" in ended.said) == (78, False), ended.said
    assert all(part in ended.said for part in parts), ended.said
    assert not (tmp_path / "a.sqlite").exists()


async def test_running_campaigns_ignore_the_operators_data(tmp_path: Path) -> None:
    """Founded with a changed ruling, it keeps that ruling under the shipped data; a new campaign has the default."""
    own = other_ruling(tmp_path / "own")
    async with LocalDiscord() as server:
        marne, verdun, anna = server.channel("marne"), server.channel("verdun"), server.user("anna")
        given = on(server, tmp_path / "a.sqlite")
        for settings, place in ((given | {"data": own}, marne), (given, verdun)):
            bot = await begin("run", **settings)
            await server.bot_online()
            await anna.slash(place, "campaign new", {"game": "marne-1918", "seat": "Allies"})
            for each in {marne["id"]: marne, place["id"]: place}.values():
                await choose(anna, each, "campaign manage rulings", {"ruling": "cantigny_entry"})
            bot.terminate()
            assert (await end_of(bot)).code == 0
        shown = [text(anna.messages(each)[-1]) for each in (marne, verdun)]
    assert "When does its one marker enter? **turn 2**" in shown[0]
    assert "When does its one marker enter? **turn 1**" in shown[1]


# ---- health ----


async def test_the_health_command_follows_the_process(tmp_path: Path) -> None:
    """A container restarts what is not healthy: a bot that was killed, or one whose file grew old."""
    database = tmp_path / "a.sqlite"
    async with LocalDiscord() as server:
        bot = await begin("run", **on(server, database))
        await server.bot_online()
        await until(alive_file(database).exists)
        assert (await adjutant("health", database=database)).code == 0
        bot.kill()
        await end_of(bot)
    for age, code in ((80, 0), (100, 1)):
        os.utime(alive_file(database), (time.time() - age,) * 2)
        assert (await adjutant("health", database=database)).code == code


class Link:
    """A connection that the test opens and closes."""

    is_connected = False


async def test_without_a_connection_the_file_is_not_renewed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.cli.app.HEARTBEAT_SECONDS", 0.01)
    file, link = alive_file(tmp_path / "a.sqlite"), Link()
    beating = asyncio.create_task(beat(lambda: link.is_connected, file))
    await a_moment()
    assert not file.exists()
    link.is_connected = True
    await until(file.exists)
    link.is_connected = False
    await a_moment()
    os.utime(file, (1, 1))
    await a_moment()
    assert file.stat().st_mtime == 1
    beating.cancel()


async def test_one_closed_shard_is_no_health(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The servers of that shard get no answers, whatever the others get."""
    await here.bot.client.wait_until_ready()
    health = Health(here.bot.client, here.bot._store, here.database.parent, here.server.clock.now)
    assert await health.check() is None
    monkeypatch.setattr(discord.ShardInfo, "is_closed", lambda _: True)
    assert await health.check() == "The bot is not connected to Discord."


# ---- one channel, many campaigns ----


async def test_restarted_commands_share_one_campaign(here: Harness) -> None:
    """Two tables would write the same number twice: one of two players would read an error, or lose their roll."""
    await here.found()
    await here.restart()
    people = (here.anna, here.bert)
    await asyncio.gather(
        *(people[number % 2].slash(here.marne, "dice roll", {"reason": "rain"}) for number in range(12))
    )
    session = await here.campaign()
    entries = await here.bot.client.service.entries(session)
    assert [each.seq for each in entries] == [*range(1, 14)]
    dice = [roll.first for each in entries for roll in each.rolls]
    assert dice == [*range(12)]
    assert (await here.bot.client.service.verify(session, entries)).wrong == ()


async def ended(here: Harness, name: str) -> Any:
    """A campaign that was played and ended here."""
    await here.found(name=name)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    return await here.campaign()


async def test_of_many_campaigns_in_one_channel_the_newest_is_played(here: Harness) -> None:
    """Also by the buttons below old messages, after restarts; the old ones keep their logs."""
    first = await ended(here, "The first")
    old_button = next(each for each in here.carla.messages(here.marne) if "The first" in text(each))
    await ended(here, "The second")
    await here.restart()
    await here.found(name="The third")
    await here.restart()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    session = await here.campaign()
    assert (session.campaign.founding.name, session.campaign.seq) == ("The third", 2)
    assert (await here.bot.client.service.session(first.id)).campaign.seq == first.campaign.seq
    await choose(here.anna, here.marne, "campaign manage list")
    listed = text(here.newest(here.anna))
    assert all(name in listed for name in ("The first", "The second", "The third"))
    for part in [part for row in old_button["components"] for part in row["components"]]:
        if part["type"] == 2 and not part.get("disabled") and part["label"] != "Dice":
            await here.anna.press(old_button, part["label"])
    assert (await here.bot.client.service.session(first.id)).campaign.seq == first.campaign.seq
    await here.anna.slash(here.marne, "record find", {"campaign": 1})
    assert "The third" not in text(here.newest(here.anna))
