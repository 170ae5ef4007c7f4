"""Orders ahead: followed the moment they are asked for, unknown to everybody else, and over with the turn."""

from typing import Any

from rules.campaign.decider.audit import audit
from rules.campaign.questions.orders import GiveOrder
from rules.campaign.seats.seating import HandOver
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.notice import Public, Secret
from rules.seat import Player
from tests.games import SEED, founded, marne
from tests.play import Play, public
from tests.rules.campaign.helpers import NOBODY, high_card, refused
from tests.rules.games.marne_1918.campaign import ANNA, BERT, state
from tests.rules.games.marne_1918.test_reactions import ASSAULT, allied_attack, awaiting

PASS = GiveOrder(order="pass")


def attack(*orders: tuple[int, Any]) -> Play:
    """Some orders are given, then the Allies assault, with the dice rolled by nobody yet."""
    play = allied_attack()
    for user, order in orders:
        play.do(user, order)
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    return play


def test_who_ordered_to_pass_is_not_asked() -> None:
    play = attack((BERT, PASS))
    assert awaiting(play) is None
    told = public(play.campaign.tell(play.log[-1]))
    assert "As ordered ahead:\nThe Germans play no event." in told
    assert "The defender takes 2 more hit points." in told


def test_an_order_can_be_withdrawn_and_holds_for_its_own_side_alone() -> None:
    assert awaiting(attack((BERT, PASS), (BERT, PASS.replace(on=False)))) == GERMANS
    assert awaiting(attack((ANNA, PASS))) == GERMANS
    play = allied_attack()
    refused(play, NotNow, "That is so already", BERT, PASS.replace(on=False))
    refused(play, NotThere, "no such order", BERT, GiveOrder(order="flee"))
    refused(play, NotYours, "hold no seat", NOBODY, PASS)
    refused(high_card(), NotThere, "no such order", 1, PASS)


def without_seq(play: Play, user: int) -> list[Any]:
    """All that a user can do, but for what counts the entries."""
    return [(each.label, each.command) for each in play.campaign.offers(user)]


def test_the_opponent_reads_and_can_do_the_same_with_and_without_an_order() -> None:
    """But for the passing: the entry looks like any private action, and names nothing."""
    plain, ordered = allied_attack(), allied_attack()
    told = ordered.do(BERT, PASS)
    assert [notice for notice in told if isinstance(notice, Public)] == []
    assert {notice.seat for notice in told if isinstance(notice, Secret)} == {GERMANS}
    assert ordered.log[-1].title == "Private action"
    for user in (ANNA, NOBODY):
        assert without_seq(plain, user) == without_seq(ordered, user)
    assert [each.label for each in plain.campaign.open_offers()] == [
        each.label for each in ordered.campaign.open_offers()
    ]
    assert [*plain.campaign.game.status(state(plain))] == [*ordered.campaign.game.status(state(ordered))]
    waited = attack()
    waited.do(BERT, "pass")
    assert state(waited).waiting == state(attack((BERT, PASS))).waiting
    assert "pass" not in repr(ordered.log[-1].events)


def test_an_order_ends_with_the_turn_and_with_the_player() -> None:
    play = allied_attack()
    play.do(BERT, PASS)
    play.do(BERT, HandOver(seat=GERMANS, player=Player(NOBODY)))
    assert not play.campaign.orders.get(GERMANS)
    play.do(ANNA, PASS)
    turn = state(play).turn
    while state(play).turn == turn:
        play.do(ANNA, "next_turn")
    assert play.campaign.orders == {}


def test_what_is_kept_by_order_stays_unseen() -> None:
    game = marne()
    play = Play(game, founded(game, ANNA, ALLIES))
    play.do(ANNA, GiveOrder(order="keep"))
    told = play.do(ANNA, "draw")
    assert not state(play).pools[ALLIES].undecided
    assert "ordered ahead" not in public(told)
    assert any(isinstance(each, Secret) and "As you ordered ahead" in str(each) for each in told)
    assert audit(play.campaign.refold(()), play.log, SEED).wrong == ()


def test_the_button_that_withdraws_works_as_long_as_the_order_stands() -> None:
    """Also after the order has acted; once it is withdrawn and given again, the old button is stale."""

    def button(play: Play) -> str:
        (found,) = (each.key for each in play.campaign.offers(BERT) if each.label.startswith("Withdraw"))
        return found

    play = allied_attack()
    play.do(BERT, PASS)
    key = button(play)
    play.do(ANNA, "play", marker=ASSAULT[0], choice="hits")
    assert button(play) == key
    play.do(BERT, play.campaign.find_offer(BERT, key).command)
    play.do(BERT, PASS)
    assert button(play) != key
