"""A campaign in numbers."""

from datetime import timedelta
from typing import Any

import pytest

from rules.campaign.chronicle.statistics import all_of, deeds, lasting
from rules.campaign.life.rolling import RollDice
from rules.campaign.time.undo import Undo
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, reserved
from tests.rules.games.fields_of_despair.campaign import Campaign
from tests.rules.games.gathering_storm.harness import USERS, Storm
from tests.rules.games.marne_1918.campaign import campaign_with


def numbers(play: Play) -> str:
    return "\n".join(f"{each.section}: {each}" for each in all_of(play.campaign, play.log))


def test_private_actions_change_no_number() -> None:
    """Or the time by phase would tell when somebody was at work."""
    play = night_watch()
    play.do(BERT, "call")
    before = numbers(play)
    play.wait(days=4)
    play.do(BERT, "note")
    play.do(BERT, Undo())
    assert numbers(play) == before


def test_a_phases_time_is_the_time_spent_in_it() -> None:
    play = reserved(campaign_with())
    play.log.clear()
    play.campaign = play.campaign.as_founded()
    play.wait(days=4)
    play.do(ANNA, RollDice())
    assert "Time by phase: Events: 4 days" in numbers(play)


def test_the_end_of_a_phase_counts_for_it() -> None:
    fields = Campaign()
    begun = fields.game.phase(fields.state)
    fields.play.wait(days=4)
    fields.do("skip_step", reason="not in this test")
    fields.play.wait(hours=50)
    fields.do("skip_step", reason="not in this test")
    phases = [line for line in numbers(fields.play).splitlines() if line.startswith("Time by phase")]
    assert [line.rpartition(": ")[2] for line in phases][:2] == ["4 days", "2 days"]
    assert phases[0].split(": ")[1] == str(begun)


def test_the_pace_is_the_median_and_nobody_is_named() -> None:
    play = night_watch()
    for hours in (1, 1, 2, 90):
        play.wait(hours=hours)
        play.do(BERT, "call")
        play.do(ANNA, "answer")
    said = numbers(play)
    assert "Time by side: South: answered 3 times, half of them within 2 hours of what came before." in said
    assert "<@" not in said


def test_pace_counts_from_the_previous_action() -> None:
    play = night_watch()
    play.wait(hours=5)
    play.do(ANNA, "mark", name="x")
    play.wait(hours=2)
    play.do(BERT, "call")
    assert "Time by side" not in numbers(play)
    play.do(ANNA, "answer")
    assert "Time by side: South: answered once, within 2 hours of what came before." in numbers(play)


def test_of_one_answer_there_is_no_half() -> None:
    play = night_watch()
    for _ in range(2):
        play.do(BERT, "call")
        play.wait(hours=2)
        play.do(ANNA, "answer")
    assert "Time by side: South: answered once, within 1 minute of what came before." in numbers(play)
    assert "1 times" not in numbers(play)


@pytest.mark.parametrize(
    ("time", "said"),
    [
        ({"seconds": 59}, "less than a minute"), ({"minutes": 1}, "1 minute"), ({"minutes": 59}, "59 minutes"),
        ({"minutes": 59, "seconds": 40}, "1 hour"), ({"hours": 47, "minutes": 40}, "2 days"),
        ({"hours": 1}, "1 hour"), ({"hours": 47}, "47 hours"), ({"hours": 48}, "2 days"), ({"days": 400}, "400 days"),
    ],
)  # fmt: skip
def test_a_time_is_told_in_one_unit(time: dict[str, int], said: str) -> None:
    assert str(lasting(timedelta(**time))) == said


def test_ten_deeds_are_listed_and_the_rest_are_counted() -> None:
    play = night_watch()
    every = ("draw", "note", "call", "mark", "roll_dice", "change_settings", "be_away", "undo", "enter_score")
    given: dict[str, dict[str, Any]] = {
        "mark": {"name": "x"},
        "change_settings": {"calls": False},
        "be_away": {"until": "2100-01-01T00:00:00Z"},
    }
    for command in every:
        play.do(ANNA, command, **given.get(command, {}))
    told = [str(each) for each in deeds(play.log)]
    assert told == [
        "Seat taken: 1", "Token drawn: 1", "Hidden move: 1", "Point marked: 1", "Dice rolled: 1", "Settings changed: 1",
        "Away: 1", "Action undone: 1", "Score entered: 1",
    ]  # fmt: skip
    play.do(ANNA, "come_back")
    assert len([*deeds(play.log)]) == 10
    play.do(BERT, "change_settings", pictures=False)
    play.do(ANNA, "mark", name="y")
    assert [str(each) for each in deeds(play.log)][10:] == ["Others: 1"], "of one kind"


def test_dice_are_listed_by_first_roll() -> None:
    play = Storm()
    for user in sorted(USERS.values(), reverse=True):
        play.do(user, RollDice(number=2))
    told = [line.split(": ")[1] for line in numbers(play).splitlines() if line.startswith("Dice: ")]
    assert told == [*reversed(USERS)]
