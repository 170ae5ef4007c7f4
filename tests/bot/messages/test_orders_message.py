"""The screen of orders: one list, and a new order asks first when."""

import pytest

from bot.messages import orders_message
from rules.campaign.questions.orders import Orders
from tests.bot.harness import Harness, labels, text


async def test_an_order_is_given_changed_and_withdrawn_there(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "hand")
    await here.anna.press(here.newest(here.anna), "My orders…")
    await here.anna.select(here.newest(here.anna), "New order: when?", ["They attack"])
    await here.anna.submit({"What do I do?": "play nothing", "In which hex?": "Soissons"})
    screen = here.newest(here.anna)
    assert "1. They attack (Soissons) → play nothing" in text(screen)
    await here.anna.press(screen, "Change")
    await here.anna.submit({"What do I do?": "ask me: I decide by hand", "In which hex?": "Reims"})
    screen = here.newest(here.anna)
    assert "1. They attack (Reims) → ask me: I decide by hand" in text(screen)
    await here.anna.press(screen, "Withdraw")
    assert (await here.campaign()).campaign.of(Orders).by_seat == {}
    assert labels(here.newest(here.anna)) == ["New order: when?", "My hand"]


async def test_many_orders_are_on_pages(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders_message, "MOST_ROWS", 1)
    await here.found()
    for phase in ("Supply", "Events"):
        await here.anna.slash(here.marne, "act", {"offer": f"In the phase “{phase}”"})
        await here.anna.submit({"What do I do?": "call me"})
    assert "Supply" in text(here.newest(here.anna))
    await here.anna.press(here.newest(here.anna), "Next page")
    assert "2. In the phase “Events”" in text(here.newest(here.anna))
    await here.anna.press(here.newest(here.anna), "Previous page")
    assert "1. In the phase “Supply”" in text(here.newest(here.anna))
