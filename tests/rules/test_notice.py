"""What is told, and to whom. Secrets are kept out by type."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter, ValidationError

from rules.line import Change, Gathered, line
from rules.notice import (
    Kind,
    Public,
    Secret,
    Text,
    board_changes,
    gathered,
    numbered,
    tell_all,
    tell_board,
    tell_rule,
    tell_seat,
    tell_section,
    tell_text,
)
from rules.seat import Seat
from rules.secrets import MASK, Hidden, Shown, Tally

ROOT = Path(__file__).parents[2]
ALLIES = Seat("Allies")


def test_each_way_of_telling_has_its_kind() -> None:
    assert [tell("{n}", n=3).kind for tell in (tell_all, tell_board, tell_rule)] == [Kind.RESULT, Kind.BOARD, Kind.RULE]
    section = tell_section("Seats", "{n} seats", n=3)
    assert (str(section), section.kind, section.section) == ("3 seats", Kind.SECTION, "Seats")
    assert tell_section(Shown("Data"), "x").section == "Data"


def test_a_line_can_be_put_under_a_title() -> None:
    told, kept = tell_all("open").under("Title"), tell_seat(ALLIES, "{x}", x=Hidden(7)).under(Shown("Hand"))
    assert (told.section, told.kind) == ("Title", Kind.SECTION)
    assert (kept.section, kept.kind, kept.seat, str(kept)) == ("Hand", Kind.SECTION, ALLIES, "7")


def test_a_line_masks_what_is_hidden_unless_it_is_opened() -> None:
    line = tell_seat(ALLIES, "{a} of {b}", a=Hidden(7), b=9).line
    assert (str(line), line.opened()) == (f"{MASK} of 9", "7 of 9")


def test_a_sentence_of_the_data_is_its_own_template() -> None:
    text = TypeAdapter(Text).validate_python("Take one block.")
    assert type(text) is Text
    assert str(tell_text(text)) == "Take one block."
    for wrong in ("", "Take {n} blocks."):
        with pytest.raises(ValidationError):
            TypeAdapter(Text).validate_python(wrong)


LEAKS = {
    "a hidden fact for all": 'tell_all("{x}", x=Hidden("secret"))',
    "a text built around the types": 'tell_all(f"{Hidden(1).value}")',
    "a plain text as a fact": 'tell_all("{x}", x="a name")',
    "a hidden choice for all": 'tell_all("{order}", order=order)',
}
IMPORTS = [
    "from typing import Literal",
    "from rules.notice import tell_all, tell_seat",
    "from rules.seat import Seat",
    "from rules.secrets import Hidden",
]
FINE = [
    'tell_all("{n} markers", n=3)',
    'tell_seat(Seat("Allies"), "{x}", x=Hidden("secret"))',
    'order: Hidden[Literal["attack", "defend"]] = Hidden("attack")',
    "number: Hidden[Literal[1, 2]] = Hidden(1)",
    'tell_seat(Seat("Allies"), "{order} {number}", order=order, number=number)',
]


def test_a_type_checker_refuses_a_leak(tmp_path: Path) -> None:
    """The types are the first line of defence: each leak is an error, and what is allowed is none."""
    lines = [*IMPORTS, *FINE, *LEAKS.values()]
    (tmp_path / "leak.py").write_text("\n".join(lines) + "\n", encoding="utf-8")
    (tmp_path / "pyrightconfig.json").write_text(f'{{"extraPaths": ["{ROOT}"]}}', encoding="utf-8")
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "-p", str(tmp_path)]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    wrong = {int(line) for line in re.findall(r"leak\.py:(\d+):.* error: ", said)}
    assert wrong == {lines.index(leak) + 1 for leak in LEAKS.values()}, said


def test_lines_that_differ_only_in_a_gathered_list_are_one() -> None:
    """In the place of the first, with all that is in their lists; each seat reads its own."""

    def drawn(name: str, count: int = 1) -> Public:
        return tell_section("Dealt", "{count} face down: {names}.", count=count, names=Gathered([name]))

    told = [drawn("Italy"), tell_all("Rain."), drawn("Russia"), drawn("Germany", 2), tell_all("Rain.")]
    assert [str(each) for each in gathered(told)] == [
        "1 face down: Italy, Russia.", "Rain.", "2 face down: Germany.", "Rain.",
    ]  # fmt: skip
    own = [tell_seat(Seat(seat), "Yours: {cards}.", cards=Gathered([line("{card}", card=seat)])) for seat in "AAB"]
    assert [(each.seat, str(each)) for each in gathered(own) if isinstance(each, Secret)] == [
        ("A", "Yours: A, A."), ("B", "Yours: B."),
    ]  # fmt: skip
    apart = [drawn("Italy"), drawn("Russia").under("Late")]
    assert len(gathered(apart)) == 2, "each stands under its own title"


def test_a_value_that_was_set_twice_is_told_as_it_is_now() -> None:
    """Also where it is written out; two different markers stay two."""
    left = [tell_board("Air left: {left}.", left=Tally(each)) for each in ("4 3 1", "3 1")]
    markers = [tell_board("Put {marker} on {place}.", marker=Shown(each), place=Tally(str(place))) for each, place in
               (("Supply", 2), ("Tanks", 3), ("Supply", 4))]  # fmt: skip
    assert [str(each) for each in board_changes([*left, tell_all("Rain."), *markers])] == [
        "Air left: 3 1.", "Put Tanks on 3.", "Put Supply on 4.",
    ]  # fmt: skip


def test_a_number_changed_twice_is_told_once_with_its_causes() -> None:
    """Of another marker, and of what is no deed, nothing is taken."""

    def moved(name: str, by: int, cause: str) -> Public:
        return tell_board("Move {marker} by {change}.", marker=Shown(name), change=Change((by, cause)))

    told = [moved("VP", 2, "Soissons"), moved("Supply", 1, "Rail"), tell_all("Rain."), moved("VP", -3, "Fismes")]
    assert [str(each) for each in board_changes(told)] == [
        "Move Supply by +1 (Rail).", "Move VP by −1 (Soissons +2, Fismes −3).",
    ]  # fmt: skip


def test_a_deed_is_told_as_often_as_it_is_to_be_done() -> None:
    """Two hexes of two points each move the marker by four."""
    deeds = [tell_board("Remove the marker."), tell_board("{hex}: add {sps} SPs.", hex=Shown("A05"), sps=2)] * 2
    assert [str(each) for each in board_changes(deeds)] == ["Remove the marker.", "A05: add 2 SPs."] * 2


def test_a_sentence_of_the_data_takes_its_numbers_from_there() -> None:
    assert str(numbered("The cost rises by {rise} to {top}.", {"rise": 2, "top": 5})) == "The cost rises by 2 to 5."
    assert str(numbered("It rains.", {"rise": 2})) == "It rains."
    for text, said in (("", "the sentence is empty"), ("By {rise}.", r"“By \{rise\}\.” has no number \{rise\}")):
        with pytest.raises(ValueError, match=said):
            numbered(text, {"top": 5})
