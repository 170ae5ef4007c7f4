"""On which terms a campaign begins."""

from datetime import timedelta

from rules.campaign.state.wait import DEMO_LASTS, Terms, is_past_demo
from tests.games import BEGIN


def test_a_demo_ends_when_nobody_has_acted_for_long() -> None:
    demo = Terms(demo=True)
    assert not is_past_demo(demo, BEGIN, BEGIN + DEMO_LASTS - timedelta(seconds=1))
    assert is_past_demo(demo, BEGIN, BEGIN + DEMO_LASTS)
    assert not is_past_demo(Terms(), BEGIN, BEGIN + 10 * DEMO_LASTS)
    assert not is_past_demo(demo, None, BEGIN), "nobody knows when somebody has"
