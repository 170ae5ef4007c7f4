"""The research record sheet: nothing that a side recorded, or an event gave it, has to be kept on paper."""

from typing import Any

import pytest

from rules.games.gathering_storm import GatheringStorm
from rules.games.gathering_storm.data import EVERY_PROJECT
from rules.games.gathering_storm.powers import GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.state import SheetLine, State, World
from rules.notice import Secret
from rules.seat import SideSeat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm, storm


def sheet(play: Storm, seat: SideSeat) -> list[str]:
    """What a player reads of the sheet in the hand."""
    rows = play.game.hand(play.state, seat)
    return [str(each) for each in rows if str(each.section) == "Research record sheet"]


def test_it_tells_what_a_doubling_gave_and_what_can_be_moved() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian air range", steps=8, maximum=9)
    play.turn_up("better-aviation-fuel")
    assert sheet(play, RUSSIA) == [
        "Russian air range: level 4, 9 of 9 steps, 1 from doubling this turn,"
        " a surplus of 2 to move until the end of the research phase."
    ]


def test_a_project_without_steps_is_listed_for_result_or_surplus() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian armor", steps=0, results=1)
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian air range", steps=8, maximum=9)
    play.turn_up("better-aviation-fuel")
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian air range", steps=0)
    armor, air_range = sheet(play, RUSSIA)
    assert armor == "Russian armor: level 0, 0 steps, 1 result."
    assert "a surplus of 2 to move until" in air_range


def test_the_printed_sheet_is_typed_once_for_every_side() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian armor", steps=6)
    told = public(play.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "every project", "results": "5, 10"}))
    assert told == "Research, every project: results at 5, 10."
    play.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "Armor", "results": "3,6, 9", "maximum": 9})
    assert sheet(play, RUSSIA) == [
        "Russian armor: level 3, 6 of 9 steps, 2 results to record, the next result at step 9."
    ]
    play.do(USERS[GERMANY], "record", power="Germany", project="Axis rockets", steps=4)
    assert sheet(play, GERMANY) == ["Axis rockets: level 2, 4 steps, the next result at step 5."]
    offers = [each for each in play.campaign.offers(USERS[RUSSIA]) if each.subject == "Russian armor"]
    (change,) = (each.command for each in offers if each.command.type == "record")
    assert change.model_dump(include={"results", "maximum"}) == {"results": 2, "maximum": 9}, "one press records it"
    play.do(USERS[RUSSIA], change)
    assert sheet(play, RUSSIA) == ["Russian armor: level 3, 6 of 9 steps, 2 results, the next result at step 9."]
    play.refused("cannot go past step 9", USERS[RUSSIA], "record", power="Russia", project="Russian armor", steps=10)


def test_a_mistyped_line_of_the_sheet_is_corrected_for_all() -> None:
    """Also the last step, which a side has recorded with its steps meanwhile."""
    play = Storm()
    play.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "rockets", "results": "5", "maximum": 8})
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian rockets", steps=3, maximum=8)
    again: dict[str, Any] = {"type": "enter_sheet_line", "project": "rockets", "results": "6", "maximum": 12}
    play.refused("Give a reason", USERS[ITALY], **again)
    play.do(USERS[ITALY], {**again, "reason": "misread"})
    assert sheet(play, RUSSIA) == ["Russian rockets: level 1, 3 of 12 steps, the next result at step 6."]


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"project": "zeppelins"}, "no such research project"),
        ({"project": "rockets", "results": "five"}, "as numbers with commas"),
        ({"project": "rockets", "results": "10, 5"}, "stand in order"),
        ({"project": "rockets", "results": "5, 5"}, "stand in order"),
        ({"project": "rockets", "results": "5, 13", "maximum": 12}, "from 1 to 12"),
        ({"project": "rockets", "results": "0"}, "from 1 to 99"),
        ({"project": "battleship design", "maximum": 10}, "the aid prints another maximum"),
        ({"project": "battleship design", "results": "13"}, "from 1 to 12"),
    ],
)
def test_what_cannot_be_printed_is_refused(fields: dict[str, Any], said: str) -> None:
    Storm().refused(said, USERS[ITALY], "enter_sheet_line", **fields)


@pytest.mark.parametrize(
    "fields",
    [
        {"project": "rockets", "results": "1, 12", "maximum": 12},
        {"project": "rockets", "results": "1, 99"},
        {"project": "battleship design", "results": "1, 12"},
    ],
)
def test_a_result_can_come_at_the_first_and_at_the_last_step(fields: dict[str, Any]) -> None:
    told = public(Storm().do(USERS[ITALY], {"type": "enter_sheet_line", **fields}))
    assert f"results at {fields['results']}." in told


def test_a_line_without_results_is_no_word_on_the_board() -> None:
    play = Storm()
    play.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "rockets", "maximum": 6})
    known = {each.key: each.value for each in play.game.facts(play.state) if "rockets" in each.key}
    assert known == {"last step rockets": 6}


def test_a_lower_last_step_tells_nobody_how_far_another_side_is() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian rockets", steps=9)
    told = play.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "rockets", "maximum": 6})
    assert public(told) == "Research, rockets: the record sheet prints no results.\nrockets: the last step is 6."
    assert not any(isinstance(each, Secret) for each in told)


def test_what_was_typed_is_a_file_of_the_group_and_read_as_one() -> None:
    play = Storm()
    play.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "rockets", "results": "5, 10", "maximum": 12})
    entered = play.game.entered_data(play.state)
    assert entered == {"research_sheet": {"rockets": {"results": [5, 10], "maximum": 12}}}
    later = Storm.of(GatheringStorm(type(play.data).model_validate(play.data.model_dump() | entered)))
    later.do(USERS[RUSSIA], "record", power="Russia", project="Russian rockets", steps=5)
    assert sheet(later, RUSSIA) == [
        "Russian rockets: level 2, 5 of 12 steps, 1 result to record, the next result at step 10."
    ]
    later.do(USERS[GERMANY], "record", power="Germany", project="Axis jets", steps=4)
    later.do(USERS[ITALY], {"type": "enter_sheet_line", "project": "every project", "results": "3, 9"})
    assert sheet(later, GERMANY) == ["Axis jets: level 2, 4 steps, 1 result to record, the next result at step 9."]
    particular = "Russian rockets: level 2, 5 of 12 steps, 1 result to record, the next result at step "
    assert sheet(later, RUSSIA) == [particular + "10."], "its own line counts, wherever the general one was entered"
    again = {"type": "enter_sheet_line", "project": "rockets", "results": "5, 11", "maximum": 12}
    later.do(USERS[ITALY], {**again, "reason": "misread"})
    assert sheet(later, RUSSIA) == [particular + "11."], "of two for it, the one that was entered in play"


def test_a_step_keeps_no_maximum_that_the_groups_sheet_prints() -> None:
    """The line of the sheet is corrected later: the project has the new maximum."""
    play = Storm().at("Research")
    line = {"type": "enter_sheet_line", "project": "Russian armor", "results": "3", "maximum": 9}
    play.do(USERS[ITALY], line)
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian armor", steps=1)
    play.do(USERS[RUSSIA], "assign", power="Russia", project="Russian armor", points=2)
    (key,) = play.state.research
    assert play.data.progress(play.state, key).maximum == 9
    play.all_agree = True
    play.do(USERS[ITALY], {**line, "maximum": 12, "reason": "misread"})
    assert play.data.progress(play.state, key).maximum == 12


def test_a_line_of_a_project_beats_a_name_and_a_name_beats_all() -> None:
    """Whether it stands in the group's data or was entered in play."""
    data = storm().data
    projects = [each for each in data.projects if each.maximum is None]
    project = next(each for each in projects if each.name != each.key)
    lines = {key: SheetLine(results=(at,)) for at, key in enumerate((EVERY_PROJECT, project.name, project.key), 1)}
    names = [*lines]
    for number in range(1, len(names) + 1):
        for entered in range(2**number):
            sheets = [
                {name: lines[name] for place, name in enumerate(names[:number]) if (entered >> place & 1) is bit}
                for bit in (0, 1)
            ]
            state = State(world=World(sheet=sheets[1]))
            assert data.replace(research_sheet=sheets[0]).printed(state, project.key) == lines[names[number - 1]]
