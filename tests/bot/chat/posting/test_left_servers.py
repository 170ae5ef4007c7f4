"""The server removes the bot, and invites it again; a role goes that denied it something."""

from datetime import timedelta

import pytest

from bot.engine.sessions import Session
from bot.storage import StoreFault
from localdiscord import Permission
from tests.bot.cli.test_health_server import health_of
from tests.bot.harness import Harness, text
from tests.patience import until


def told(here: Harness) -> str:
    return "\n".join(map(text, here.anna.messages(here.anna.dm())))


async def test_a_server_removes_the_bot_and_invites_it_again(here: Harness) -> None:
    """Whoever shares another server with the bot is told; nothing is red that the host cannot mend."""
    here.server.guild("other").user("anna")
    await here.found()
    here.server.deny(here.marne, Permission.SEND_MESSAGES)
    await here.settle(after=timedelta(hours=49))
    here.server.first_guild.remove_bot()
    await until(lambda: here.bot.client.get_guild(int(here.server.guild_id)) is None)
    await here.settle(after=timedelta(hours=1))
    assert "I am no longer on the server of **Marne 1918**" in told(here)
    assert await health_of(here).check() is None
    await here.restart()
    await here.settle(after=timedelta(hours=1))
    assert told(here).count("I am no longer") == 1
    assert await health_of(here).check() is None
    here.server.allow(here.marne, Permission.SEND_MESSAGES)
    here.server.first_guild.invite_bot()
    await until(lambda: not here.bot.outbox.stopped)
    await here.settle()
    assert any("Waiting since" in text(each) for each in here.carla.messages(here.marne))
    here.server.rejected.clear()


async def test_a_role_that_denied_something_is_deleted(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found()
    guild, channels = here.server.first_guild, here.server.hub.state.channels
    channels.set_overwrite(here.marne, guild.role("muted", here.server.hub.state.bot_id), deny=Permission.SEND_MESSAGES)
    await here.settle(after=timedelta(hours=49))
    assert here.bot.outbox.stopped == [1]
    session, faults = here.bot.client.service.session, [StoreFault("away for a moment")]

    async def failing(id_: int) -> Session:
        if faults:
            raise faults.pop()
        return await session(id_)

    monkeypatch.setattr("bot.chat.client.POLL_SECONDS", 0)
    monkeypatch.setattr(here.bot.client.poster._service, "session", failing)
    guild.delete_role(guild.role("muted"))
    await until(lambda: not here.bot.outbox.stopped)
    await here.settle()
    assert "Waiting since" in text(here.newest(here.carla))
    here.server.rejected.clear()
