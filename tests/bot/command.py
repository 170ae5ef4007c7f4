"""The command ``adjutant`` as a process of its own."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from bot.base.settings import UNHURRIED
from localdiscord import LocalDiscord
from tests.faults.rounds import many
from tests.patience import PATIENCE

ROOT = Path(__file__).parents[2]
LONGEST_MESSAGE = 100_000
FORKS = many(hasattr(os, "pidfd_open") and "COVERAGE_PROCESS_CONFIG" not in os.environ, False)
"""Whether a start is a fork. In the long round, and where lines are counted, each is an interpreter of its own."""


class Ended(NamedTuple):
    code: int
    said: str


class Fork:
    """A process that the mother forked, with what of ``asyncio.subprocess.Process`` the tests use."""

    def __init__(
        self, pid: int, out: asyncio.StreamReader, err: asyncio.StreamReader, line: asyncio.StreamReader
    ) -> None:
        self.pid = pid
        self._ending = asyncio.ensure_future(asyncio.gather(out.read(), err.read(), line.read()))

    @property
    def returncode(self) -> int | None:
        return int(self._ending.result()[2]) if self._ending.done() else None

    async def wait(self) -> int:
        return int((await asyncio.shield(self._ending))[2])

    async def communicate(self) -> tuple[bytes, bytes]:
        out, err, _ = await asyncio.shield(self._ending)
        return out, err

    def send_signal(self, number: int) -> None:
        if self.returncode is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, number)

    def terminate(self) -> None:
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        self.send_signal(signal.SIGKILL)


Started = Process | Fork


async def begin(*words: str, prefix: tuple[str, ...] = (), **settings: Any) -> Started:
    """Start it with these settings alone: ``database`` is ``ADJUTANT_DATABASE``; capitals are taken as they are.

    An interpreter that is to begin otherwise, with a prefix or in another locale, is a new one.
    """
    given = {name if name.isupper() else f"ADJUTANT_{name.upper()}": str(value) for name, value in settings.items()}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ADJUTANT_")}
    if FORKS and not prefix and all(name.startswith("ADJUTANT_") for name in given):
        return await _forked(words, kept | given)
    command = (*prefix, sys.executable, "-m", "bot", *words)
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=kept | given, stdout=PIPE, stderr=PIPE)


async def end_of(process: Started, seconds: float = 2 * PATIENCE) -> Ended:
    """How it ends, with all that it said."""
    try:
        async with asyncio.timeout(seconds):
            out, err = await process.communicate()
    except TimeoutError:
        process.kill()
        out, err = await process.communicate()
        raise AssertionError(f"it did not end: {(out + err).decode()}") from None
    return Ended(process.returncode or 0, (out + err).decode())


async def adjutant(*words: str, prefix: tuple[str, ...] = (), **settings: Any) -> Ended:
    """Run it to its end."""
    return await end_of(await begin(*words, prefix=prefix, **settings))


def on(server: LocalDiscord, database: Path) -> dict[str, Any]:
    """The settings of a bot on a local Discord."""
    return {"token": server.token, "discord_api": server.api_url, "database": database, **UNHURRIED}


async def _forked(words: tuple[str, ...], environment: dict[str, str]) -> Fork:
    order = json.dumps({"words": words, "environment": environment, "folder": str(ROOT)}).encode()
    ends = [os.pipe() for _ in range(3)]
    await asyncio.to_thread(socket.send_fds, _mother().orders, [order], [write for _, write in ends])
    for _, write in ends:
        os.close(write)
    out, err, line = [await _reader(read) for read, _ in ends]
    return Fork(int(await line.readline()), out, err, line)


async def _reader(descriptor: int) -> asyncio.StreamReader:
    reader = asyncio.StreamReader()
    file = os.fdopen(descriptor, "rb")
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), file)
    return reader


class Mother(NamedTuple):
    """She ends when the socket is closed."""

    orders: socket.socket
    process: "subprocess.Popen[bytes]"


@cache
def _mother() -> Mother:
    """The mother of all that this process starts."""
    ours, hers = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    command = [sys.executable, "-W", "ignore", "-m", "tests.bot.mother", str(hers.fileno())]
    process = subprocess.Popen(command, cwd=ROOT, pass_fds=[hers.fileno()], stdin=subprocess.DEVNULL)
    hers.close()
    return Mother(ours, process)
