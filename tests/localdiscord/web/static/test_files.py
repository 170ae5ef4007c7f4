"""The page needs no other host, and every file that it links exists."""

import re
from pathlib import Path

import pytest

PAGE = Path(__file__).parents[4] / "localdiscord" / "web" / "static"
FILES = sorted(path for path in PAGE.iterdir() if path.is_file())
# a name of a language, never fetched
NAMESPACES = {"http://www.w3.org/2000/svg"}
OWN = {"127.0.0.1", "localhost"}

ADDRESS = re.compile(r"(?:https?:|wss?:)?//([a-z0-9-]+(?:\.[a-z0-9-]+)+|localhost)[^\s\"'<>`)]*", re.IGNORECASE)
LINK = re.compile(r"""(?:href|src)="([^"]+)"|from\s+"([^"]+)"|import\s+"([^"]+)"|import\("([^"]+)"\)|url\(([^)]+)\)""")


def outside_hosts(text: str) -> set[str]:
    for namespace in NAMESPACES:
        text = text.replace(namespace, "")
    return {host for host in ADDRESS.findall(text) if host.lower() not in OWN}


def links(text: str) -> list[str]:
    return [next(filter(None, groups)).strip("'\"") for groups in LINK.findall(text)]


def local_file(link: str) -> Path:
    return PAGE / link.removeprefix("/static/").removeprefix("./")


def test_page_is_whole() -> None:
    assert {"index.html", "page.css", "page.js"} <= {path.name for path in FILES}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file_names_no_outside_host(path: Path) -> None:
    assert not outside_hosts(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_link_leads_to_a_file(path: Path) -> None:
    missing = [link for link in links(path.read_text(encoding="utf-8")) if not local_file(link).is_file()]
    assert not missing


def test_every_module_is_used() -> None:
    linked = {local_file(link).name for path in FILES for link in links(path.read_text(encoding="utf-8"))}
    assert {path.name for path in FILES} - linked == {"index.html"}


@pytest.mark.parametrize("path", [p for p in FILES if p.suffix == ".js"], ids=lambda path: path.name)
def test_text_is_never_read_as_markup(path: Path) -> None:
    markup = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc")
    assert not markup.search(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("text", "hosts"),
    [
        ('<script src="https://cdn.example.org/x.js">', {"cdn.example.org"}),
        ('@import url("//fonts.example.net/a.css")', {"fonts.example.net"}),
        ("fetch('http://localhost:80/x')", set()),
        ("// a comment, and a path /static/x.js", set()),
    ],
)
def test_outside_hosts_are_found(text: str, hosts: set[str]) -> None:
    assert outside_hosts(text) == hosts
