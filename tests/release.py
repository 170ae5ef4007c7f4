"""What a tag publishes: its section of the changelog. ``python -m tests.release v0.2.0`` prints it.

It refuses a tag that is not the program's version, a section without its day, and a repository that is not the one that
the package names.
"""

import os
import re
import sys
import tomllib
from pathlib import Path

from bot import VERSION

ROOT = Path(__file__).parent.parent
SECTION = re.compile(r"^## (?P<version>\d+\.\d+\.\d+) – (?P<day>.+)\n(?P<notes>(?:(?!## ).*\n?)*)", re.MULTILINE)


class NotReady(Exception):
    """The tag cannot be published. Its text says why."""


def notes(tag: str, changelog: str, repository: str | None = None) -> str:
    """The notes of a tag. Raises ``NotReady``."""
    version = tag.removeprefix("v")
    if version != VERSION:
        raise NotReady(f"The tag is {tag}, and the program is of version {VERSION}.")
    found = next((each for each in SECTION.finditer(changelog) if each["version"] == version), None)
    if found is None:
        raise NotReady(f"CHANGELOG.md has no section {version}.")
    if not re.fullmatch(r"\d{4}-\d\d-\d\d", found["day"]):
        raise NotReady(f"The section {version} has no day yet, it says “{found['day']}”.")
    named = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    if repository is not None and named != f"https://github.com/{repository}":
        raise NotReady(f"pyproject.toml names the repository {named}, and this is {repository}.")
    return found["notes"].strip() + "\n"


if __name__ == "__main__":
    try:
        text = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
        sys.stdout.write(notes(sys.argv[1], text, os.environ.get("GITHUB_REPOSITORY")))
    except NotReady as error:
        sys.exit(str(error))
