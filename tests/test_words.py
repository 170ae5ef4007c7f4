"""A turn costs its readers so much and no more."""

import re
from pathlib import Path

import pytest

from tests.games import all_games
from tests.scripts import GOLDEN
from tests.words import TURNS, cost, counted, of_turn


@pytest.mark.parametrize(
    ("script", "messages", "words"),
    [("fields_turn_7", 12, 800), ("fields_turn_8", 12, 770), ("storm_four_friends", 20, 860), ("marne_turn", 8, 235)],
)
def test_a_turn_costs_no_more(script: str, messages: int, words: int) -> None:
    spent = cost(GOLDEN / f"{script}.script")
    assert spent.messages <= messages
    assert spent.words <= words


# chance joins what no person would: several requests at once, with every option
PLAYED = sorted(script for script in GOLDEN.glob("*.script") if not script.stem.startswith("clicks_"))


PAGES = {"marne_reveal": 350, "marne_time_machine": 90, "storm_printed_deck": 90}
"""The scripts in which the channel reads a page: how a campaign went, what falls with ten actions at once, or a whole
turn that five powers have planned.
"""


@pytest.mark.parametrize("script", PLAYED, ids=lambda script: script.stem)
def test_a_result_is_60_words_at_most_and_a_call_40(script: Path) -> None:
    """French takes more words for the same; a call names up to five people with what each holds."""
    longest = 70 if script.stem.endswith("_en_francais") else 60
    assert cost(script).result <= PAGES.get(script.stem, longest)
    calls = [
        line for told in cost(script).told for line in told.partition("\n")[0].splitlines() if line.startswith("<@")
    ]
    assert max((len(line.split()) for line in calls), default=0) <= 40


@pytest.mark.parametrize(
    ("script", "begins", "ends", "inputs"),
    [
        ("marne_quiet_turns", "/draw event", 'expect "Turn 2"', 5),
        ("storm_quiet_turn", "/draw event", 'expect "Turn 2"', 4),
        ("marne_offensive", "/draw event", 'expect "Turn 2"', 15),
    ],
)
def test_a_turn_takes_few_inputs_once_orders_are_given(script: str, begins: str, ends: str, inputs: int) -> None:
    """Of all players together; an order takes two of each, once for all turns.
    In a turn with an offensive there are three operational sequences.
    """
    path = GOLDEN / f"{script}.script"
    lines = path.read_text(encoding="utf-8").splitlines()
    assert cost(path, (lines.index(begins) + 1, lines.index(ends) + 1)).inputs <= inputs
    players = {line.split()[0] for line in lines if line.startswith("@")}
    assert lines.count('/act offer:"In every phase"') == len(players)


@pytest.mark.parametrize("script", ["marne_quiet_turns", "storm_quiet_turn", "marne_by_post"])
def test_a_quiet_week_is_caught_up_in_100_words(script: str) -> None:
    """The whole of *Catch me up*: whom the table waits for, what happened, and what is to be done on the board."""
    (read,) = [each for each in cost(GOLDEN / f"{script}.script").private if "Since you last acted" in each]
    assert 10 < counted(read) <= 100


PLAY_ON = GOLDEN / "fields_play_on.script"


def test_turns_7_to_9_take_80_presses_and_18_fields() -> None:
    """Without a map: two squadrons, a reconnaissance and two attacks a phase, ten offensives and a breakout."""
    spent = cost(PLAY_ON)
    assert (spent.presses, spent.fields) == (80, 18)
    assert spent.arriving <= 1500


def test_an_offensive_takes_2_inputs_and_40_words() -> None:
    """Its objective, the losses; all of it in the message of the step."""
    lines = PLAY_ON.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith('select "Major 1 of" C06'))
    spent = cost(PLAY_ON, (first, first + 1))
    assert (spent.inputs, spent.messages) == (2, 0)
    assert spent.arriving <= 40


def test_a_phase_with_a_map_takes_few_inputs() -> None:
    """Nothing is asked about France, the hexes or the reset; what is read ends with the next step of the turn."""
    script = GOLDEN / "fields_map_phase.script"
    lines = script.read_text(encoding="utf-8").splitlines()
    first = next(number for number, line in enumerate(lines, 1) if line.startswith('click "CP phase'))
    spent = cost(script, (first, len(lines)))
    assert spent.inputs <= 1 + 3
    assert spent.arriving <= 105


def test_a_turn_of_five_friends_is_nine_messages_at_most() -> None:
    """With two events, everybody asked once, and each phase a call of its own."""
    script = GOLDEN / "storm_five_friends.script"
    first = script.read_text(encoding="utf-8").splitlines().index("/draw event") + 1
    spent = cost(script, (first, 1000))
    assert spent.messages <= 9
    assert spent.words <= 320
    assert spent.arriving <= 420


@pytest.mark.parametrize(("script", "inputs"), TURNS.items())
def test_a_whole_turn_of_five_friends_takes_few_inputs(script: str, inputs: int) -> None:
    """Events, research and counters of all five; a command, a press, a choice and a form sent are an input each."""
    spent = of_turn(GOLDEN / f"{script}.script")
    assert spent.inputs <= inputs
    assert spent.messages <= 4, "what was drawn, the general event and that it takes effect, and the turn"


NOT_TEXT = re.compile(r"Order \d|The table waits|alt:|file |[\[<]")
"""Of a message in a transcript: its orders, whom it waits for, the words of its picture, and its controls."""
CONTROL = re.compile(r"\[[^\[\]]+\](?!\()|<[^@#]*>")
SHORT = {"### For your eyes": (90, 5), "[More…]": (70, 5), "**Campaign started**": (35, 4), "[All commands]": (60, 10)}


@pytest.mark.parametrize("mark", SHORT)
def test_what_is_read_most_often_is_short(mark: str) -> None:
    """The hand of one seat, beside its orders; the panel; the start; and `/help`."""
    scripts = GOLDEN.glob("*.script") if mark == "[All commands]" else PLAYED
    told = "\n".join(script.with_suffix(".txt").read_text(encoding="utf-8") for script in scripts)
    seats = {f"**{seat}**" for game in all_games().values() for seat in game.seats}
    blocks = [each.splitlines()[1:] for each in re.split(r"\n(?! {5})", told) if mark in each]
    for rows in (list(map(str.strip, block)) for block in blocks):
        assert sum(len(CONTROL.findall(row)) for row in rows if row[:1] in "[<") <= SHORT[mark][1], rows
        if seats.isdisjoint(rows):
            assert sum(counted(row) for row in rows if not NOT_TEXT.match(row)) <= SHORT[mark][0], rows
    assert blocks


def test_the_readme_is_600_words_at_most() -> None:
    assert len((GOLDEN.parents[1] / "README.md").read_text(encoding="utf-8").split()) <= 600


def test_the_final_messages_are_counted(tmp_path: Path) -> None:
    script = tmp_path / "two.script"
    lines = [
        "@anna #here",
        "/campaign new game:fields-of-despair seat:Allies",
        "/dice roll reason:rain",
        "/campaign status",
    ]
    script.write_text("\n".join(lines), encoding="utf-8")
    both, second = cost(script), cost(script, (3, 3))
    assert (both.messages, both.inputs) == (2, 3)
    assert (second.messages, second.inputs) == (1, 1)
    assert 0 < second.longest <= second.words < both.words
    assert second.result == second.longest, "its message begins with it"
