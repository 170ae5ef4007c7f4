"""The screen of orders: one list, and a new order asks first when."""

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


async def test_of_several_orders_one_is_chosen(here: Harness) -> None:
    await here.found()
    for phase in ("Supply", "Events"):
        await here.anna.slash(here.marne, "act", {"offer": f"In the phase “{phase}”"})
        await here.anna.submit({"What do I do?": "call me"})
    screen = here.newest(here.anna)
    assert labels(screen) == ["Change or withdraw…", "New order: when?", "My hand"]
    await here.anna.select(screen, "Change or withdraw…", ["2. In the phase “Events” → call me"])
    await here.anna.press(here.newest(here.anna), "Withdraw")
    assert "Supply" in text(here.newest(here.anna))
    assert "Events" not in text(here.newest(here.anna))
