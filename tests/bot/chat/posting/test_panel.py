"""The panel: one message a campaign that is always up to date."""

import asyncio
import contextlib
from datetime import timedelta
from typing import Any

import aiohttp
import discord
import pytest

from bot.chat.posting.panel import Panels, _mark
from bot.engine.outbox import Outbox
from bot.engine.posts import panel as panel_post
from bot.storage import SqliteStore, StoreFault
from localdiscord import Fault, Permission, RequestRecord
from localdiscord.state.components import walk
from localdiscord.state.composition import compose
from rules.errors import NotNow
from tests.bot.harness import Harness, Message, choose, labels, text
from tests.patience import until


@pytest.fixture
async def table(here: Harness) -> Harness:
    """Marne with a panel; the bot may pin."""
    here.bot.client.panels._seconds = 0.0
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    return here


def panels(here: Harness) -> list[Message]:
    """The messages in the channel that are panels."""
    return [each for each in here.carla.messages(here.marne) if "Catch me up" in labels(each)]


async def test_it_is_pinned_and_says_who_must_do_what(table: Harness) -> None:
    (panel,) = panels(table)
    assert panel["pinned"]
    assert "turn 1 of 18" in text(panel)
    assert f"The table waits for <@{table.anna.id}> (Allies): Draw your events." in text(panel)
    assert labels(panel) == ["Allies: Draw 3 events", "My hand", "Catch me up", "More…"]
    assert panel["mentions"] == []
    styles = [part["style"] for part in walk(panel["components"]) if "style" in part]
    assert styles == [1, 2, 2, 2], "what the table waits for stands out"


async def test_settling_waits_for_no_more_results(table: Harness) -> None:
    """A test and a script have nothing to gather: they would only sleep."""
    table.bot.client.panels._seconds = 3600
    await table.anna.slash(table.marne, "draw event")
    await table.settle(after=timedelta(minutes=1))
    assert "The Allies draw 3 markers." in text(panels(table)[-1])


async def test_quick_results_are_one_edit(table: Harness) -> None:
    await table.settle(after=timedelta(minutes=1))
    (panel,) = panels(table)
    requests: list[RequestRecord] = []
    table.server.watch(requests.append)
    table.bot.client.panels._seconds = 3600
    for reason in ("rain", "wind"):
        await table.anna.slash(table.marne, "dice roll", {"reason": reason})
    await table.settle()
    assert text(panels(table)[0]).count("[Read it]") == 1
    edits = [each for each in requests if each.method == "PATCH" and each.response["id"] == panel["id"]]
    assert len(edits) == 1


async def test_one_that_was_deleted_comes_back(table: Harness) -> None:
    (before,) = panels(table)
    await table.bot.client.http.delete_message(int(table.marne["id"]), int(before["id"]))
    await table.anna.slash(table.marne, "draw event")
    await table.settle()
    (panel,) = panels(table)
    assert panel["id"] != before["id"]
    assert panel["pinned"]
    table.server.rejected.clear()


async def test_it_outlives_a_restart(table: Harness) -> None:
    (before,) = panels(table)
    await table.restart()
    table.bot.client.panels._seconds = 0.0
    await table.anna.press(before, "Allies: Draw 3 events")
    await table.settle()
    (panel,) = panels(table)
    assert panel["id"] == before["id"]
    assert "must keep or return" in text(panel)


async def test_a_second_one_takes_its_place(table: Harness) -> None:
    (before,) = panels(table)
    await choose(table.bert, table.marne, "campaign manage panel")
    (panel,) = panels(table)
    assert panel["id"] != before["id"]
    await table.anna.slash(table.marne, "draw event")
    await table.settle()
    assert "must keep or return" in text(panels(table)[0])


async def test_at_a_new_turn_it_moves_to_the_bottom(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    here.bot.client.panels._seconds = 0.0
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await choose(here.anna, here.marne, "campaign manage panel")
    (before,) = panels(here)
    await here.go_on(here.anna)
    await here.bot.client.panels.settle()  # the rest comes by itself, at once
    await until(lambda: [each["id"] for each in panels(here)] not in ([], [before["id"]]))
    await here.settle()
    (panel,) = panels(here)
    assert panel["pinned"]
    assert "Turn 2" in text(panel)
    # Discord's own row, which tells of the pin, stands below it
    assert [message["id"] for message in here.carla.messages(here.marne) if message["type"] != 6][-1] == panel["id"]


async def test_it_moves_too_where_a_turn_is_undone_and_ends_again(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    here.bot.client.panels._seconds = 0.0
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await choose(here.anna, here.marne, "campaign manage panel")
    seen = [panels(here)[0]["id"]]
    await here.go_on(here.anna)
    for turn in (2, 1, 2):
        if turn == 1:
            await here.anna.slash(here.marne, "campaign undo")
        elif len(seen) > 1:
            await here.go_on(here.anna)
        await here.settle(after=timedelta(minutes=1))
        (panel,) = panels(here)
        assert f"Turn {turn}" in text(panel)
        assert panel["pinned"]
        assert panel["id"] not in seen
        seen.append(panel["id"])


async def test_it_links_to_the_last_result(table: Harness) -> None:
    rolls = []
    for reason in ("rain", "wind", "snow", "fog"):
        await table.anna.slash(table.marne, "dice roll", {"reason": reason})
        rolls.append(table.newest(table.carla)["id"])
    await table.settle(after=timedelta(minutes=1))
    said = text(panels(table)[0])
    assert [link.partition(")")[0].rpartition("/")[2] for link in said.split("[Read it](")[1:]] == rolls[-1:]
    assert said.count("The table waits for") == 1


async def test_without_the_permission_to_pin_it_says_so_and_goes_on(here: Harness) -> None:
    await here.found()
    here.bot.client.panels._seconds = 0.0
    await choose(here.anna, here.marne, "campaign manage panel")
    assert "Please pin this panel" in text(here.private(here.anna)[-1])
    await here.anna.slash(here.marne, "draw event")
    await here.settle()
    (panel,) = panels(here)
    assert "must keep or return" in text(panel)


async def test_where_it_cannot_write_nothing_else_suffers(table: Harness) -> None:
    (before,) = panels(table)
    table.server.deny(table.marne, Permission.VIEW_CHANNEL)
    await table.anna.slash(table.marne, "draw event")
    for _ in range(4):
        await table.settle()
        table.bot.client.panels.touch(1)
    await table.settle()
    assert len([each for each in table.server.rejected if each.status == 403]) == 2, "then it is left alone"
    assert "must keep or return" not in text(panels(table)[0])
    assert panels(table)[0]["id"] == before["id"]
    assert "For your eyes only" in text(table.private(table.anna)[-1])
    table.server.rejected.clear()


async def test_it_is_called_as_the_campaign_and_has_what_its_game_has(here: Harness) -> None:
    """A game of which the bot keeps nothing on the board has none to check."""
    await here.found_high_card()
    await choose(here.anna, here.marne, "campaign manage panel")
    (panel,) = panels(here)
    assert labels(panel) == ["Take a number", "My hand", "Catch me up", "More…"]
    other = here.server.channel("other")
    await here.found(other, name="Our *own* war")
    await choose(here.anna, other, "campaign manage panel")
    panel = next(each for each in here.carla.messages(other) if "Catch me up" in labels(each))
    assert panel["content"].splitlines() == [
        "**Our \\*own\\* war**", f"The table waits for <@{here.anna.id}> (Allies): Draw your events.",
    ]  # fmt: skip
    assert panel["embeds"][0]["url"].endswith("#panel-2")


async def test_with_a_free_seat_it_asks_for_a_player_first(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage panel")
    panel = here.newest(here.carla)
    assert labels(panel) == ["Play the Germans", "Allies: Draw 3 events", "My hand", "More…"], (
        "none has missed anything"
    )
    assert [part["style"] for part in walk(panel["components"]) if "style" in part] == [1, 2, 2, 2]


async def test_its_picture_is_described_in_the_channels_language(here: Harness) -> None:
    here.bot.client.panels._seconds = 0.0
    await here.bot.client.service.servers.change(int(here.server.guild_id), language="fr")
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    described = [described_in(here)]
    await points(here, 12)
    described.append(described_in(here))
    assert ["12" in each for each in described] == [False, True]
    assert not any("turn" in each for each in described), described


def described_in(here: Harness) -> str:
    """The description of the picture of the panel."""
    with_it = [each for each in here.carla.messages(here.marne) if each["attachments"]]
    return str(with_it[-1]["attachments"][0]["description"])


# ---- its picture ----


def uploads(here: Harness) -> list[str]:
    """The ids of all files that the bot sent."""
    return [*here.server.hub.state.files.by_id]


async def test_it_has_a_picture_that_says_in_words_what_it_shows(table: Harness) -> None:
    (panel,) = panels(table)
    (picture,) = panel["attachments"]
    assert picture["content_type"] == "image/png"
    assert "Marne 1918, turn 1, 27 May 1918." in picture["description"]


async def test_the_same_picture_is_not_uploaded_again(table: Harness) -> None:
    (before,) = panels(table)
    await table.anna.slash(table.marne, "draw event")
    await table.settle()
    (panel,) = panels(table)
    assert text(panel) != text(before)
    assert panel["attachments"] == before["attachments"]
    assert len(uploads(table)) == 1
    await points(table, 12)
    (panel,) = panels(table)
    assert "German victory points 12, Doctrine Foch." in panel["attachments"][0]["description"]
    assert len(panel["attachments"]) == 1
    assert len(uploads(table)) == 2


async def test_in_an_outage_it_keeps_its_picture(table: Harness) -> None:
    (before,) = panels(table)
    async with table.outage():
        await points(table, 12)
        assert panels(table) == [before]
        assert table.bot.client._exists(int(table.server.guild_id), 1), "nobody can know"
    (panel,) = panels(table)
    assert "German victory points 12, Doctrine Foch." in panel["attachments"][0]["description"]


async def test_the_first_panel_follows_an_outage(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    async with here.outage():
        await here.found()
        await here.settle(after=timedelta(minutes=1))
        assert panels(here) == []
    await here.settle(after=timedelta(minutes=10))
    assert len(panels(here)) == 1


async def points(here: Harness, vp: int) -> None:
    """Anna enters the victory points."""
    await here.anna.slash(here.marne, "act", {"offer": "Enter victory points"})
    await here.anna.submit({"vp": str(vp)})
    await here.settle()


async def test_a_picture_that_has_changed_since_a_restart_is_shown(table: Harness) -> None:
    await table.restart()
    table.bot.client.panels._seconds = 0.0
    await points(table, 12)
    assert "German victory points 12," in described_in(table)


@pytest.mark.parametrize("is_posted", [False, True], ids=["while it is edited", "while it is posted"])
async def test_a_failed_picture_comes_later(here: Harness, monkeypatch: pytest.MonkeyPatch, is_posted: bool) -> None:
    async def broken(_: str) -> bytes:
        raise OSError("no memory")

    if not is_posted:
        await founded(here)
    with monkeypatch.context() as failing:
        failing.setattr("bot.messages.pictures.gallery.render", broken)
        if is_posted:
            await founded(here)
        else:
            await points(here, 12)
        assert panels(here)[0]["attachments"] == []
    await choose(here.bert, here.marne, "campaign manage calls", {"on": False})
    await here.settle()
    (picture,) = panels(here)[0]["attachments"]
    assert ("German victory points 12," in picture["description"]) is not is_posted


async def test_a_slow_picture_comes_later(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    here.bot.client.panels._seconds = 0.0
    await here.found()
    await here.settle()
    with monkeypatch.context() as slow:
        slow.setattr("bot.messages.pictures.gallery.SOON", 0.0)
        await choose(here.anna, here.marne, "campaign manage panel")
    assert panels(here)[0]["attachments"] == []
    await choose(here.bert, here.marne, "campaign manage calls", {"on": False})
    await here.settle()
    assert len(panels(here)[0]["attachments"]) == 1


async def test_without_the_permission_to_attach_it_goes_without(here: Harness) -> None:
    here.bot.client.panels._seconds = 0.0
    here.server.deny(here.marne, Permission.ATTACH_FILES)
    await here.found()
    await choose(here.anna, here.marne, "campaign manage panel")
    await points(here, 12)
    (panel,) = panels(here)
    assert "German victory points: 12" in text(panel)
    assert panel["attachments"] == []
    await choose(here.anna, here.marne, "campaign manage picture")
    answer = here.newest(here.anna)
    assert answer["attachments"] == []
    assert "German victory points 12, Doctrine Foch." in text(answer).replace("\\", "")


async def test_pictures_that_are_switched_off_leave_it(table: Harness) -> None:
    await choose(table.anna, table.marne, "campaign manage pictures", {"on": False})
    await table.bert.press(table.newest(table.bert), "Germans: Agree")
    await table.settle()
    (panel,) = panels(table)
    assert panel["attachments"] == []
    await choose(table.anna, table.marne, "campaign manage pictures", {"on": True})
    await table.bert.press(table.newest(table.bert), "Germans: Agree")
    await table.settle()
    assert len(panels(table)[0]["attachments"]) == 1


async def test_results_during_drawing_are_kept(table: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, go_on = asyncio.Event(), asyncio.Event()
    gallery = table.bot.client.gallery

    async def slow(*_: object, **__: object) -> None:
        drawing.set()
        await go_on.wait()

    monkeypatch.setattr(gallery, "sketch", slow)
    await table.anna.slash(table.marne, "draw event")
    await drawing.wait()
    await table.anna.slash(table.marne, "act", {"offer": "Enter victory points"})
    await table.anna.submit({"vp": "12"})
    go_on.set()
    await table.settle()
    assert "German victory points: 12" in text(panels(table)[0])


# ---- shown by itself ----


async def founded(here: Harness) -> Message:
    """A campaign in a channel where the bot may pin; its panel, which nobody asked for."""
    here.bot.client.panels._seconds = 0.0
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    await here.settle(after=timedelta(seconds=20))
    (panel,) = panels(here)
    return panel


async def test_a_new_campaign_shows_it_by_itself_and_pins_it(here: Harness) -> None:
    panel = await founded(here)
    assert panel["pinned"]
    assert f"The table waits for <@{here.anna.id}> (Allies): Draw your events." in text(panel)
    await here.settle(after=timedelta(days=1))
    assert [each["id"] for each in panels(here)] == [panel["id"]]


async def test_where_it_may_not_pin_a_founding_goes_on_in_silence(here: Harness) -> None:
    await here.found()
    before = len(here.carla.messages(here.marne))
    await here.settle(after=timedelta(seconds=20))
    assert len(here.carla.messages(here.marne)) == before
    assert here.private(here.anna) == []


async def test_one_that_somebody_has_shown_already_stays(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    await choose(here.bert, here.marne, "campaign manage panel")
    (before,) = panels(here)
    await here.settle(after=timedelta(seconds=20))
    assert [each["id"] for each in panels(here)] == [before["id"]]


async def test_it_can_be_taken_away_for_good_and_shown_again(here: Harness) -> None:
    panel = await founded(here)
    for entry in ("panel", "no-panel"):
        await choose(here.carla, here.marne, f"campaign manage {entry}")
        assert "You hold no seat" in text(here.newest(here.carla))
    await choose(here.bert, here.marne, "campaign manage no-panel")
    assert panels(here) == []
    await here.anna.slash(here.marne, "draw event")
    await here.restart()
    await here.settle(after=timedelta(days=3))
    assert panels(here) == []
    await choose(here.bert, here.marne, "campaign manage no-panel")
    assert text(here.newest(here.bert)) == "This campaign has no panel."
    await choose(here.bert, here.marne, "campaign manage panel")
    assert panels(here)[0]["id"] != panel["id"]


async def test_results_during_posting_are_kept(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    drawing, go_on = asyncio.Event(), asyncio.Event()
    here.bot.client.panels._seconds = 0.0

    async def slow(*_: object, **__: object) -> None:
        drawing.set()
        await go_on.wait()

    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    monkeypatch.setattr(here.bot.client.gallery, "sketch", slow)
    posting = asyncio.create_task(here.settle(after=timedelta(seconds=20)))
    await drawing.wait()
    await here.anna.slash(here.marne, "draw event")
    go_on.set()
    await posting
    await here.settle()
    (panel,) = panels(here)
    assert "must keep or return" in text(panel)


async def test_a_removed_panel_does_not_return(here: Harness) -> None:
    await founded(here)
    session = await here.campaign()
    await choose(here.bert, here.marne, "campaign manage no-panel")
    await here.anna.slash(here.marne, "draw event")
    await here.bot.outbox.store.schedule([panel_post(session.id, session.campaign.seq, here.server.clock.now())])
    await here.settle(after=timedelta(minutes=1))
    assert panels(here) == []


# ---- a bot that dies ----


class Died(Exception):
    """The bot ended here."""


async def _die(*_: object, **__: object) -> None:
    raise Died


DEATHS: dict[str, tuple[Any, str]] = {
    "before it is sent": (Panels, "_send"),
    "before it is marked": (Outbox, "_flush"),
    "before the old one goes": (discord.PartialMessage, "delete"),
}


@pytest.mark.parametrize("does_move", [False, True], ids=["the first one", "at a new turn"])
@pytest.mark.parametrize("when", DEATHS)
async def test_a_bot_that_dies_neither_doubles_nor_loses_it(
    here: Harness, monkeypatch: pytest.MonkeyPatch, when: str, does_move: bool
) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found_small("night-watch", "North", "South")
    here.bot.client.panels._seconds = 1.5  # so that it moves no earlier than below
    if does_move:
        await here.settle(after=timedelta(seconds=20))
        await here.go_on(here.anna)
    await here.bot.outbox._flush(0)
    with monkeypatch.context() as dying:
        dying.setattr(*DEATHS[when], _die)
        dying.setattr(SqliteStore, "end_posts", _die)
        with contextlib.suppress(Died):
            await here.settle(after=timedelta(seconds=20))
        await here.bot.kill()
    await here.start_bot()
    here.bot.client.panels._seconds = 0.0
    await here.settle(after=timedelta(hours=2))
    here.bot.client.panels.touch(1)
    await here.settle(after=timedelta(hours=2))
    (panel,) = panels(here)
    assert panel["pinned"]
    assert ("Turn 2" if does_move else "Turn 1") in text(panel)
    assert {(each.method, each.status) for each in here.server.rejected} <= {("DELETE", 404)}, "the old one goes again"
    here.server.rejected.clear()


# ---- what Discord refuses ----


@pytest.mark.parametrize(
    "fault",
    [StoreFault("The disk is full"), NotNow("It cannot be read."), aiohttp.ClientError("gone"), TimeoutError("slow")],
    ids=str,
)
async def test_a_failed_drawing_is_repeated(
    table: Harness, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, fault: Exception
) -> None:
    panel_of = table.bot.outbox.panel_of
    later = asyncio.Event()

    async def failing(campaign: int) -> int | None:
        if later.is_set():
            return await panel_of(campaign)
        raise fault

    await table.settle()
    monkeypatch.setattr(table.bot.outbox, "panel_of", failing)
    await table.anna.slash(table.marne, "draw event")
    await table.bot.client.panels.settle()
    assert f"the panel of campaign 1 stays as it is: {fault}" in [each.getMessage() for each in caplog.records]
    assert "must keep or return" not in text(panels(table)[0])
    later.set()
    await table.anna.slash(table.marne, "dice roll", {"reason": "rain"})
    await table.settle()
    assert "must keep or return" in text(panels(table)[0])


PIN = "/channels/{channel}/messages/pins/{message}"
SEND = "/channels/{channel}/messages"
TOO_MANY_PINS = 30003
FORBIDDEN = 50013


async def test_too_many_pins_are_told(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    here.server.inject(Fault("PUT", PIN, 400, code=TOO_MANY_PINS))
    await choose(here.anna, here.marne, "campaign manage panel")
    assert text(here.private(here.anna)[-1]) == "Discord did not pin the panel: are there too many pins?"
    assert not panels(here)[0]["pinned"]
    here.server.rejected.clear()


async def test_anothers_copy_is_not_taken_for_it(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    session = await here.found_small("night-watch", "North", "South")
    state = here.server.hub.state
    said = {"content": f"<@{state.bot_id}>", "embeds": [{"description": "How it stands", "url": _mark(session)}]}
    state.messages.add(compose(state, here.marne["id"], state.users[str(here.carla.id)], said))
    await here.settle(after=timedelta(seconds=20))
    (panel,) = panels(here)
    assert panel["author"]["id"] == state.bot_id


async def test_of_two_that_a_bot_left_behind_the_newest_is_kept(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    session = await here.found_small("night-watch", "North", "South")
    state = here.server.hub.state
    said = {"embeds": [{"description": "How it stands", "url": _mark(session)}]}
    for _ in range(2):
        left = compose(state, here.marne["id"], state.users[state.bot_id], said)
        state.messages.add(left)
    await here.settle(after=timedelta(seconds=20))
    assert await here.bot.outbox.panel_of(session.id) == int(left.id)


async def test_where_the_channel_refuses_the_bot_it_is_left_in_peace(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    for _ in range(2):
        here.bot.outbox.forbidden.note(int(here.marne["id"]))
    await here.settle(after=timedelta(seconds=20))
    assert panels(here) == []


async def test_a_refused_pin_is_not_retried(here: Harness) -> None:
    here.bot.client.panels._seconds = 0.0
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    here.server.inject(Fault("PUT", PIN, 400, code=TOO_MANY_PINS))
    await here.found_small("night-watch", "North", "South")
    await here.settle(after=timedelta(seconds=20))
    await here.go_on(here.anna)
    await here.settle(after=timedelta(seconds=20))
    (panel,) = panels(here)
    assert "Turn 2" in text(panel)
    assert not panel["pinned"]


async def test_a_refused_post_counts_as_a_refusal(here: Harness) -> None:
    here.server.allow(here.marne, Permission.PIN_MESSAGES)
    await here.found()
    here.server.inject(Fault("POST", SEND, 403, code=FORBIDDEN))
    await here.settle(after=timedelta(seconds=20))
    await here.settle(after=timedelta(minutes=30))
    assert panels(here) == []
    refused = here.bot.outbox.forbidden
    assert not refused.holds(int(here.marne["id"])), "one may be a mistake"
    refused.note(int(here.marne["id"]))
    assert refused.holds(int(here.marne["id"]))


async def test_private_actions_take_no_place_in_it(here: Harness) -> None:
    here.bot.client.panels._seconds = 0.0
    await here.found_small("night-watch", "North", "South")
    for person in (here.anna, here.bert, here.anna):
        await person.slash(here.marne, "dice roll", {"reason": "rain"})
    for _ in range(2):
        await here.bert.slash(here.marne, "act", {"offer": "Note something"})
    await choose(here.anna, here.marne, "campaign manage panel")
    (panel,) = panels(here)
    assert text(panel).count("Read it") == 1
