"""Turns SVG into PNG, with the font that comes with the bot and no other: a picture is the same on every machine."""

import asyncio
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from bot.messages.pictures.pen import FONT

FONT_FILE = Path(__file__).parents[3] / "data" / "fonts" / "DejaVuSansCondensed.ttf"
PROGRAM = Path(__file__).with_name("to_png.py")
ZOOM = 2.0
"""Twice as many dots as the picture is wide, for sharp screens."""
LONGEST_SECONDS = 4.0
MOST_AT_ONCE = 2

_threads = ThreadPoolExecutor(MOST_AT_ONCE, "picture")


async def render(svg: str) -> bytes:
    """Return the picture as PNG, worked out in a process of its own. Raises ``SubprocessError`` if it cannot be."""
    return await asyncio.get_running_loop().run_in_executor(_threads, _run, svg)


def _run(svg: str) -> bytes:
    command = [sys.executable, "-I", str(PROGRAM), str(FONT_FILE), FONT, str(ZOOM)]
    done = subprocess.run(  # noqa: S603 (our own program, and the SVG is its input)
        command, input=svg.encode(), capture_output=True, timeout=LONGEST_SECONDS, check=True
    )
    return done.stdout
