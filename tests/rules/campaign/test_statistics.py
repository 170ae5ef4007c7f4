"""A campaign in numbers."""

from datetime import timedelta

from rules.campaign.rolling import RollDice
from rules.campaign.statistics import all_of, lasting
from rules.campaign.undo import Undo
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch, reserved
from tests.rules.games.fields_of_despair.campaign import Campaign
from tests.rules.games.marne_1918.campaign import campaign_with


def numbers(play: Play) -> str:
    return "\n".join(f"{each.section}: {each}" for each in all_of(play.campaign, play.log))


def test_dice_are_told_by_seat_and_by_purpose() -> None:
    play = night_watch()
    play.do(ANNA, RollDice(number=12))
    play.do(BERT, RollDice(number=3))
    said = numbers(play)
    assert "Dice: North: 12d6: " in said
    assert "Dice: South: 3d6: " in said
    assert "Dice: Dice rolled: 15d6: " in said


def test_what_was_undone_is_counted_apart_and_what_is_unseen_looks_alike() -> None:
    play = night_watch()
    play.do(BERT, "note")
    play.do(ANNA, "call")
    play.do(ANNA, Undo())
    said = numbers(play)
    assert "Entries: 4, undone: 1." in said
    assert "Most often: Private action: 1" in said
    assert "Most often: Call" not in said
    assert "antern" not in said


def test_the_time_of_a_phase_is_what_passed_while_play_stood_in_it() -> None:
    play = reserved(campaign_with())
    play.log.clear()
    play.campaign = play.campaign.as_founded()
    play.wait(days=4)
    play.do(ANNA, RollDice())
    assert "Time by phase: Events: 4 days" in numbers(play)


def test_what_ends_a_phase_counts_for_the_phase_that_it_ends() -> None:
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
    assert "Time by side: South: acted 3 times, half of them within 2 hours of what came before." in said
    assert "<@" not in said


def test_how_long_something_took_is_said_in_one_unit() -> None:
    spans = [timedelta(minutes=1), timedelta(minutes=50), timedelta(hours=47), timedelta(days=9)]
    assert [*map(lasting, spans)] == ["1 minute", "50 minutes", "47 hours", "9 days"]
