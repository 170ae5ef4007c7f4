"""The words of a script."""

import pytest

from localdiscord.script.syntax import ScriptError, check_count, unquote


@pytest.mark.parametrize(
    ("word", "read"),
    [
        ("plain", "plain"),
        ('"two words"', "two words"),
        (r'"a \"word\""', 'a "word"'),
        (r'"one\ntwo"', "one\ntwo"),
        (r'"back\\slash"', "back\\slash"),
        (r"no\nquotes", r"no\nquotes"),
        ('key:"some value"', "key:some value"),
    ],
)
def test_what_stands_in_quotation_marks_is_read_as_it_is_meant(word: str, read: str) -> None:
    assert unquote(word) == read


@pytest.mark.parametrize(("words", "count", "said"), [([], 1, "1 word, not 0"), (["a", "b", "c"], 2, "2 words, not 3")])
def test_a_verb_with_too_many_or_too_few_words_is_refused(words: list[str], count: int, said: str) -> None:
    with pytest.raises(ScriptError, match=said):
        check_count("press", words, count)
    assert check_count("press", ["a"] * count, count) == ["a"] * count
