"""``/draw``, ``/event``, ``/hand``, ``/pool`` and ``/turn``."""

from tests.bot.harness import Harness, text
from tests.bot.marne import DRAWN, drawn


async def test_hand_shows_each_player_their_own(here: Harness) -> None:
    await drawn(here)
    await here.anna.slash(here.marne, "hand")
    assert "Markers kept: 0 of at most 3." in text(here.private(here.anna)[-1])
    await here.bert.slash(here.marne, "hand")
    assert text(here.private(here.bert)[-1]) == "For your eyes only\nYou hold nothing in secret."
    await here.carla.slash(here.marne, "hand")
    assert "You hold no seat" in text(here.private(here.carla)[-1])


async def test_autocompletion_offers_exactly_what_is_legal_for_the_caller(here: Harness) -> None:
    await drawn(here)
    campaign = (await here.campaign()).campaign
    for do in ("play", "keep", "return", "remove"):
        asked = await here.anna.autocomplete(here.marne, f"event {do}", focused="marker")
        legal = {offer.subject for offer in campaign.offers(int(here.anna.id)) if offer.command.type == do}
        assert bool(legal) is (do in ("keep", "return"))
        assert {choice["name"] for choice in asked} == legal
        for other in (here.bert, here.carla):
            assert await other.autocomplete(here.marne, f"event {do}", focused="marker") == []
            offered = await other.autocomplete(here.marne, "act", focused="offer")
            assert not any(name in choice["name"] for choice in offered for name in DRAWN)
