"""Each message that time brings, word by word: what it says, whom it calls, and what is below it."""

import asyncio
from datetime import timedelta
from typing import Any

import pytest

from localdiscord import Fault, Permission
from tests.bot.engine.test_called_players import called, watch
from tests.bot.harness import Harness, Message, choose, labels, text

CALLBACK = "/interactions/{interaction}/{token}/callback"
TWO_DAYS = timedelta(days=2, minutes=1)


def whole(message: Message) -> dict[str, Any]:
    """All that a reader sees."""
    (embed,) = message["embeds"]
    return {
        "content": message["content"], "called": called(message), "title": embed.get("title"),
        "said": embed.get("description"), "footer": embed.get("footer", {}).get("text"), "below": labels(message),
    }  # fmt: skip


def link(here: Harness, message: Message) -> str:
    return f"https://discord.com/channels/{here.server.guild_id}/{here.marne['id']}/{message['id']}"


def moment(here: Harness) -> int:
    return int(here.server.clock.now().timestamp())


async def lost_roll(here: Harness) -> None:
    """Anna rolls, and the bot's answer does not arrive."""
    fault = Fault("POST", CALLBACK, 404, 10062)
    here.server.inject(fault)
    with here.unanswered():
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"))
    fault.times = 0


async def test_a_reminder_says_since_when_what_and_of_which_call(here: Harness) -> None:
    await watch(here)
    since, call = moment(here), link(here, here.newest(here.carla))
    await here.settle(after=TWO_DAYS)
    assert whole(here.newest(here.carla)) == {
        "content": f"<@{here.bert.id}> (South), your move: Answer the call.", "called": ["bert"],
        "title": "Play waits", "said": f"Waiting since <t:{since}:R>: [Call]({call})",
        "footer": "Night Watch · reminder 1",
        "below": ["Draw a token", "South: Answer", "No more reminders"],
    }  # fmt: skip


async def test_a_waiting_first_move_is_reminded_of(here: Harness) -> None:
    since = moment(here)
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    founding = link(here, here.newest(here.carla))
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    await here.settle(after=timedelta(minutes=1))
    await here.settle(after=TWO_DAYS)
    assert whole(here.newest(here.carla)) == {
        "content": f"<@{here.anna.id}> (Allies), your move: Draw your events.", "called": ["anna"],
        "title": "Play waits",
        "said": f"Waiting since <t:{since}:R>: [Campaign started]({founding})",
        "footer": "Marne 1918 · reminder 1",
        "below": ["Allies: Draw 3 events", "My hand", "No more reminders"],
    }  # fmt: skip


async def test_an_unanswered_request_tells_how_to_go_on(here: Harness) -> None:
    await here.found_high_card()
    await here.settle(after=timedelta(minutes=1))
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    before = here.newest(here.carla)
    await here.settle(after=timedelta(days=3, seconds=-1))
    assert here.newest(here.carla)["id"] >= before["id"]
    await here.settle(after=timedelta(minutes=1))
    late = here.newest(here.carla)
    assert whole(late) == {
        "content": f"<@{here.anna.id}>: not all have answered in time.",
        "called": ["anna"],
        "title": "The time to answer has passed",
        "said": f"<@{here.bert.id}> (Blue) did not answer: <@{here.anna.id}> wants to end the campaign.\n"
        "Any player can go on without them.",
        "footer": "High Card",
        "below": ["Go on without Blue", "Take a number", "Bid", "No more reminders"],
    }  # fmt: skip
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await here.settle(after=timedelta(days=1))
    assert late["id"] in [each["id"] for each in here.carla.messages(here.marne)], "it is no reminder, which would go"


@pytest.mark.usefixtures("_only_questions")
async def test_a_quiet_asker_is_named_without_a_mention(here: Harness) -> None:
    await here.found_high_card()
    await here.settle(after=timedelta(minutes=1))
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    hour = here.server.clock.now().hour
    await here.anna.slash(here.marne, "me settings", {"quiet": f"{hour}-{(hour + 6) % 24}"})
    await here.settle(after=timedelta(days=3, minutes=1))
    late = whole(here.newest(here.carla))
    assert late["content"] == f"<@{here.anna.id}>: not all have answered in time."
    assert late["called"] == []


async def test_the_referee_reads_which_results_are_missing_and_why(here: Harness) -> None:
    await here.found_high_card()
    await here.settle(after=timedelta(minutes=1))
    here.server.deny(here.marne, Permission.SEND_MESSAGES)
    await lost_roll(here)
    await here.settle(after=timedelta(minutes=1))
    await lost_roll(here)
    await here.settle(after=timedelta(minutes=1))
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    assert [text(each) for each in here.private(here.anna)] == [
        "The bot could not post here: Missing Permissions. The results of these entries are missing: 2, 3."
        " The bot tries again now; `/record find` shows them too."
    ]
    assert all("You play" in text(each) for each in here.private(here.bert))
    here.server.rejected.clear()
