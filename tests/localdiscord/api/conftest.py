"""The scene, in which the bot can manage channels, messages and threads."""

from collections.abc import AsyncIterator

import aiohttp
import pytest

from localdiscord import LocalDiscord, Permission
from localdiscord.openapi import OpenApi
from localdiscord.state.permissions import DEFAULT_PERMISSIONS
from tests.localdiscord.api.scene import Scene

MANAGER = (
    Permission.MANAGE_CHANNELS
    | Permission.MANAGE_MESSAGES
    | Permission.MANAGE_THREADS
    | Permission.PIN_MESSAGES
    | Permission.CREATE_EVENTS
)


@pytest.fixture
async def scene() -> AsyncIterator[Scene]:
    openapi = OpenApi()
    permissions = DEFAULT_PERMISSIONS | MANAGER
    headers = {"Authorization": "Bot local-token"}
    async with LocalDiscord(bot_permissions=permissions) as server, aiohttp.ClientSession(headers=headers) as session:
        server.watch(openapi.compare)
        scene = Scene(server, session)
        await scene.fill()
        yield scene
    assert openapi.found == []
