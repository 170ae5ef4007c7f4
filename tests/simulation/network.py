"""A network in memory: connections between the bot and the local Discord, on which everything takes its time."""

import asyncio
import contextvars
from collections.abc import Callable
from typing import Any, Self

import aiohttp

from tests.simulation.loop import LIFE, Lane, Loop

HOST = "127.0.0.1"


class End(asyncio.Transport):
    """One end of a connection. What is written comes out at the other end, in order."""

    other: "End"

    def __init__(self, loop: Loop, protocol: asyncio.Protocol, own: tuple[str, int], peer: tuple[str, int]) -> None:
        super().__init__({"sockname": own, "peername": peer})
        self._protocol: Any = protocol
        self.context = contextvars.copy_context()
        self._lane = Lane(loop, self.context)
        self._is_closing = self._is_lost = self._is_paused = False
        self._held: list[bytes] = []

    @property
    def life(self) -> int:
        """Whose end it is."""
        return int(self.context.get(LIFE, 0))

    def begin(self) -> None:
        self.context.run(self._protocol.connection_made, self)

    def write(self, data: Any) -> None:
        if not self._is_closing:
            chunk = bytes(data)
            self.other._lane.put(lambda: self.other._receive(chunk))

    def _receive(self, data: bytes) -> None:
        if self._is_paused:
            self._held.append(data)
        elif not self._is_lost:
            self._protocol.data_received(data)

    def pause_reading(self) -> None:
        self._is_paused = True

    def resume_reading(self) -> None:
        self._is_paused = False
        held, self._held = self._held, []
        for data in held:
            self._receive(data)

    def is_reading(self) -> bool:
        return not self._is_paused

    def is_closing(self) -> bool:
        return self._is_closing

    def close(self) -> None:
        """End the connection; what was written before arrives."""
        if not self._is_closing:
            self._is_closing = True
            self._lane.put(self._lose)
            self.other._lane.put(self.other._end)

    def abort(self) -> None:
        self.close()

    def _end(self) -> None:
        self._is_closing = True
        self._lose()

    def _lose(self) -> None:
        if not self._is_lost:
            self._is_lost = True
            self._protocol.connection_lost(None)

    def get_protocol(self) -> Any:
        return self._protocol

    def set_protocol(self, protocol: Any) -> None:
        self._protocol = protocol

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing is ever held back."""

    def can_write_eof(self) -> bool:
        return False


class Listener:
    """Takes connections at a port."""

    def __init__(self, network: "Network", make: Callable[[], Any], port: int) -> None:
        self.make, self.port = make, port
        self.context = contextvars.copy_context()
        self._network = network

    @property
    def sockets(self) -> tuple[Self, ...]:
        return (self,)

    def getsockname(self) -> tuple[str, int]:
        return HOST, self.port

    def close(self) -> None:
        self._network.listeners.pop(self.port, None)

    async def wait_closed(self) -> None:
        """It is closed at once."""

    def is_serving(self) -> bool:
        return self.port in self._network.listeners


class Network(Loop):
    """A loop whose connections are in memory."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.listeners: dict[int, Listener] = {}
        self._ends: list[End] = []
        self._ports = iter(range(50_000, 1_000_000))

    async def create_server(self, make: Any, *_: Any, **__: Any) -> Any:  # type: ignore[override]
        """Take connections at the next port."""
        port = next(self._ports)
        self.listeners[port] = Listener(self, make, port)
        return self.listeners[port]

    async def create_connection(self, make: Any, host: Any = None, port: Any = None, **_: Any) -> Any:  # type: ignore[override]
        """Connect with whoever listens at a port. Raises ``ConnectionRefusedError``."""
        await asyncio.sleep(self.delay())
        listener = self.listeners.get(port)
        if listener is None:
            raise ConnectionRefusedError(f"nobody listens at {port}")
        own, peer = (HOST, next(self._ports)), (HOST, port)
        here = End(self, make(), own, peer)
        there = listener.context.run(lambda: End(self, listener.make(), peer, own))
        here.other, there.other = there, here
        self._ends.append(here)
        there.begin()
        here.begin()
        return here, here.get_protocol()

    def cut(self, life: int) -> None:
        """Cut all connections of one who died."""
        for end in self._ends:
            if end.life == life:
                end.close()


class Connector(aiohttp.BaseConnector):
    """Lets the library connect by the loop's own network."""

    async def _create_connection(self, req: Any, *_: Any) -> Any:
        _transport, protocol = await self._loop.create_connection(self._factory, req.url.host, req.url.port)
        return protocol
