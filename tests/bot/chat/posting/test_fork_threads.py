"""A campaign that has ended goes on in a thread of its own, with the same seats and dice of its own."""

from datetime import timedelta

import pytest

from bot.log.export import export_from
from bot.log.verify import verify_file
from localdiscord import Fault, Permission
from tests.bot.chat.commands.test_record import act
from tests.bot.harness import Harness, Message, choose, labels, text
from tests.bot.test_poster_messages import whole
from tests.games import catalog
from tests.patience import until

THREADS, SEND = "/channels/{channel}/threads", "/channels/{channel}/messages"


async def ended(here: Harness, channel: Message | None = None) -> None:
    """Anna has drawn her markers in a campaign that Bert plays, too, and all have ended it for good."""
    where = channel or here.marne
    await here.found(where)
    await here.anna.slash(where, "draw event")
    await choose(here.anna, where, "campaign manage end", {"for_good": True})
    await here.bert.press(here.newest(here.bert, where), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))


async def forked(here: Harness, at: str = "2", name: str = "B", channel: Message | None = None) -> None:
    """Anna forks it."""
    await choose(here.anna, channel or here.marne, "record more fork", {"at": at, "name": name})
    await here.settle(after=timedelta(minutes=1))


def thread(here: Harness, name: str = "B") -> Message:
    """The thread of a fork."""
    return here.server.thread(name, here.marne)


def threads(here: Harness) -> list[str]:
    return [each["name"] for each in here.server.hub.state.channels.by_id.values() if each["type"] == 11]


async def test_play_goes_on_in_a_thread(here: Harness) -> None:
    await ended(here)
    await choose(here.anna, here.marne, "record more fork", {"at": "2", "name": "The other way"})
    here.server.clock.advance(timedelta(minutes=1))
    here.bot.outbox.poke()  # it looks once; what the thread begins with follows by itself
    await until(lambda: bool(threads(here) and here.carla.messages(thread(here, "The other way"))))
    there = thread(here, "The other way")
    assert f"<#{there['id']}>" in here.newest(here.carla)["content"]
    first = text(here.carla.messages(there)[0])
    assert "A fork of" in first
    pools = [(await here.campaign(where)).campaign.state.pools for where in (there, here.marne)]
    assert pools[0] == pools[1]
    await choose(here.anna, there, "record more verify")
    taken_over = "The first 2 entries were taken over: check them where they come from."
    assert taken_over in text(here.newest(here.anna, there))


async def test_a_solo_player_forks_a_running_campaign(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await here.anna.slash(here.marne, "draw event")
    await forked(here, at="0")
    assert threads(here) == ["B"]
    assert not (await here.campaign(thread(here))).campaign.state.drawn


async def test_while_others_play_there_is_no_fork(here: Harness) -> None:
    await here.found()
    await choose(here.anna, here.marne, "record more fork", {"at": "1"})
    assert "once it has ended for good" in text(here.newest(here.anna))


async def test_a_fork_has_a_panel_of_its_own(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await ended(here)
    await forked(here)
    await here.settle(after=timedelta(minutes=1))
    panels = [each for each in here.carla.messages(thread(here)) if "Catch me up" in labels(each)]
    assert [each["pinned"] for each in panels] == [True]


@pytest.mark.parametrize(
    ("fault", "opened"),
    [
        (Fault("POST", THREADS, 500, times=9), 1),
        (Fault("POST", THREADS, loses_response=True), 2),
        (Fault("POST", SEND, loses_response=True), 1),
    ],
)
async def test_a_failed_fork_is_opened_later_once(here: Harness, fault: Fault, opened: int) -> None:
    """The absent: the bot dies in between. At worst an empty thread is left."""
    await ended(here)
    here.server.inject(fault)
    await forked(here)
    fault.times = 0
    await here.settle(after=timedelta(minutes=1))
    await here.restart()
    await here.settle(after=timedelta(hours=2))
    forks = [id_ for id_ in (2, 3) if await here.bot.client.service._store.campaign(id_)]
    assert forks == [2]
    links = [each for each in here.carla.messages(here.marne) if "goes on in" in each["content"]]
    assert len(links) == 1
    assert threads(here) == ["B"] * opened


@pytest.mark.usefixtures("fair_dice")
async def test_a_fork_can_be_forked(here: Harness) -> None:
    await ended(here)
    await forked(here)
    there = thread(here)
    await here.anna.slash(there, "dice roll", {"reason": "rain"})
    await choose(here.anna, there, "campaign manage end", {"for_good": True})
    await here.bert.press(here.newest(here.bert, there), "Germans: Agree")
    await forked(here, at="4", name="C", channel=there)
    last = await here.campaign(thread(here, "C"))
    assert last.campaign.begun_at == 5
    await here.anna.slash(thread(here, "C"), "dice roll", {"reason": "rain"})
    written = await export_from(here.database, last.id)
    assert written is not None
    said = "\n".join(verify_file(written.data, catalog()))
    assert "Sealed dice: 1." in said, "its own die; the others are checked in the records that it was forked from"


async def test_a_fork_of_a_private_thread_is_private(here: Harness) -> None:
    """The opponent: a stranger sees neither the thread nor its name. Who has left the server keeps nobody out."""
    council = here.private_thread("council", here.anna, here.bert)
    await ended(here, council)
    here.server.inject(Fault("PUT", "/channels/{channel}/thread-members/{user}", 404, 10013, times=1))
    await forked(here, channel=council)
    there = next(each for each in here.server.hub.state.channels.by_id.values() if each["name"] == "B")
    assert there["type"] == 12
    members = {here.anna.id, here.bert.id} & set(there["members"])
    assert len(members) == 1, "one of the two has left"
    assert here.carla.id not in there["members"]
    (player,) = (each for each in (here.anna, here.bert) if each.id in members)
    assert "A fork of" in text(player.messages(there)[0])
    here.server.rejected.clear()


async def test_where_no_thread_can_be_opened_there_is_no_fork(here: Harness) -> None:
    post = here.server.thread("a thread of what can have none", here.marne)
    await ended(here, post)
    here.server.hub.state.channels.by_id[here.marne["id"]]["type"] = 4
    await here.restart()
    await choose(here.anna, post, "record more fork", {"at": "1"})
    assert "A fork needs a text channel or a forum" in text(here.private(here.anna, post)[-1])


async def test_a_fork_introduces_itself_and_reminds(here: Harness) -> None:
    await ended(here)
    await forked(here, name="The other way")
    there = thread(here, "The other way")
    assert (there["type"], there["parent_id"]) == (11, here.marne["id"])
    assert there["thread_metadata"]["auto_archive_duration"] == 7 * 24 * 60
    (first,) = here.carla.messages(there)
    assert whole(first) == {
        "content": "**Fork** · Allies", "called": [], "title": None,
        "said": "A fork of **Marne 1918** after its entry 2.\n"
        "What each side held there it holds here. The dice are sealed anew.",
        "footer": None, "below": ["My hand", "Why?"],
    }  # fmt: skip
    await here.settle(after=timedelta(days=2, minutes=1))
    reminder = here.newest(here.carla, there)
    assert [each["username"] for each in reminder["mentions"]] == ["anna"]
    assert reminder["embeds"][0]["title"] == "Play waits: Keep or return each marker you drew."


async def test_a_fork_tells_that_the_time_to_answer_has_passed(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await act(here, here.anna, "call")
    await choose(here.anna, here.marne, "campaign manage end", {"for_good": True})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.settle(after=timedelta(minutes=1))
    await forked(here)
    await here.settle(after=timedelta(days=3, minutes=1))
    said = [text(each) for each in here.carla.messages(thread(here))]
    assert sum("did not answer. Any player can go on without them." in each for each in said) == 1, said
