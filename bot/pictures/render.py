"""Turns SVG into PNG, with the font that comes with the bot and no other: a picture is the same on every machine."""

import asyncio
from functools import partial
from pathlib import Path

from resvg_py import svg_to_bytes

from bot.pictures.pen import FONT

FONT_FILE = Path(__file__).parents[2] / "data" / "fonts" / "DejaVuSansCondensed.ttf"
ZOOM = 2.0
"""Twice as many dots as the picture is wide, for sharp screens."""

_to_png = partial(
    svg_to_bytes, zoom=ZOOM, skip_system_fonts=True, font_files=[str(FONT_FILE)], font_family=FONT,
    sans_serif_family=FONT,
)  # fmt: skip


async def render(svg: str) -> bytes:
    """The picture as PNG, worked out beside the event loop."""
    return bytes(await asyncio.to_thread(_to_png, svg_string=svg))
