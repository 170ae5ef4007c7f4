"""The law of the table: what `/help` says of it stands word for word in the guides."""

from pathlib import Path

from bot.chat.onboarding.help_page import law

DOCS = Path(__file__).parents[3] / "docs"


def test_each_guide_has_the_law_word_for_word() -> None:
    sentences = "\n".join(str(each.line) for each in law())
    guides = [each for each in DOCS.glob("playing-*.md") if not each.name.endswith(".fr.md")]
    assert len(guides) == 3
    for guide in guides:
        assert f"## The law of the table\n\n{sentences}\n\n## " in guide.read_text(encoding="utf-8"), guide.name
