"""What an order depends on."""

from rules.order import Order


def test_an_order_with_a_condition_or_a_place_is_bound() -> None:
    assert not Order(do="pass", note="as ever", lasts=True).is_bound
    assert Order(do="pass", when="when_attacked").is_bound
    assert Order(do="pass", where="Reims").is_bound
