"""What orders say of a phase."""

from rules.kit.orders import CALL_ME, EVERY_PHASE, GO_ON, IN_PHASE, Order, is_called, passes_phase


def test_a_call_in_every_phase_is_one_in_each() -> None:
    for when in (EVERY_PHASE, f"{IN_PHASE}Supply"):
        orders = Order(when=EVERY_PHASE, do=GO_ON), Order(when=when, do=CALL_ME)
        assert is_called(orders, "Supply")
        assert not passes_phase(orders, "Supply")
    assert passes_phase((Order(when=EVERY_PHASE, do=GO_ON), Order(when=f"{IN_PHASE}Rest", do=CALL_ME)), "Supply")
