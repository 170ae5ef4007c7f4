"""The page's own words: each has its French ones, with the same places for values."""

import json
import re
from pathlib import Path

STATIC = Path(__file__).parents[3] / "localdiscord" / "web" / "static"
SAID = re.compile(r"\bt`((?:[^`$]|\$\{(?:[^{}]|\{[^{}]*\})*\})*)`")
VALUE = re.compile(r"\$\{(?:[^{}]|\{[^{}]*\})*\}")
SHOWN = re.compile(
    r"""(?:title|"aria-label"|label|placeholder): "[A-Z][^"]+"|h\("[^"]*", \{[^{}]*\}, "[A-Z][a-z][^"]+"\)"""
)
"""What a reader would see that is written without ``t``."""


def french() -> dict[str, str]:
    lines = re.findall(r"^  (\".*\"): (\".*\"),$", (STATIC / "french.js").read_text(encoding="utf-8"), re.MULTILINE)
    return {json.loads(key): json.loads(said) for key, said in lines}


def said() -> set[str]:
    """What stands in the page as words of its own."""
    return {VALUE.sub("{}", each) for file in STATIC.glob("*.js") for each in SAID.findall(file.read_text("utf-8"))}


def test_each_sentence_of_the_page_is_there_in_french() -> None:
    assert len(said()) > 100
    assert sorted(said() - set(french())) == []


def test_no_french_sentence_is_left_over_or_has_other_values() -> None:
    assert sorted(set(french()) - said()) == []
    assert [key for key, words in french().items() if key.count("{}") != words.count("{}")] == []


def test_nothing_is_shown_that_has_no_words() -> None:
    found = [(file.name, each) for file in STATIC.glob("*.js") for each in SHOWN.findall(file.read_text("utf-8"))]
    assert found == []
