"""What a stranger installs: the wheel, what it says of itself, and what it does beside other packages."""

import ast
import re
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import bot
from bot.cli.local_guild import GUILDS
from tests.faults.rounds import many
from tests.installed import Place, foreign_wheel, our_wheel
from tests.sources import tree_of

ROOT = Path(__file__).parent.parent
PACKAGES = ("bot", "rules", "localdiscord")
UNSEEN = {"tzdata"}
"""What no module of ours imports: ``zoneinfo`` reads it where the system has no time zones, as on Windows."""
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return our_wheel(tmp_path_factory.mktemp("wheel"))


def test_the_wheel_has_all_that_runs_and_no_more(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {
        "adjutant_bot.py", "bot", "rules", "data", "localdiscord",
    }  # fmt: skip
    assert {f"{package}/py.typed" for package in ("bot", "rules", "localdiscord")} <= {*names}
    assert "data/marne_1918.toml" in names
    assert any(name.startswith("bot/storage/migrations/sqlite/") for name in names)
    assert {guild.script.relative_to(ROOT).as_posix() for guild in GUILDS.values()} <= {*names}


def test_the_package_describes_itself(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (metadata,) = (archive.read(name).decode() for name in archive.namelist() if name.endswith("/METADATA"))
    head, description = metadata.split("\n\n", 1)
    assert f"\nVersion: {bot.VERSION}\n" in head
    assert {"Keywords", "License-Expression", "Project-URL", "Requires-Python", "Classifier"} <= {
        line.split(":")[0] for line in head.splitlines()
    }
    links = re.findall(r"\]\(([^)]+)\)", description)
    assert links
    assert [link for link in links if not link.startswith(("https://", "#"))] == []
    for link in links:
        if link.startswith(PROJECT["project"]["urls"]["Source"]):
            assert (ROOT / link.split("/blob/main/")[1].split("#")[0]).exists(), link


def test_the_version_is_the_same_wherever_it_stands() -> None:
    cited = re.search(r"^version: (.+)$", (ROOT / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    newest = re.search(r"^## (\d+\.\d+\.\d+)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert cited is not None
    assert newest is not None
    assert {bot.VERSION, cited.group(1), newest.group(1)} == {bot.VERSION}


def test_the_repositorys_address_is_the_same_everywhere() -> None:
    text = "".join(
        (ROOT / file).read_text(encoding="utf-8") for file in ("pyproject.toml", "mkdocs.yml", "CITATION.cff")
    )
    named = set(re.findall(r"https://(?:github|raw\.githubusercontent)\.com/([\w-]+/[\w-]+)", text))
    assert {f"https://github.com/{each}" for each in named} == {PROJECT["project"]["urls"]["Source"]}


@pytest.fixture(scope="session")
def alone(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A place in which nothing else is installed; tests leave it as it is."""
    here = Place(tmp_path_factory.mktemp("alone"))
    here.install(wheel)
    return here


def test_alone_it_runs(alone: Place) -> None:
    assert alone.adjutant("health") == (1, "The bot is not connected.")


@pytest.mark.by_day(0)
@pytest.mark.parametrize(
    ("name", "ours_is_first"), [("bot", True), ("data", False), *many([], [("bot", False), ("rules", True)])]
)
def test_a_namesake_package_is_reported(wheel: Path, tmp_path: Path, name: str, *, ours_is_first: bool) -> None:
    here, other = Place(tmp_path), foreign_wheel(tmp_path, name)
    for each in (wheel, other) if ours_is_first else (other, wheel):
        here.install(each)
    code, said = here.adjutant("health")
    assert code == 1
    assert said == (
        f"The package somebody-elses and Adjutant both have files in `{name}`, so one has overwritten the other's."
        " Install Adjutant in a virtual environment of its own, and take it out of here"
        " with `pip uninstall adjutant-bot`. Then install somebody-elses again."
    )
    here.remove("somebody-elses")
    here.install(wheel, "--force-reinstall")  # files of the same name went with the other one
    assert here.adjutant("health") == (1, "The bot is not connected.")


def test_a_package_that_python_finds_before_ours_is_named(alone: Place, tmp_path: Path) -> None:
    (tmp_path / "before" / "bot").mkdir(parents=True)
    (tmp_path / "before" / "bot" / "__init__.py").touch()
    code, said = alone.adjutant("health", PYTHONPATH=str(tmp_path / "before"))
    assert code == 1
    assert said.startswith("Python finds another package `bot` before Adjutant's")
    assert "a virtual environment of its own" in said


def test_a_folder_of_data_where_one_works_is_nobodys_business(alone: Place) -> None:
    (alone.folder / "data").mkdir()
    assert alone.adjutant("health") == (1, "The bot is not connected.")
    (alone.folder / "data").rmdir()


def test_it_says_its_versions() -> None:
    said = subprocess.run([sys.executable, "-m", "adjutant_bot", "--version"], cwd=ROOT, capture_output=True, text=True)
    assert said.returncode == 0
    assert re.fullmatch(
        rf"Adjutant {re.escape(bot.VERSION)}, rules \d+\.\d+\nPython 3\.\d+\.\d+, discord\.py 2\.[\d.]+\n", said.stdout
    ), said


def imported() -> set[str]:
    """The top-level modules that the installed program imports, `TYPE_CHECKING` imports among them. The plugin and
    the comparison with Discord's file are for tests, and asked for by nobody else.
    """
    files = [ROOT / "adjutant_bot.py", *(file for name in PACKAGES for file in (ROOT / name).rglob("*.py"))]
    found = set()
    for file in (each for each in files if each.name not in ("pytest_plugin.py", "openapi.py")):
        for node in ast.walk(tree_of(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name.split(".")[0] for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                found.add(node.module.split(".")[0])
    return found - set(sys.stdlib_module_names) - {*PACKAGES, "adjutant_bot"}


def test_imported_and_declared_libraries_agree() -> None:
    """What another library brings along today it may leave out tomorrow."""
    declared = {canonical(re.split(r"[<>=!;\[ ]", each)[0]) for each in PROJECT["project"]["dependencies"]}
    brought_by = packages_distributions()
    used = {canonical(brought_by[name][0]) for name in imported()}
    assert used | UNSEEN == declared
    assert not used & UNSEEN


def canonical(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
