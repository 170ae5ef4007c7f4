"""Where campaigns stand: they are listed, moved, put away and brought back."""

from datetime import timedelta

import pytest

from localdiscord import InvalidAction, Permission
from tests.bot.harness import EPHEMERAL, Harness, Message, choose, labels, offered, text
from tests.bot.marne import drawn
from tests.patience import until

pytestmark = pytest.mark.usefixtures("fair_dice")
PLAYS = (Permission.VIEW_CHANNEL, Permission.EMBED_LINKS, Permission.READ_MESSAGE_HISTORY)
"""What it takes to play anywhere, beside the right to write there."""


async def agreed(here: Harness, where: Message | None = None) -> None:
    """The Germans agree to what was asked last."""
    button = next(
        label for label in labels(here.newest(here.bert, where)) if label.endswith(("Agree", "Done", "offensive"))
    )
    await here.bert.press(here.newest(here.bert, where), button)


async def moved(here: Harness, *, began: bool = False) -> Message:
    """A campaign that has moved from the channel into a thread."""
    if not began:
        await drawn(here)
    await here.settle(after=timedelta(seconds=20))
    thread = here.server.thread("front", here.marne)
    await choose(here.anna, here.marne, "campaign manage move", {"to": thread["id"], "sure": True})
    await agreed(here)
    await here.settle(after=timedelta(seconds=1))
    return thread


def visible(here: Harness, where: Message) -> list[str]:
    """What everybody reads in a channel."""
    return [text(each) for each in here.carla.messages(where) if not each["flags"] & EPHEMERAL]


# ---- move ----


async def test_the_others_are_asked_and_it_goes_on_in_the_thread(here: Harness) -> None:
    thread = await moved(here)
    assert f"moves the campaign to <#{thread['id']}>. It goes on there." in visible(here, here.marne)[-1]
    arrival = next(each for each in here.carla.messages(thread) if "is played here now" in text(each))
    assert f"What happened before is in <#{here.marne['id']}>." in text(arrival)
    await here.anna.slash(thread, "dice roll", {"reason": "rain"})
    assert "d6 →" in visible(here, thread)[-1]
    assert labels(here.carla.messages(here.marne)[-1]) == []


async def test_a_move_is_answered_before_each_player_is_asked_about(here: Harness) -> None:
    await here.found()
    front, asked = here.private_thread("front", here.anna, here.bert), list[str]()
    here.server.watch(lambda each: asked.append(each.path))
    await choose(here.anna, here.marne, "campaign manage move", {"to": front["id"]})
    callback = "/interactions/{interaction}/{token}/callback"
    assert asked[:2] == [callback, callback], "the form, and that the bot thinks"
    assert "is in the log" in text(here.private(here.anna)[-1])
    assert "wants to move the campaign" in visible(here, here.marne)[-1]


async def test_the_arrival_is_in_the_campaigns_language(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage language", {"language": "fr"})
    await agreed(here)
    other = here.server.channel("ailleurs")
    await choose(here.anna, here.marne, "campaign manage move", {"to": other["id"]})
    await here.bert.press(here.newest(here.bert), labels(here.newest(here.bert))[0])
    await here.settle(after=timedelta(seconds=1))
    (arrival,) = here.carla.messages(other)
    assert arrival["content"].startswith("**La campagne est ici désormais**")
    assert "se joue ici désormais" in text(arrival)
    assert "is played here now" not in text(arrival)
    assert labels(arrival)[0] == "Alliés\N{NO-BREAK SPACE}: Tirer 3\N{NO-BREAK SPACE}événements"


async def test_its_panel_comes_along(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    thread = await moved(here, began=True)
    panels = [each for each in here.carla.messages(thread) if "Catch me up" in labels(each)]
    assert len(panels) == 1
    assert not [each for each in here.carla.messages(here.marne) if "Catch me up" in labels(each)]


async def test_the_old_channel_points_to_the_new_one(here: Harness) -> None:
    thread = await moved(here)
    await here.carla.slash(here.marne, "campaign status")
    assert f"This campaign is played in <#{thread['id']}> now." in text(here.private(here.carla)[-1])


async def test_the_buttons_of_a_hand_in_the_old_place_do_nothing_there(here: Harness) -> None:
    """Its result would stand in a channel in which nobody plays any more."""
    thread = await moved(here)
    kept = next(each for each in here.private(here.anna) if "Return what I drew" in labels(each))
    seq = (await here.campaign(thread)).campaign.seq
    await here.anna.press(kept, "Return what I drew")
    assert text(here.private(here.anna)[-1]) == f"This campaign is played in <#{thread['id']}> now."
    await here.anna.slash(thread, "hand")
    hand = here.private(here.anna, thread)[-1]
    assert (await here.campaign(thread)).campaign.seq == seq
    await here.anna.press(hand, "Return what I drew")
    assert (await here.campaign(thread)).campaign.seq == seq + 1


async def test_a_new_campaign_can_begin_in_the_old_place(here: Harness) -> None:
    thread = await moved(here)
    await here.found()
    assert (await here.campaign()).id != (await here.campaign(thread)).id


async def test_it_moves_back_and_plays_on_after_a_restart(here: Harness) -> None:
    thread = await moved(here)
    await here.restart()
    await here.anna.slash(thread, "dice roll", {"reason": "rain"})
    await choose(here.anna, thread, "campaign manage move", {"to": here.marne["id"], "sure": True})
    await agreed(here, thread)
    await here.settle(after=timedelta(seconds=1))
    await here.restart()
    before = (await here.campaign()).campaign.seq
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    session = await here.campaign()
    assert session.campaign.seq == before + 1
    await here.carla.slash(thread, "campaign status")
    assert f"This campaign is played in <#{here.marne['id']}> now." in text(here.private(here.carla, thread)[-1])
    for entry in (1, 2):
        message = await here.bot.outbox.message_of(session.id, entry)
        assert message is None or session.home_of(message).channel == int(here.marne["id"])


async def test_it_moves_only_where_it_can_be_played(here: Harness) -> None:
    await here.found()
    verdun = here.server.channel("verdun")
    await here.anna.slash(verdun, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    for to, said in ((verdun, "Another campaign is played in"), (here.marne, "played here already")):
        await choose(here.anna, here.marne, "campaign manage move", {"to": to["id"], "sure": True})
        assert said in text(here.private(here.anna)[-1])
    assert (await here.campaign()).campaign.seq == 1


async def test_it_respects_the_servers_campaign_channel(here: Harness) -> None:
    await here.found()
    kept, guild = here.server.channel("campaigns"), int(here.server.guild_id)
    await here.bot.client.service.servers.change(guild, channel=int(kept["id"]))
    somme = here.server.channel("somme")
    await choose(here.anna, here.marne, "campaign manage move", {"to": somme["id"], "sure": True})
    assert f"On this server campaigns are started in <#{kept['id']}> and its threads." in text(
        here.private(here.anna)[-1]
    )
    assert (await here.campaign()).campaign.seq == 1
    thread = here.server.thread("front", kept)
    for seq, place in ((2, kept), (3, thread)):
        await choose(here.anna, here.marne, "campaign manage move", {"to": place["id"], "sure": True})
        assert (await here.campaign()).campaign.seq == seq


async def test_where_another_campaign_began_meanwhile_nothing_is_done(here: Harness) -> None:
    await here.found()
    somme = here.server.channel("somme")
    await choose(here.anna, here.marne, "campaign manage move", {"to": somme["id"], "sure": True})
    await here.carla.slash(somme, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    before = (await here.campaign()).campaign.seq
    await agreed(here)
    assert "Another campaign is played in" in text(here.private(here.bert)[-1])
    assert (await here.campaign()).campaign.seq == before


async def test_it_does_not_move_where_a_player_cannot_follow(here: Harness) -> None:
    """The opponent: silence would agree to it, and whoever is left behind would lose the seat."""
    await here.found()
    somme = here.server.channel("somme")
    here.server.hub.state.channels.set_overwrite(somme, here.bert.id, deny=Permission.VIEW_CHANNEL)
    council = here.private_thread("council", here.anna)
    for place in (somme, council):
        await choose(here.anna, here.marne, "campaign manage move", {"to": place["id"], "sure": True})
        said = f"<@{here.bert.id}> may not write in <#{place['id']}>, so the campaign cannot go on there."
        assert said in text(here.private(here.anna)[-1])
    council["members"].append(here.bert.id)
    await choose(here.anna, here.marne, "campaign manage move", {"to": council["id"], "sure": True})
    await agreed(here)
    await here.settle(after=timedelta(seconds=1))
    assert "is played here now" in text(here.bert.messages(council)[0])
    here.server.rejected.clear()  # that Bert is not in the thread is what Discord answers first


async def test_it_does_not_move_without_the_referee(here: Harness) -> None:
    await here.carla.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Referee"})
    for person, seat in ((here.anna, "Allies"), (here.bert, "Germans")):
        await person.slash(here.marne, "campaign join", {"seat": seat})
    somme = here.server.channel("somme")
    here.server.hub.state.channels.set_overwrite(somme, here.carla.id, deny=Permission.VIEW_CHANNEL)
    await choose(here.anna, here.marne, "campaign manage move", {"to": somme["id"], "sure": True})
    assert f"<@{here.carla.id}> may not write in <#{somme['id']}>" in text(here.private(here.anna)[-1])


async def test_a_departed_player_does_not_hide_the_next(here: Harness) -> None:
    await here.found()
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    await agreed(here)
    somme = here.server.channel("somme")
    here.server.hub.state.channels.set_overwrite(somme, here.carla.id, deny=Permission.VIEW_CHANNEL)
    del here.server.hub.state.guilds[here.server.guild_id].members[here.bert.id]
    await choose(here.anna, here.marne, "campaign manage move", {"to": somme["id"], "sure": True})
    said = f"<@{here.carla.id}> may not write in <#{somme['id']}>, so the campaign cannot go on there."
    assert said in text(here.private(here.anna)[-1])
    here.server.hub.state.channels.set_overwrite(somme, here.carla.id, allow=Permission.VIEW_CHANNEL)
    await choose(here.anna, here.marne, "campaign manage move", {"to": somme["id"], "sure": True})
    assert "wants to move the campaign" in text(here.newest(here.carla))
    here.server.rejected.clear()  # that Bert is no member is what Discord answers


@pytest.mark.parametrize(
    ("in_thread", "missing"),
    [
        *((False, each) for each in (*PLAYS, Permission.SEND_MESSAGES)),
        *((True, each) for each in (*PLAYS, Permission.SEND_MESSAGES_IN_THREADS)),
    ],
)
async def test_a_move_needs_every_right(here: Harness, missing: Permission, *, in_thread: bool) -> None:
    await here.found()
    somme = here.server.channel("somme")
    place = here.server.thread("front", somme) if in_thread else somme
    bot, channels = str(here.bot.client.application_id), here.server.hub.state.channels
    asked = [
        (here.anna, bot, "The bot cannot read, write and show embeds in {}."),
        (here.anna, here.bert.id, f"<@{here.bert.id}> may not write in {{}}, so the campaign cannot go on there."),
        (here.bert, here.bert.id, "You may not write in {}."),
    ]
    if missing is Permission.VIEW_CHANNEL:
        asked = asked[1:2]  # the others are not told by Discord of a channel that they do not see
    for mover, lacking, said in asked:
        channels.set_overwrite(somme, lacking, deny=missing)
        await mover.slash(here.marne, "campaign manage", {"what": "move"})
        await mover.submit({"to": place["id"]})
        assert said.format(f"<#{place['id']}>") in text(here.private(mover)[-1])
        channels.set_overwrite(somme, lacking, allow=missing)
    assert (await here.campaign()).campaign.seq == 1


@pytest.mark.parametrize("in_thread", [False, True])
async def test_a_thread_needs_the_right_to_write_in_threads(here: Harness, *, in_thread: bool) -> None:
    """In a channel that has threads alone nobody writes beside them, and where there are none nobody writes in one."""
    await here.found()
    somme = here.server.channel("somme")
    place = here.server.thread("front", somme) if in_thread else somme
    missing = Permission.SEND_MESSAGES if in_thread else Permission.SEND_MESSAGES_IN_THREADS
    for each in (str(here.bot.client.application_id), here.anna.id, here.bert.id):
        here.server.hub.state.channels.set_overwrite(somme, each, deny=missing)
    await choose(here.anna, here.marne, "campaign manage move", {"to": place["id"], "sure": True})
    await agreed(here)
    await here.settle(after=timedelta(seconds=1))
    assert "is played here now" in text(here.bert.messages(place)[0])


async def test_a_channel_that_is_gone_by_then_takes_no_campaign(here: Harness) -> None:
    """The absent: nobody could give a command there any more."""
    await here.found()
    somme = here.server.channel("somme")
    await choose(here.anna, here.marne, "campaign manage move", {"to": somme["id"], "sure": True})
    here.server.delete(somme)
    await agreed(here)
    assert "The bot cannot see that channel" in text(here.private(here.bert)[-1])
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "d6 →" in visible(here, here.marne)[-1]


# ---- threads that sleep ----


async def asleep(here: Harness, *, locked: bool) -> Message:
    """A campaign in a thread that Discord has archived, while Anna waits for an answer."""
    thread = here.server.thread("front", here.marne)
    await here.found(thread)
    await choose(here.anna, thread, "campaign manage end", {"sure": True})
    here.server.archive(thread, locked=locked)
    return thread


@pytest.mark.parametrize("restarted", [False, True])
async def test_a_thread_that_sleeps_is_woken_when_something_falls_due(here: Harness, restarted: bool) -> None:
    thread = await asleep(here, locked=False)
    if restarted:
        await here.restart()
    await here.settle(after=timedelta(days=4))
    assert "The time to answer has passed" in "\n".join(visible(here, thread))
    assert not thread["thread_metadata"]["archived"]
    here.server.rejected.clear()  # that it sleeps is what Discord answers first


async def test_the_thread_of_a_campaign_that_waits_does_not_sleep(here: Harness) -> None:
    thread = here.server.thread("front", here.marne)
    await here.found(thread)
    here.server.let_threads_sleep()
    for _ in range(40):
        await here.settle(after=timedelta(days=2))
        await until(lambda: not thread["thread_metadata"]["archived"])
    here.anna.send(thread, "That is enough.")
    here.server.archive(thread)
    await here.anna.slash(here.marne, "help")
    with pytest.raises(InvalidAction, match="write in it first"):
        await here.anna.slash(thread, "campaign status")
    here.anna.send(thread, "Wake up.")
    await here.anna.slash(thread, "campaign status")
    await choose(here.anna, thread, "campaign manage end", {"sure": True, "for_good": True})
    await agreed(here, thread)
    for _ in range(5):
        await here.settle(after=timedelta(days=2))
    assert thread["thread_metadata"]["archived"], "nobody waits for anything there"
    here.server.rejected.clear()  # what is posted into a thread that sleeps is refused first


async def test_a_thread_that_is_locked_stays_so_and_loses_nothing(here: Harness) -> None:
    thread = await asleep(here, locked=True)
    await here.settle(after=timedelta(days=4))
    assert "The time to answer has passed" not in "\n".join(visible(here, thread))
    assert (await here.campaign(thread)).campaign.seq == 2
    here.server.reopen(thread)
    await here.anna.slash(thread, "dice roll", {"reason": "rain"})
    await here.settle()
    assert "The time to answer has passed" in "\n".join(visible(here, thread))
    here.server.rejected.clear()


# ---- a channel that is gone ----


@pytest.mark.parametrize("kind", ["channel", "thread"])
async def test_a_campaign_whose_channel_is_gone_is_brought_elsewhere(here: Harness, kind: str) -> None:
    games = here.server.channel("games") if kind == "channel" else here.server.thread("games", here.marne)
    await here.found(games, name="By post")
    await here.settle(after=timedelta(hours=1))
    assert await offered(here.bert, here.marne, "campaign manage bring", "campaign") == [], "it is there yet"
    here.server.delete(games)
    await until(lambda: bool(here.bert.messages(here.bert.dm())))
    await here.settle(after=timedelta(days=4))
    for player in (here.anna, here.bert):
        (told,) = player.messages(player.dm())
        assert "Nothing of the campaign is lost" in text(told)
    assert await offered(here.carla, here.marne, "campaign manage bring", "campaign") == []
    assert await offered(here.bert, here.marne, "campaign manage bring", "campaign") == ["1 By post"]
    await choose(here.anna, here.marne, "campaign manage bring", {"campaign": "1"})
    await agreed(here)
    await here.settle(after=timedelta(seconds=1))
    assert "is played here now" in "".join(visible(here, here.marne))
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "d6 →" in visible(here, here.marne)[-1]
    assert {(each.status, each.code) for each in here.server.rejected} == {(404, 10003)}
    here.server.rejected.clear()


async def test_a_thread_that_the_bot_may_not_see_is_not_brought(here: Harness) -> None:
    room = here.private_thread("room", here.anna, here.bert)
    await here.found(room)
    here.server.archive(room)
    await until(lambda: here.bot.client.guilds[0].get_channel_or_thread(int(room["id"])) is None)
    room["members"].remove(here.server.hub.state.bot_id)
    await choose(here.anna, here.marne, "campaign manage bring", {"campaign": "1"})
    assert "may not see" in text(here.newest(here.anna))
    here.server.rejected.clear()


async def test_a_thread_that_sleeps_is_not_brought_elsewhere(here: Harness) -> None:
    front = here.server.thread("front", here.marne)
    await here.found(front)
    here.server.archive(front)
    await until(lambda: here.bot.client.guilds[0].get_channel_or_thread(int(front["id"])) is None)
    await choose(here.anna, here.marne, "campaign manage bring", {"campaign": "1"})
    assert "the thread wakes" in text(here.newest(here.anna))
