"""Clocks: a side keeps a phase open as long as its bank of time lasts, and no longer."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.seating import Join
from rules.campaign.state.clock import DAY, LEAST, Clock, Held
from rules.campaign.time.corrections import Object
from rules.campaign.time.undo import Undo
from rules.errors import NotNow
from tests.games import BEGIN
from tests.night_watch import NORTH, SOUTH, Answer, EnterScore, NextPhase
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, labels, night_watch, refused, with_neutral_referee


def with_bank(days: int, answer: int = 1) -> Play:
    """A table that gives each side so many days beyond the one of each turn."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=answer, silence=14, bank=days))
    play.all_agree = False
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    return play


def not_yet(play: Play) -> str:
    """Anna would end the phase, and Bert is not done."""
    play.do(ANNA, NextPhase())
    return public(play.do(BERT, Decline(to=play.campaign.seq)))


def left(play: Play) -> float:
    """The days that the South has left now."""
    seconds = play.campaign.when(play.clock).time_left(SOUTH)
    assert seconds is not None
    return seconds / DAY


def test_not_yet_cannot_be_said_for_ever() -> None:
    play = with_bank(2)
    assert "more days" not in not_yet(play), "the day of this turn comes first"
    play.wait(days=1)
    assert "hold up play for 1 more day" in not_yet(play)
    play.wait(days=2)
    play.do(ANNA, NextPhase())
    asked = play.campaign.seq
    refused(play, NotNow, "bank of time is empty", BERT, Decline(to=asked))
    assert "Not yet" not in labels(play, BERT)
    assert "Not yet" not in {offer.label for offer in play.campaign.open_offers()}
    play.do(ANNA, SetPatience(answer=2, silence=14, bank=9))
    assert "Decline: change the deadlines" in labels(play, BERT), "it holds up nothing"
    play.do(BERT, Decline(to=play.campaign.seq))
    play.wait(days=1)
    play.do(ANNA, Agree(to=asked))
    assert play.campaign.state.phase == 1


def test_the_days_that_are_left_are_told_without_what_it_costs_to_say_so() -> None:
    """The free day is used up to the second: two days of the bank are left, and this costs some hours."""
    play = with_bank(2)
    play.campaign = replace(play.campaign, clocks={SOUTH: Clock(turn=DAY)})
    assert left(play) == 2
    assert "hold up play for 1 more day." in not_yet(play)


def test_who_is_the_referee_besides_has_the_time_of_their_side_alone() -> None:
    play = with_bank(2)
    play.campaign = replace(play.campaign, clocks={NORTH: Clock(turn=DAY, bank=2 * DAY)})
    play.do(BERT, NextPhase())
    refused(play, NotNow, "bank of time is empty", ANNA, Decline(to=play.campaign.seq))


@pytest.mark.parametrize(("days", "empty", "wait"), [(0, False, 3), (2, False, 3), (2, True, 1)])
def test_who_has_no_time_left_is_waited_for_a_day_and_the_others_as_ever(days: int, empty: bool, wait: int) -> None:
    play = with_bank(days, answer=3)
    if empty:
        play.campaign = replace(play.campaign, clocks={SOUTH: Clock(turn=3 * DAY, bank=days * DAY)})
    asked = play.copy()
    asked.do(ANNA, NextPhase())
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    for each in (asked, play):
        assert each.campaign.requests[-1].until == each.clock + timedelta(days=wait)


def test_not_being_decided_for_costs_time_and_cannot_be_said_for_ever() -> None:
    play = with_bank(2)
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.do(BERT, Decline(to=play.campaign.seq))
    assert play.campaign.clocks[SOUTH].held is Held.ANSWER
    play.wait(days=4)
    assert left(play) == 0
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    refused(play, NotNow, "bank of time is empty", BERT, Decline(to=play.campaign.seq))


@pytest.mark.parametrize("used", [0, 1, 3, 5])
def test_of_each_turn_some_days_are_free_and_the_rest_goes_off_the_bank(used: int) -> None:
    clock = Clock(turn=used * DAY, bank=DAY)
    assert clock.drawn(3) == (1 + max(0, used - 3)) * DAY
    turned = clock.turned(3)
    assert (turned.turn, turned.bank) == (0, clock.drawn(3))
    assert turned.unturned(3) == clock


def test_a_request_that_ran_out_counts_unless_the_clock_ran_meanwhile() -> None:
    assert Clock(turn=DAY).missed(3).turn == 4 * DAY
    running = Clock(turn=DAY).started(BEGIN, Held.ANSWER)
    assert running == Clock(turn=DAY + LEAST, since=BEGIN, held=Held.ANSWER)
    assert running.missed(3) == running


def test_even_who_says_it_quickly_has_an_empty_bank_one_day() -> None:
    play, times = with_bank(1), 0
    while left(play):
        not_yet(play)
        times += 1
    assert times <= 2 * DAY // LEAST
    play.do(ANNA, NextPhase())
    refused(play, NotNow, "bank of time is empty", BERT, Decline(to=play.campaign.seq))


def test_each_objection_costs_who_objects_and_nobody_else() -> None:
    play = with_bank(1)
    before = left(play)
    for score in (1, 2):
        play.do(ANNA, EnterScore(score=score))
        play.do(BERT, Object(to=play.campaign.seq))
    assert before - left(play) == 2 * LEAST / DAY
    play.wait(days=20)
    assert before - left(play) == 2 * LEAST / DAY, "no clock runs because of it"
    assert NORTH not in play.campaign.clocks


def test_ones_own_end_of_a_phase_costs_nothing() -> None:
    play = with_bank(1)
    for _ in range(20):
        play.do(BERT, NextPhase())
        play.do(ANNA, Agree(to=play.campaign.seq))
        play.do(BERT, Undo())
    assert left(play) == 2


def test_what_another_player_of_the_same_side_ended_costs_nothing() -> None:
    play = with_bank(1)
    play.do(CARLA, Join(seat=SOUTH))
    play.do(BERT, Agree(to=play.campaign.seq))
    for _ in range(20):
        play.do(CARLA, NextPhase())
        play.do(ANNA, Agree(to=play.campaign.seq))
        play.do(BERT, Undo())
        assert play.campaign.state.phase == 0
    assert left(play) == 2


def test_the_clock_runs_until_the_phase_ends_or_the_side_is_done_itself() -> None:
    play = with_bank(4)
    not_yet(play)
    play.wait(hours=6)
    assert left(play) == 4.5
    play.do(BERT, NextPhase())
    play.wait(days=3)
    before = left(play)
    play.do(ANNA, Agree(to=play.campaign.seq))
    play.wait(days=9)
    assert left(play) == before > 4.4


def test_the_clock_stands_while_play_waits_for_another() -> None:
    play = with_bank(4)
    not_yet(play)
    play.do(BERT, "call")
    before = left(play)
    play.wait(days=9)
    assert left(play) == before
    play.do(ANNA, Answer())
    play.wait(days=1)
    assert left(play) < before


def test_each_turn_has_its_own_days_and_the_bank_is_for_all() -> None:
    play = with_bank(3)
    not_yet(play)
    play.wait(days=2)
    play.do(BERT, NextPhase())
    play.do(ANNA, Agree(to=play.campaign.seq))
    play.do(ANNA, "next_turn")
    assert round(left(play), 2) == 2.75
    not_yet(play)
    play.wait(hours=12)
    assert round(left(play), 2) == 2.0


def test_a_table_without_a_bank_waits_as_long_as_somebody_likes() -> None:
    play = with_bank(0)
    for _ in range(60):
        assert "hold up play" not in not_yet(play)
        play.wait(days=1)


def test_a_neutral_referee_has_no_clock() -> None:
    play = with_neutral_referee()
    play.do(BERT, "draw")
    for _ in range(80):
        play.do(ANNA, NextPhase())
        assert "hold up play" not in public(play.do(CARLA, Decline(to=play.campaign.seq)))
    assert not play.campaign.clocks


def test_what_a_neutral_referee_holds_up_counts_for_no_side() -> None:
    """The free days of the South are used up already."""
    play = with_neutral_referee()
    play.do(BERT, "draw")
    for wait in (5, 0):
        play.do(ANNA, NextPhase())
        play.do(BERT, Decline(to=play.campaign.seq))
        play.wait(days=wait)
    play.do(ANNA, NextPhase())
    assert "hold up play" not in public(play.do(CARLA, Decline(to=play.campaign.seq)))


def test_the_clocks_come_out_of_the_log() -> None:
    play = with_bank(5)
    not_yet(play)
    play.wait(days=2)
    play.do(BERT, "call")
    play.do(ANNA, Answer())
    play.do(ANNA, NextPhase())
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(BERT, Undo())
    assert play.campaign.clocks
    assert play.campaign.refold(play.log).clocks == play.campaign.clocks
    assert play.clock - play.campaign.clocks[SOUTH].since < timedelta(minutes=1)  # type: ignore[operator]


def test_a_turn_that_has_not_ended_after_all_has_what_it_had_used_and_what_was_used_since() -> None:
    used = Clock(turn=5 * DAY, bank=DAY)
    turned = used.turned(3)
    assert (turned.turn, turned.bank) == (0, 3 * DAY)
    assert turned.charged().unturned(3) == replace(used, turn=5 * DAY + LEAST)
