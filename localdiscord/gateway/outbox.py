"""What waits to be written to one connection."""

import asyncio
from typing import Final

from aiohttp import web

# more than a resume replays; a bot that is this far behind reads no more
_MOST_FRAMES: Final = 10_000
# how long a bot has to confirm that a connection ends
_CLOSE_SECONDS: Final = 1.0


class Outbox:
    """The frames for one connection, in order. A bot that does not read them is cut off."""

    def __init__(self, request: web.Request, socket: web.WebSocketResponse) -> None:
        self._request = request
        self._socket = socket
        self._frames: asyncio.Queue[str | int] = asyncio.Queue(_MOST_FRAMES)

    def put(self, frame: str) -> None:
        """Adds a frame."""
        self._put(frame)

    def close(self, code: int) -> None:
        """Closes the connection with this code, after the frames before."""
        self._put(code)

    def _put(self, item: str | int) -> None:
        try:
            self._frames.put_nowait(item)
        except asyncio.QueueFull:
            self._cut()

    def _cut(self) -> None:
        if self._request.transport is not None:
            self._request.transport.abort()

    async def end(self, code: int) -> None:
        """Closes the connection at once, and cuts it if the bot does not take note."""
        try:
            async with asyncio.timeout(_CLOSE_SECONDS):
                await self._socket.close(code=code)
        except TimeoutError:
            self._cut()

    async def write(self) -> None:
        """Writes the frames until the connection ends."""
        while not self._socket.closed:
            item = await self._frames.get()
            try:
                if isinstance(item, int):
                    await self.end(item)
                else:
                    await self._socket.send_str(item)
            except ConnectionError:
                return
