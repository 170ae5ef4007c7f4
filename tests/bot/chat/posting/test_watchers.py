"""Spectators: each new turn calls them once, until they want it no more."""

from datetime import timedelta

import pytest

from bot.base.catalog import Catalog
from tests.bot.harness import Harness, Message, choose, labels, text

SOON = timedelta(minutes=1)


def calls(here: Harness) -> list[Message]:
    """The messages that call those who watch."""
    return [each for each in here.carla.messages(here.marne) if "Stop watching" in labels(each)]


async def end_turn(here: Harness) -> None:
    """A turn in which nobody has anything to decide ends."""
    await here.anna.slash(here.marne, "act", {"offer": "Next turn"})
    if here.private(here.anna) and "Go on" in labels(here.newest(here.anna)):
        await here.anna.press(here.newest(here.anna), "Go on")


async def next_turn(here: Harness) -> None:
    """The next turn begins, and everything of it is posted."""
    await end_turn(here)
    await here.settle(after=SOON)


async def watched(here: Harness) -> None:
    """Carla watches a Night Watch."""
    await here.found_small("night-watch", "North", "South")
    await choose(here.carla, here.marne, "campaign manage watch")
    assert "Each new turn calls you here once." in text(here.newest(here.carla))


async def test_a_new_turn_calls_those_who_watch_once(here: Harness) -> None:
    await watched(here)
    await next_turn(here)
    (call,) = calls(here)
    begun = next(each for each in here.carla.messages(here.marne) if "Turn 2" in text(each) and each != call)
    assert f"/{begun['id']})" in text(call)
    assert call["content"] == f"**A new turn**\n<@{here.carla.id}>"
    assert [each["id"] for each in call["mentions"]] == [here.carla.id]
    told = next(each for each in here.carla.messages(here.marne) if "Turn 2" in text(each) and each is not call)
    place = f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}"
    assert f"Turn 2 has begun: [what happened]({place}/{told['id']})" in text(call)
    assert "My hand" in labels(told), "the call is no result, and takes no buttons"
    await here.settle(after=SOON)
    assert len(calls(here)) == 1


async def test_where_the_result_has_no_message_the_call_leads_to_the_channel(
    here: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def unknown(*_: object) -> None:
        return None

    await watched(here)
    monkeypatch.setattr(here.bot.client.watchers._outbox, "message_of", unknown)
    await next_turn(here)
    (call,) = calls(here)
    place = f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}"
    assert f"Turn 2 has begun: [what happened]({place})" in text(call)


async def test_a_turn_that_ends_again_after_an_undo_calls_nobody_again(here: Harness) -> None:
    await watched(here)
    await next_turn(here)
    await here.anna.slash(here.marne, "campaign undo")
    await next_turn(here)
    assert len(calls(here)) == 1


async def test_who_knows_of_a_later_turn_that_was_undone_is_called_again_by_the_one_after_it(here: Harness) -> None:
    await watched(here)
    for _ in range(2):
        await next_turn(here)
    for _ in range(2):
        await here.anna.slash(here.marne, "campaign undo")
    for turn, number in ((2, 2), (3, 2), (4, 3)):
        await next_turn(here)
        assert (await here.campaign()).campaign.state.turn == turn
        assert len(calls(here)) == number


async def test_two_turns_that_begin_at_once_are_one_call_which_leads_to_the_first(here: Harness) -> None:
    await watched(here)
    for _ in range(2):
        await end_turn(here)
    begun = next(each for each in here.carla.messages(here.marne) if "Turn 2" in text(each))
    await here.settle(after=SOON)
    (call,) = calls(here)
    place = f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}"
    assert f"Turn 3 has begun: [what happened]({place}/{begun['id']})" in text(call)


async def test_where_nobody_watches_a_turn_costs_no_message(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await next_turn(here)
    assert calls(here) == []


async def test_one_press_ends_it_also_after_a_restart(here: Harness) -> None:
    await watched(here)
    await next_turn(here)
    await here.restart()
    await here.bert.press(calls(here)[0], "Stop watching")
    assert "You are not watching this campaign." in text(here.newest(here.bert))
    await here.carla.press(calls(here)[0], "Stop watching")
    assert "no longer call you" in text(here.newest(here.carla))
    await next_turn(here)
    assert len(calls(here)) == 1


async def test_it_can_be_ended_also_where_the_campaign_was_before_it_moved(here: Harness) -> None:
    await watched(here)
    await next_turn(here)
    other = here.server.channel("elsewhere")
    await choose(here.anna, here.marne, "campaign manage move", {"to": other["id"]})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.carla.press(calls(here)[0], "Stop watching")
    assert "no longer call you" in text(here.newest(here.carla))
    assert await here.bot.client.service.people.watchers_of((await here.campaign(other)).id) == {}


async def test_in_quiet_hours_the_mention_disturbs_nobody(here: Harness) -> None:
    await watched(here)
    await here.carla.slash(here.marne, "me settings", {"quiet": here.quiet_now()})
    await next_turn(here)
    (call,) = calls(here)
    assert call["mentions"] == []


async def test_who_holds_a_seat_or_takes_one_is_not_called(here: Harness) -> None:
    await watched(here)
    await choose(here.bert, here.marne, "campaign manage watch")
    assert "You hold a seat" in text(here.newest(here.bert))
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "South"})
    await here.carla.slash(here.marne, "campaign join", {"seat": "South"})
    await next_turn(here)
    assert calls(here) == []


async def test_a_crash_before_the_mark_posts_no_second_call(here: Harness) -> None:
    await watched(here)
    await next_turn(here)
    await here.restart()
    await here.settle(after=SOON)
    assert len(calls(here)) == 1


async def test_the_turn_in_which_one_begins_to_watch_calls_nobody(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await end_turn(here)
    await choose(here.carla, here.marne, "campaign manage watch")
    await here.settle(after=SOON)
    assert calls(here) == []
    assert (await here.campaign()).campaign.state.turn == 2
    await next_turn(here)
    assert ["Turn 3 has begun" in text(each) for each in calls(here)] == [True]


async def test_two_who_watch_are_called_in_one_message_and_each_as_they_want(here: Harness) -> None:
    await watched(here)
    dora = here.server.user("dora")
    await choose(dora, here.marne, "campaign manage watch")
    await dora.slash(here.marne, "me settings", {"quiet": here.quiet_now()})
    await next_turn(here)
    (call,) = calls(here)
    assert call["content"] == f"**A new turn**\n<@{here.carla.id}> <@{dora.id}>"
    assert [each["id"] for each in call["mentions"]] == [here.carla.id]
    assert text(call).endswith("Night Watch · turn 2")
    await dora.press(call, "Stop watching")
    await next_turn(here)
    assert calls(here)[-1]["content"] == f"**A new turn**\n<@{here.carla.id}>"


async def test_an_ended_campaign_is_not_watched_and_calls_nobody(here: Harness) -> None:
    await watched(here)
    await end_turn(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.settle(after=SOON)
    assert calls(here) == []
    await choose(here.server.user("dora"), here.marne, "campaign manage watch")
    assert "The campaign has ended." in text(here.newest(here.server.user("dora")))


async def test_a_campaign_in_the_trash_calls_nobody(here: Harness) -> None:
    await watched(here)
    await end_turn(here)
    await choose(here.anna, here.marne, "campaign manage trash", {"sure": True})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.settle(after=SOON)
    assert calls(here) == []


async def test_fifty_can_watch_and_the_same_entry_ends_it(here: Harness) -> None:
    await watched(here)
    session = await here.campaign()
    people = here.bot.client.service.people
    for user in range(1, 50):
        await people.watch(session.id, user, 1)
    dora = here.server.user("dora")
    await choose(dora, here.marne, "campaign manage watch")
    assert "50 people watch already, as many as a message can call." in text(here.newest(dora))
    assert len(await people.watchers_of(session.id)) == 50
    await choose(here.carla, here.marne, "campaign manage watch")
    assert "no longer call you" in text(here.newest(here.carla))
    await choose(dora, here.marne, "campaign manage watch")
    assert "Each new turn calls you here once." in text(here.newest(dora))


async def test_whom_the_channel_refused_to_call_does_not_count_as_called(here: Harness) -> None:
    await watched(here)
    await end_turn(here)
    for _ in range(2):
        here.bot.client.panels._forbidden.note(int(here.marne["id"]))
    await here.settle(after=SOON)
    session = await here.campaign()
    assert calls(here) == []
    assert session.campaign.game.turn(session.campaign.state) == 2
    assert await here.bot.client.service.people.watchers_of(session.id) == {int(here.carla.id): 1}


async def test_a_campaign_that_cannot_be_played_is_not_watched(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    session = await here.campaign()
    await here.restart(Catalog([]))
    await choose(here.carla, here.marne, "campaign manage watch")
    assert "cannot play this campaign" in text(here.newest(here.carla))
    assert await here.bot.client.service.people.watchers_of(session.id) == {}
