"""``/seat`` and ``/admin``: seats change hands, and an administrator helps openly."""

from datetime import timedelta

from bot.engine.founding import Wish
from bot.engine.request import Caller
from tests.bot.harness import Harness, blue, choose, offered, text


async def test_a_seat_is_handed_over(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    assert await own(here) == ["South"]
    await choose(here.bert, here.marne, "campaign manage hand-over", {"seat": "South", "to": here.carla.id})
    assert f"<@{here.carla.id}> joins as South." in text(here.newest(here.anna))
    assert await own(here) == []


async def test_a_seat_is_not_handed_over_to_a_bot(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(
        here.bert, here.marne, "campaign manage hand-over", {"seat": "South", "to": str(here.server.hub.state.bot_id)}
    )
    assert text(here.private(here.bert)[-1]).startswith("Nothing was done\nA bot cannot play. Name a person.")
    assert await own(here) == ["South"]


async def own(here: Harness) -> list[str]:
    return await offered(here.bert, here.marne, "campaign manage hand-over", "seat")


async def test_a_referee_without_a_side_draws_for_nobody(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Referee"})
    assert blue(here.newest(here.carla)) == ["Take a seat"]
    await here.anna.slash(here.marne, "draw event")
    assert text(here.private(here.anna)[-1]).startswith("The referee holds no event markers.")
    await choose(here.anna, here.marne, "campaign manage go-on", {"seat": "Allies"})
    assert "Play does not wait for the Allies now." in text(here.private(here.anna)[-1])


async def test_play_goes_on_without_an_answer(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act", {"offer": "Call out"})
    assert await offered(here.anna, here.marne, "campaign manage go-on", "seat") == ["South"]
    await choose(here.anna, here.marne, "campaign manage go-on", {"seat": "South"})
    assert "did not" not in text(here.newest(here.bert))
    here.server.clock.advance(timedelta(days=4))
    await choose(here.anna, here.marne, "campaign manage go-on", {"seat": "South"})
    assert "goes on without South" in text(here.newest(here.bert))


async def test_an_administrator_of_the_server_helps_openly(here: Harness) -> None:
    """Anna owns the server and does not play; nobody else sees the commands."""
    call = Caller(1, here.server.clock.now(), int(here.server.guild_id), int(here.marne["id"]), int(here.bert.id))
    await here.bot.client.service.found(call, Wish("night-watch", "", "South", "sealed"))
    await here.carla.slash(here.marne, "campaign join", {"seat": "North"})
    await choose(here.anna, here.marne, "admin seat", {"seat": "South"})
    told = text(here.newest(here.bert))
    assert f"<@{here.anna.id}> acts as an administrator of this server." in told
    assert f"<@{here.bert.id}> gives up South." in told
    await choose(here.anna, here.marne, "admin seat", {"seat": "Referee"})
    assert "is no longer the referee" in text(here.newest(here.bert))
    await choose(here.anna, here.marne, "admin end")
    assert "ends the campaign" in text(here.newest(here.bert))
