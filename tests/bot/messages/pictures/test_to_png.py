"""The program that turns SVG into PNG."""

import subprocess
import sys

import pytest

from bot.messages.pictures.gallery import FONT_FILE, PROGRAM, render
from bot.messages.pictures.pen import FONT
from bot.messages.pictures.svg import draw
from tests.bot.messages.pictures.album import ALBUM


def run(svg: str) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-I", str(PROGRAM), str(FONT_FILE), FONT, "1.0"]
    return subprocess.run(command, input=svg.encode(), capture_output=True, check=False)


def test_it_writes_a_png_and_nothing_else() -> None:
    done = run(draw(ALBUM))
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.startswith(b"\x89PNG")
    assert done.stdout.rstrip(b"\x00").endswith(b"IEND\xaeB`\x82")


def test_it_fails_where_it_cannot_draw() -> None:
    assert run("no picture").returncode != 0


async def test_the_bot_hears_of_a_failure() -> None:
    with pytest.raises(subprocess.CalledProcessError):
        await render("no picture")


def test_it_reads_no_other_file() -> None:
    """An SVG that names a file gets nothing of it."""
    picture = f'<image href="{FONT_FILE.with_name("LICENSE")}" width="9" height="9"/>'
    done = run(f'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">{picture}</svg>')
    plain = run('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"></svg>')
    assert done.stdout == plain.stdout
