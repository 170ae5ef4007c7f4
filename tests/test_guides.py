"""What the French guides set in italics stands in the bot's French catalogue: a button, a section, a marker."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from bot.base.language import CATALOGUE, LOCALE

DOCS = Path(__file__).parent.parent / "docs"
GUIDES = sorted(DOCS.glob("playing-*.fr.md"))
QUOTED = re.compile(r"(?<!\*)\*([^*\n]+)\*(?!\*)")
FEW = 5
"""A text of the catalogue with so few letters of its own says nothing by itself."""


def quotations(page: str) -> set[str]:
    """What a page sets in italics."""
    return set(QUOTED.findall(page))


def _texts() -> Iterator[re.Pattern[str]]:
    with (LOCALE / "fr" / CATALOGUE).open("rb") as opened:
        for message in read_po(opened, locale="fr"):
            said = str(message.string).removesuffix("…")
            own = re.sub(r"\{[^}]*\}", "", said)
            if message.id and (own == said or sum(map(str.isalpha, own)) >= FEW):
                parts = map(re.escape, re.split(r"\{[^}]*\}", said))
                yield re.compile(".+".join(parts) + "…?", re.IGNORECASE)


def unknown(page: str) -> list[str]:
    """What a page quotes, and the bot does not say."""
    texts = [*_texts()]
    return sorted(each for each in quotations(page) if not any(text.fullmatch(each) for text in texts))


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_a_french_player_finds_what_the_guide_names(guide: Path) -> None:
    page = guide.read_text(encoding="utf-8")
    assert len(quotations(page)) > 12
    assert unknown(page) == []


def test_an_unsaid_quotation_is_found() -> None:
    assert unknown("Appuyez sur *Essayer Marne 1918*, puis sur *Tourner la page*.") == ["Tourner la page"]


def test_each_guide_is_there_in_french_and_has_the_same_chapters() -> None:
    for english in {*DOCS.glob("playing-*.md")} - {*GUIDES}:
        french = english.with_suffix(".fr.md")
        chapters = [re.findall(r"^## ", page.read_text(encoding="utf-8"), re.MULTILINE) for page in (english, french)]
        assert len(chapters[0]) == len(chapters[1]), french.name
