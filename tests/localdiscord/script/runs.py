"""Plays a text as a script."""

from pathlib import Path
from typing import Any

from localdiscord import play
from tests.localdiscord.script.scribe import start_scribe


async def played(folder: Path, text: str, **settings: Any) -> int:
    """The exit code after playing the text."""
    file = folder / "game.script"
    file.write_text(text, encoding="utf-8")
    return await play([file], start_scribe, **settings)
