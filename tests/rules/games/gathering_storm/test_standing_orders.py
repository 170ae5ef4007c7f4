"""Orders of a power: the events that it plays as soon as it can."""

from typing import Any

import pytest

from rules.campaign.questions import orders
from rules.campaign.questions.orders import GiveOrder
from rules.errors import NotThere
from rules.games.gathering_storm.plans import plays
from rules.games.gathering_storm.powers import BRITAIN, GERMANY, ITALY
from rules.kit.orders import CALL_ME, GO_ON, Order
from rules.seat import Seat
from tests.play import public
from tests.rules.games.gathering_storm.harness import USERS, Storm

ARMY = "A larger army is approved"
OVERTURE = "A Balkan overture"


def order(play: Storm, power: Seat, **fields: Any) -> None:
    """A power gives an order."""
    play.do(USERS[power], GiveOrder(**fields))


def test_what_is_chosen_is_chosen_ahead() -> None:
    play = Storm().deal("balkan-overture")
    known = plays(play.data, play.state, ITALY)
    assert [*known] == [f"{OVERTURE}: {target}" for target in ("Albania", "Bulgaria", "Greece", "Turkey", "Yugoslavia")]
    order(play, ITALY, when="at_once", do=f"{OVERTURE}: Greece")
    play.at("Diplomacy: random events")
    play.all_agree = True
    play.do(USERS[BRITAIN], "next_phase")
    assert play.diplomacy("Greece") == {ITALY: 1}


def test_an_event_that_fell_due_can_still_be_ordered() -> None:
    play = Storm()
    play.all_agree = True
    play.deal("balkan-overture").at("Diplomacy: chosen countries")
    assert f"Face up until played: **{OVERTURE}** (Italy)." in public(play.do(USERS[BRITAIN], "next_phase"))
    order(play, ITALY, when="at_once", do=f"{OVERTURE}: Greece")
    assert f"Italy plays **{OVERTURE}**." in public(play.do(USERS[BRITAIN], "next_phase"))


def test_one_that_left_the_hand_is_not_played_and_stays_unknown() -> None:
    play = Storm().deal("larger-army")
    order(play, GERMANY, when="at_once", do=ARMY, lasts=True)
    play.set(held={}).at("Economy")
    play.all_agree = True
    assert ARMY not in public(play.do(USERS[BRITAIN], "next_phase"))
    assert not play.state.played


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"when": "nonsense", "do": ARMY}, "no such condition"),
        ({"when": "phase Research", "do": ARMY}, "Nothing of that name"),
        ({"when": "at_once", "do": "Nonsense"}, "Nothing of that name"),
    ],
)
def test_an_order_that_could_never_be_followed_is_refused(fields: dict[str, str], said: str) -> None:
    play = Storm().deal("larger-army")
    with pytest.raises(NotThere, match=said):
        order(play, GERMANY, **fields)


def test_a_power_orders_its_events_and_where_it_is_called() -> None:
    play = Storm().deal("larger-army")
    offered = orders.offers(play.campaign, USERS[GERMANY])
    found = {str(each.label): [choice.value for choice in each.of("do")] for each in offered}
    assert found.pop("As soon as I can") == [ARMY]
    assert all(each == [GO_ON, CALL_ME] for each in found.values())
    assert len(found) == len(play.data.phases.order) + 1
    assert play.game.orderable(play.state, Seat("Referee")) is None


@pytest.mark.parametrize(("count", "is_orderable"), [(1, True), (8, True), (9, False)])
def test_a_card_with_more_than_eight_choices_is_played_by_hand(count: int, *, is_orderable: bool) -> None:
    targets = Storm().data.countries[:count]
    part = {"kind": "flexible diplomacy", "power": "Italy", "targets": [*targets], "amount": 1}
    play = Storm.printing("balkan-overture", part).deal("balkan-overture")
    assert [*plays(play.data, play.state, ITALY)] == (
        [f"{OVERTURE}: {each}" for each in targets] if is_orderable else []
    )


@pytest.mark.parametrize("lasts", [True, False])
def test_an_order_is_spent_as_its_event_is_played(*, lasts: bool) -> None:
    play = Storm().deal("larger-army").at("Research")
    army = Order(do=ARMY, lasts=lasts)
    german, british = (play.game.orderable(play.state, power) for power in (GERMANY, BRITAIN))
    assert german is not None
    assert british is not None
    assert [each.is_spent for each in german.followed((army,))] == [True]
    assert not [*british.followed((army,))]
