"""The documentation: its code runs, its scripts play, its names exist."""

import os
import re
import subprocess
import sys
from pathlib import Path

from localdiscord import LocalDiscord, User, script
from localdiscord.api.router import api_routes

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "localdiscord.md").read_text(encoding="utf-8")


def test_the_example_passes(tmp_path: Path) -> None:
    blocks = [each for each in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "run_bot" not in each]
    assert len(blocks) == 3
    (tmp_path / "test_example.py").write_text("\n\n".join(blocks), encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(tmp_path)],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert "3 passed" in done.stdout, done.stdout + done.stderr


def test_the_actions_of_a_user_exist() -> None:
    (sentence,) = re.findall(r"A `User` has (.*?)\. Messages", PAGE)
    for name in re.findall(r"`(\w+)`", sentence):
        assert hasattr(User, name)


def test_the_methods_of_the_server_exist() -> None:
    named = set(re.findall(r"server\.(\w+)\(", PAGE))
    assert [name for name in named if not hasattr(LocalDiscord, name)] == []
    assert named >= {"guild", "forum", "archive", "lock", "reopen", "delete", "deny", "inject", "calm"}
    for name in re.findall(r"anna\.(\w+)\(", PAGE):
        assert hasattr(User, name)


def test_the_route_of_the_fault_exists() -> None:
    paths = {route.path for route in api_routes(LocalDiscord().hub)}
    for path in re.findall(r'Fault\("\w+", "([^"]+)"', PAGE):
        assert path in paths


def test_the_readers_of_a_script_are_told_every_line() -> None:
    text = script.__doc__ or ""
    for verb in (
        "@anna",
        "#general",
        "/draw",
        "click",
        "select",
        "context",
        "fill",
        "forum",
        "post",
        "restart",
        "wait",
        "expect",
        "expect-not",
    ):
        assert verb in text
