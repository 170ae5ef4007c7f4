"""The research record sheet: nothing that a side recorded, or an event gave it, has to be kept on paper."""

from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY, RUSSIA
from rules.games.gathering_storm.sheet import kept
from rules.seat import SideSeat
from tests.rules.games.gathering_storm.harness import USERS, Storm


def sheet(play: Storm, seat: SideSeat) -> list[str]:
    """What a player reads of the sheet in the hand."""
    rows = play.game.hand(play.state, seat)
    return [str(each) for each in rows if str(each.section) == "Research record sheet"]


def test_it_tells_odd_steps_and_what_this_turn_gave() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian air range", steps=7, results=1, maximum=9)
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian armor", steps=1)
    play.at("Research")
    play.do(USERS[RUSSIA], "assign", power="Russia", project="Russian armor", points=2)
    assert sheet(play, RUSSIA) == [
        "Russian armor: level 1, 3 steps, 2 assigned this turn.",
        "Russian air range: level 3, 7 of 9 steps, 1 result.",
    ]
    for other in (GERMANY, ITALY, BRITAIN, FRANCE):
        assert sheet(play, other) == []


def test_it_tells_what_a_doubling_gave_and_what_of_it_can_still_be_moved() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian air range", steps=8, maximum=9)
    play.turn_up("better-aviation-fuel")
    assert sheet(play, RUSSIA) == [
        "Russian air range: level 4, 9 of 9 steps, 1 from doubling this turn,"
        " a surplus of 2 to move until the end of the research phase."
    ]


def test_what_an_event_gave_is_told_in_later_turns_too() -> None:
    play = Storm()
    (project,) = (each for each in play.data.projects_of[RUSSIA] if each.key == "Russian armor")
    given = play.progress("Russian armor").replace(now=3, advanced=2, results=1, is_revealed=True)
    play.set(research={"Russian armor": given})
    now = "Russian armor: level 1, 3 steps, 1 assigned this turn, 2 from an event this turn, 1 result, shown to all."
    assert sheet(play, RUSSIA) == [now]
    play.set(research={"Russian armor": given.next_turn()})
    assert sheet(play, RUSSIA) == [
        "Russian armor: level 1, 3 steps, 2 from events of earlier turns, 1 result, shown to all."
    ]
    assert [each for each, _ in kept(play.data, play.state, RUSSIA)] == [project]


def test_two_who_share_a_sheet_read_the_same() -> None:
    play = Storm()
    play.do(USERS[GERMANY], "record", power="Germany", project="Axis espionage", steps=5)
    assert sheet(play, GERMANY) == sheet(play, ITALY) == ["Axis espionage: level 2, 5 steps."]


def test_each_project_on_it_has_a_form_that_proposes_what_stands() -> None:
    play = Storm()
    play.do(USERS[RUSSIA], "record", power="Russia", project="Russian air range", steps=7, results=1, maximum=9)
    offers = [each for each in play.campaign.offers(USERS[RUSSIA]) if each.command.type == "record"]
    (change,) = (each for each in offers if each.subject == "Russian air range")
    assert (str(change.name), change.label) == ("Record Russian air range", "Record")
    command = change.command.model_dump(include={"steps", "results", "maximum", "revealed"})
    assert command == {"steps": 7, "results": 1, "maximum": 9, "revealed": False}
    (new,) = (each for each in offers if each is not change)
    assert str(new.name) == "Record Russia's research"
    assert "Russian air range" not in new.choices["project"]
    assert "Russian armor" in new.choices["project"]
