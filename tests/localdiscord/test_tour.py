"""The campaign that was played before anybody came: as `make play` has it, on its own bot and database."""

import functools
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from bot.cli.command_line import start_local_bot
from bot.cli.local_guild import GUILDS, TOUR_SEED, USERS, LocalGuild
from localdiscord import LocalDiscord, Tour
from localdiscord.tour import past, play_tour
from tests.bot.harness import text
from tests.loaded import true_dice
from tests.localdiscord.script.scribe import start_scribe

ENGLISH, FRENCH = GUILDS["en"], GUILDS["fr"]


@asynccontextmanager
async def toured(folder: Path, guild: LocalGuild = ENGLISH, *, greets: bool = False) -> AsyncIterator[LocalDiscord]:
    """A guild that has seen the tour, as `make play` opens it for the first time, and its bot."""
    server = LocalDiscord(clock=past(), database=folder / "discord.db", bot_name="Adjutant", locale=guild.locale)
    server.lead_to(guild.thread)
    for name in USERS:
        server.user(name)
    for name in guild.channels:
        server.channel(name)
    tour = Tour(guild.script, guild.thread, functools.partial(start_local_bot, seed=TOUR_SEED))
    async with server:
        with true_dice():
            await play_tour(server, tour, folder / "bot.db")
        server.table.host(lambda: start_local_bot(server, folder / "bot.db", greets=greets))
        await server.table.start()
        await server.bot_online()
        try:
            yield server
        finally:
            await server.table.stop()


@pytest.mark.parametrize(
    ("guild", "ends"),
    [
        (
            ENGLISH,
            (
                "The Germans end the game with **19** victory points.",
                "ends the campaign for good",
                "How A fortnight on the Marne went",
            ),
        ),
        (
            FRENCH,
            (
                "Les Allemands finissent la partie avec **19** points de victoire.",
                "termine la campagne pour de bon",
                "Le déroulement de Quinze jours sur la Marne",
            ),
        ),
    ],
)
async def test_the_tour_is_a_whole_campaign_already_read(
    guild: LocalGuild, ends: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The report came then, not today."""
    async with toured(tmp_path, guild) as server:
        assert capsys.readouterr().out == "", "whoever starts it reads nothing of the lines that are played"
        anna = server.user("anna")
        place = server.thread(guild.thread, server.channel("marne"))
        moments = [datetime.fromisoformat(each["timestamp"]) for each in anna.messages(place)]
        assert timedelta(days=13) < max(moments) - min(moments) < timedelta(days=15)
        told = "\n".join(map(text, anna.messages(place)))
        assert [each for each in ends if each not in told] == []
        for each in server.hub.state.first.human_users():
            assert not any(server.hub.state.reads.waiting(each["id"], place["id"]))
        assert abs(server.clock.now() - datetime.now(UTC)) < timedelta(minutes=1), "it is the present again"
        assert server.rejected == []


async def test_a_script_that_fails_leaves_a_table_to_play_at(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.script"
    broken.write_text('@anna #marne\nclick "Nothing"\n', encoding="utf-8")
    async with toured(tmp_path, ENGLISH._replace(script=broken)) as server:
        await server.user("anna").slash(server.channel("marne"), "help")
        printed = capfd.readouterr()
        assert "sees no button “Nothing”" in printed.err
        assert printed.out == "", "nobody reads the script as it is played"


@pytest.mark.parametrize(("line", "ended"), [("/count", False), ("/fly", True)])
async def test_each_user_has_read_what_they_can_see_of_the_tour(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], line: str, *, ended: bool
) -> None:
    script = tmp_path / "tour.script"
    script.write_text(f"@anna #general\n/whisper\n#dm\n/remind text:x\n#general\n{line}\n", encoding="utf-8")
    async with LocalDiscord(clock=past()) as server:
        anna, bert = server.user("anna"), server.user("bert")
        await play_tour(server, Tour(script, "general", start_scribe), tmp_path / "bot.db")
        general, dm = server.channel("general")["id"], anna.dm()["id"]
        reads = server.hub.state.reads
        assert {user: {*read} for user, read in reads.by_user.items()} == {anna.id: {general, dm}, bert.id: {general}}
        assert not any((*reads.waiting(anna.id, dm), *reads.waiting(bert.id, general)))
        assert abs(server.clock.now() - datetime.now(UTC)) < timedelta(minutes=1)
        assert not server.gateway.online
    assert ("The tour ends here." in capsys.readouterr().err) == ended
