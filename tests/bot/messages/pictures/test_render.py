"""PNG from SVG, with the bot's own font."""

import asyncio
import threading

import pytest

from bot.messages.pictures.gallery import FONT_FILE, render
from bot.messages.pictures.svg import draw
from tests.bot.messages.pictures.album import ALBUM
from tests.patience import PATIENCE


def width(png: bytes) -> int:
    return int.from_bytes(png[16:20])


async def test_it_is_twice_as_wide_as_it_is_shown() -> None:
    assert width(await render(draw(ALBUM))) == 800


async def test_it_is_worked_out_beside_the_event_loop(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = []

    def listening(svg_string: str) -> bytes:
        threads.append(threading.current_thread())
        return svg_string.encode()

    monkeypatch.setattr("bot.messages.pictures.gallery._run", listening)
    await asyncio.wait_for(render("<svg/>"), PATIENCE)
    assert threads != [threading.main_thread()]


async def test_the_bundled_font_is_used_and_licensed() -> None:
    assert "Bitstream Vera" in FONT_FILE.with_name("LICENSE").read_text(encoding="utf-8")
    text = '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="20"><text y="15">{}</text></svg>'
    assert await render(text.format("Marne")) != await render(text.format(""))
