"""A fork goes on in a thread of its own, with consent, the same secrets and dice of its own."""

import asyncio
import re
from datetime import timedelta
from typing import Any

import pytest

from bot.engine.request import Caller
from bot.log.export import export_from
from bot.log.verify import verify_file
from localdiscord import Fault, Permission
from rules.games.marne_1918.phases import ALLIES
from rules.pool import Zone
from rules.seat import Player, Seat
from tests.bot.chat.posting.test_reminders import act, gives_three_days, told_late
from tests.bot.harness import Harness, Message, choose, labels, text, until
from tests.bot.test_poster_messages import whole
from tests.games import catalog

THREADS, SEND = "/channels/{channel}/threads", "/channels/{channel}/messages"


async def drawn(here: Harness) -> None:
    """Anna has drawn her markers in a campaign that Bert plays, too."""
    await here.found()
    await here.anna.slash(here.marne, "draw event")
    await here.settle(after=timedelta(minutes=1))


async def asked(here: Harness, at: str = "2", **more: str) -> None:
    """Anna asks for a fork, and Bert agrees."""
    await choose(here.anna, here.marne, "record more fork", {"at": at, **more})
    await here.bert.press(here.newest(here.carla), "Germans: Agree")


def thread(here: Harness, name: str) -> Message:
    """The thread of a fork."""
    return here.server.thread(name, here.marne)


def threads(here: Harness) -> list[str]:
    return [each["name"] for each in here.server.hub.state.channels.by_id.values() if each["type"] == 11]


async def test_the_others_agree_and_play_goes_on_in_a_thread(here: Harness) -> None:
    await drawn(here)
    await choose(here.anna, here.marne, "record more fork", {"at": "2", "name": "The other way"})
    request = text(here.newest(here.carla))
    assert "What becomes known there is known here, too." in request
    assert threads(here) == []
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    here.server.clock.advance(timedelta(minutes=1))
    here.bot.outbox.poke()  # it looks once; what the thread begins with follows by itself
    await until(lambda: bool(threads(here) and here.carla.messages(thread(here, "The other way"))))
    there = thread(here, "The other way")
    assert f"<#{there['id']}>" in here.newest(here.carla)["content"]
    first = text(here.carla.messages(there)[0])
    assert "A fork of" in first
    assert "sealed anew" in first
    pools = []
    for where in (there, here.marne):
        pools.append((await here.campaign(where)).campaign.state.pools)
    assert pools[0] == pools[1]


async def test_a_fork_has_a_panel_of_its_own(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await drawn(here)
    await asked(here, name="B")
    for _ in range(2):
        await here.settle(after=timedelta(minutes=1))
    panels = [each for each in here.carla.messages(thread(here, "B")) if "Catch me up" in labels(each)]
    assert [each["pinned"] for each in panels] == [True]


async def test_that_the_time_to_move_is_over_is_told_in_the_fork_too(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await gives_three_days(here)
    await act(here, here.anna, type="call")
    call = (await here.campaign()).campaign.seq
    await act(here, here.anna, type="fork", at=call, name="B")
    await act(here, here.bert, type="agree", to=call + 1)
    await here.settle(after=timedelta(minutes=1))
    late = f"<@{here.bert.id}> (South) did not answer in time. Any player can go on by default."
    assert await told_late(here, 5, thread(here, "B")) == [(3, late)]


async def test_neither_of_the_two_hears_of_the_other(here: Harness) -> None:
    await drawn(here)
    await asked(here, name="B")
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "B")
    await here.anna.slash(there, "dice roll", {"reason": "rain"})
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    fork, original = await here.campaign(there), await here.campaign()
    assert (fork.campaign.next_die, fork.seed != original.seed) == (1, False)
    await choose(here.anna, there, "record more verify")
    taken_over = "The first 2 entries were taken over: check them where they come from."
    assert taken_over in text(here.newest(here.anna, there))
    await here.anna.slash(there, "campaign undo")
    assert original.campaign.seq == (await here.campaign()).campaign.seq


async def test_nobody_sees_more_in_the_fork(here: Harness) -> None:
    """The opponent: no marker of Anna's is named to Bert there, and she alone is told what she holds."""
    await drawn(here)
    await asked(here, name="B")
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "B")
    for command in ("hand", "record find", "campaign status", "record more export"):
        await choose(here.bert, there, command)
    told = "\n".join(text(each) for each in here.bert.messages(there))
    await here.anna.slash(there, "hand")
    own = text(here.private(here.anna, there)[-1])
    names = re.findall(r"(?:hold|return) \*\*(.+?)\*\*", own)
    assert names
    assert not [name for name in names if name in told]


class Hasty:
    """asyncio, as discord.py has it, in which the waits between its tries take no time."""

    def __getattr__(self, name: str) -> Any:
        return getattr(asyncio, name)

    async def sleep(self, _seconds: float) -> None:
        await asyncio.sleep(0)


@pytest.mark.parametrize(
    ("fault", "opened"),
    [
        (Fault("POST", THREADS, 500, times=9), 1),
        (Fault("POST", THREADS, loses_response=True), 2),
        (Fault("POST", SEND, loses_response=True), 1),
    ],
)
async def test_a_fork_that_could_not_be_opened_is_opened_later_and_once(
    here: Harness, fault: Fault, opened: int, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """The absent: the bot dies in between. At worst an empty thread is left."""
    monkeypatch.setattr("discord.http.asyncio", Hasty())
    await drawn(here)
    here.server.inject(fault)
    await asked(here, name="B")
    await here.settle(after=timedelta(minutes=1))
    fault.times = 0
    await here.settle(after=timedelta(minutes=1))
    await here.restart()
    await here.settle(after=timedelta(hours=2))
    forks = [id_ for id_ in (2, 3) if await here.bot.client.service._store.campaign(id_)]
    assert forks == [2]
    links = [each for each in here.carla.messages(here.marne) if "goes on in" in each["content"]]
    assert len(links) == 1
    assert threads(here) == ["B"] * opened


async def test_without_the_permission_the_referee_reads_why(here: Harness) -> None:
    await drawn(here)
    here.server.deny(here.marne, Permission.CREATE_PUBLIC_THREADS)
    await asked(here, name="B")
    await here.settle(after=timedelta(minutes=1))
    assert threads(here) == []
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert "could not post here" in text(here.private(here.anna)[-1])
    here.server.allow(here.marne, Permission.CREATE_PUBLIC_THREADS)
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.settle(after=timedelta(minutes=1))
    assert threads(here) == ["B"]
    here.server.rejected.clear()


@pytest.mark.usefixtures("fair_dice")
async def test_a_fork_can_be_forked(here: Harness) -> None:
    await drawn(here)
    await asked(here, name="B")
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "B")
    await choose(here.anna, there, "record more fork", {"at": "1", "name": "C"})
    assert "Choose an entry from 3 to 3." in text(here.newest(here.anna, there))
    await here.anna.slash(there, "dice roll", {"reason": "rain"})
    await choose(here.anna, there, "record more fork", {"at": "4", "name": "C"})
    await here.bert.press(here.newest(here.carla, there), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))
    last = await here.campaign(thread(here, "C"))
    assert last.campaign.forked_at == 5
    await here.anna.slash(thread(here, "C"), "dice roll", {"reason": "rain"})
    written = await export_from(here.database, last.id)
    assert written is not None
    said = "\n".join(verify_file(written.data, catalog()))
    assert "Sealed dice: 1." in said, "its own die; the others are checked in the records that it was forked from"
    assert "Done" not in labels(here.newest(here.carla, there))


async def test_a_fork_is_played_by_those_who_play_now(here: Harness) -> None:
    """Whoever has given a seat up since does not get its hand back."""
    await drawn(here)
    await choose(here.anna, here.marne, "campaign manage hand-over", {"seat": "Allies", "to": "carla"})
    await choose(here.carla, here.marne, "record more fork", {"at": "2", "name": "B"})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))
    fork = (await here.campaign(thread(here, "B"))).campaign
    assert fork.roster[Seat("Allies")] == (Player(here.carla.id),)
    await here.anna.slash(thread(here, "B"), "hand")
    assert "draw" not in text(here.newest(here.anna, thread(here, "B"))).lower()


async def test_two_campaigns_compared_show_a_hand_only_to_who_holds_it_in_both(here: Harness) -> None:
    """Carla plays the Allies in the fork, and Anna still does in the original."""
    await here.found()
    await asked(here, at="1", name="B")
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "B")
    await here.anna.slash(here.marne, "draw event")
    await choose(here.anna, here.marne, "record more compare", {"with": "B"})
    assert "Known to Allies alone" in text(here.newest(here.anna))
    await choose(here.anna, there, "campaign manage hand-over", {"seat": "Allies", "to": "carla"})
    for person in (here.anna, here.carla):
        await choose(person, here.marne, "record more compare", {"with": "B"})
        said = text(here.newest(person))
        assert "Two campaigns compared" in said
        assert "alone" not in said


async def test_a_fork_of_a_private_thread_is_private(here: Harness) -> None:
    """The opponent: a stranger sees neither the thread nor its name."""
    council = here.private_thread("council", here.anna, here.bert)
    await here.found(council)
    await choose(here.anna, council, "record more fork", {"at": "1", "name": "B"})
    await here.bert.press(here.newest(here.bert, council), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))
    there = next(each for each in here.server.hub.state.channels.by_id.values() if each["name"] == "B")
    assert there["type"] == 12
    assert {here.anna.id, here.bert.id} <= set(there["members"])
    assert here.carla.id not in there["members"]
    assert "A fork of" in text(here.bert.messages(there)[0])


async def test_a_referee_who_plays_no_side_comes_along_to_a_private_fork(here: Harness) -> None:
    council = here.private_thread("council", here.anna, here.bert, here.carla)
    await here.carla.slash(council, "campaign new", {"game": "marne-1918", "seat": "Referee"})
    for person, seat in ((here.anna, "Allies"), (here.bert, "Germans")):
        await person.slash(council, "campaign join", {"seat": seat})
    await choose(here.anna, council, "record more fork", {"at": "1", "name": "B"})
    await here.bert.press(here.newest(here.bert, council), "Germans: Agree")
    await here.settle(after=timedelta(minutes=1))
    there = next(each for each in here.server.hub.state.channels.by_id.values() if each["name"] == "B")
    assert {here.anna.id, here.bert.id, here.carla.id} <= set(there["members"])


async def test_a_fork_of_a_thread_that_all_can_see_is_open_to_all_and_calls_nobody_into_it(here: Harness) -> None:
    front = here.server.thread("front", here.marne)
    await here.found(front)
    await choose(here.anna, front, "campaign manage language", {"language": "fr"})
    await here.bert.press(here.newest(here.bert, front), "Germans: Agree")
    await choose(here.anna, front, "record more fork", {"at": "2", "name": "B"})
    await here.bert.press(here.newest(here.carla, front), labels(here.newest(here.carla, front))[0])
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "B")
    assert (there["type"], there["parent_id"]) == (11, here.marne["id"])
    assert not {here.anna.id, here.bert.id} & set(there.get("members", ()))
    assert here.newest(here.carla, front)["content"] == f"La variante se joue dans <#{there['id']}>."


async def test_where_no_thread_can_be_opened_nobody_is_asked(here: Harness) -> None:
    """The absent: a fork that was agreed to all the same holds nothing up that is to be posted after it."""
    post = here.server.thread("a thread of what can have none", here.marne)
    await here.found(post)
    await here.settle(after=timedelta(minutes=1))
    here.server.hub.state.channels.by_id[here.marne["id"]]["type"] = 4
    await here.restart()
    await choose(here.anna, post, "record more fork", {"at": "1"})
    assert "A fork needs a text channel or a forum" in text(here.private(here.anna, post)[-1])
    session = await here.campaign(post)
    for user, command in ((here.anna, {"type": "fork", "at": 1}), (here.bert, {"type": "agree", "to": 2})):
        caller = Caller(int(user.id), here.server.clock.now(), session.guild, session.channel, int(user.id))
        await here.bot.client.service.execute(caller, session, command)
    await here.settle(after=timedelta(minutes=1))
    await here.anna.slash(post, "dice roll", {"reason": "rain"})
    assert "could not post here: A fork needs a text channel" in text(here.private(here.anna, post)[-1])


async def test_the_thread_begins_with_what_it_is_and_reminds_whom_it_waits_for(here: Harness) -> None:
    await drawn(here)
    await asked(here, name="The other way")
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "The other way")
    assert (there["type"], there["parent_id"]) == (11, here.marne["id"])
    assert there["thread_metadata"]["auto_archive_duration"] == 7 * 24 * 60
    (first,) = here.carla.messages(there)
    assert whole(first) == {
        "content": "**Fork** · Allies", "called": [], "title": None,
        "said": "A fork of **Marne 1918** after its entry 2: same seats, same secrets.\n"
        "The dice are sealed anew.",
        "footer": None, "below": ["My hand", "Why?"],
    }  # fmt: skip
    where = here.newest(here.carla)
    assert (where["content"], where["embeds"]) == (f"The fork goes on in <#{there['id']}>.", [])
    await here.settle(after=timedelta(days=2, minutes=1))
    reminder = here.newest(here.carla, there)
    assert [each["username"] for each in reminder["mentions"]] == ["anna"]
    assert reminder["embeds"][0]["title"] == "Play waits: Keep or return each marker you drew."


async def test_who_has_left_the_server_does_not_keep_a_private_fork_from_the_others(here: Harness) -> None:
    council = here.private_thread("council", here.anna, here.bert)
    await here.found(council)
    await choose(here.anna, council, "record more fork", {"at": "1", "name": "B"})
    await here.bert.press(here.newest(here.bert, council), "Germans: Agree")
    here.server.inject(Fault("PUT", "/channels/{channel}/thread-members/{user}", 404, 10013, times=1))
    await here.settle(after=timedelta(minutes=1))
    there = next(each for each in here.server.hub.state.channels.by_id.values() if each["name"] == "B")
    members = {here.anna.id, here.bert.id} & set(there["members"])
    assert len(members) == 1, "one of the two has left"
    (player,) = (each for each in (here.anna, here.bert) if each.id in members)
    assert "A fork of" in text(player.messages(there)[0])
    here.server.rejected.clear()


async def begun(here: Harness, **more: str) -> Message:
    """The thread of a fork of the campaign in which Anna has drawn."""
    await drawn(here)
    await asked(here, name="B", **more)
    await here.settle(after=timedelta(minutes=1))
    return thread(here, "B")


async def held(here: Harness, where: Message) -> frozenset[str]:
    """The markers of the Allies."""
    state = (await here.campaign(where)).campaign.state
    return frozenset(marker.id for marker in state.pools[ALLIES].at(Zone.HAND))


async def test_who_takes_a_seat_that_was_left_in_a_fork_reads_nothing_of_the_original(here: Harness) -> None:
    """The opponent: it was a window into the running game."""
    there = await begun(here)
    await choose(here.anna, there, "campaign manage leave", {"seat": "Allies"})
    assert "those of the original stay hidden" in text(here.newest(here.anna, there))
    await here.carla.slash(there, "campaign join", {"seat": "Allies"})
    assert "The secrets of Allies are new here." in text(here.newest(here.anna, there))
    fork = (await here.campaign(there)).campaign
    assert fork.closed == {ALLIES: fork.seq - 1}
    drawn_before = [each for each in fork.book.readings if each.seat == ALLIES and each.last is None]
    assert [each.player for each in drawn_before] == [int(here.carla.id)]
    await here.carla.slash(there, "hand")
    await here.carla.press(here.newest(here.carla, there), "My journal")
    journal = text(here.newest(here.carla, there))
    assert journal.count("You draw") == 1, "what was drawn before is the original's"
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    assert "has read the secrets" not in text(here.newest(here.anna))


async def test_whoever_is_given_a_seat_of_a_fork_reads_the_hand_of_the_original(here: Harness) -> None:
    """All there are told so, and the side that was read decides whether they come to another one."""
    there = await begun(here)
    await choose(here.anna, there, "campaign manage hand-over", {"seat": "Allies", "to": here.carla.id})
    assert await held(here, there) == await held(here, here.marne)
    await here.settle(after=timedelta(minutes=1))
    assert f"<@{here.carla.id}> reads Allies in **B**, and so its secrets here." in text(here.newest(here.bert))
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "Germans"})
    await here.carla.slash(here.marne, "campaign join", {"seat": "Germans"})
    asks = text(here.newest(here.anna))
    assert f"<@{here.carla.id}> has read the secrets of Allies." in asks
    assert "Allies must agree" in asks


async def test_a_fork_opens_no_secret_that_lives_in_the_original(here: Harness) -> None:
    """Whoever plays the side there must hold it here and agree."""
    there = await begun(here)
    await choose(here.anna, there, "campaign manage hand-over", {"seat": "Allies", "to": here.carla.id})
    await choose(here.bert, there, "campaign manage end", {"sure": True, "for_good": True})
    refused = text(here.newest(here.bert, there))
    assert f"<@{here.anna.id}> must hold that seat here" in refused
    assert not (await here.campaign(there)).campaign.is_ended


async def test_a_fresh_fork_costs_the_original_nothing(here: Harness) -> None:
    """Nobody is asked, other markers are dealt, and what is read there is not known in the original."""
    await drawn(here)
    before = await held(here, here.marne)
    await choose(here.anna, here.marne, "record more fork", {"at": "2", "name": "B", "fresh": True})
    await here.settle(after=timedelta(minutes=1))
    there = thread(here, "B")
    assert "same seats, new secrets" in text(here.carla.messages(there)[0])
    assert len(await held(here, there)) == len(before)
    fork, original = (await here.campaign(there)), (await here.campaign())
    assert fork.campaign.seq == 3
    assert not fork.campaign.has_kin
    assert not original.campaign.has_kin
    assert fork.campaign.next_die == len(before)
    found = await here.bot.client.service.verify(fork, await here.bot.client.service.entries(fork))
    assert found.wrong == ()
