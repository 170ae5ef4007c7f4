"""Processes that connect to the gateway, and what they are told."""

import contextlib
from collections.abc import AsyncIterator, Sequence
from typing import Any

import aiohttp

from localdiscord import LocalDiscord
from localdiscord.interactions.interaction import InteractionType
from tests.patience import MOMENT, PATIENCE

INTENTS = 1 | 1 << 9 | 1 << 12  # guilds, messages, DMs


class Shard:
    """A process that reads what the gateway sends to it."""

    def __init__(self, server: LocalDiscord, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.server = server
        self.socket = socket
        self.ready: Any = None

    async def identify(self, *shard: int) -> None:
        await self.socket.receive()
        data = {"token": self.server.token, "intents": INTENTS, "shard": list(shard)}
        await self.socket.send_json({"op": 2, "d": data})
        self.ready = (await self.next())[1]

    async def resume(self, session_id: str, sequence: int) -> None:
        await self.socket.receive()
        data = {"token": self.server.token, "session_id": session_id, "seq": sequence}
        await self.socket.send_json({"op": 6, "d": data})

    async def next(self) -> tuple[str | int, Any]:
        """The name and the data of the next event; the number of the opcode for another frame."""
        frame = await self.socket.receive_json(timeout=PATIENCE)
        return frame["t"] or frame["op"], frame["d"]

    async def heard(self, number: int) -> list[str]:
        """The contents of so many messages and ids of interactions, and of any that follow at once."""
        contents: list[str] = []
        with contextlib.suppress(TimeoutError):
            while True:
                frame = await self.socket.receive_json(timeout=PATIENCE if len(contents) < number else MOMENT)
                if frame["t"] in ("MESSAGE_CREATE", "INTERACTION_CREATE"):
                    contents.append(frame["d"].get("content", frame["d"]["id"]))
        return contents


@contextlib.asynccontextmanager
async def shard(server: LocalDiscord, *numbers: int) -> AsyncIterator[Shard]:
    async with aiohttp.ClientSession() as session, session.ws_connect(server.gateway_url) as socket:
        one = Shard(server, socket)
        if numbers:
            await one.identify(*numbers)
        yield one


@contextlib.asynccontextmanager
async def listening(server: LocalDiscord, *intents: int) -> AsyncIterator[list[Shard]]:
    """A connection with each of these intents, once it has been told who it is."""
    async with contextlib.AsyncExitStack() as stack:
        session = await stack.enter_async_context(aiohttp.ClientSession())
        listeners = []
        for each in intents:
            socket = await stack.enter_async_context(session.ws_connect(server.gateway_url))
            await socket.receive()
            await socket.send_json({"op": 2, "d": {"token": server.token, "intents": int(each)}})
            listeners.append(Shard(server, socket))
            assert (await listeners[-1].next())[0] == "READY"
        yield listeners


async def told(listeners: Sequence[Shard], name: str = "") -> list[list[tuple[str | int, Any]]]:
    """What each has been told until now, or what it has been told of this name; an interaction, which every bot is told
    of, is the end.
    """
    server = listeners[0].server
    user, place = server.user("anna"), server.channel("general")
    begun = server.hub.interactions.begin(user.id, place["id"], InteractionType.COMMAND, {"id": "1", "name": "x"})
    server.hub.interactions.acknowledge(begun)
    found = []
    for each in listeners:
        heard = []
        while (event := await each.next())[0] != "INTERACTION_CREATE":
            heard.append(event)
        found.append([event for event in heard if not name or event[0] == name])
    return found


async def identify(server: LocalDiscord, session: aiohttp.ClientSession, **data: Any) -> int | None:
    """The code with which the gateway closes after this IDENTIFY, or None if it said READY."""
    async with session.ws_connect(server.gateway_url) as socket:
        assert (await socket.receive_json())["op"] == 10
        await socket.send_json({"op": 2, "d": {"token": server.token, "intents": 1} | data})
        response = await socket.receive()
        return None if response.type == aiohttp.WSMsgType.TEXT else socket.close_code
