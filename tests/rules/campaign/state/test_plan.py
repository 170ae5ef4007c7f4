"""What a plan says of a phase, of its deeds, and of the next turn."""

from rules.campaign.state.plan import Plan

PLAN = Plan(stops=frozenset({"Supply"}), orders=frozenset({"pass"}), deeds=("Gouraud", "Pershing"))


def test_it_passes_every_phase_that_it_does_not_stop_in() -> None:
    assert (PLAN.passes("Supply"), PLAN.passes("Events")) == (False, True)


def test_a_deed_is_done_once() -> None:
    assert PLAN.after("Gouraud").deeds == ("Pershing",)
    assert PLAN.after("Clemenceau") == PLAN


def test_one_that_asks_again_rests_after_an_event_until_the_turn_ends() -> None:
    assert PLAN.at_an_event() == PLAN
    careful = PLAN.replace(asks_again=True, lasts=True)
    assert not careful.at_an_event().passes("Events")
    assert careful.at_an_event().in_a_new_turn() == careful.replace(deeds=())


def test_one_for_a_turn_ends_with_it() -> None:
    assert PLAN.in_a_new_turn() is None
