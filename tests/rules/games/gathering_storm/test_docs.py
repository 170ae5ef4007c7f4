"""What the pages say of the clauses and the kinds: each has its test, and every example is a card."""

import re
import tomllib
from pathlib import Path

import pytest

from rules.games.gathering_storm.cards import Card
from rules.games.gathering_storm.effects import GENERAL, KINDS
from tests.rules.games.gathering_storm.harness import storm

HERE = Path(__file__).parent
DOCS = HERE.parents[3] / "docs"
COVERAGE = (DOCS / "rules-coverage.md").read_text(encoding="utf-8").split("## Gathering Storm")[1].split("\n## ")[0]
CARDS = (DOCS / "cards.md").read_text(encoding="utf-8")
CLAUSES = re.findall(r"^\| (?:L\d+|[\d.]+) \| ([^|]+?) \| (\w+) \| ([^|]+?) \|$", COVERAGE, re.MULTILINE)
TEST = re.compile(r"`test_\w+\.py::test_\w+`")
EXAMPLES = dict(re.findall(r"^### `(.+?)`\n.*?```toml\n(.*?)```", CARDS, re.MULTILINE | re.DOTALL))


@pytest.mark.parametrize(("clause", "stands", "test"), CLAUSES, ids=lambda value: value[:50])
def test_each_clause_says_what_stands_and_has_a_test(clause: str, stands: str, test: str) -> None:
    assert stands in ("right", "ruling", "assumed", "missing")
    assert TEST.fullmatch(test), f"{clause}: {test}"
    named = re.findall(r"`(\w+)`", clause)
    assert bool(named) is (stands == "ruling")
    assert all(name in storm().data.rulings for name in named)


def test_every_clause_and_every_ruling_stands_there() -> None:
    clauses = [clause for clause, _, _ in CLAUSES]
    assert len(clauses) == len({*clauses}) >= 77
    named = {name for clause in clauses for name in re.findall(r"`(\w+)`", clause)}
    assert named == {*storm().data.rulings.by_name}


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_has_an_example_that_is_a_card(kind: str) -> None:
    features = tomllib.loads(EXAMPLES[kind])["features"]
    assert kind in [feature["kind"] for feature in features]
    owner = next((f["power"] for f in features if "power" in f), "Russia" if "Russian" in kind else "")
    pile = "general" if kind in GENERAL else owner or {"Axis": "Germany"}.get(_owner(features), "France")
    card = Card(id="an-example", title="An example", pile=pile, source="The page", features=features)
    assert [*card.problems(storm().data)] == []


def _owner(features: list[dict[str, str]]) -> str:
    return features[0].get("owner") or features[0].get("project", "").split()[0]


def test_the_event_of_two_types_is_one() -> None:
    """L134: income and diplomacy on one card."""
    block = re.search(r"of several types.*?```toml\n(.*?)```", CARDS, re.DOTALL)
    assert block is not None
    features = tomllib.loads(block[1])["features"]
    assert [feature["kind"] for feature in features] == ["income", "diplomacy"]
    card = Card(id="an-example", title="An example", pile="Germany", source="The page", features=features)
    assert [*card.problems(storm().data)] == []


def test_the_card_that_explains_the_form_is_one() -> None:
    block = re.search(r"## A card\n\n```toml\n(.*?)```", CARDS, re.DOTALL)
    assert block is not None
    (given,) = tomllib.loads(block[1])["cards"]
    assert [*Card.model_validate(given).problems(storm().data)] == []
