"""The words of a script."""

from pathlib import Path

import pytest

from localdiscord.script.syntax import (
    ScriptError,
    ScriptLine,
    check_count,
    parse_pair,
    parse_pairs,
    read_lines,
    spaced,
    unquote,
)


@pytest.mark.parametrize(
    ("word", "read"),
    [
        ("plain", "plain"), ('"two words"', "two words"), (r'"a \"word\""', 'a "word"'),
        (r'"one\ntwo"', "one\ntwo"), (r'"back\\slash"', "back\\slash"), (r"no\nquotes", r"no\nquotes"),
        ('key:"some value"', "key:some value"),
    ],
)  # fmt: skip
def test_quoted_words_are_unescaped(word: str, read: str) -> None:
    assert unquote(word) == read


@pytest.mark.parametrize(("words", "count", "said"), [([], 1, "1 word, not 0"), (["a", "b", "c"], 2, "2 words, not 3")])
def test_a_verb_with_too_many_or_too_few_words_is_refused(words: list[str], count: int, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        check_count("press", words, count)
    assert check_count("press", ["a"] * count, count) == ["a"] * count


@pytest.mark.parametrize(
    ("text", "blank", "words"),
    [
        ("", True, []),
        ("   ", True, []),
        ("#", True, ["#"]),
        (" # a comment", True, ["#", "a", "comment"]),
        ("#general", False, ["#general"]),
        ("  @anna   #general ", False, ["@anna", "#general"]),
        ('/say text:"two words" x:y', False, ["/say", 'text:"two words"', "x:y"]),
        (r'expect "a \"word\" of it"', False, ["expect", r'"a \"word\" of it"']),
        ('#campaigns/"Marne 1918"', False, ['#campaigns/"Marne 1918"']),
    ],
)
def test_a_line_is_blank_or_has_words(text: str, blank: bool, words: list[str]) -> None:
    line = ScriptLine("a.script", 1, text)
    assert (line.is_blank, line.words()) == (blank, words)


@pytest.mark.parametrize("text", ['expect "x', 'expect x"', 'expect "x" "'])
def test_a_quotation_mark_is_closed(text: str) -> None:
    with pytest.raises(ScriptError, match="not closed"):
        ScriptLine("a.script", 1, text).words()


@pytest.mark.parametrize(
    ("word", "pair"),
    [
        ("name:value", ("name", "value")), ("name:", ("name", "")), ("time:12:30", ("time", "12:30")),
        ('"The text":"two words"', ("The text", "two words")), ('"a:b":c', ("a:b", "c")),
        (r'text:"one\ntwo"', ("text", "one\ntwo")), ("name", None), (":value", None), ('"name:value"', None),
    ],
)  # fmt: skip
def test_a_pair_splits_at_its_first_colon(word: str, pair: tuple[str, str] | None) -> None:
    assert parse_pair(word) == pair


def test_of_two_values_of_one_name_the_last_counts() -> None:
    assert parse_pairs(["a:1", "b:2", 'a:"3 4"'], "option") == {"a": "3 4", "b": "2"}
    with pytest.raises(ScriptError, match="“b” is not an option: write name:value"):
        parse_pairs(["a:1", "b"], "option")


def test_lines_are_counted_from_the_first(tmp_path: Path) -> None:
    file = tmp_path / "a.script"
    file.write_text("@anna\n\n  é\n", encoding="utf-8")
    assert read_lines(file) == [ScriptLine(str(file), n, text) for n, text in ((1, "@anna"), (2, ""), (3, "  é"))]


def test_a_no_break_space_is_a_space_wherever_it_stands() -> None:
    assert spaced("31\N{NO-BREAK SPACE}km or\N{NO-BREAK SPACE}more") == "31 km or more"
