"""The way that a command takes through the code: ``make way``.

A script is played on the local Discord. For each of its inputs it is printed how many files of ours are entered, how
many calls there are, how often one call is in another file than the call before it, and with ``FILES=1`` which files.
"""

import asyncio
import contextlib
import io
import os
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from types import FrameType

import pytest

from bot.cli.command_line import start_local_bot
from localdiscord import play
from localdiscord.script.player import Player
from tests.games import SEED
from tests.words import INPUTS

ROOT = Path(__file__).parent.parent
OURS = tuple(f"{ROOT / package}{os.sep}" for package in ("bot", "rules"))
SCRIPT = ROOT / "tests" / "ways" / "usual.script"


class Way:
    """The calls of one input: each call's file in turn."""

    def __init__(self, said: str) -> None:
        self.said = said
        self.files: list[str] = []

    @property
    def changes(self) -> int:
        """How often a call was in another file than the one before it."""
        return sum(one != other for one, other in zip(self.files, self.files[1:], strict=False))

    def __call__(self, frame: FrameType, event: str, _arg: object) -> None:
        file = frame.f_code.co_filename
        if event == "call" and file.startswith(OURS):
            self.files.append(file)

    @contextlib.contextmanager
    def followed(self) -> Iterator[None]:
        """Follow what is called inside, in every thread."""
        sys.setprofile(self)
        threading.setprofile(self)
        try:
            yield
        finally:
            sys.setprofile(None)
            threading.setprofile(None)


def ways(script: Path) -> list[Way]:
    """The way of each input of a script, until the bot is done with it."""
    found: list[Way] = []
    carry_out = Player._carry_out

    async def followed(self: Player, words: list[str]) -> None:
        way = Way(" ".join(words))
        if way.said.startswith(INPUTS):
            found.append(way)
        with way.followed():
            await carry_out(self, words)

    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(io.StringIO()):
        patch.setattr(Player, "_carry_out", followed)
        code = asyncio.run(play([script], partial(start_local_bot, seed=SEED.hex())))
    assert code == 0, f"{script} fails"
    return found


def main() -> None:
    """Print the ways of a script's inputs; without an argument, of the usual commands."""
    script = Path(sys.argv[1]) if len(sys.argv) > 1 else SCRIPT
    print("| input | files | calls | changes of file |\n|---|---|---|---|")
    for way in ways(script):
        print(f"| `{way.said}` | {len(set(way.files))} | {len(way.files)} | {way.changes} |")
        if os.environ.get("FILES"):
            for file in dict.fromkeys(way.files):
                print(f"    {Path(file).relative_to(ROOT)} {way.files.count(file)}")


if __name__ == "__main__":
    main()
