"""A wire to a database that can be cut: what is sent on it arrives, is held up, or is lost on the way back."""

import asyncio
import contextlib
from pathlib import Path
from typing import Literal

from pydantic import SecretStr

from tests.patience import a_moment

State = Literal["whole", "silent", "loses answers"]


class Wire:
    """A port of this machine that leads to a server's socket. ``state`` says what becomes of what is sent,
    ``sent`` counts the messages to the server.
    """

    def __init__(self, socket: Path) -> None:
        self.state: State = "whole"
        self.sent = 0
        self.turns: tuple[int, State] | None = None
        """Once so many messages were sent, another state."""
        self._socket = socket
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._connect, "127.0.0.1", 0)

    async def stop(self) -> None:
        self._server.close()
        self.cut()

    def address(self, database: str) -> SecretStr:
        port = self._server.sockets[0].getsockname()[1]
        return SecretStr(f"postgresql://adjutant@127.0.0.1:{port}/{database}?sslmode=disable")

    def cut(self) -> None:
        for writer in self._open:
            writer.transport.abort()

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        answers, requests = await asyncio.open_unix_connection(self._socket)
        self._open |= {writer, requests}
        await asyncio.gather(self._carry(reader, requests), self._carry(answers, writer, back=True))
        self._open -= {writer, requests}

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, *, back: bool = False) -> None:
        with contextlib.suppress(OSError):
            while sent := await reader.read(65536):
                if back and self.state == "loses answers":
                    self.cut()
                while self.state == "silent":
                    await a_moment()
                self.sent += not back
                if self.turns and not back and self.sent >= self.turns[0]:
                    self.state, self.turns = self.turns[1], None
                writer.write(sent)
        writer.close()
