"""My orders: one list of “when → do” for a side, which nobody else knows before it acts."""

from dataclasses import replace

import pytest

from rules.campaign.questions.orders import MOST_ORDERS, GiveOrder, Orders, WithdrawOrder
from rules.campaign.questions.requests import Agree
from rules.campaign.seats.seating import Join, Leave
from rules.campaign.state.state import Request
from rules.errors import NotNow, NotThere, NotYours
from rules.kit.orders import CALL_ME, EVERY_PHASE, GO_ON, IN_PHASE
from tests.night_watch import NORTH, SOUTH, NextPhase, NextTurn, NightWatch
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, labels, night_watch, refused

SILENCE = GiveOrder(when="any", do="silence")


def waiting(play: Play) -> tuple[Request, ...]:
    """The requests that wait for an answer."""
    return play.campaign.requests


def test_only_its_own_side_reads_an_order() -> None:
    play = night_watch()
    told = play.do(BERT, SILENCE)
    assert public(told) == ""
    assert "Your orders are saved" in secret(told, SOUTH)
    assert play.log[-1].is_unseen


def test_play_does_not_wait_for_ordered_moves() -> None:
    play = night_watch((BERT, "draw"))
    play.do(BERT, GiveOrder(when=EVERY_PHASE, do=GO_ON, lasts=True))
    play.do(ANNA, NextPhase())
    assert play.campaign.requests == ()
    play.do(BERT, GiveOrder(when=f"{IN_PHASE}Patrol", do=CALL_ME, lasts=True))
    play.do(ANNA, NextTurn())
    play.do(ANNA, NextPhase())
    assert [request.needed for request in waiting(play)] == [{SOUTH}]


def test_a_phase_ends_by_itself_where_all_have_ordered_so() -> None:
    play = night_watch()
    for user in (ANNA, BERT):
        play.do(user, GiveOrder(when=f"{IN_PHASE}Rest", do=GO_ON, lasts=True))
    play.do(ANNA, NextPhase())
    assert (play.campaign.state.turn, play.campaign.state.phase) == (2, 0)


def test_who_is_done_but_ordered_a_call_is_not_passed_over() -> None:
    for calls in (True, False):
        play = night_watch((ANNA, "draw"))
        play.do(BERT, GiveOrder(when=f"{IN_PHASE}Rest", do=GO_ON))
        if calls:
            play.do(ANNA, GiveOrder(when=f"{IN_PHASE}Rest", do=CALL_ME))
        play.do(BERT, NextPhase())
        play.do(ANNA, Agree(to=play.campaign.number))
        assert play.campaign.done == {NORTH}
        play.do(BERT, "draw")
        assert (play.campaign.state.turn, play.campaign.state.phase) == ((1, 1) if calls else (2, 0))


def test_orders_are_struck_by_their_place() -> None:
    play = night_watch((BERT, SILENCE))
    play.do(BERT, GiveOrder(when="at_once", do="wave"))
    assert {"Whoever calls", "Change", "Withdraw"} <= labels(play, BERT)
    play.do(BERT, WithdrawOrder(place=1))
    assert [each.do for each in play.campaign.of(Orders).by_seat[SOUTH]] == ["wave"]
    refused(play, NotNow, "That order is gone", BERT, WithdrawOrder(place=2))
    refused(play, NotNow, "That order is gone", ANNA, WithdrawOrder(place=1))


def test_a_changed_order_keeps_its_place() -> None:
    play = night_watch()
    for number in range(3):
        play.do(BERT, SILENCE.replace(note=str(number)))
    play.do(BERT, SILENCE.replace(note="another", instead=2))
    assert [each.note for each in play.campaign.of(Orders).by_seat[SOUTH]] == ["0", "another", "2"]


def test_only_what_can_follow_is_offered_for_a_moment() -> None:
    play = night_watch()
    asked = {each.label: [choice.value for choice in each.of("do")] for each in play.campaign.on_screens(BERT)}
    assert asked["Whoever calls"] == ["silence"]
    assert asked["As soon as I can"] == ["wave"]
    assert asked["In every phase"] == [GO_ON, CALL_ME]


def test_impossible_orders_are_refused() -> None:
    play = night_watch()
    refused(play, NotThere, "Nothing of that name", BERT, GiveOrder(when="at_once", do="silence"))
    refused(play, NotThere, "Nothing of that name", BERT, GiveOrder(when="any", do=GO_ON))
    refused(play, NotYours, "hold no seat", NOBODY, SILENCE)
    for number in range(MOST_ORDERS):
        play.do(BERT, SILENCE.replace(note=str(number)))
    refused(play, NotNow, "no more can stand", BERT, SILENCE)


def test_who_plays_several_sides_orders_for_all_of_them() -> None:
    play = night_watch((BERT, "draw"), (BERT, SILENCE), (ANNA, Join(seat=SOUTH)), all_agree=True)
    play.do(BERT, Leave(seat=SOUTH))
    assert {"Change", "Withdraw"} <= labels(play, ANNA)
    play.do(ANNA, GiveOrder(when=EVERY_PHASE, do=GO_ON))
    given = play.campaign.of(Orders).by_seat
    assert {seat: [each.do for each in orders] for seat, orders in given.items()} == {
        NORTH: [GO_ON], SOUTH: ["silence", GO_ON],
    }  # fmt: skip


def test_once_the_game_is_over_nothing_is_ordered(monkeypatch: pytest.MonkeyPatch) -> None:
    play = night_watch()
    assert "Whoever calls" in labels(play, BERT)
    monkeypatch.setattr(NightWatch, "due", lambda *_: {})
    play.campaign = replace(play.campaign)
    assert "Whoever calls" not in labels(play, BERT)
