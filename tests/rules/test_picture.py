"""What a picture says in words, and what has room on it."""

import pytest

from rules.picture import (
    LONGEST_WORDS,
    Curves,
    Facts,
    Hex,
    Hexes,
    HexKind,
    Mark,
    Part,
    Place,
    Series,
    label,
    picture,
    touch,
)
from rules.secrets import Hidden, Shown
from tests.bot.messages.pictures.album import ALBUM, BARS, CURVES, FACTS, GRID, HEXES, PARTS, TILES, TURNS


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


def test_the_scale_of_curves_fits_all() -> None:
    low, high = Series(label("low"), Mark.CIRCLE, (1, 2)), Series(label("high"), Mark.SQUARE, (7, None))
    curves = Curves(label("SPs"), label("turn 1"), label("turn 2"), (low, high), {1: Shown("1915")})
    assert curves.top == 7
    assert [*map(str, curves.words())] == [
        "SPs, turn 1 to turn 2, on a scale from 0 to 7.",
        "low: 1 at first, 2 now, between 1 and 2.",
        "high: 7 at first, 7 now, between 7 and 7.",
        "1915: 2.",
    ]
    unknown = Series(label("unknown"), Mark.CIRCLE, (None, None))
    assert Curves(label("SPs"), label("a"), label("b"), (unknown,)).top == 0
    assert len([*Curves(label("SPs"), label("a"), label("b"), (unknown,)).words()]) == 1


@pytest.mark.parametrize(
    ("place", "beside"),
    [
        ((2, 5), {(2, 4), (2, 6), (1, 4), (1, 5), (3, 4), (3, 5)}),
        ((1, 5), {(1, 4), (1, 6), (0, 5), (0, 6), (2, 5), (2, 6)}),
    ],
)
def test_a_hex_touches_six_others(place: Place, beside: set[Place]) -> None:
    """In every second column, from the second one on, they lie half a hex lower."""
    near = [(column, row) for column in range(5) for row in range(2, 9)]
    assert {each for each in near if touch(place, each)} == beside
    assert all(touch(each, place) for each in beside)


def test_empty_hexes_are_named_together() -> None:
    def hexes(*names: str, **lines: str) -> Hexes:
        placed = [Hex(ord(name[0]) - ord("A"), int(name[1:]), Shown(name)) for name in names]
        marsh = label("Marsh")
        full = [Hex(9, 9, Shown(name), (Shown(line),), marsh) for name, line in lines.items()]
        return Hexes(label("Map"), (HexKind(label("free"), Mark.CIRCLE, (*full, *placed)),))

    assert " ".join(hexes("A04", "A05", "A06").words()) == "free: A04-06."
    assert " ".join(hexes("A04", "B04", "C04").words()) == "free: A-C 04."
    assert " ".join(hexes("B05", "A04", "B04", "A05").words()) == "free: A-B 04-05."
    assert " ".join(hexes("A04", "A06").words()) == "free: A04, A06."
    assert " ".join(hexes("A04", "B05").words()) == "free: A04, B05."
    assert " ".join(hexes("A04", J09="6").words()) == "free: J09 6, A04. Marsh: J09."


@pytest.mark.parametrize(
    ("text", "said"),
    [("Rain", "Rain."), ("Rain.", "Rain."), ("Rain …", "Rain …"), ("Rain!", "Rain!"), ("Rain?", "Rain?")],
)
def test_each_line_is_a_sentence_and_has_one_end(text: str, said: str) -> None:
    assert [*map(str, Facts((Shown(text),)).words())] == [said]


def test_a_description_can_be_full_to_the_last_letter() -> None:
    for length, parts in ((LONGEST_WORDS - 3, 1), (LONGEST_WORDS - 2, 0)):
        drawn = picture(Shown("A."), Facts((Shown("x" * (length - 1)),)))
        assert len(drawn.parts) == parts
