"""My orders: one list of “when → do” for a side, which nobody else knows before it acts."""

from rules.campaign.questions.orders import MOST_ORDERS, GiveOrder, Orders, StrikeOrders
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


def test_orders_are_struck_by_their_place() -> None:
    play = night_watch()
    play.do(BERT, SILENCE)
    play.do(BERT, GiveOrder(when="at_once", do="wave"))
    assert {"Give an order", "Strike orders"} <= labels(play, BERT)
    play.do(BERT, StrikeOrders(places=("1",)))
    assert [each.do for each in play.campaign.of(Orders).by_seat[SOUTH]] == ["wave"]
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
