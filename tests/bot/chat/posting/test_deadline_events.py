"""The next deadline of a campaign stands among the events of its server, once, where the table wants that."""

from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Any

import pytest

from localdiscord import Fault, Permission
from rules.seat import Seat
from tests.bot.harness import Harness, Message, choose, text

SOON = timedelta(minutes=1)
WANTED = {"weekends": "count", "events": True}


def give(here: Harness, permission: Permission) -> None:
    """Give the bot a permission on the whole server."""
    (guild,) = here.server.hub.state.guilds.values()
    (role,) = (each for each in guild.body["roles"] if each["managed"])
    role["permissions"] = str(int(role["permissions"]) | permission)


async def found(
    here: Harness, where: Message | None = None, *, may: bool = True, deadline: int = 3, name: str = ""
) -> None:
    """Anna and Bert play Marne with a deadline of three days, which stands among the events of the server."""
    if may:
        give(here, Permission.CREATE_EVENTS)
        await here.restart()
    here.bot.client.panels._seconds = 0.0
    where = where or here.marne
    named = {"name": name} if name else {}
    await here.anna.slash(
        where, "campaign new", {"game": "marne-1918", "seat": "Allies", "deadline": deadline, **named}
    )
    await here.bert.slash(where, "campaign join", {"seat": "Germans"})
    await choose(here.anna, where, "campaign manage calendar", WANTED)
    await here.bert.press(here.newest(here.bert, where), "Germans: Agree")
    await here.settle(after=SOON)


def event(here: Harness) -> dict[str, Any]:
    """The one event that Carla, who does not play, finds."""
    (only,) = here.carla.events()
    return only


async def test_it_says_whose_move_it_is_by_when_and_where(here: Harness) -> None:
    await found(here)
    shown = event(here)
    campaign = (await here.campaign()).campaign
    due = campaign.move_by(Seat("Allies"))
    assert due is not None
    assert shown["name"] == "Marne 1918: Allies to move"
    assert datetime.fromisoformat(shown["scheduled_start_time"]) == due.replace(microsecond=0)
    place = f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}"
    assert shown["entity_metadata"] == {"location": place}
    assert shown["description"] == "Marne 1918 · deadline of campaign 1", "and no more than that"
    assert shown["user_count"] == 0, "nobody is called by it"


async def test_a_campaign_is_called_there_by_its_own_name(here: Harness) -> None:
    await found(here, name="Our summer war")
    assert event(here)["name"] == "Our summer war: Allies to move"


async def test_it_moves_with_the_deadline_and_goes_with_the_wait(here: Harness) -> None:
    await found(here)
    first = event(here)
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.anna.press(here.private(here.anna)[-1], "Return all")
    await here.anna.slash(here.marne, "turn phase")
    await here.settle(after=SOON)
    moved = event(here)
    assert (moved["id"], moved["name"]) == (first["id"], "Marne 1918: Allies and Germans to move")
    assert moved["scheduled_start_time"] != first["scheduled_start_time"]
    await choose(here.anna, here.marne, "campaign manage trash", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.settle(after=SOON)
    assert here.carla.events() == []


async def test_a_request_has_one_too_while_it_can_be_answered(here: Harness) -> None:
    await found(here, deadline=0)
    assert here.carla.events() == [], "play has no deadline"
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.settle(after=SOON)
    assert event(here)["name"] == "Marne 1918: Germans to answer"
    await here.bert.press(here.newest(here.bert), "Germans: Decline")
    await here.settle(after=SOON)
    assert here.carla.events() == []


async def ends(here: Harness) -> None:
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")


async def is_switched_off(here: Harness) -> None:
    await choose(here.anna, here.marne, "campaign manage calendar", WANTED | {"events": False})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")


@pytest.mark.parametrize("over", [ends, is_switched_off])
@pytest.mark.parametrize("restarts", [False, True])
async def test_it_goes_when_the_campaign_ends_or_nobody_wants_it(
    here: Harness, over: Callable[[Harness], Awaitable[None]], restarts: bool
) -> None:
    await found(here)
    if restarts:
        await here.restart()
        here.bot.client.panels._seconds = 0.0
    await over(here)
    await here.settle(after=SOON)
    assert here.carla.events() == []


async def test_it_follows_the_campaign_to_another_channel(here: Harness) -> None:
    await found(here)
    first, other = event(here), here.server.channel("elsewhere")
    await choose(here.anna, here.marne, "campaign manage move", {"to": other["id"]})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.settle(after=SOON)
    assert event(here)["id"] == first["id"]
    assert event(here)["entity_metadata"]["location"].endswith(str(other["id"]))


async def test_a_deadline_that_has_just_passed_as_the_next_begins_makes_room_for_it(here: Harness) -> None:
    """Its event has begun, and Discord does not let it begin again."""
    await found(here)
    first = event(here)
    here.server.clock.advance(timedelta(days=3, minutes=1))
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.anna.press(here.private(here.anna)[-1], "Return all")
    await here.settle(after=SOON)
    assert event(here)["id"] != first["id"]
    assert datetime.fromisoformat(event(here)["scheduled_start_time"]) > here.server.clock.now()


async def test_a_deadline_that_has_passed_makes_room_for_the_next(here: Harness) -> None:
    await found(here)
    first = event(here)
    await here.settle(after=timedelta(days=3, minutes=1))
    assert here.carla.events() == [], "it is over"
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.anna.press(here.private(here.anna)[-1], "Return all")
    await here.settle(after=SOON)
    assert event(here)["id"] != first["id"]


async def test_who_takes_it_away_by_hand_finds_it_again_at_the_next_deadline(here: Harness) -> None:
    await found(here)
    events = here.server.hub.state.events
    events.remove(events.by_id[event(here)["id"]])
    await choose(here.anna, here.marne, "campaign manage deadlines", {"move": 5})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.settle(after=SOON)
    assert event(here)["name"] == "Marne 1918: Allies to move"
    here.server.rejected.clear()


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/guilds/{guild}/scheduled-events"),
        ("GET", "/guilds/{guild}/scheduled-events"),
        ("PATCH", "/guilds/{guild}/scheduled-events/{event}"),
    ],
)
@pytest.mark.parametrize("loses", ["the request", "the response"])
async def test_a_bot_that_dies_or_is_cut_off_between_two_steps_makes_no_second_one(
    here: Harness, method: str, path: str, loses: str
) -> None:
    if method == "PATCH":
        await found(here)
    here.server.inject(
        Fault(method, path, loses_request=loses == "the request", loses_response=loses == "the response")
    )
    if method != "PATCH":
        await found(here)
    else:
        await choose(here.anna, here.marne, "campaign manage deadlines", {"move": 5})
        await here.bert.press(here.newest(here.bert), "Germans: Agree")
        await here.settle(after=SOON)
    await here.restart()
    here.bot.client.panels._seconds = 0.0
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.settle(after=SOON)
    assert event(here)["name"].startswith("Marne 1918: ")
    here.server.rejected.clear()


async def test_after_a_failure_it_looks_at_what_is_there_before_the_next_change(here: Harness) -> None:
    """Of an event that was created before the failure the bot does not know."""
    await found(here)
    await ends(here)
    await here.settle(after=SOON)
    assert here.carla.events() == []
    other = here.server.channel("elsewhere")
    # the event is created, and the list behind it is refused
    here.server.inject(Fault("GET", "/guilds/{guild}/scheduled-events", 403))
    await found(here, other, may=False)  # as before, and without a restart
    first = event(here)
    await choose(here.anna, other, "campaign manage deadlines", {"move": 5})
    await here.bert.press(here.newest(here.bert, other), "Germans: Agree")
    await here.settle(after=SOON)
    assert event(here)["id"] == first["id"]
    assert event(here)["scheduled_start_time"] > first["scheduled_start_time"]
    here.server.rejected.clear()


async def test_where_the_bot_may_not_the_table_reads_so_once_and_plays_on(here: Harness) -> None:
    await found(here, may=False)
    assert "give" in text(here.private(here.anna)[-1])
    assert here.carla.events() == []
    said = len(here.private(here.anna))
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.settle(after=SOON)
    assert len(here.private(here.anna)) == said + 1, "the hand alone"
    assert here.server.rejected == []


async def test_strangers_read_nothing_of_a_private_thread_there(here: Harness) -> None:
    thread = here.private_thread("apart", here.anna, here.bert)
    await found(here, thread)
    assert here.carla.events() == []
    assert "Not everybody on this server can see this channel" in text(here.private(here.anna, thread)[-1])


async def test_strangers_read_nothing_of_a_channel_that_they_do_not_see(here: Harness) -> None:
    see, state = str(int(Permission.VIEW_CHANNEL)), here.server.hub.state
    hidden = {"id": here.server.guild_id, "type": 0, "allow": "0", "deny": see}
    shown = [{"id": each, "type": 1, "allow": see, "deny": "0"} for each in (state.bot_id, here.anna.id, here.bert.id)]
    state.channels.change(here.marne, permission_overwrites=[hidden, *shown])
    await found(here)
    assert here.carla.events() == []
    assert "Not everybody on this server can see this channel" in text(here.private(here.anna)[-1])


async def test_the_table_is_told_so_as_often_as_it_asks_for_them(here: Harness) -> None:
    thread = here.private_thread("apart", here.anna, here.bert)
    await found(here, thread)
    await choose(here.anna, thread, "campaign manage calendar", {"weekends": "free", "events": True})
    told = [each for each in here.private(here.anna, thread) if "Not everybody on this server can see" in text(each)]
    assert len(told) == 2


async def test_a_thread_that_all_can_see_has_one(here: Harness) -> None:
    thread = here.server.thread("front", here.marne)
    await found(here, thread)
    assert event(here)["entity_metadata"]["location"].endswith(thread["id"])
    assert "Not everybody" not in "".join(map(text, here.private(here.anna, thread)))


async def test_its_name_is_in_the_language_of_the_campaign_and_no_longer_than_discord_takes(here: Harness) -> None:
    name = " ".join(["Notre guerre"] * 6)
    await found(here, name=name)
    assert event(here)["name"] == f"{name}: Allies to move"
    await choose(here.anna, here.marne, "campaign manage language", {"language": "fr"})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.settle(after=SOON)
    assert event(here)["name"] == f"{name}\xa0: en attente (Alliés)"
    await here.anna.slash(here.marne, "draw event")
    await here.anna.press(here.private(here.anna)[-1], "Return all")
    await here.anna.slash(here.marne, "turn phase")
    await here.settle(after=SOON)
    assert event(here)["name"] == f"{name}\xa0: en attente (Alliés et Allemands)"[:99] + "…"
    assert event(here)["description"] == "Marne 1918 · deadline of campaign 1", "as it was made"


async def test_nobody_else_s_events_are_touched(here: Harness) -> None:
    """Not even one that says of itself what those of the bot say."""
    mine = {"name": "Club night", "privacy_level": 2, "entity_type": 3, "entity_metadata": {"location": "here"}}
    mine["description"] = "Marne 1918 · deadline of campaign 1"
    times = {
        name: (here.server.clock.now() + timedelta(days=days)).isoformat()
        for name, days in (("scheduled_start_time", 1), ("scheduled_end_time", 2))
    }
    state = here.server.hub.state
    state.events.add(here.server.guild_id, state.users[here.carla.id], {**mine, **times})
    await found(here)
    assert len(here.carla.events()) == 2
    await ends(here)
    await here.settle(after=SOON)
    assert event(here)["name"] == "Club night"


async def test_a_secret_does_not_move_it(here: Harness) -> None:
    await found(here)
    await here.anna.press(here.newest(here.carla), "Allies: Draw 3 events")
    await here.settle(after=SOON)
    before = event(here)
    await here.anna.press(here.private(here.anna)[-1], "Keep")
    await here.settle(after=SOON)
    assert event(here) == before, "what is kept of the hand is nobody else's"
    here.bot.client.panels.touch(1)
    await here.settle(after=SOON)
    assert event(here) == before


@pytest.mark.parametrize("told", [0, 1])
async def test_where_discord_answers_late_there_are_not_two(here: Harness, told: int) -> None:
    """Whichever of them the bot is told of."""
    state = here.server.hub.state
    create = state.events.add

    def twice(*wanted: Any) -> Any:
        """What is left of a request that the library has made again."""
        return [create(*wanted), create(*wanted)][told]

    state.events.add = twice  # type: ignore[method-assign,assignment]
    await found(here)
    assert event(here)["name"] == "Marne 1918: Allies to move"


async def test_nobody_decides_that_alone_and_without_it_there_is_none(here: Harness) -> None:
    give(here, Permission.CREATE_EVENTS)
    await here.restart()
    here.bot.client.panels._seconds = 0.0
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies", "deadline": 3})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    await choose(here.anna, here.marne, "campaign manage calendar", WANTED)
    await here.settle(after=SOON)
    assert here.carla.events() == []


async def test_it_stands_later_while_the_one_awaited_is_away(here: Harness) -> None:
    await found(here)
    before = datetime.fromisoformat(event(here)["scheduled_start_time"])
    until = (here.server.clock.now() + timedelta(days=6)).date().isoformat()
    await here.anna.slash(here.marne, "me away", {"until": until})
    await here.settle(after=SOON)
    assert datetime.fromisoformat(event(here)["scheduled_start_time"]) > before + timedelta(days=4)


async def test_each_campaign_has_its_own(here: Harness) -> None:
    await found(here)
    other = here.server.channel("elsewhere")
    await found(here, other)
    places = sorted(each["entity_metadata"]["location"] for each in here.carla.events())
    assert [place.rpartition("/")[2] for place in places] == sorted([here.marne["id"], other["id"]])
    (theirs,) = (each for each in here.carla.events() if each["entity_metadata"]["location"].endswith(other["id"]))
    await ends(here)
    await here.settle(after=SOON)
    assert event(here) == theirs
    await choose(here.anna, other, "campaign manage deadlines", {"move": 5})
    await here.bert.press(here.newest(here.bert, other), "Germans: Agree")
    await here.settle(after=SOON)
    assert event(here)["id"] == theirs["id"], "it is still known, and moves"
    assert event(here)["scheduled_start_time"] > theirs["scheduled_start_time"]


async def test_in_an_outage_nothing_is_said_of_rights_and_the_event_follows_after_it(here: Harness) -> None:
    await found(here)
    before = event(here)
    async with here.outage():
        await here.bot.client.panels.events.bring(await here.campaign())  # as if a panel had just been edited
        await choose(here.anna, here.marne, "campaign manage deadlines", {"move": 5})
        await here.bert.press(here.newest(here.bert), "Germans: Agree")
        await here.settle(after=SOON)
        assert event(here) == before
        await choose(here.anna, here.marne, "campaign manage calendar", WANTED)
        assert "Discord tells me nothing about this server" in text(here.newest(here.anna))
    assert event(here)["id"] == before["id"]
    assert event(here)["scheduled_start_time"] > before["scheduled_start_time"]
