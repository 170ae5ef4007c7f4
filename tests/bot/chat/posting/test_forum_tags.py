"""A campaign's post in a forum says by its tags which game it is and whose move, in one glance over twenty of them."""

from datetime import timedelta

from localdiscord import Fault, Permission
from tests.bot.harness import Harness, Message, choose, labels, text

SOON = timedelta(minutes=1)
TAGS = ("Marne 1918", "Allies", "Germans", "Seats free", "Ended", "house rules")


async def post(here: Harness, *own: str, tags: tuple[str, ...] = TAGS, may: bool = True) -> Message:
    """A post of Anna's in a forum in which the bot may manage threads, where she begins a campaign of Marne."""
    forum = here.server.forum("campaigns", tags)
    allowed = {"id": str(here.bot.client.application_id), "type": 1, "allow": str(int(Permission.MANAGE_THREADS))}
    if may:
        channel = here.server.hub.state.channels.by_id[forum["id"]]
        channel["permission_overwrites"] = [{**allowed, "deny": "0"}]
    await here.restart()
    here.bot.client.panels._seconds = 0.0
    thread = here.anna.post(forum, "The long war", "Who plays?", own)
    await here.anna.slash(thread, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    return thread


def shown(here: Harness) -> list[str]:
    """The tags of the post."""
    return sorted(here.carla.posts(here.server.forum("campaigns"))[0].tags)


async def test_they_say_the_game_whose_move_it_is_and_that_a_seat_is_free(here: Harness) -> None:
    thread = await post(here, "house rules")
    await here.settle(after=SOON)
    assert shown(here) == ["Allies", "Marne 1918", "Seats free", "house rules"], "what a player chose stays"
    await here.bert.slash(thread, "campaign join", {"seat": "Germans"})
    await here.settle(after=SOON)
    assert shown(here) == ["Allies", "Marne 1918", "house rules"]
    await here.anna.press(here.newest(here.carla, thread), "Allies: Draw 3 events")
    await here.anna.press(here.private(here.anna, thread)[-1], "Return all")
    await here.anna.slash(thread, "turn phase")
    await here.settle(after=SOON)
    assert "Germans" in shown(here)
    await choose(here.anna, thread, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.carla, thread), "Germans: Agree")
    await here.settle(after=SOON)
    assert shown(here) == ["Ended", "Marne 1918", "house rules"]


async def test_a_forum_names_them_in_any_language_and_others_are_left_alone(here: Harness) -> None:
    await post(here, tags=("Alliés", "Places libres", "Terminée", "Allies of mine"))
    await here.settle(after=SOON)
    assert shown(here) == ["Alliés", "Places libres"]


async def test_where_the_bot_may_not_it_leaves_the_tags_alone(here: Harness) -> None:
    await post(here, "house rules", may=False)
    await here.settle(after=SOON)
    assert shown(here) == ["house rules"]
    assert here.server.rejected == []


async def test_where_discord_fails_play_goes_on(here: Harness) -> None:
    thread = await post(here)
    await here.settle(after=SOON)
    here.server.inject(Fault("PATCH", "/channels/{channel}", 403, code=50013))
    await here.bert.slash(thread, "campaign join", {"seat": "Germans"})
    await here.settle(after=SOON)
    await here.anna.press(here.newest(here.carla, thread), "Allies: Draw 3 events")
    assert "The Allies draw 3 markers." in text(here.newest(here.carla, thread))
    here.server.rejected.clear()


async def test_those_of_players_come_first_and_a_free_seat_last_where_there_is_no_room_for_all(here: Harness) -> None:
    await post(here, "a", "b", "c", tags=(*TAGS, "a", "b", "c"))
    await here.settle(after=SOON)
    assert shown(here) == ["Allies", "Marne 1918", "a", "b", "c"]


async def test_what_has_ended_with_a_free_seat_has_ended_and_is_played_again_when_it_is_reopened(here: Harness) -> None:
    thread = await post(here)
    for entry, tags in (("end", ["Ended", "Marne 1918"]), ("reopen", ["Allies", "Marne 1918", "Seats free"])) * 2:
        await choose(here.anna, thread, f"campaign manage {entry}", {"sure": True} if entry == "end" else {})
        await here.settle(after=SOON)
        assert shown(here) == tags


async def test_a_campaign_in_the_trash_waits_for_nobody(here: Harness) -> None:
    thread = await post(here)
    await choose(here.anna, thread, "campaign manage trash", {"sure": True})
    await here.settle(after=SOON)
    assert shown(here) == ["Ended", "Marne 1918"]


async def test_who_was_asked_is_awaited_while_they_can_answer_in_time(here: Harness) -> None:
    thread = await post(here)
    await here.bert.slash(thread, "campaign join", {"seat": "Germans"})
    await choose(here.anna, thread, "campaign manage deadlines", {"answer": 4, "silence": 9})
    await here.settle(after=SOON)
    assert shown(here) == ["Allies", "Germans", "Marne 1918"]
    await here.settle(after=timedelta(days=8))
    assert "The time to answer has passed" in "".join(map(text, here.carla.messages(thread)))
    await here.settle(after=SOON)
    assert shown(here) == ["Allies", "Marne 1918"]


async def test_a_thread_of_a_text_channel_has_none(here: Harness) -> None:
    here.server.allow(here.marne, Permission.MANAGE_THREADS)
    here.bot.client.panels._seconds = 0.0
    thread = here.private_thread("apart", here.anna, here.bert)
    await here.anna.slash(thread, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, thread, "campaign manage panel")
    await here.anna.slash(thread, "draw event")
    await here.settle(after=SOON)
    (panel,) = (each for each in here.anna.messages(thread) if "Catch me up" in labels(each))
    assert "must keep or return" in text(panel), "and its panel is up to date"
    assert here.server.rejected == []
