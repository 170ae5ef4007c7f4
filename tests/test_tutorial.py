"""``docs/tutorial.md`` is played as it stands: its boxes are a script, and what it quotes is what the bot says."""

import re
from functools import partial
from pathlib import Path

import pytest

from bot.cli.command_line import start_local_bot
from localdiscord import play
from tests.patience import MOMENT

SEED = f"{7:064x}"
VALUE = re.compile(r"(?<= )(\w+:)(.+?)(?= \w+:|$)")
"""An option of a command as one types it in Discord, where a script needs quotation marks around its value."""
DOCS = Path(__file__).parent.parent / "docs"
PAGE, FRENCH = DOCS / "tutorial.md", DOCS / "tutoriel.md"
SPEAKING_FRENCH = "@anna\nlocale fr\n@bert\nlocale fr\n"
"""What the French page has chosen in the menu of the local Discord."""


def script_of(page: str) -> str:
    """The boxes of a page, line by line, and its quotations as expectations."""
    lines, in_box = [], False
    for line in page.splitlines():
        if line.startswith("```"):
            in_box = not in_box
        elif in_box:
            lines.append(VALUE.sub(r'\1"\2"', line))
        elif line.startswith("> "):
            lines.append(f'expect "{line.removeprefix("> ")}"')
    return "\n".join(lines) + "\n"


async def test_a_newcomer_reads_what_the_tutorial_says(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "tutorial.script"
    script.write_text(script_of(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
    code = await play([script], partial(start_local_bot, seed=SEED), database=tmp_path / "a.sqlite")
    assert code == 0, capsys.readouterr().err


async def test_french_readers_read_the_french_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "tutoriel.script"
    script.write_text(SPEAKING_FRENCH + script_of(FRENCH.read_text(encoding="utf-8")), encoding="utf-8")
    code = await play([script], partial(start_local_bot, seed=SEED), database=tmp_path / "a.sqlite")
    assert code == 0, capsys.readouterr().err


async def test_an_invented_answer_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "tutorial.script"
    page = PAGE.read_text(encoding="utf-8").replace("Turn 2: 30 May 1918", "Turn 2: 31 May 1918")
    script.write_text(script_of(page), encoding="utf-8")
    start = partial(start_local_bot, seed=SEED)
    assert await play([script], start, database=tmp_path / "a.sqlite", expect_timeout=20 * MOMENT) == 1
    assert "31 May" in capsys.readouterr().err


def test_it_is_read_in_ten_minutes() -> None:
    words = re.sub(r"```.*?```", "", PAGE.read_text(encoding="utf-8"), flags=re.DOTALL).split()
    assert 600 <= len(words) <= 900, len(words)
