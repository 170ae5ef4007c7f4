"""What a picture says in words, and what has room on it."""

import pytest

from rules.picture import LONGEST_WORDS, Facts, Part, label, picture
from rules.secrets import Hidden, Shown
from tests.bot.messages.pictures.album import ALBUM, BARS, CURVES, FACTS, GRID, HEXES, PARTS, SPANS, TILES, TURNS


@pytest.mark.parametrize(
    ("part", "words"),
    [
        (FACTS, "Doctrine: Foch."),
        (TILES, "Points 12, Doctrine Foch."),
        (
            TURNS,
            "Turns 1 to 18, the first day to the last day; now turn 5. Points by turn, on a scale from 0 to 15: 12"
            " last. Turn 10 brings in 3 tanks.",
        ),
        (BARS, "Support: Italy 4 (from 3), Britain -2, odds 33.3%."),
        (
            CURVES,
            "SPs, turn 7 to turn 9, on a scale from 0 to 96. total: 96 at first, 79 now, between 79 and 96."
            " hidden: 30 at first, 31 now, between 30 and 31.",
        ),
        (HEXES, "Al.: Allied SPs. known: E07 6 Al. 9. face down: A-B 05. Ger.: B05."),
        (
            GRID,
            "Read last: row 12, column 1-3 gives 13, which is marked. Part shown, 3d6 by columns: 1-3, 4-6."
            " Row 7: 8, 11. Row 12: 13, 14.",
        ),
        (
            SPANS,
            "Days. Turn 1, 2026-01-05 to 2026-01-09: actions: 17. Turn 2, 2026-01-09 to 2026-02-01: actions: 6.",
        ),
    ],
    ids=lambda value: type(value).__name__,
)
def test_each_part_says_in_words_what_it_shows(part: Part, words: str) -> None:
    assert " ".join(part.words()) == words


def test_a_picture_says_its_title_and_its_parts() -> None:
    assert ALBUM.parts == PARTS
    assert ALBUM.words.startswith("An album of all parts. Doctrine: Foch. ")
    assert len(ALBUM.words) <= LONGEST_WORDS


def test_a_part_whose_words_have_no_room_is_left_out() -> None:
    long = Facts(tuple(label("Line {n} of many lines", n=n) for n in range(60)))
    drawn = picture(label("A title"), FACTS, long, None, BARS)
    assert drawn.parts == (FACTS, BARS)
    assert len(drawn.words) <= LONGEST_WORDS


def test_a_hidden_value_stays_hidden_on_a_picture() -> None:
    line = label("Held: {card}", card=Hidden("Spies"))  # type: ignore[arg-type]
    assert str(line) == "Held: ▮▮▮"
    assert "Spies" not in picture(Shown("x"), Facts((line,))).words


def test_a_small_picture_has_the_first_parts() -> None:
    assert ALBUM.small.parts == PARTS[:2]
    assert ALBUM.words.startswith(ALBUM.small.words)
