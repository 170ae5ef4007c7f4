"""What players type: any usual notation is read, and all that is wrong in a list is said at once."""

import pytest

from rules.errors import NotThere
from rules.games.fields_of_despair.notation import (
    LONGEST,
    each_with,
    read_attacks,
    read_counters,
    read_hex,
    read_hexes,
    read_number,
    read_squadrons,
    read_valued,
)
from rules.games.fields_of_despair.pieces import Attack
from rules.games.fields_of_despair.position import KNOWN, where
from tests.games import fields


@pytest.mark.parametrize("text", ["a5", "A05", "A-05", "A 5", "a-5", " A  05 ", "A - 5"])
def test_any_usual_notation_of_a_hex(text: str) -> None:
    assert read_hex(text) == "A05"
    assert read_hexes(f"B06 {text}") == ("B06", "A05")
    assert read_valued(f"{text} 4, B06 1") == (("A05", 4), ("B06", 1))
    (attack, _) = read_attacks(f"{text} 4+18; B06 3")
    assert (attack.hex, attack.artillery, attack.blocks) == ("A05", 4, 18)


def test_an_action_phase_alone_is_no_step() -> None:
    step = where(fields().data)
    assert [step.read(None, each) for each in ("8", "8.2 allied c")] == [
        "8.1 Economic Maintenance",
        "8.2 Allied combat",
    ]
    with pytest.raises(NotThere, match=r"Which step of 8\.1"):
        step.read(None, "8.1")
    with pytest.raises(NotThere, match=r"Write e\.g\. “8\.1 Central Powers action phase"):
        step.read(None, "8.1 CP action phase")


def test_what_a_hex_is_known_to_hold_stands_behind_it() -> None:
    assert KNOWN.findall("A05 12, B06, m-9=4") == [("A05", "12"), ("m-9", "4")]


def test_hexes_stand_between_blanks_commas_semicolons_and_lines() -> None:
    assert read_hexes("a5, B06;C-07\nD 8\n\nE09") == ("A05", "B06", "C07", "D08", "E09")
    assert read_hexes("") == ()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("A05 Z99", "“Z99” is not a hex of the map. Write a letter from A to M and a number, e.g. I06."),
        ("Z99 A05 Q7", "Z99 and Q7 are not hexes of the map. Write a letter from A to M and a number, e.g. I06."),
        ("A05 I 066", "“I066” is not a hex of the map. Write a letter from A to M and a number, e.g. I06."),
        ("A05 a5 B06", "A05 is named twice. Name each hex once."),
        ("A05 a5 B06 b-6", "A05 and B06 are named twice. Name each hex once."),
        (
            "Z99 A05 a5",
            "“Z99” is not a hex of the map. Write a letter from A to M and a number, e.g. I06. "
            "A05 is named twice. Name each hex once.",
        ),
    ],
)
def test_all_faults_of_a_list_at_once(text: str, said: str) -> None:
    with pytest.raises(NotThere) as refused:
        read_hexes(text)
    assert str(refused.value) == said


def test_the_last_column_and_the_most_hexes_and_sps_are_read() -> None:
    assert read_hex("m8") == "M08"
    assert read_valued("A05 400, B06 0012") == (("A05", 400), ("B06", 12))
    every = [f"{column}{row:02}" for column in "ABCDE" for row in range(1, 10)]
    assert read_hexes(" ".join(every)) == tuple(every)
    with pytest.raises(NotThere) as refused:
        read_hexes(" ".join([*every, "F01"]))
    assert str(refused.value) == "You can name at most 45 hexes."


@pytest.mark.parametrize(
    ("again", "said"), [("F01", "F01 is named twice."), ("F01 A01", "A01 and F01 are named twice.")]
)
def test_a_long_list_that_repeats_a_hex_has_two_faults(again: str, said: str) -> None:
    every = " ".join(f"{column}{row:02}" for column in "ABCDE" for row in range(1, 10))
    with pytest.raises(NotThere) as refused:
        read_hexes(f"{every} F01 {again}")
    assert str(refused.value) == f"{said} Name each hex once. You can name at most 45 hexes."


def test_faults_of_numbers_are_told_with_those_of_hexes() -> None:
    with pytest.raises(NotThere) as refused:
        read_valued("Z99 4, A05 x, B06 401")
    assert str(refused.value) == (
        "“Z99” is not a hex of the map. Write a letter from A to M and a number, e.g. I06. "
        "“x” is not a number from 0 to 400. “401” is not a number from 0 to 400."
    )
    for read in (read_valued, read_squadrons, read_attacks):
        with pytest.raises(NotThere) as refused:
            read("foo 4, A05 1, foo 2, A05 3")
        assert str(refused.value) == (
            "foo and foo are not hexes of the map. Write a letter from A to M and a number, e.g. I06. "
            "A05 is named twice. Name each hex once."
        )
    with pytest.raises(NotThere, match=r"Write a number after each hex, e\.g\. A05 4, B06 1\. Look at B06\."):
        read_valued("A05 4, B06")
    with pytest.raises(NotThere, match=r"B06 1\. Look at K09\."):
        read_squadrons("A05 3, K09 2 1, B06 1")
    with pytest.raises(NotThere, match="“\\\\-4” is not a number"):
        read_valued("A05 -4")


@pytest.mark.parametrize("text", ["", "none", "None", "0", "-", "–", " "])
def test_no_counters(text: str) -> None:
    assert read_counters(text) == ()


def test_counters() -> None:
    assert read_counters("3, 5;4") == (5, 4, 3)
    assert read_counters("10 1 " + "2 " * 10) == (10, *(2,) * 10, 1), "twelve fit"
    for wrong in ("4 0", "11", "2 " * 13):
        with pytest.raises(NotThere, match=r"1 to 10, e\.g\. 4 3 3, or none\. At most 12 counters fit\."):
            read_counters(wrong)


def test_one_allied_counter_a_hex_in_columns_j_to_m() -> None:
    assert read_squadrons("A05 3+1, J07 4 I06 2 + 2") == (("A05", 4), ("J07", 4), ("I06", 4))
    for column in "JKLM":
        with pytest.raises(NotThere, match=rf"one Allied counter a hex \(7.1-S\): {column}07\."):
            read_squadrons(f"A05 3+1, {column}07 2+2")
    assert read_squadrons("A05 0, B06 2, C07 0+0") == (("B06", 2),), "a hex with 0 has none"


def test_a_list_is_proposed_in_which_only_numbers_are_typed() -> None:
    assert each_with(["A05", "B06"], "0+0") == "A05 0+0, B06 0+0"
    every = [f"{column}{row:02}" for column in "ABCDEFGHIJKLM" for row in range(1, 9)]
    longest = each_with(every, "0+0")
    assert len(longest) <= LONGEST < len(longest) + len(", A05 0+0"), "as many as a form takes"
    assert read_attacks(longest.replace("A01 0+0", "A01 4+18")) == (Attack(hex="A01", artillery=4, blocks=18),)
    with pytest.raises(NotThere, match="artillery \\+ blocks"):
        read_attacks(longest)


def test_a_number_within_sense() -> None:
    assert read_number("50", 50) == 50
    with pytest.raises(NotThere, match="from 0 to 50"):
        read_number("51", 50)
    with pytest.raises(NotThere, match="from 0 to 400"):
        read_number("9" * 20)


def test_one_hex_is_asked_for_and_two_are_none() -> None:
    with pytest.raises(NotThere, match="“A05 B06” is not a hex of the map"):
        read_hex("A05 B06")


def test_a_list_without_a_number_names_the_word_that_is_no_hex() -> None:
    with pytest.raises(NotThere) as refused:
        read_valued("Z99 4, B06")
    assert str(refused.value).startswith("“Z99” is not a hex of the map.")
