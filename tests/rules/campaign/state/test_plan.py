"""What a plan says of a phase, of its deeds, and of the next turn."""

from rules.campaign.state.plan import Plan
from rules.order import Order

PLAN = Plan(stops=frozenset({"Supply"}), orders=(Order(do="pass"),), deeds=("Gouraud", "Pershing"))


def test_it_passes_every_phase_that_it_does_not_stop_in() -> None:
    assert (PLAN.passes("Supply"), PLAN.passes("Events")) == (False, True)


def test_a_deed_is_done_once() -> None:
    assert PLAN.after("Gouraud").deeds == ("Pershing",)
    assert PLAN.after("Clemenceau") == PLAN


def test_one_that_asks_again_rests_after_an_event_until_the_turn_ends() -> None:
    assert PLAN.at_an_event() == PLAN
    careful = PLAN.replace(asks_again=True, lasts=True)
    assert not careful.at_an_event().passes("Events")
    assert careful.at_an_event().in_a_new_turn() == careful.replace(orders=(), deeds=())


def test_one_for_a_turn_ends_with_it() -> None:
    assert PLAN.in_a_new_turn() is None


def test_each_order_says_for_itself_how_long_it_holds() -> None:
    lasting = Order(do="call", where="Soissons", lasts=True)
    assert PLAN.replace(orders=(*PLAN.orders, lasting)).in_a_new_turn() == Plan(orders=(lasting,))
    assert not Plan(orders=(lasting,)).passes("Events")
    here, there = (Order(do="call", where=where) for where in ("Soissons", "Fismes"))
    assert Plan(orders=(here, there)).without(here).orders == (there,)
    once = PLAN.replace(orders=(lasting,), asks_again=True).in_a_new_turn()
    assert once == Plan(orders=(lasting,)), "that it asks again was of that turn"


def test_one_that_says_nothing_is_none() -> None:
    assert Plan().is_none
    assert not Plan(deeds=("Gouraud",)).is_none
    assert not Plan(stops=frozenset()).is_none


def test_the_log_holds_a_plan_alike_in_every_process() -> None:
    """A process keeps a set in whatever order; a hash must not tell which."""
    phases = [f"Phase {n}" for n in range(20)]
    assert Plan(stops=frozenset(phases)).model_dump(mode="json")["stops"] == sorted(phases)
    assert Plan().model_dump(mode="json")["stops"] is None
