"""What players write in their own words is marked in every command and event that can hold it."""

import pytest

from rules.campaign.decider.campaign import CAMPAIGN_COMMANDS, CAMPAIGN_EVENTS
from rules.frozen import Frozen
from rules.secrets import Hidden
from rules.written import Written, rewritten, texts_in
from tests.games import all_games

OWN = {"reason", "question", "options", "answer"}
"""Whatever has such a name was written by somebody."""


class Inner(Frozen):
    seat: str
    answer: Written


class Outer(Frozen):
    type: str = "x"
    reason: Written | None = None
    many: tuple[Written, ...] = ()
    unseen: Hidden[Written] = Hidden("")
    inner: tuple[Inner, ...] = ()
    other: str = ""


GIVEN = {
    "type": "x", "v": 3, "reason": "a", "many": ["b", "c"], "unseen": "d", "other": "a",
    "inner": [{"seat": "e", "answer": "e"}],
}  # fmt: skip


def test_only_what_is_marked_is_found_and_changed() -> None:
    assert texts_in(Outer, GIVEN) == {"a", "b", "c", "d", "e"}
    changed = rewritten(Outer, GIVEN, str.upper)
    assert changed == {
        "type": "x", "v": 3, "reason": "A", "many": ["B", "C"], "unseen": "D", "other": "a",
        "inner": [{"seat": "e", "answer": "E"}],
    }  # fmt: skip


def test_a_field_that_was_left_empty_is_no_text_of_anybodys() -> None:
    assert texts_in(Outer, {"type": "x", "reason": "", "many": [" ", "b"], "unseen": "\n"}) == {"b"}


class Either(Frozen):
    """What is a number or somebody's words."""

    told: int | Written = 0


def test_words_are_found_behind_whatever_else_could_stand_there() -> None:
    assert rewritten(Either, {"told": "a"}, str.upper) == {"told": "A"}
    assert rewritten(Either, {"told": 3}, str.upper) == {"told": 3}


def kinds() -> list[type[Frozen]]:
    games = [kind for game in all_games().values() for kind in (*game.commands, *game.events)]
    every = (*CAMPAIGN_COMMANDS.values(), *CAMPAIGN_EVENTS.values(), *games)
    return [kind for kind in every if kind.__module__.startswith("rules.")]


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_reason_question_and_answer_is_marked(kind: type[Frozen]) -> None:
    for name, field in kind.model_fields.items():
        is_text = "str" in str(field.annotation)
        if name in OWN and is_text and "Literal" not in str(field.annotation):
            assert texts_in(kind, {name: "some text"}) or texts_in(kind, {name: ["some text"]}), name
