"""Who has read which text: what is new or was changed since shows as not read."""

import pytest

from bot.base.language import languages
from tests import readings
from tests.readings import FILE, Reading, digest, noted, report, texts_of, unread, with_all_read

ANN = Reading("en", "2026-11-25", "an editor")


@pytest.fixture
def three(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Three texts, the same in each language."""
    every = ["Draw your events.", "Keep it.", "It is your move."]
    monkeypatch.setattr(readings, "texts_of", lambda _: every)
    return every


def test_new_and_changed_texts_are_unread(three: list[str]) -> None:
    written = with_all_read(ANN, "")
    assert unread("en", written) == []
    assert unread("fr", written) == three
    three[1] = "Keep one of them."
    assert unread("en", written) == ["Keep one of them."]
    assert [*report(written)][:2] == ["== en: 2 read 2026-11-25 by an editor, 1 not read", "Keep one of them."]


def test_a_later_reading_notes_only_what_nobody_had_read(three: list[str]) -> None:
    first = with_all_read(ANN, "")
    three[0] = "Draw three events."
    written = with_all_read(Reading("en", "2026-12-01", "Ann Wells"), first)
    by = {key[1]: str(reading) for key, reading in noted(written).items()}
    assert by == {
        digest("Draw three events."): "en 2026-12-01 Ann Wells",
        digest("Keep it."): "en 2026-11-25 an editor",
        digest("It is your move."): "en 2026-11-25 an editor",
    }


def test_the_list_is_of_texts_that_there_are() -> None:
    """Most texts of each language were read, and no two of them have one digest."""
    written = FILE.read_text(encoding="utf-8")
    for language in languages():
        every = [*texts_of(language)]
        assert len({digest(each) for each in every}) == len(set(every))
        assert len(unread(language, written)) < len(every) / 2
