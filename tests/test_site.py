"""The documents as a site: every page has its place, the reference is fresh, and nothing is asked of a foreign host."""

import os
import re
import subprocess
from html.parser import HTMLParser
from pathlib import Path
from types import SimpleNamespace

import pytest

from rules.games import GAMES
from tests.reference import FOLDER, pages
from tests.sitelinks import on_page_markdown

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
MKDOCS = ROOT / ".venv" / "docs" / "bin" / "mkdocs"
REPOSITORY = "https://github.com/somebody/something"


def test_every_page_has_its_place() -> None:
    """`mkdocs build --strict` says so too, but only where it is installed."""
    nav = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nnav:\n")[2]
    named = re.findall(r"(\S+\.md)$", nav, re.MULTILINE)
    assert sorted(named) == sorted(file.relative_to(DOCS).as_posix() for file in DOCS.rglob("*.md"))


@pytest.mark.parametrize("name", ["commands.md", "settings.md", "record.md"])
def test_the_reference_is_as_it_would_be_written_today(name: str, fresh: dict[str, str]) -> None:
    """If this fails after a change that was meant: `make reference`."""
    assert (FOLDER / name).read_text(encoding="utf-8") == fresh[name]


@pytest.fixture(scope="module")
def fresh() -> dict[str, str]:
    return pages()


def test_every_decision_is_short_and_in_the_list() -> None:
    index = (DOCS / "decisions" / "README.md").read_text(encoding="utf-8")
    files = sorted((DOCS / "decisions").glob("[0-9]*.md"))
    titles = {file.name: file.read_text(encoding="utf-8").partition("\n")[0] for file in files}
    assert [f"# {number}. {title}" for number, title in re.findall(r"^(\d+)\. \[(.+?)\]", index, re.MULTILINE)] == [
        *titles.values()
    ]
    assert re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", index) == [*titles]
    for file in files:
        page = file.read_text(encoding="utf-8")
        assert re.findall(r"^\*\*(\w+)\.\*\*", page, re.MULTILINE) == ["Context", "Decision", "Consequence"], file.name
        assert len(page.split()) <= 200, file.name


def coverage() -> list[tuple[str, str]]:
    """Each test that the page on coverage names, with the folder of its game."""
    page = (DOCS / "rules-coverage.md").read_text(encoding="utf-8")
    folders = {game.title: game.id.replace("-", "_") for game in GAMES}
    parts = {title: page.partition(f"\n## {title}\n")[2].partition("\n## ")[0] for title in folders}
    return sorted(
        {(folders[title], name) for title in parts for name in re.findall(r"`(test_\w+\.py(?:::\w+)?)`", parts[title])}
    )


def test_each_game_has_its_coverage() -> None:
    assert {folder for folder, _ in coverage()} == {game.id.replace("-", "_") for game in GAMES}


@pytest.mark.parametrize(("folder", "named"), coverage())
def test_names_on_the_coverage_page_exist(folder: str, named: str) -> None:
    file, _, test = named.partition("::")
    source = (ROOT / "tests" / "rules" / "games" / folder / file).read_text(encoding="utf-8")
    assert not test or re.search(rf"(def|class) {test}\b", source)


@pytest.mark.parametrize(
    ("link", "leads"),
    [
        ("[a](scaling.md)", "scaling.md"),
        ("[a](scaling.md#move)", "scaling.md#move"),
        ("[a](https://example.org/x)", "https://example.org/x"),
        ("[a](#here)", "#here"),
        ("[a](../README.md)", f"{REPOSITORY}/blob/main/README.md"),
        ("[a](../README.md#try-it)", f"{REPOSITORY}/blob/main/README.md#try-it"),
        ("[a](../tests/golden)", f"{REPOSITORY}/tree/main/tests/golden"),
    ],
)
def test_a_link_out_of_the_documents_leads_to_the_repository(link: str, leads: str) -> None:
    page = SimpleNamespace(file=SimpleNamespace(src_uri="operations.md"))
    assert on_page_markdown(link, page=page, config={"extra": {"repository": REPOSITORY}}) == f"[a]({leads})"


class Requests(HTMLParser):
    """What a browser fetches by itself for a page."""

    def __init__(self) -> None:
        super().__init__()
        self.fetched: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "link" and given.get("rel") not in ("canonical", "next", "prev"):
            self.fetched.append(given.get("href") or "")
        elif tag in ("script", "img", "iframe", "source", "video"):
            self.fetched.append(given.get("src") or "")


@pytest.mark.skipif(not MKDOCS.exists(), reason="MkDocs is not installed: `make docs` does it")
def test_it_builds_without_a_warning_and_asks_no_foreign_host(tmp_path: Path) -> None:
    command = [str(MKDOCS), "build", "--strict", "--site-dir", str(tmp_path)]
    environment = {**os.environ, "NO_MKDOCS_2_WARNING": "1"}
    built = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stderr
    parser = Requests()
    for page in tmp_path.rglob("*.html"):
        parser.feed(page.read_text(encoding="utf-8"))
    assert len(parser.fetched) > 100
    assert [each for each in parser.fetched if re.match(r"(https?:)?//", each)] == []
    for style in tmp_path.rglob("*.css"):
        assert not re.search(r"(url\(|@import )[\"']?(https?:)?//", style.read_text(encoding="utf-8")), style
