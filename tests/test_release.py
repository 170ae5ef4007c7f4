"""A tag publishes its own section of the changelog, and only when everything agrees."""

import tomllib
from pathlib import Path

import pytest

from bot import VERSION
from tests.release import NotReady, notes

ROOT = Path(__file__).parent.parent
CHANGELOG = f"""# Changelog

## Unreleased

- Not yet.

## {VERSION} – 2026-12-24

**Upgrade.** Do this.

### For players

- New.

## 0.0.1 – 2020-01-01

- Old.
"""
TAG = f"v{VERSION}"


def test_a_tag_has_its_own_section_as_notes() -> None:
    assert notes(TAG, CHANGELOG) == "**Upgrade.** Do this.\n\n### For players\n\n- New.\n"


@pytest.mark.parametrize(
    ("tag", "old", "new", "said"),
    [
        ("v9.9.9", "", "", "the program is of version"),
        (TAG, f"## {VERSION}", "## 0.0.2", "has no section"),
        (TAG, "2026-12-24", "not released yet", "has no day yet"),
    ],
)
def test_an_unready_version_is_not_published(tag: str, old: str, new: str, said: str) -> None:
    with pytest.raises(NotReady, match=said):
        notes(tag, CHANGELOG.replace(old, new) if old else CHANGELOG)


def test_a_fork_does_not_publish_in_our_name() -> None:
    source = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["urls"]["Source"]
    assert notes(TAG, CHANGELOG, source.removeprefix("https://github.com/"))
    with pytest.raises(NotReady, match="somebody/else"):
        notes(TAG, CHANGELOG, "somebody/else")


def test_the_real_changelog_needs_only_its_day() -> None:
    real = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    text = notes(TAG, real.replace(f"## {VERSION} – not released yet", f"## {VERSION} – 2026-12-24"))
    assert text.startswith("**Upgrade.**")
    assert {"### For players", "### For hosts", "### For developers"} <= {*text.splitlines()}
