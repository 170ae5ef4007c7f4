"""A server with something for every route to work on."""

from typing import Any

import aiohttp

from localdiscord import LocalDiscord
from localdiscord.interactions.interaction import InteractionType

COMMAND = {"name": "ping", "description": "Pings"}
EVENT = {
    "name": "Night",
    "scheduled_start_time": "2150-01-01T18:00:00+00:00",
    "scheduled_end_time": "2150-01-01T22:00:00+00:00",
    "privacy_level": 2,
    "entity_type": 3,
    "entity_metadata": {"location": "The club"},
}


class Scene:
    """The server, a session with the bot's token, and the `ids` that fill the parameters of paths."""

    def __init__(self, server: LocalDiscord, session: aiohttp.ClientSession) -> None:
        self.server = server
        self.session = session
        self.state = server.hub.state
        self.anna = server.user("anna")
        self.general = server.channel("general")
        self.ids = {
            "application": self.state.application_id,
            "guild": server.guild_id,
            "channel": self.general["id"],
            "user": self.anna.id,
            "emoji": "👍",
        }

    async def request(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        url = self.server.api_url + path.format(**self.ids)
        async with self.session.request(method, url, json=body) as response:
            return response.status, await response.json() if response.status != 204 else None

    async def asks(self, method: str, path: str, body: Any = None, **ids: str) -> tuple[int, int]:
        """The status, and Discord's code for what was refused."""
        self.ids |= ids
        status, said = await self.request(method, path, body)
        return status, said["code"] if status >= 400 else 0

    async def fill(self) -> None:
        """Sends a message, registers a command, creates threads, begins an interaction."""
        for path in ("/applications/{application}/commands", "/applications/{application}/guilds/{guild}/commands"):
            _, (command,) = await self.request("PUT", path, [COMMAND])
            self.ids["command" if "guilds" not in path else "guild_command"] = command["id"]
        _, message = await self.request("POST", "/channels/{channel}/messages", {"content": "one"})
        _, second = await self.request("POST", "/channels/{channel}/messages", {"content": "two"})
        _, thread = await self.request("POST", "/channels/{channel}/threads", {"name": "talk", "type": 11})
        _, event = await self.request("POST", "/guilds/{guild}/scheduled-events", EVENT)
        self.anna.subscribe(event)
        self.ids["event"] = event["id"]
        self.ids |= {"message": message["id"], "second": second["id"], "thread": thread["id"]}
        interaction = self.server.hub.interactions.begin(
            self.anna.id, self.general["id"], InteractionType.COMMAND, {"id": "1", "name": "ping", "type": 1}
        )
        self.ids |= {"interaction": interaction.id, "token": interaction.token}

    async def respond(self) -> None:
        body = {"type": 4, "data": {"content": "pong"}}
        await self.request("POST", "/interactions/{interaction}/{token}/callback", body)

    def message(self, name: str = "message") -> Any:
        """The message as it is now, None if it was deleted."""
        stored = self.state.messages.find(self.ids[name])
        return stored and stored.message

    def thread_members(self) -> list[str]:
        members: list[str] = self.state.channels.by_id[self.ids["thread"]]["members"]
        return members

    def contents(self) -> list[str]:
        """What was said; the row that tells of the thread is Discord's own."""
        return [message["content"] for message in self.anna.messages(self.general) if message["type"] != 18]
