"""Secrets are kept out by type, and users' text is made harmless."""

import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import TypeAdapter

from rules.notice import tell_all, tell_seat
from rules.seat import Player, Seat
from rules.secrets import MASK, Hidden, quote

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


LEAKS = {
    "a hidden fact for all": 'tell_all("{x}", x=Hidden("secret"))',
    "a text built around the types": 'tell_all(f"{Hidden(1).value}")',
    "a plain text as a fact": 'tell_all("{x}", x="a name")',
}
IMPORTS = (
    "from rules.notice import tell_all, tell_seat\nfrom rules.seat import Seat\nfrom rules.secrets import Hidden\n"
)
FINE = 'tell_all("{n} markers", n=3)\ntell_seat(Seat("Allies"), "{x}", x=Hidden("secret"))'


def complaints(code: str, folder: Path) -> str:
    """What pyright says of some code."""
    file = folder / "leak.py"
    file.write_text(f"{IMPORTS}\n{code}\n", encoding="utf-8")
    (folder / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{Path.cwd()}"]}}', encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(folder)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout


def test_a_type_checker_refuses_a_leak(tmp_path: Path) -> None:
    """The types are the first line of defence: each leak is an error, and what is allowed is none."""
    said = complaints("\n".join([FINE, *LEAKS.values()]), tmp_path)
    lines = {int(line.split("leak.py:")[1].split(":")[0]) for line in said.splitlines() if " - error: " in line}
    assert lines == {7, 8, 9}, said


@given(st.text())
def test_what_a_user_wrote_cannot_act(text: str) -> None:
    shown = quote(text).text
    assert "\n" not in shown
    assert not any(char in shown for char in "\u202e\u200b\u2066\x00")
    for char in "*_~`|>#[]<@:":
        assert shown.count(char) == shown.count(f"\\{char}")
    assert len(shown) <= 2 * 200


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("@everyone", "\\@everyone"),
        ("<@123>", "\\<\\@123\\>"),
        ("**loud**", "\\*\\*loud\\*\\*"),
        ("a\n\nb", "a b"),
        ("\u202eevil", "evil"),
        ("Grande Guerre 1914", "Grande Guerre 1914"),
    ],
)
def test_examples_of_what_users_write(written: str, shown: str) -> None:
    assert quote(written).text == shown


def test_long_text_is_cut() -> None:
    assert quote("a" * 300).text == "a" * 199 + "…"


def test_a_player_is_written_as_a_mention() -> None:
    assert str(tell_all("{player}", player=Player(42))) == "<@42>"
