"""The wheel of the local Discord, in a project that knows nothing of this one: its fixtures, and the page's example."""

import os
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "localdiscord.md").read_text(encoding="utf-8")
MOST_LINES = 20


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which the wheel is unpacked, as an installation does."""
    folder = tmp_path_factory.mktemp("localdiscord")
    command = [sys.executable, "-m", "pip", "wheel", str(ROOT / "localdiscord"), "--no-deps", "--no-build-isolation"]
    subprocess.run([*command, "--quiet", "-w", str(folder)], check=True, capture_output=True)
    (wheel,) = folder.glob("localdiscord-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder / "site")
    return folder / "site"


def example() -> str:
    (block,) = (each for each in re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL) if "run_bot" in each)
    return str(block)


def pytest_says(installed: Path, folder: Path, source: str, *settings: str) -> str:
    """What pytest says of a test file of somebody else."""
    (folder / "test_bot.py").write_text(source, encoding="utf-8")
    command = [
        sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:randomly", *settings, str(folder),
    ]  # fmt: skip
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
    env["PYTHONPATH"] = str(installed)
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False).stdout


def test_it_has_the_package_and_its_licence_and_no_more(installed: Path) -> None:
    assert {each.name.partition("-")[0] for each in installed.iterdir()} == {"localdiscord"}
    names = {
        each.relative_to(installed / "localdiscord").as_posix() for each in (installed / "localdiscord").rglob("*")
    }
    files = {"py.typed", "LICENSE", "pytest_plugin.py", "openapi.json", "OPENAPI-LICENSE", "web/static/index.html"}
    assert files <= names
    assert not [name for name in names if "node_modules" in name or name.endswith((".toml", ".md", ".d.ts"))]


def test_the_example_of_the_page_passes_in_a_project_of_its_own(installed: Path, tmp_path: Path) -> None:
    source = example()
    assert len([line for line in source.splitlines() if line.strip()]) <= MOST_LINES
    assert "1 passed" in pytest_says(installed, tmp_path, source)
