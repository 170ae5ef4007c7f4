"""A turn costs its readers so much and no more."""

from pathlib import Path

import pytest

from tests.words import GOLDEN, cost


@pytest.mark.parametrize(
    ("script", "messages", "words"),
    [
        ("fields_turn_7", 15, 1400),
        ("fields_turn_8", 13, 1250),
        ("storm_four_friends", 20, 1050),
        ("marne_turn", 8, 300),
    ],
)
def test_a_turn_costs_no_more(script: str, messages: int, words: int) -> None:
    spent = cost(GOLDEN / f"{script}.script")
    assert spent.messages <= messages
    assert spent.words <= words


def test_what_is_counted_is_what_stands_there_at_the_end(tmp_path: Path) -> None:
    script = tmp_path / "two.script"
    lines = ["@anna #here", "/campaign new game:fields-of-despair seat:Allies", "/dice roll", "/campaign status"]
    script.write_text("\n".join(lines), encoding="utf-8")
    both, second = cost(script), cost(script, (3, 3))
    assert (both.messages, both.inputs) == (2, 3)
    assert (second.messages, second.inputs) == (1, 1)
    assert 0 < second.longest <= second.words < both.words
