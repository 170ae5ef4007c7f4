"""The gate: who is too fast or too late, and what is left alone."""

from datetime import UTC, datetime, timedelta
from itertools import count
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.base.settings import Pace, Paces
from bot.chat.answering.gate import Admission, Gate
from bot.engine.request import Lateness

NOW = datetime(2026, 1, 5, tzinfo=UTC)
KINDS = discord.InteractionType
IDS = count()


def gate() -> Gate:
    slow = Pace(1, 1000)
    return Gate(Lateness(lambda: NOW), Paces(slow, Pace(2, 1000), slow), lambda: NOW)


def by(user: int, kind: Any = KINDS.component, guild: int = 7, age: float = 0) -> Any:
    return SimpleNamespace(
        id=next(IDS), user=SimpleNamespace(id=user), type=kind, guild_id=guild, created_at=NOW - timedelta(seconds=age)
    )


def test_a_user_is_told_once() -> None:
    own = gate()
    found = [own.admission(by(1)) for _ in range(3)]
    assert found == [Admission.ANSWERED, Admission.TOO_FAST, Admission.LEFT_AS_FAST]


def test_each_user_of_a_server_that_is_too_fast_is_told() -> None:
    own = gate()
    assert [own.admission(by(user)) for user in (1, 2, 3, 4)] == [*[Admission.ANSWERED] * 2, *[Admission.TOO_FAST] * 2]
    assert own.admission(by(5, guild=8)) is Admission.ANSWERED


def test_a_fast_server_is_told_each_user_once() -> None:
    own = gate()
    found = [own.admission(by(user)) for user in (1, 2, 3, 3)]
    assert found[2:] == [Admission.TOO_FAST, Admission.LEFT_AS_FAST]


def test_a_refused_user_costs_the_server_nothing() -> None:
    own = gate()
    for _ in range(5):
        own.admission(by(1))
    assert own.admission(by(2)) is Admission.ANSWERED


@pytest.mark.parametrize(
    ("kind", "age", "found"),
    [
        (KINDS.component, 2.7, Admission.TOO_LATE), (KINDS.component, 3.1, Admission.LEFT_AS_LATE),
        (KINDS.autocomplete, 2.7, Admission.LEFT_AS_LATE), (KINDS.modal_submit, 2.4, Admission.ANSWERED),
    ],
)  # fmt: skip
def test_a_late_interaction_is_refused(kind: Any, age: float, found: Admission) -> None:
    own = gate()
    own.admission(by(9))
    assert own.admission(by(1, kind, guild=8, age=age)) is found


def test_a_repeated_delivery_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.chat.answering.gate.MOST_REMEMBERED", 2)
    own = Gate(Lateness(lambda: NOW), Paces(), lambda: NOW)
    first, *others = (by(user) for user in range(3))
    assert [own.admission(first) for _ in range(3)] == [Admission.ANSWERED, *[Admission.LEFT_AS_KNOWN] * 2]
    assert {own.admission(each) for each in others} == {Admission.ANSWERED}
    assert own.admission(first) is Admission.ANSWERED, "the oldest is forgotten"


def test_forms_and_completions_are_counted_separately() -> None:
    own = gate()
    for kind in (KINDS.modal_submit, KINDS.autocomplete):
        assert own.admission(by(1, kind)) is Admission.ANSWERED
        assert own.admission(by(1, kind)) is Admission.LEFT_AS_FAST
    for _ in range(3):
        own.admission(by(2, KINDS.autocomplete))
    assert own.admission(by(2)) is Admission.ANSWERED
