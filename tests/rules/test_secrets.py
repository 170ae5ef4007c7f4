"""Secrets are kept out by type, and users' text is made harmless."""

import re
from hashlib import sha256
from pathlib import Path
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

import rules
from rules.notice import tell_all, tell_seat
from rules.seat import Seat
from rules.secrets import MASK, Hidden, folded, plain, quote, seal_of

ALLIES = Seat("Allies")


def test_a_hidden_value_prints_as_a_mask_wherever_it_gets() -> None:
    hidden = Hidden("Gouraud")
    assert {str(hidden), repr(hidden), f"{hidden}", f"{hidden!r}", f"{[hidden]}"} == {MASK, f"[{MASK}]"}
    assert str(tell_all("They hold {marker}.", marker=hidden)) == f"They hold {MASK}."  # type: ignore[arg-type]


def test_a_seat_reads_what_is_hidden_from_others() -> None:
    assert str(tell_seat(ALLIES, "You hold {marker}.", marker=Hidden("Gouraud"))) == "You hold Gouraud."


def test_the_log_keeps_what_is_hidden() -> None:
    adapter = TypeAdapter(Hidden[tuple[str, ...]])
    hidden = adapter.validate_python(("a", "b"))
    assert hidden.value == ("a", "b")
    assert adapter.validate_json(adapter.dump_json(hidden)) == hidden
    assert MASK in f"{hidden}"


@given(st.text())
def test_user_text_cannot_act(text: str) -> None:
    shown = quote(text).text
    assert "\n" not in shown
    assert not any(char in shown for char in "\u202e\u200b\u2066\x00")
    for char in "*_~`|>#[]<@:":
        assert shown.count(char) == shown.count(f"\\{char}")
    assert len(shown) <= 2 * 200


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("@everyone", "\\@everyone"), ("<@123>", "\\<\\@123\\>"), ("**loud**", "\\*\\*loud\\*\\*"),
        ("a\n\nb", "a b"), ("\u202eevil", "evil"), ("Grande Guerre 1914", "Grande Guerre 1914"),
    ],
)  # fmt: skip
def test_examples_of_what_users_write(written: str, shown: str) -> None:
    assert quote(written).text == shown


def test_long_text_is_cut() -> None:
    assert quote("a" * 300).text == quote("a" * 201).text == "a" * 199 + "…"
    assert quote("a" * 200).text == "a" * 200


def test_a_hidden_value_that_is_turned_face_up_is_open() -> None:
    assert str(Hidden(7).reveal()) == "7"
    assert str(tell_all("{x}", x=Hidden(("a", "b")).reveal(", ".join))) == "a, b"


def test_hidden_values_are_compared_by_what_they_hide() -> None:
    assert Hidden(7) == Hidden(7) != Hidden(8)
    assert Hidden(7) != 7
    assert len({Hidden(7), Hidden(7)}) == 1


def test_a_literal_can_be_hidden() -> None:
    adapter: TypeAdapter[Hidden[Any]] = TypeAdapter(Hidden[Literal["attack", "defend"]])
    assert adapter.validate_json('"attack"') == Hidden("attack")
    with pytest.raises(ValidationError):
        adapter.validate_python("retreat")


def test_the_seal_is_the_sha256_of_salt_and_content() -> None:
    # printf '%s' '00ff Verdun – à 5 h' | sha256sum
    assert seal_of("00ff", "Verdun – à 5 h") == sha256("00ff Verdun – à 5 h".encode()).hexdigest()
    assert seal_of("00ff", "x") != seal_of("00fe", "x")


def test_a_text_reads_the_same_under_every_python() -> None:
    """What this one does not know stays, and nothing of the rules asks its tables of letters and digits."""
    examples = [(each, each) for each in ("🪿 🫨", "\U0001fae9", "👩\u200d👧")]
    for typed, kept in (*examples, ("a\u200bb\ue000\x07c", "a b c"), ("a\u200d👧", "a 👧")):
        assert plain(typed).text == kept
    assert folded("ÉCOLE Ÿ ŁÓDŹ ΑΣ ЁЖ Σς \ua7dc") == "école ÿ łódź ασ ёж σσ \ua7dc"
    tables = r"\.casefold\(|unicodedata|str\.isalnum|(?<!ascii\(\) and )\b\w+\.is(?:al|dec|dig|num)\w+\("
    sources = {each: each.read_text(encoding="utf-8") for each in Path(rules.__file__).parent.rglob("*.py")}
    found = {f"{each.parent.name}/{each.name}" for each, text in sources.items() if re.search(tables, text)}
    assert found == {"rules/__init__.py", "chronicle/search.py"}, "our own version; who searches may find more"
