"""Following the log: who was seen when, who knows which hand, and what an action makes void."""

from dataclasses import replace
from datetime import timedelta

import pytest

from rules.campaign.decider.waiting import waits
from rules.campaign.life.ending import End
from rules.campaign.questions.checks import CheckBoard
from rules.campaign.questions.plans import MakePlan
from rules.campaign.questions.requests import Agree, Decline
from rules.campaign.seats.absence import SetPatience
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.clock import DAY, Clock
from rules.campaign.time.corrections import Object
from rules.campaign.time.disputes import Settle
from rules.campaign.time.points import Mark
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.errors import NotNow
from rules.games.marne_1918.phases import GERMANS, Phase
from rules.seat import REFEREE, Seat
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH, EnterScore
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, night_watch, refused, reserved, with_neutral_referee
from tests.rules.games.marne_1918.campaign import campaign_with
from tests.rules.test_conformance import random_play


def test_everybody_is_seen_when_they_act_or_are_let_in() -> None:
    play = night_watch()
    play.wait(days=2)
    play.do(CARLA, Join(seat=SOUTH))
    asked = play.clock
    play.wait(days=2)
    play.do(BERT, Agree(to=2))
    assert play.campaign.seen[BERT] == play.campaign.seen[CARLA] == play.clock
    assert ANNA not in play.campaign.seen
    assert play.campaign.at == play.clock > asked


def test_an_undone_entry_changes_no_state_and_is_no_last_action() -> None:
    play = night_watch()
    play.do(ANNA, "call")
    play.do(ANNA, Undo())
    assert play.campaign.state.called is None
    assert play.campaign.last_action is None
    assert play.campaign.actions == 1


def test_an_action_counts_once_also_when_others_agreed_to_it() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(BERT, "swap")
    assert play.campaign.actions == 1
    play.do(ANNA, Agree(to=3))
    assert play.campaign.actions == 2
    assert play.campaign.last_action is not None
    assert (play.campaign.last_action.seat, play.campaign.last_action.player) == (SOUTH, BERT)
    assert play.campaign.last_action.title == "Token swapped"


def key_of(play: Play, user: int, label: str) -> str:
    return next(offer.key for offer in play.campaign.offers(user) if offer.label == label)


def test_a_private_button_that_was_pressed_stays_pressed_whatever_others_do_unseen() -> None:
    play = night_watch()
    pressed = key_of(play, ANNA, "Note something")
    for user in (ANNA, BERT):
        play.do(user, "note")
        with pytest.raises(NotNow, match="Too late"):
            play.campaign.find_offer(ANNA, pressed)


@pytest.mark.parametrize(("seat", "player"), [(NORTH, ANNA), (SOUTH, BERT)])
def test_what_is_settled_is_done_by_the_side_that_was_right(seat: Seat, player: int) -> None:
    play = with_neutral_referee()
    for user, other in ((ANNA, BERT), (BERT, ANNA)):
        play.do(user, EnterScore(score=user))
        play.do(other, Object(to=play.campaign.seq))
    play.do(CARLA, Settle(seat=seat))
    last = play.campaign.last_action
    assert last is not None
    assert (last.seat, last.player, play.campaign.state.score) == (seat, player, player)


def test_a_list_of_the_board_is_out_of_date_once_something_is_undone() -> None:
    play = night_watch()
    play.do(ANNA, "wave")
    seen = CheckBoard(changed=play.campaign.timeline.changed)
    play.do(ANNA, Undo())
    refused(play, NotNow, "The game has gone on since", BERT, seen)


def test_an_earlier_correction_can_still_be_objected_to() -> None:
    play = night_watch()
    play.do(ANNA, EnterScore(score=1))
    first = play.campaign.seq
    play.do(ANNA, EnterScore(score=2, reason="I counted again"))
    assert [each.seq for each in play.campaign.contested] == [first, first + 1]
    play.do(BERT, Object(to=first))
    assert play.campaign.state.score == 2


def test_who_plans_to_pass_the_phase_of_a_later_turn_is_not_waited_for_in_it() -> None:
    play = night_watch()
    play.do(BERT, MakePlan(stops=("Rest",), lasts=True))
    assert play.campaign.passing == frozenset(), "the phase has begun"
    play.do(ANNA, "next_turn")
    assert play.campaign.passing == {SOUTH}
    assert {wait.seat for wait in waits(play.campaign)} == {NORTH}


def test_who_planned_to_pass_a_phase_of_this_turn_alone_is_waited_for_in_the_next() -> None:
    play = night_watch()
    play.do(BERT, MakePlan(stops=("Rest",)))
    play.do(ANNA, "next_turn")
    assert play.campaign.passing == frozenset()


def test_an_undo_of_what_was_done_unseen_changes_nothing_that_the_others_see() -> None:
    play = with_neutral_referee()
    play.do(BERT, "draw")
    play.do(BERT, "note")
    play.do(ANNA, "next_phase")
    before = play.campaign
    play.do(BERT, Undo())
    assert (play.campaign.requests, play.campaign.timeline.changed) == (before.requests, before.timeline.changed)
    assert [each.needed for each in before.requests] == [{SOUTH}]


def test_the_end_of_a_phase_is_asked_for_no_more_once_that_phase_is_undone() -> None:
    play = with_neutral_referee()
    for user in (ANNA, BERT):
        play.do(user, "draw")
    play.all_agree = True
    play.do(ANNA, "next_turn")
    play.all_agree = False
    play.do(ANNA, "next_phase")
    assert [each.command.type for each in play.campaign.requests] == ["next_phase"]
    play.do(CARLA, Undo())
    assert (play.campaign.state.turn, play.campaign.requests) == (1, ())


@pytest.mark.parametrize("game", sorted(all_games()))
def test_what_the_table_waits_for_changes_by_nothing_that_is_done_unseen(game: str) -> None:
    before = None
    for play, _ in random_play(all_games()[game], 5, 60, all_agree=True):
        due = {seat: each.key for seat, each in play.campaign.due.items()}
        assert set(play.campaign.awaited_since) == set(due)
        if play.log[-1].is_unseen and before is not None:
            assert due == before
        before = due


def test_only_what_all_can_see_renews_a_deadline_and_another_thing_to_do_has_another() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=9, move=2))
    play.do(ANNA, "next_phase")
    begun = play.clock
    waited = play.campaign.awaited_since[SOUTH]
    assert waited.since < begun
    assert waited.by == begun + timedelta(days=2)
    play.wait(days=1)
    play.do(BERT, "note")
    assert play.campaign.move_by(SOUTH) == begun + timedelta(days=2)
    play.do(BERT, "wave")
    assert play.campaign.move_by(SOUTH) == play.clock + timedelta(days=2)
    assert play.campaign.move_by(NORTH) == begun + timedelta(days=2)


def test_an_undo_by_somebody_else_leaves_the_end_of_a_phase_asked_for() -> None:
    """Also where the end of a phase was undone before."""
    play = with_neutral_referee()
    play.do(BERT, "draw")
    play.do(ANNA, "next_phase")
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(CARLA, Undo())
    play.do(BERT, "wave")
    play.do(ANNA, "next_phase")
    asked = play.campaign.requests
    assert asked
    play.do(CARLA, Undo())
    assert play.campaign.requests == asked


def test_two_who_want_the_same_ask_for_it_each() -> None:
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, End())
    assert [each.player for each in play.campaign.requests] == [ANNA, BERT]


def test_a_seat_that_is_given_up_need_not_answer_what_holds_up_no_play_whatever_time_it_has_left() -> None:
    play = night_watch()
    play.all_agree = True
    play.do(ANNA, SetPatience(answer=3, silence=60, bank=1))
    play.all_agree = False
    play.do(BERT, "draw")
    play.do(ANNA, "next_phase")
    play.do(BERT, Decline(to=play.campaign.number))
    play.wait(days=30)
    play.do(ANNA, SetPatience(answer=5, silence=20))
    play.do(ANNA, "next_phase")
    assert play.campaign.time_left(SOUTH) == 0
    play.do(BERT, Leave(seat=SOUTH))
    assert [each.command.ends_phase for each in play.campaign.requests] == [True]


def test_who_has_agreed_is_not_asked_again_as_others_come_to_the_table() -> None:
    play = night_watch()
    play.do(ANNA, Leave(seat=REFEREE))
    play.do(CARLA, Join(seat=REFEREE))
    asked = play.campaign.seq
    play.do(ANNA, Agree(to=asked))
    play.do(DORA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=play.campaign.seq))
    (request,) = play.campaign.requests
    assert request.seq == asked
    assert request.needed == {SOUTH}


def test_what_was_brought_back_is_no_redo_to_bring_back_and_no_other_sides_to_undo_alone() -> None:
    play = night_watch()
    play.do(BERT, "wave")
    for command in (Undo(), Redo(), Undo()):
        play.do(BERT, command)
    assert [each.title for each in play.campaign.timeline.to_redo] == ["Hand waved"]
    play.do(ANNA, Redo())
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(ANNA, Undo())
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]


def test_what_was_contradicted_in_a_turn_is_disputed_in_no_other_and_who_is_done_is_done_in_no_other() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    for _ in range(2):
        play.do(ANNA, EnterScore(score=1))
        play.do(BERT, Object(to=play.campaign.seq))
    play.do(ANNA, "next_turn")
    play.do(BERT, Agree(to=play.campaign.seq, for_turn=True))
    assert (play.campaign.state.turn, play.campaign.disputes, play.campaign.done) == (2, (), frozenset())


def test_an_event_that_a_side_plays_wakes_the_plans_of_the_others() -> None:
    play = campaign_with("clemenceau-1", phase=Phase.SUPPLY)
    for user in (ANNA, BERT):
        play.do(user, MakePlan(stops=("Supply",), asks_again=True))
    play.do(ANNA, "play", marker="clemenceau-1")
    assert {seat for seat, plan in play.campaign.plans.items() if plan.woken} == {GERMANS}


def test_a_mark_goes_with_what_was_done_before_it_and_stays_with_what_was_done_after() -> None:
    play = night_watch()
    play.do(ANNA, Mark(name="Dawn"))
    marked = play.campaign.seq
    play.do(ANNA, "wave")
    play.do(ANNA, Mark(name="Dusk"))
    play.do(ANNA, "wave")
    play.do(ANNA, Rewind(to=marked, last=play.campaign.seq))
    assert [each.mark for each in play.campaign.timeline.points] == ["Dawn"]


def test_a_seat_that_is_given_up_with_time_left_keeps_no_phase_open() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, "next_phase")
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(BERT, Leave(seat=SOUTH))
    assert play.campaign.requests == ()


@pytest.mark.parametrize(("used", "stays"), [(0, False), (99, True)])
def test_who_has_no_time_left_keeps_no_phase_open_by_what_they_do(used: int, stays: bool) -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, "next_phase")
    play.campaign = replace(play.campaign, clocks={SOUTH: Clock(turn=used * DAY)})
    play.do(BERT, "wave")
    assert bool(play.campaign.requests) is stays


def test_who_asked_for_the_end_of_a_phase_and_acts_on_wants_it_no_more() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    play.do(ANNA, "next_phase")
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(ANNA, "wave")
    assert play.campaign.requests == ()


def test_to_answer_what_play_waits_for_keeps_no_phase_open_and_to_undo_something_does() -> None:
    play = with_neutral_referee()
    for user in (ANNA, BERT):
        play.do(user, "draw")
    play.do(CARLA, "next_phase")
    play.do(ANNA, Agree(to=play.campaign.number))
    play.do(ANNA, "call")
    play.do(BERT, "answer")
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(BERT, Undo())
    assert play.campaign.awaited == {SOUTH}
    assert play.campaign.requests == ()


def test_who_comes_to_a_seat_that_was_free_is_asked_too() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, game.seats[0])))
    one, two = game.seats[1:3]
    for user, seat in ((BERT, one), (CARLA, two)):
        play.do(user, Join(seat=seat))
    play.do(ANNA, SetPatience(answer=5, silence=20))
    for user, command, needed in ((BERT, Leave(seat=one), {two}), (DORA, Join(seat=one), {one, two})):
        play.do(user, command)
        assert [each.needed for each in play.campaign.requests] == [needed]
