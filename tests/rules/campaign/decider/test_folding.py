"""Following the log: who was seen when, who knows which hand, and what an action makes void."""

import pytest

from rules.campaign.life.ending import End
from rules.campaign.life.settings import ChangeSettings
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.time.corrections import CheckBoard
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from rules.errors import NotNow
from rules.seat import REFEREE
from tests.games import all_games, founded
from tests.night_watch import NORTH, SOUTH
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, CARLA, DORA, night_watch, refused, reserved, with_neutral_referee


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
    play = night_watch((ANNA, "call"), (ANNA, Undo()))
    assert play.campaign.state.called is None
    assert play.campaign.timeline.last is None
    assert play.campaign.actions == 1


def test_an_action_counts_once_also_when_others_agreed_to_it() -> None:
    play = night_watch((BERT, "draw"), (BERT, "swap"))
    assert play.campaign.actions == 1
    play.do(ANNA, Agree(to=3))
    assert play.campaign.actions == 2
    assert play.campaign.timeline.last is not None
    assert (play.campaign.timeline.last.seat, play.campaign.timeline.last.player) == (SOUTH, BERT)
    assert play.campaign.timeline.last.title == "Token swapped"


def key_of(play: Play, user: int, label: str) -> str:
    return next(offer.key for offer in play.campaign.offers(user) if offer.label == label)


def test_private_actions_of_others_never_revive_a_pressed_button() -> None:
    play = night_watch()
    pressed = key_of(play, ANNA, "Note something")
    for user in (ANNA, BERT):
        play.do(user, "note")
        with pytest.raises(NotNow, match="cannot be done now"):
            play.campaign.find_offer(ANNA, pressed)


def test_an_undo_makes_a_list_of_the_board_out_of_date() -> None:
    play = night_watch((ANNA, "wave"))
    seen = CheckBoard(changed=play.campaign.timeline.changed)
    play.do(ANNA, Undo())
    refused(play, NotNow, "The game has gone on since", BERT, seen)


def test_undoing_a_private_action_changes_nothing_others_see() -> None:
    play = with_neutral_referee((BERT, "draw"), (BERT, "note"), (ANNA, "next_phase"))
    before = play.campaign
    play.do(BERT, Undo())
    assert (play.campaign.requests, play.campaign.timeline.changed) == (before.requests, before.timeline.changed)
    assert [each.needed for each in before.requests] == [{SOUTH}]


def test_undoing_a_phase_drops_the_request_to_end_it() -> None:
    play = with_neutral_referee((ANNA, "draw"), (BERT, "draw"))
    play.all_agree = True
    play.do(ANNA, "next_turn")
    play.all_agree = False
    play.do(ANNA, "next_phase")
    assert [each.command.type for each in play.campaign.requests] == ["next_phase"]
    play.do(CARLA, Undo())
    assert (play.campaign.state.turn, play.campaign.requests) == (1, ())


def test_an_undo_by_another_user_keeps_a_request_to_end_a_phase() -> None:
    """This holds even after an earlier end of a phase was undone."""
    play = with_neutral_referee((BERT, "draw"), (ANNA, "next_phase"))
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


def test_an_agreement_still_counts_after_others_take_a_seat() -> None:
    play = night_watch((ANNA, Leave(seat=REFEREE)), (CARLA, Join(seat=REFEREE)))
    asked = play.campaign.seq
    play.do(ANNA, Agree(to=asked))
    play.do(DORA, Join(seat=NORTH))
    play.do(ANNA, Agree(to=play.campaign.seq))
    (request,) = play.campaign.requests
    assert request.seq == asked
    assert request.needed == {SOUTH}


def test_a_redone_action_is_listed_once_and_keeps_its_owner() -> None:
    play = night_watch((BERT, "wave"))
    for command in (Undo(), Redo(), Undo()):
        play.do(BERT, command)
    assert [each.title for each in play.campaign.timeline.to_redo] == ["Hand waved"]
    play.do(ANNA, Redo())
    play.do(BERT, Agree(to=play.campaign.seq))
    play.do(ANNA, Undo())
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]


def test_a_rewind_keeps_earlier_points_and_drops_later_ones() -> None:
    play = night_watch((ANNA, "next_turn"))
    first = play.campaign.seq
    play.do(ANNA, "wave")
    play.do(ANNA, "next_turn")
    play.do(ANNA, "wave")
    play.do(ANNA, Rewind(to=first, last=play.campaign.seq))
    assert [each.number for each in play.campaign.timeline.points] == [first]


def test_acting_withdraws_a_players_request_to_end_the_phase() -> None:
    play = night_watch((BERT, "draw"), (ANNA, "next_phase"))
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(ANNA, "wave")
    assert play.campaign.requests == ()


def test_an_answer_and_its_undo_keep_a_phase_request() -> None:
    play = with_neutral_referee((ANNA, "draw"), (BERT, "draw"))
    play.do(CARLA, "next_phase")
    play.do(ANNA, Agree(to=play.campaign.number))
    play.do(ANNA, "call")
    play.do(BERT, "answer")
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]
    play.do(BERT, Undo())
    assert play.campaign.awaited == {SOUTH}
    assert [each.needed for each in play.campaign.requests] == [{SOUTH}]


def test_who_comes_to_a_seat_that_was_free_is_asked_too() -> None:
    game = all_games()["gathering-storm"]
    play = reserved(Play(game, founded(game, ANNA, game.seats[0])))
    one, two = game.seats[1:3]
    for user, seat in ((BERT, one), (CARLA, two)):
        play.do(user, Join(seat=seat))
    play.do(ANNA, ChangeSettings(answer=5))
    for user, command, needed in ((BERT, Leave(seat=one), {two}), (DORA, Join(seat=one), {one, two})):
        play.do(user, command)
        assert [each.needed for each in play.campaign.requests] == [needed]
