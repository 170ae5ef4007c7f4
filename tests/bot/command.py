"""The command ``adjutant`` as a process of its own."""

import asyncio
import os
import sys
from asyncio.subprocess import PIPE, Process
from pathlib import Path
from typing import Any, NamedTuple

from localdiscord import LocalDiscord

ROOT = Path(__file__).parents[2]


class Ended(NamedTuple):
    code: int
    said: str


async def begin(*words: str, prefix: tuple[str, ...] = (), **settings: Any) -> Process:
    """Start it with these settings alone: ``database`` is ``ADJUTANT_DATABASE``; capitals are taken as they are."""
    given = {name if name.isupper() else f"ADJUTANT_{name.upper()}": str(value) for name, value in settings.items()}
    kept = {name: value for name, value in os.environ.items() if not name.startswith("ADJUTANT_")}
    command = (*prefix, sys.executable, "-m", "bot", *words)
    return await asyncio.create_subprocess_exec(*command, cwd=ROOT, env=kept | given, stdout=PIPE, stderr=PIPE)


async def end_of(process: Process, seconds: float = 60) -> Ended:
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
    return {"token": server.token, "discord_api": server.api_url, "database": database}
