"""The guild that ``adjutant local`` makes: in the language of the machine, or in the one that is asked for."""

import asyncio
import socket
from pathlib import Path

import aiohttp
import pytest

from bot.cli.local_guild import GUILDS, LOCALES, language_here
from tests.bot.cli.test_process import in_one_sentence
from tests.bot.command import adjutant, begin, end_of
from tests.patience import PATIENCE, a_moment


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("fr_FR.UTF-8", "fr"), ("fr", "fr"), ("fr_CA@euro", "fr"),
        ("en_GB.UTF-8", "en"), ("de_DE", "en"), ("C", "en"),
        ("frr_DE", "en"), ("", "en"),
    ],
)  # fmt: skip
def test_it_has_the_language_of_the_machine(locale: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LOCALES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LC_CTYPE", "C.UTF-8")  # Python sets it where the locale is not installed
    monkeypatch.setenv("LANG", locale)
    assert language_here() == language
    monkeypatch.setenv("LC_ALL", "fr_BE.UTF-8")
    assert language_here() == "fr"


def test_each_language_has_a_guild_of_its_own() -> None:
    assert {*GUILDS} == {"en", "fr"}
    assert len({guild.script for guild in GUILDS.values()}) == len(GUILDS)
    assert all(guild.script.exists() for guild in GUILDS.values())


async def test_another_language_is_refused(tmp_path: Path) -> None:
    in_one_sentence(await adjutant("local", "--language", "de", "--folder", str(tmp_path)), "--language takes en or fr")


async def test_a_guild_in_french_opens(tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    words = ("local", "--language", "fr", "--folder", str(tmp_path / "new" / "guild"), "--port", str(port))
    process = await begin(*words, LC_ALL="C.UTF-8")
    assert isinstance(process, asyncio.subprocess.Process)
    assert process.stdout is not None
    async with asyncio.timeout(4 * PATIENCE):
        address = (await process.stdout.readline()).decode().partition("running at ")[2].partition(" ")[0]
        async with aiohttp.ClientSession() as session, session.get(f"{address}local/state") as response:
            state = await response.json()
            user, said = next(iter(state["locales"])), ""
            while "adj:start:new" not in said:  # the card by which the bot greets a server
                for channel in state["channels"]:
                    given = {"user": user, "channel": channel["id"]}
                    async with session.get(f"{address}local/messages", params=given) as response:
                        said += await response.text()
                await a_moment()
    process.terminate()
    assert (await end_of(process)).code == 0
    assert state["guild"]["name"] == GUILDS["fr"].name
    assert {*state["locales"].values()} == {"fr"}
