"""Whatever happens to an answer, the channel reads each result exactly once."""

import asyncio
import contextlib
from datetime import timedelta

import discord
import pytest

from bot.engine.outbox import Later
from bot.engine.posts import What, post
from bot.storage import Ending, Post, StoreFault
from localdiscord import Fault, NoResponse, Permission, RequestRecord
from tests.bot.harness import Harness, Message, choose, text
from tests.bot.history import told_in

CALLBACK = "/interactions/{interaction}/{token}/callback"
FOLLOW_UP = "/webhooks/{application}/{token}"
SEND = "/channels/{channel}/messages"


def results(here: Harness) -> list[int]:
    """The entries whose results the channel reads, in their order."""
    return [number for message in here.carla.messages(here.marne) for number in told_in(message)]


def allowed(here: Harness, permission: Permission, *, yes: bool) -> None:
    """Give the bot a permission in the channel, or take it."""
    bot_id = str(here.bot.client.application_id)
    deny = {"id": bot_id, "type": 1, "allow": "0", "deny": str(int(permission))}
    here.server.hub.state.channels.by_id[here.marne["id"]]["permission_overwrites"] = [] if yes else [deny]


async def roll(here: Harness) -> None:
    """Anna rolls; her Discord may give up waiting for the answer, and the bot gives up later."""
    with contextlib.suppress(NoResponse):
        await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    await asyncio.gather(*(task for task in asyncio.all_tasks() if task.get_name() == "CommandTree-invoker"))


@pytest.mark.usefixtures("_only_questions")
async def test_nothing_waits_when_everything_was_answered(table: Harness) -> None:
    before = len(table.carla.messages(table.marne))
    await roll(table)
    await table.settle(after=timedelta(days=30))
    assert len(table.carla.messages(table.marne)) == before + 1


@pytest.mark.parametrize(
    "fault",
    [
        Fault("POST", CALLBACK, 500, times=9),
        Fault("POST", CALLBACK, 404, code=10062),
        Fault("POST", CALLBACK, 400, code=40060),
        Fault("POST", CALLBACK, loses_response=True),
    ],
    ids=lambda fault: f"{fault.status} {fault.code} {fault.loses_response}",
)
async def test_an_answer_that_was_lost_is_posted_once(table: Harness, fault: Fault) -> None:
    table.server.inject(fault)
    await roll(table)
    fault.times = 0
    await table.settle(after=timedelta(seconds=1))
    await table.settle(after=timedelta(days=1))
    assert results(table).count(2) == 1
    assert "hit an error" not in "".join(map(text, table.private(table.anna)))
    table.server.rejected.clear()


@pytest.mark.parametrize("killed", ["before the mark", "before the answer"])
async def test_a_restart_posts_what_is_missing_and_nothing_twice(table: Harness, killed: str) -> None:
    fault = Fault("POST", CALLBACK, 404, 10062, times=int(killed == "before the answer"))
    table.server.inject(fault)
    table.bot.outbox.note = lambda *_: None  # type: ignore[method-assign]
    await roll(table)
    await table.restart()
    fault.times = 0
    await table.settle(after=timedelta(minutes=5))
    await table.settle(after=timedelta(days=1))
    assert results(table).count(2) == 1
    table.server.rejected.clear()


async def test_a_failing_database_denies_nothing_done(table: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    async def failing(*_: object) -> None:
        raise StoreFault("The disk cannot be read or written")

    await table.restart()
    store = table.bot.client.service._store
    monkeypatch.setattr(store, "newest_message", failing)
    table.bot.outbox._stopped[1] = [Post(1, "result", 1, 0)]
    monkeypatch.setattr(store, "postpone", failing)
    await roll(table)
    assert results(table).count(2) == 1
    assert table.private(table.anna) == []


async def test_while_discord_is_down_it_waits(table: Harness) -> None:
    down = [Fault("POST", CALLBACK, 404, 10062), Fault("POST", SEND, 500, times=50)]
    for fault in down:
        table.server.inject(fault)
    await roll(table)
    for _ in range(2):
        await table.settle(after=timedelta(minutes=2))
    assert results(table).count(2) == 0
    down[1].times = 0
    await table.settle(after=timedelta(hours=2))
    assert results(table).count(2) == 1
    table.server.rejected.clear()


async def roll_that_cannot_be_posted(here: Harness) -> None:
    """The answer is lost, and the channel refuses the post in its place."""
    fault = Fault("POST", CALLBACK, 404, 10062)
    here.server.inject(fault)
    allowed(here, Permission.SEND_MESSAGES, yes=False)
    await roll(here)
    fault.times = 0
    await here.settle(after=timedelta(seconds=1))


async def test_a_forbidden_channel_is_left_alone_and_the_referee_told(table: Harness) -> None:
    await roll_that_cannot_be_posted(table)
    table.server.rejected.clear()
    for _ in range(6):
        await table.settle(after=timedelta(minutes=9))
    assert table.server.rejected == []
    await table.bert.slash(table.marne, "dice roll", {"reason": "rain"})
    assert all("You play" in text(each) for each in table.private(table.bert)), "it is the referee's to mend"
    await table.settle()
    await roll(table)
    (told,) = table.private(table.anna)
    assert "could not post here" in text(told)
    assert "missing: 2." in text(told)
    allowed(table, Permission.SEND_MESSAGES, yes=True)
    await table.settle(after=timedelta(hours=2))
    await roll(table)
    await table.settle(after=timedelta(hours=2))
    assert results(table).count(2) == 1
    table.server.rejected.clear()


async def test_a_missing_post_has_its_public_number(here: Harness) -> None:
    """The referee does not learn how often others did something unseen, and finds the entry by that number."""
    await here.found_small("night-watch", "North", "South")
    for _ in range(2):
        await here.bert.slash(here.marne, "act", {"offer": "Note something"})
    await here.settle(after=timedelta(minutes=1))
    with here.impatient():
        await roll_that_cannot_be_posted(here)
        await roll(here)
    (told,) = here.private(here.anna)
    assert "missing: 2." in text(told)
    here.server.rejected.clear()


async def test_there_are_fewer_than_three_forbidden_requests_an_hour(table: Harness) -> None:
    allowed(table, Permission.SEND_MESSAGES, yes=False)
    for _ in range(8):
        table.server.inject(Fault("POST", CALLBACK, 404, code=10062))
        await roll(table)
        await table.settle(after=timedelta(minutes=5))
        await roll(table)  # the referee is told, and it is tried once more
        await table.settle(after=timedelta(minutes=1))
    forbidden = [each for each in table.server.rejected if each.status == 403]
    assert 1 <= len(forbidden) <= 2
    table.server.rejected.clear()


@pytest.mark.parametrize(
    ("fault", "waits", "archived"),
    [
        (Fault("POST", SEND, 429, times=9), True, 0), (Fault("POST", SEND, 500, times=9), True, 0),
        (Fault("POST", SEND, 503, times=9), True, 0), (Fault("POST", SEND, loses_request=True), True, 0),
        (Fault("POST", SEND, 400, 50035, times=9), False, 0), (Fault("POST", SEND, 400, 50083, times=9), False, 1),
        (Fault("POST", SEND, 403, 50013, times=9), False, 0), (Fault("POST", SEND, 404, 10003, times=9), False, 0),
    ],
    ids=lambda each: f"{each.status} {each.code} {each.loses_request}" if isinstance(each, Fault) else "",
)  # fmt: skip
async def test_errors_end_or_delay_a_post(here: Harness, fault: Fault, archived: int, *, waits: bool) -> None:
    """What is archived is opened once, and tried once more."""
    front = here.server.thread("front", here.marne)
    await here.found(front)
    await here.settle(after=timedelta(minutes=1))
    here.server.inject(fault)
    requests: list[RequestRecord] = []
    here.server.watch(requests.append)
    poster, now = here.bot.client.poster, here.server.clock.now()
    outcome = await poster.try_posts([post(1, What.ARRIVAL, 1, now)])
    refused = here.bot.outbox.forbidden
    refused.note(int(front["id"]))
    if waits:
        assert outcome == Later()
        assert not refused.holds(int(front["id"])), "that was no refusal"
    else:
        assert outcome == Ending(1, "arrival", 1, "stopped")
        assert refused.holds(int(front["id"])), "it was the second"
        assert poster._reasons[1] == "Injected fault"
    assert [each.method for each in requests].count("PATCH") == archived
    here.server.rejected.clear()


async def test_a_channel_is_tried_again_by_whoever_acts_there(here: Harness) -> None:
    await here.found()
    session, refused = await here.campaign(), here.bot.outbox.forbidden
    refused.note(session.channel)
    may = discord.Permissions(view_channel=True, send_messages=True, embed_links=True)
    await here.bot.client.poster.try_again(session, discord.Permissions(view_channel=True, send_messages=True))
    assert refused
    await here.bot.client.poster.try_again(session, may)
    assert not refused


async def test_a_channel_that_is_gone_ends_it(table: Harness) -> None:
    fault = Fault("POST", CALLBACK, 404, 10062)
    table.server.inject(fault)
    await roll(table)
    table.server.hub.state.channels.by_id.pop(table.marne["id"])
    table.server.rejected.clear()
    for _ in range(5):
        await table.settle(after=timedelta(hours=1))
    assert len(table.server.rejected) <= 2
    table.server.rejected.clear()


async def test_a_private_action_leaves_nothing_to_post(here: Harness) -> None:
    await here.found()
    await here.anna.press(here.newest(here.anna), "Allies: Draw 3 events")
    before = len(here.carla.messages(here.marne))
    await here.settle(after=timedelta(days=1))
    assert len(here.carla.messages(here.marne)) == before


async def test_a_founding_is_found_again_although_the_game_has_gone_on(
    here: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crash lost its mark; until it is looked for, its campaign reads otherwise."""
    monkeypatch.setattr("bot.engine.outbox.FLUSH_SECONDS", 60.0)
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await here.restart()
    monkeypatch.undo()
    await choose(here.anna, here.marne, "enter setup", {"total": 33, "hexes": "A05 B05"})
    await here.settle(after=timedelta(minutes=1))
    assert sum("Campaign started" in text(each) for each in here.carla.messages(here.marne)) == 1


# ---- what time brings ----


async def asked(here: Harness) -> Message:
    """Anna asks for the end, to which Bert must agree."""
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    return here.newest(here.carla)


async def test_a_request_that_was_answered_needs_no_deadline(table: Harness) -> None:
    message = await asked(table)
    await table.bert.press(message, "Blue: Agree")
    before = len(table.carla.messages(table.marne))
    await table.settle(after=timedelta(days=9))
    assert len(table.carla.messages(table.marne)) == before
