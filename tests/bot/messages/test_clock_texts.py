"""What a table reads of its clocks."""

import pytest

from bot.messages.clock_texts import banks, deadlines_of, lasting
from rules.campaign.questions.requests import Decline
from rules.campaign.seats.absence import SetPatience, zone_of
from tests.night_watch import Answer, NextPhase
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch


def held_up() -> Play:
    """Bert keeps a phase open that Anna would end."""
    play = night_watch()
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    play.do(ANNA, NextPhase())
    play.do(BERT, Decline(to=play.campaign.seq))
    return play


def said(play: Play) -> str:
    """The banks as they are read now."""
    return "\n".join(map(str, banks(play.campaign.when(play.clock))))


def test_a_clock_that_runs_says_when_its_time_is_over() -> None:
    play = held_up()
    assert "The time of South runs out <t:" in said(play)
    before = said(play).partition("<t:")[2]
    play.wait(days=2)
    assert said(play).partition("<t:")[2] == before, "it is true whenever it is read"
    play.wait(days=30)
    assert said(play) == "South: 0 hours left."


def test_one_that_stands_says_what_is_left() -> None:
    play = held_up()
    play.do(BERT, "call")
    assert "South: 16 days left." in said(play)
    play.do(ANNA, Answer())
    assert "runs out" in said(play)


def test_a_table_without_a_bank_shows_none() -> None:
    play = held_up()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=14, bank=0))
    assert not said(play)


def test_the_deadlines_are_those_that_were_set() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=4, silence=15, move=6, bank=7, away=8, weekends=-150))
    told = "\n".join(map(str, deadlines_of(play.campaign)))
    assert all(f"{days} days" in told for days in (4, 15, 6, 8))
    assert "for 7 more" in told
    assert "(UTC−2:30)" in told


@pytest.mark.parametrize(("minutes", "said"), [(0, "UTC"), (60, "UTC+1"), (-300, "UTC−5"), (345, "UTC+5:45")])
def test_a_zone_is_said_by_its_hours(minutes: int, said: str) -> None:
    assert str(zone_of(minutes)) == said


@pytest.mark.parametrize(
    ("seconds", "said"), [(0, "0 hours"), (3600, "1 hour"), (172_799, "47 hours"), (172_800, "2 days")]
)
def test_a_short_time_is_said_in_hours(seconds: int, said: str) -> None:
    assert str(lasting(seconds)) == said
