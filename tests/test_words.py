"""A turn costs its readers so much and no more."""

from pathlib import Path

import pytest

from tests.scripts import GOLDEN
from tests.words import cost


@pytest.mark.parametrize(
    ("script", "messages", "words"),
    [
        ("fields_turn_7", 13, 900),
        ("fields_turn_8", 12, 900),
        ("storm_four_friends", 20, 860),
        ("marne_turn", 8, 235),
    ],
)
def test_a_turn_costs_no_more(script: str, messages: int, words: int) -> None:
    spent = cost(GOLDEN / f"{script}.script")
    assert spent.messages <= messages
    assert spent.words <= words


# chance joins what no person would: several requests at once, with every option
PLAYED = sorted(script for script in GOLDEN.glob("*.script") if not script.stem.startswith("clicks_"))


@pytest.mark.parametrize("script", PLAYED, ids=lambda script: script.stem)
def test_a_single_result_is_60_words_at_most(script: Path) -> None:
    """French takes more words for the same."""
    assert cost(script).result <= (70 if script.stem.endswith("_en_francais") else 60)


@pytest.mark.parametrize("script", PLAYED, ids=lambda script: script.stem)
def test_a_call_is_40_words_at_most(script: Path) -> None:
    """It names up to five people with what each holds."""
    calls = [
        line for told in cost(script).told for line in told.partition("\n")[0].splitlines() if line.startswith("<@")
    ]
    assert max((len(line.split()) for line in calls), default=0) <= 40


@pytest.mark.parametrize(
    ("script", "begins", "ends", "inputs"),
    [
        ("marne_quiet_turns", "/draw event", 'expect "Turn 2"', 6),
        ("storm_quiet_turn", "/draw event", 'expect "Turn 2"', 5),
    ],
)
def test_a_quiet_turn_takes_few_inputs_once_its_players_have_a_plan(
    script: str, begins: str, ends: str, inputs: int
) -> None:
    """Of all players together; a plan itself takes two of each, once for all turns."""
    path = GOLDEN / f"{script}.script"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert cost(path, (lines.index(begins) + 1, lines.index(ends) + 1)).inputs <= inputs
    players = {line.split()[0] for line in lines if line.startswith("@")}
    assert sum(line.startswith("fill stops:") for line in lines) == len(players)


def test_an_action_phase_of_the_central_powers_takes_four_inputs(tmp_path: Path) -> None:
    """One offensive: its target, the Allied SPs, the combat's form. The phase began with the end of the step before."""
    turn_7 = (GOLDEN / "fields_turn_7.script").read_text(encoding="utf-8")
    before = turn_7[: turn_7.index("/odds")].splitlines()
    script = tmp_path / "phase.script"
    hexes = '"A05 B05 C06 D06 E07 F07 G08 H08 I06 J07 K07 L08 M08 M09"'
    begin = ["/cp-offensive", f'fill "Hexes with CP blocks now":{hexes} "Do the CP control a hex in France?":Yes']
    phase = [
        'select "Target of Minor 1 of 1" F07', 'select "Allied SPs against F07" "11+ SPs, of these artillery 2"',
        'click "Combat in F07"', 'fill "CP losses in SPs":2 "Did the CP break out?":No',
    ]  # fmt: skip
    script.write_text(
        "\n".join([*before, *begin, *phase, "/enter what:reset", f"fill hexes:{hexes}"]), encoding="utf-8"
    )
    spent = cost(script, (first := len(before) + len(begin) + 1, first + len(phase) - 1))
    assert (spent.inputs, spent.messages) == (4, 0), "the phase is told in the message of its step"
    whole = cost(script)
    told = max(whole.told, key=lambda each: "Minor Offensive against F07" in each)
    assert "F07: CP losses" in told
    assert len(told.split()) <= 120


def test_a_turn_of_five_friends_is_nine_messages_at_most() -> None:
    """With two events, everybody asked once, and each phase a call of its own."""
    script = GOLDEN / "storm_five_friends.script"
    first = script.read_text(encoding="utf-8").splitlines().index("/draw event") + 1
    spent = cost(script, (first, 1000))
    assert spent.messages <= 9
    assert spent.words <= 430


def test_what_is_counted_is_what_stands_there_at_the_end(tmp_path: Path) -> None:
    script = tmp_path / "two.script"
    lines = ["@anna #here", "/campaign new game:fields-of-despair seat:Allies", "/dice roll", "/campaign status"]
    script.write_text("\n".join(lines), encoding="utf-8")
    both, second = cost(script), cost(script, (3, 3))
    assert (both.messages, both.inputs) == (2, 3)
    assert (second.messages, second.inputs) == (1, 1)
    assert 0 < second.longest <= second.words < both.words
    assert second.result == second.longest, "its message begins with it"
