"""``/seat`` and ``/admin``: seats change hands, and an administrator helps openly."""

from datetime import timedelta

from bot.engine.request import Caller
from localdiscord import User
from tests.bot.harness import Harness, choose, labels, offered, text


async def test_a_seat_is_handed_over(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    assert await own(here) == ["South"]
    await choose(here.bert, here.marne, "campaign manage hand-over", {"seat": "South", "to": here.carla.id})
    assert f"<@{here.carla.id}> takes the South seat." in text(here.newest(here.anna))
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


async def test_play_goes_on_without_an_answer(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act", {"offer": "Call out"})
    assert await offered(here.anna, here.marne, "campaign manage go-on", "seat") == ["South"]
    await choose(here.anna, here.marne, "campaign manage go-on", {"seat": "South"})
    asked = here.newest(here.anna)
    await here.anna.press(asked, "South: Agree")
    assert text(here.newest(here.anna)) == f"Only <@{here.bert.id}> (South) can do that."
    here.server.clock.advance(timedelta(days=4))
    await here.anna.press(asked, "South: Agree")
    await here.anna.press(here.newest(here.anna), "Go on")
    assert "decided by default" in text(here.newest(here.bert))


async def test_an_administrator_of_the_server_helps_openly(here: Harness) -> None:
    """Anna owns the server and does not play; nobody else sees the commands."""
    call = Caller(1, here.server.clock.now(), int(here.server.guild_id), int(here.marne["id"]), int(here.bert.id))
    await here.bot.client.service.found(call, "night-watch", "", "South", "sealed")
    await here.carla.slash(here.marne, "campaign join", {"seat": "North"})
    await choose(here.anna, here.marne, "admin seat", {"seat": "South"})
    told = text(here.newest(here.bert))
    assert f"<@{here.anna.id}> acts as an administrator of this server." in told
    assert f"<@{here.bert.id}> leaves the South seat." in told
    await here.carla.slash(here.marne, "act", {"offer": "Call out"})
    assert await offered(here.anna, here.marne, "admin go-on", "seat") == ["North", "South", "Referee"]
    await choose(here.anna, here.marne, "admin go-on", {"seat": "South"})
    assert "decided by default" in text(here.newest(here.bert))
    await choose(here.anna, here.marne, "admin end")
    await choose(here.anna, here.marne, "admin reopen")
    assert "reopens the campaign" in text(here.newest(here.bert))
    await choose(here.anna, here.marne, "admin seat", {"seat": "Referee"})
    assert "leaves the Referee seat" in text(here.newest(here.bert))


async def contradict(here: Harness, says: User, objects: User, points: int) -> None:
    """One enters the score, and the other objects by the button."""
    await says.slash(here.marne, "act", {"offer": "Enter the score…"})
    await says.submit({"score": str(points), "reason": "We counted"})
    result = here.newest(objects)
    await objects.press(result, next(each for each in labels(result) if "Object" in each))


async def test_what_two_contradict_one_another_about_is_settled_by_a_die_or_an_administrator(here: Harness) -> None:
    """Anna owns the server and does not play; Bert, who does, is the referee."""
    call = Caller(1, here.server.clock.now(), int(here.server.guild_id), int(here.marne["id"]), int(here.bert.id))
    session = await here.bot.client.service.found(call, "night-watch", "", "South", "sealed")
    await here.carla.slash(here.marne, "campaign join", {"seat": "North"})
    await contradict(here, here.carla, here.bert, 3)
    await contradict(here, here.bert, here.carla, 7)
    result = here.newest(here.bert)
    assert "contradicted twice" in text(result)
    await here.bert.press(result, next(each for each in labels(result) if "Let a die decide" in each))
    asked = here.newest(here.carla)
    assert "1-3: as said by North (Score: 3). 4-6: as said by South (Score: 7)" in text(asked)
    await here.carla.press(asked, next(each for each in labels(asked) if "Agree" in each))
    assert "The die has decided: as said by" in text(here.newest(here.bert))
    assert session.campaign.state.score in (3, 7)
    await contradict(here, here.carla, here.bert, 4)
    await contradict(here, here.bert, here.carla, 8)
    assert await offered(here.anna, here.marne, "admin settle", "seat")
    await choose(here.anna, here.marne, "admin settle", {"seat": "South"})
    assert session.campaign.state.score == 8
    assert f"<@{here.anna.id}> has settled it: as said by South (Score: 8)." in text(here.newest(here.bert))
