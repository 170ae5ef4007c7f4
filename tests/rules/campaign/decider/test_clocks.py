"""Who holds up play runs on their own time, by whatever they hold it up."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import DecideByDefault, SetPatience
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.clock import DAY, LEAST, Clock
from rules.campaign.time.corrections import Object
from rules.campaign.time.undo import Undo
from rules.errors import NotNow
from rules.games.gathering_storm.powers import BRITAIN, FRANCE, GERMANY, ITALY
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH, Answer, EnterScore, NextPhase
from tests.play import Play, public
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, labels, night_watch, refused, reserved
from tests.rules.games.gathering_storm.harness import USERS, Storm

DAYS = 3


def table(bank: int = 2) -> Play:
    """A table at which each side has three days a turn and a small bank."""
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=DAYS, silence=60, bank=bank))
    play.all_agree = False
    play.do(ANNA, "draw")
    play.do(BERT, "draw")
    return play


def left(play: Play) -> float:
    """The days that the South has left."""
    seconds = play.campaign.when(play.clock).time_left(SOUTH)
    assert seconds is not None
    return seconds / DAY


def asked(play: Play) -> int:
    """Anna would end the phase."""
    play.do(ANNA, NextPhase())
    return play.campaign.number


def broke(play: Play) -> Play:
    """The South has no time left."""
    play.do(BERT, Decline(to=asked(play)))
    play.wait(days=30)
    assert left(play) == 0
    return play


def test_who_acts_on_keeps_the_phase_open_as_by_not_yet() -> None:
    play = table()
    asked(play)
    play.do(BERT, "wave")
    assert not play.campaign.requests
    assert left(play) == DAYS + 2 - LEAST / DAY
    play.wait(days=1)
    assert left(play) == DAYS + 1 - LEAST / DAY
    play.do(BERT, NextPhase())
    before = left(play)
    play.wait(days=1)
    assert left(play) == before, "now the South waits itself"


def test_whoever_is_pressed_again_and_again_while_they_act_pays_for_the_time_alone() -> None:
    play = table()
    for _ in range(20):
        asked(play)
        play.do(BERT, "wave")
    assert left(play) > DAYS + 2 - LEAST / DAY - 0.1


def test_to_be_done_and_to_withdraw_it_again_is_not_free() -> None:
    play, times = table(), 0
    while left(play):
        asked(play)
        play.do(BERT, "wave")
        play.do(BERT, NextPhase())
        play.do(BERT, Decline(to=play.campaign.seq))
        times += 1
    assert times <= (DAYS + 2) * DAY / LEAST


def test_an_answer_that_is_owed_cannot_be_put_off_for_ever() -> None:
    play = table()
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    assert "wants to answer" in public(play.do(BERT, Decline(to=play.campaign.seq)))
    play.wait(days=30)
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    refused(play, NotNow, "bank of time is empty", BERT, Decline(to=play.campaign.seq))
    assert not {each for each in labels(play, BERT) if each.startswith("Decline")}
    play.wait(days=1)
    play.do(ANNA, Agree(to=play.campaign.seq))
    assert play.campaign.state.called is None


def test_the_clock_of_an_answer_stops_with_the_answer() -> None:
    play = table()
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.do(BERT, Decline(to=play.campaign.seq))
    play.do(BERT, Answer())
    before = left(play)
    play.wait(days=9)
    assert left(play) == before


def test_an_answer_in_time_costs_nothing_and_silence_costs_its_days() -> None:
    play = table()
    to = asked(play)
    play.wait(days=2)
    play.do(BERT, Agree(to=to))
    assert left(play) == DAYS + 2
    play.do(ANNA, "next_turn")
    to = asked(play)
    play.wait(days=3)
    play.do(ANNA, Agree(to=to))
    assert left(play) == 2


def test_who_has_no_time_left_has_a_day_to_answer() -> None:
    play = broke(table())
    asked(play)
    assert play.campaign.requests[0].until == play.clock + timedelta(days=1)
    play.do(BERT, NextPhase())
    play.do(ANNA, "next_turn")
    asked(play)
    assert play.campaign.requests[0].until == play.clock + timedelta(days=DAYS), "a new turn has its own days"


def test_a_default_that_is_taken_back_leaves_the_clock_running_until_the_answer() -> None:
    play = table()
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    to = play.campaign.seq
    play.wait(days=3)
    play.do(ANNA, Agree(to=to))
    play.do(BERT, Undo())
    assert play.campaign.state.called == SOUTH
    before = left(play)
    play.wait(days=1)
    assert left(play) == before - 1
    play.do(BERT, Answer())
    before = left(play)
    play.wait(days=1)
    assert left(play) == before


def test_a_private_deed_moves_no_clock() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    before = play.campaign.clocks
    for _ in range(5):
        play.wait(seconds=1.3)
        play.do(BERT, "note")
        play.do(ANNA, "note")
    assert play.campaign.clocks == before
    play.do(BERT, Undo())
    assert play.campaign.clocks == before


def test_who_acts_on_keeps_the_phase_open_whatever_else_they_are_asked() -> None:
    play = table()
    asked(play)
    play.do(ANNA, "swap")
    play.do(BERT, "wave")
    assert not play.campaign.requests
    assert left(play) == DAYS + 2 - LEAST / DAY
    play.wait(days=1)
    assert left(play) == DAYS + 1 - LEAST / DAY


def test_who_acts_before_they_answer_holds_up_no_play_by_it_where_nobody_asked_to_go_on() -> None:
    play = table()
    play.do(ANNA, "call")
    play.do(ANNA, "swap")
    play.do(BERT, "wave")
    assert not play.campaign.requests
    assert not play.campaign.clocks


def test_to_end_the_phase_that_another_would_end_costs_nothing() -> None:
    play = table()
    asked(play)
    play.do(BERT, NextPhase())
    assert play.campaign.state.phase == 1
    assert not play.campaign.clocks


def test_the_end_of_the_phase_stops_the_clock_of_a_side_that_never_answered() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    to = asked(play)
    play.wait(days=3)
    play.do(ANNA, Agree(to=to))
    assert play.campaign.state.phase == 1
    before = left(play)
    assert 0 < before < DAYS + 2 - 3
    play.wait(days=1)
    assert left(play) == before


def test_each_not_yet_costs_something_also_while_the_clock_runs() -> None:
    play = table()
    for _ in range(3):
        play.do(BERT, Decline(to=asked(play)))
    assert left(play) <= DAYS + 2 - 3 * LEAST / DAY


def test_an_objection_costs_the_side_and_no_office() -> None:
    """Anna plays the North and is the referee."""
    play = table()
    play.do(BERT, EnterScore(score=1))
    play.do(ANNA, Object(to=play.campaign.number))
    assert {*play.campaign.clocks} == {NORTH}


def test_to_agree_to_one_thing_by_which_another_is_void_keeps_nothing_open() -> None:
    play = table()
    asked(play)
    play.do(ANNA, "swap")
    play.do(BERT, Agree(to=play.campaign.number))
    assert not play.campaign.requests
    before = left(play)
    play.wait(days=1)
    assert left(play) == before


def test_who_withdraws_what_they_asked_of_those_who_share_their_seat_keeps_nothing_open() -> None:
    play = table()
    play.all_agree = True
    play.do(CARLA, Join(seat=SOUTH))
    play.all_agree = False
    play.do(ANNA, "call")
    play.do(BERT, DecideByDefault(seat=SOUTH))
    play.do(BERT, Decline(to=play.campaign.number))
    assert not play.campaign.requests
    assert not play.campaign.clocks


def test_who_answers_while_others_ask_to_go_on_without_the_answer_is_not_late() -> None:
    play = table()
    play.do(ANNA, "call")
    play.do(ANNA, DecideByDefault(seat=SOUTH))
    play.do(BERT, Answer())
    before = left(play)
    play.wait(days=5)
    assert left(play) == before


def test_to_be_silent_about_what_holds_up_no_play_costs_nothing() -> None:
    play = table()
    play.do(ANNA, SetPatience(answer=DAYS, silence=60, bank=2, move=5))
    to = play.campaign.number
    play.wait(days=61)
    play.do(ANNA, Agree(to=to))
    assert play.campaign.patience.move == 5
    assert left(play) == DAYS + 2


def test_one_of_several_sides_that_agrees_to_go_on_waits_on_no_time_of_its_own() -> None:
    play = Storm()
    play.all_agree = True
    play.do(USERS[GERMANY], SetPatience(answer=DAYS, silence=60, bank=2))
    play.all_agree = False
    play.at("Research")

    def asked_by_britain() -> int:
        play.do(USERS[BRITAIN], "next_phase")
        return play.campaign.number

    play.do(USERS[ITALY], Decline(to=asked_by_britain()))
    assert play.campaign.clocks[ITALY].since is not None
    play.wait(days=1)
    play.do(USERS[ITALY], Agree(to=asked_by_britain()))
    assert ITALY not in play.campaign.requests[0].needed
    assert GERMANY in play.campaign.requests[0].needed
    assert play.campaign.clocks[ITALY].since is None


def test_the_clocks_of_all_this_come_out_of_the_log() -> None:
    play = broke(table())
    play.do(BERT, "wave")
    to = asked(play)
    play.do(BERT, "wave")
    play.wait(days=2)
    play.do(ANNA, Agree(to=to))
    again = play.campaign.refold(play.log)
    assert (again.clocks, again.requests) == (play.campaign.clocks, play.campaign.requests)


def test_an_objection_costs_each_side_of_whoever_objects() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, GERMANY)))
    for seat in (BRITAIN, FRANCE):
        play.do(BERT, Join(seat=seat))
    play.do(ANNA, "draw")
    play.do(ANNA, "enter_power", power=GERMANY, income=3)
    play.do(BERT, Object(to=play.campaign.number))
    assert {*play.campaign.clocks} == {BRITAIN, FRANCE}


def test_to_agree_to_something_else_is_not_to_be_done() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    asked(play)
    play.do(ANNA, SetPatience(answer=DAYS, silence=60, bank=2, move=5))
    play.do(BERT, Agree(to=play.campaign.number))
    before = left(play)
    play.wait(days=1)
    assert left(play) == before - 1


def test_time_counts_until_play_waits_for_another_and_not_while_it_does() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    before = left(play)
    for days, counts in ((1, 1), (9, 1)):
        play.wait(days=days)
        play.do(BERT if counts == days else ANNA, "call" if counts == days else "answer")
        assert left(play) == pytest.approx(before - counts, abs=0.01)


def test_of_the_sides_of_one_player_only_that_which_was_asked_keeps_a_phase_open() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, GERMANY)))
    for seat in (BRITAIN, FRANCE):
        play.do(BERT, Join(seat=seat))
    play.do(ANNA, "draw")
    play.campaign = replace(play.campaign, done=frozenset({FRANCE}))
    while not play.campaign.requests:
        play.do(ANNA, "next_phase")
    assert [each.needed for each in play.campaign.requests] == [{BRITAIN}]
    play.do(BERT, "enter_power", power=FRANCE, income=3)
    assert {*play.campaign.clocks} == {BRITAIN}
    play.campaign = replace(play.campaign, clocks={BRITAIN: Clock(turn=90 * DAY)})
    play.do(ANNA, "next_phase")
    play.do(BERT, "enter_power", power=FRANCE, income=4, reason="counted again")
    assert [each.needed for each in play.campaign.requests] == [{BRITAIN}], "another side has time left"
    to = play.campaign.requests[0].number
    refused(play, NotNow, "Your bank of time is empty", BERT, Decline(to=to))


def test_while_nobody_plays_a_side_its_time_stands_still() -> None:
    play = table()
    asked(play)
    play.do(BERT, Leave(seat=SOUTH))
    assert play.campaign.requests == ()
    play.wait(days=30)
    play.do(CARLA, Join(seat=SOUTH))
    assert left(play) == DAYS + 2 - LEAST / DAY


def test_whose_time_has_run_out_since_anything_was_done_stops_no_deadline_by_leaving() -> None:
    play = table()
    play.do(BERT, Decline(to=asked(play)))
    to = asked(play)
    play.wait(days=30)
    play.do(BERT, Leave(seat=SOUTH))
    assert [each.number for each in play.campaign.requests] == [to]
