"""The fixtures, in a test file of somebody else that runs in this process."""

import pytest

BOT = """
import asyncio

import discord
import pytest
from discord import app_commands

class Bot(discord.Client):
    def __init__(self):
        super().__init__(intents=discord.Intents(guilds=True), guild_ready_timeout=0.01)
        self.tree = app_commands.CommandTree(self)

        @self.tree.command(description="x")
        async def ping(interaction):
            await interaction.response.send_message("pong")

    async def setup_hook(self):
        self.syncing = asyncio.create_task(self.sync())

    async def sync(self):
        await self.wait_until_ready()
        await asyncio.sleep(0.1)
        await self.tree.sync()

async def send(bot, channel, **body):
    route = discord.http.Route("POST", f"/channels/{channel['id']}/messages")
    await bot.http.request(route, json=body)
"""


OPTIONS = (
    *("-p", "localdiscord.pytest_plugin", "-p", "no:randomly", "-p", "no:cacheprovider"),
    *("-o", "asyncio_mode=auto", "-o", "asyncio_default_fixture_loop_scope=function"),
)


def outcomes(pytester: pytest.Pytester, tests: str, *settings: str) -> dict[str, int]:
    pytester.makepyfile(BOT + tests)
    found = pytester.runpytest_inprocess(*OPTIONS, *settings)
    return {word: number for word, number in found.parseoutcomes().items() if "warning" not in word}


def test_the_bot_runs_with_its_commands_and_a_user(pytester: pytest.Pytester) -> None:
    tests = """
async def test_it(run_bot, user, channel, discord_server):
    bot = Bot()
    await run_bot(bot)
    assert discord_server.gateway.online
    assert [each["name"] for each in discord_server.hub.state.available_commands()] == ["ping"]
    anna = user("anna")
    assert (user("anna").id, channel["name"]) == (anna.id, "general")
    assert discord_server.hub.state.guild["owner_id"] == anna.id
    await anna.slash(channel, "ping")
    assert [each["content"] for each in anna.messages(channel)] == ["pong"]
"""
    assert outcomes(pytester, tests) == {"passed": 1}


def test_a_server_has_the_settings_of_its_project(pytester: pytest.Pytester) -> None:
    tests = """
@pytest.fixture
def discord_settings():
    return {"guild_name": "The club"}

async def test_it(discord_server):
    assert discord_server.first_guild.name == "The club"
"""
    assert outcomes(pytester, tests) == {"passed": 1}


@pytest.mark.parametrize(("ending", "found"), [("", {"passed": 1, "errors": 1}), (".clear()", {"passed": 1})])
def test_an_uncleared_refusal_is_an_error(pytester: pytest.Pytester, ending: str, found: dict[str, int]) -> None:
    tests = f"""
async def test_it(run_bot, channel, discord_server):
    bot = Bot()
    await run_bot(bot)
    with pytest.raises(discord.HTTPException):
        await send(bot, channel, content="x" * 2001)
    discord_server.rejected{ending}
"""
    assert outcomes(pytester, tests) == found


@pytest.mark.parametrize(
    ("setting", "ending", "found"),
    [
        ("packaged", "", {"passed": 1, "errors": 1}),
        ("packaged", ".clear()", {"passed": 1}),
        ("off", "", {"passed": 1}),
        ("other.json", "", {"passed": 1, "errors": 1}),
    ],
)
def test_the_setting_names_the_file(
    pytester: pytest.Pytester, setting: str, ending: str, found: dict[str, int]
) -> None:
    (pytester.path / "other.json").write_text('{"paths": {}, "components": {"schemas": {}}}', encoding="utf-8")
    tests = f"""
async def test_it(run_bot, channel, discord_openapi):
    bot = Bot()
    await run_bot(bot)
    if {setting == "packaged"}:
        assert discord_openapi.found == []
        await send(bot, channel, content="x", tts="maybe")
    elif {setting == "off"}:
        assert discord_openapi is None
    else:
        assert "GET /users/@me is not in the file" in discord_openapi.found
    if {bool(ending)}:
        discord_openapi.found.clear()
"""
    assert outcomes(pytester, tests, "-o", f"discord_openapi={setting}") == found
