"""The catalogues: every text is there, is translated, keeps its placeholders, and fits its place."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from bot.base.language import CATALOGUE, LOCALE, languages, words_of
from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS
from rules.command import label_of
from rules.games import GAMES
from rules.line import ENGLISH
from tests.messages import brought_up_to_date, messages
from tests.sources import tree_of
from tests.texts import texts

LANGUAGES = languages()[1:]
ROOT = Path(__file__).parent.parent
LONGEST = {"title": 45, "button": 80, "slash command": 100, "option": 100}


def catalogue(of: str) -> Catalog:
    """A catalogue as it stands in its file."""
    with (LOCALE / of / CATALOGUE).open("rb") as opened:
        return read_po(opened, locale=of)


def fields(template: str) -> set[str]:
    """The names of the placeholders in a template."""
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


@pytest.mark.parametrize("of", LANGUAGES)
def test_it_holds_every_text_and_no_other(of: str) -> None:
    """``make messages`` brings it up to date."""
    there = {str(message.id) for message in catalogue(of) if message.id and not message.context}
    assert sorted(messages().keys() - there) == []
    assert sorted(there - messages().keys()) == []


@pytest.mark.parametrize("of", LANGUAGES)
def test_bringing_it_up_to_date_changes_nothing(of: str) -> None:
    """It stands in its file as ``make messages`` writes it, so that a translator's change is the only one."""
    assert (LOCALE / of / CATALOGUE).read_text(encoding="utf-8") == brought_up_to_date(of)


@pytest.mark.parametrize("of", LANGUAGES)
def test_every_text_is_translated(of: str) -> None:
    assert [message.id for message in catalogue(of) if message.id and not message.string] == []


@pytest.mark.parametrize("of", LANGUAGES)
def test_the_placeholders_are_the_same(of: str) -> None:
    wrong = [
        message.id
        for message in catalogue(of)
        if message.id and fields(str(message.id)) != fields(str(message.string)) and "{" in str(message.id)
    ]
    assert wrong == []


@pytest.mark.parametrize("of", LANGUAGES)
def test_typed_text_stays_as_it_is(of: str) -> None:
    """Commands have the same names in every language."""
    wrong = [
        message.id
        for message in catalogue(of)
        if sorted(re.findall(r"`/[^`]*`", str(message.id))) != sorted(re.findall(r"`/[^`]*`", str(message.string)))
    ]
    assert wrong == []


def test_french_signs_stay_on_their_line() -> None:
    """What stands apart from its word by a space stands apart by one that breaks no line."""
    texts_ = [str(each.string) for each in catalogue("fr") if each.id]
    assert [each for each in texts_ if re.search(r"(?<=\S) [:;!?»](?=\W|$)|« ", each)] == []


@pytest.mark.parametrize("of", LANGUAGES)
def test_no_text_is_too_long_for_its_place(of: str) -> None:
    words = words_of(of)
    places = [(text.kind, text.text) for text in texts() if text.kind in LONGEST and "{}" not in text.text]
    assert [(kind, words.find(text)) for kind, text in places if len(words.find(text)) > LONGEST[kind]] == []


@pytest.mark.parametrize("of", LANGUAGES)
def test_no_label_of_a_form_is_cut(of: str) -> None:
    words = words_of(of)
    commands = [*CAMPAIGN_COMMANDS.values(), *(each for game in GAMES for each in game.commands)]
    labels = {label_of(command, name) for command in commands for name in command.model_fields if name != "type"}
    assert [words.find(label) for label in labels if len(words.find(label)) > LONGEST["title"]] == []


SAYS = ("line", "label", "NotNow", "NotThere", "NotYours", "BadRecord", "WrongDice")

PLACEHOLDER = re.compile(r"\{(\w+)(?:[:!][^{}]*)?\}")


def test_every_sentence_gets_exactly_its_values() -> None:
    """Where one were missing, its reader would read of an error; where one is too much, the sentence lost it."""
    found, wrong = 0, list[str]()
    for file in (*ROOT.glob("bot/**/*.py"), *ROOT.glob("rules/**/*.py")):
        for call in ast.walk(tree_of(file.read_text(encoding="utf-8"))):
            if not isinstance(call, ast.Call) or any(each.arg is None for each in call.keywords):
                continue
            said = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
            given = [each.value for each in call.args if isinstance(each, ast.Constant) and type(each.value) is str]
            named = {name for text in given for name in PLACEHOLDER.findall(text)}
            if named and (said in SAYS or said.startswith("tell_")):
                found += 1
                if named != {each.arg for each in call.keywords}:
                    wrong.append(f"{file.relative_to(ROOT)}:{call.lineno}")
    assert wrong == []
    assert found > 1000


def test_english_needs_no_catalogue() -> None:
    assert words_of("en") is ENGLISH
