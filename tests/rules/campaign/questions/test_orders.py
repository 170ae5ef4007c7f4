"""My orders: one list of “when → do” for a side, which nobody else knows before it acts."""

import pytest

from rules.campaign.questions.orders import MOST_ORDERS, GiveOrder, StrikeOrders
from rules.campaign.state.state import Request
from rules.errors import NotNow, NotThere, NotYours
from rules.order import CALL_ME, EVERY_PHASE, GO_ON, IN_PHASE
from tests.night_watch import SOUTH, NextPhase, NextTurn
from tests.play import Play, public, secret
from tests.rules.campaign.helpers import ANNA, BERT, NOBODY, labels, night_watch, refused

SILENCE = GiveOrder(when="any", do="silence")


def waiting(play: Play) -> tuple[Request, ...]:
    """The requests that wait for an answer."""
    return play.campaign.requests


def test_an_order_answers_a_call() -> None:
    play = night_watch()
    play.do(BERT, SILENCE)
    told = public(play.do(ANNA, "call"))
    assert "The answer is: silence" in told
    assert play.campaign.state.called is None


def test_an_order_for_as_soon_as_one_can_is_spent() -> None:
    play = night_watch()
    play.do(BERT, GiveOrder(when="at_once", do="wave"))
    assert "South waves" not in public(play.do(ANNA, "draw"))
    assert "As ordered:\nSouth waves." in public(play.do(BERT, "draw"))
    assert play.campaign.orders[SOUTH] == ()


def test_only_its_own_side_reads_an_order() -> None:
    play = night_watch()
    told = play.do(BERT, SILENCE)
    assert public(told) == ""
    assert "Your orders are set" in secret(told, SOUTH)
    assert play.log[-1].is_unseen


def test_play_does_not_wait_for_ordered_moves() -> None:
    play = night_watch()
    play.do(BERT, "draw")
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


@pytest.mark.parametrize(("lasts", "left"), [(True, 1), (False, 0)])
def test_an_order_holds_for_the_turn_or_for_every_turn(lasts: bool, left: int) -> None:
    play = night_watch()
    play.do(BERT, SILENCE.replace(lasts=lasts))
    play.do(ANNA, NextTurn())
    assert len(play.campaign.orders.get(SOUTH, ())) == left
    assert play.campaign.refold(play.log) == play.campaign


def test_orders_are_struck_by_their_place() -> None:
    play = night_watch()
    play.do(BERT, SILENCE)
    play.do(BERT, GiveOrder(when="at_once", do="wave"))
    assert {"Give an order", "Strike orders"} <= labels(play, BERT)
    play.do(BERT, StrikeOrders(places=("1",)))
    assert [each.do for each in play.campaign.orders[SOUTH]] == ["wave"]
    refused(play, NotThere, "Choose the orders", BERT, StrikeOrders(places=("7",)))
    refused(play, NotNow, "You have given no orders", ANNA, StrikeOrders(places=("1",)))


def test_impossible_orders_are_refused() -> None:
    play = night_watch()
    refused(play, NotThere, "cannot be ordered", BERT, GiveOrder(when="at_once", do="silence"))
    refused(play, NotThere, "in which phase", BERT, GiveOrder(when="any", do=GO_ON))
    refused(play, NotYours, "hold no seat", NOBODY, SILENCE)
    for number in range(MOST_ORDERS):
        play.do(BERT, SILENCE.replace(note=str(number)))
    refused(play, NotNow, "no more can stand", BERT, SILENCE)
