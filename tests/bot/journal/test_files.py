"""The files of the record, through the real bot."""

from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import aiohttp
import discord
import pytest

from localdiscord import Permission, User
from tests.bot.harness import EPHEMERAL, Harness, choose, text
from tests.bot.marne import drawn


async def journal(here: Harness, person: User, **options: Any) -> str:
    """The journal as somebody gets it."""
    await person.slash(here.marne, "record journal", options)
    (attachment,) = here.private(person)[-1]["attachments"]
    async with aiohttp.ClientSession() as web, web.get(attachment["url"]) as answer:
        return await answer.text()


async def test_the_journal_is_a_file_for_the_asker_alone(here: Harness) -> None:
    await here.found(name="<script>alert(1)</script> & co")
    await here.anna.slash(here.marne, "draw event")
    page = await journal(here, here.anna)
    answer = here.newest(here.anna)
    assert answer["flags"] & EPHEMERAL
    assert answer["attachments"][0]["filename"] == "script-alert-1-script-co.html"
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; co" in page
    assert "http" not in page.replace("https://discord.com/channels/", ""), "nothing is loaded from elsewhere"
    assert "@anna" not in page
    assert here.anna.id not in page


async def test_who_has_left_keeps_the_chosen_name(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "me settings", {"name": "Old Fritz"})
    await here.bert.slash(here.marne, "dice roll", {"reason": "rain"})
    await choose(here.bert, here.marne, "campaign manage leave", {"seat": "Germans"})
    assert "Old Fritz" in await journal(here, here.carla)


async def test_a_secret_is_in_its_players_journal_alone(here: Harness) -> None:
    await drawn(here)
    await here.bert.slash(here.marne, "draw event")
    anna, bert, carla = [await journal(here, each) for each in (here.anna, here.bert, here.carla)]
    assert "Only for Allies" in anna
    assert "Only for Allies" not in bert + carla
    assert "This file holds what only Allies may know" in anna
    assert "No secret is in this file." in carla


async def test_secrets_are_told_once_nothing_can_reopen(here: Harness) -> None:
    await drawn(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    assert "Only for Allies" not in await journal(here, here.carla), "it can be reopened"
    await here.settle(after=timedelta(days=31))
    whole = await journal(here, here.carla)
    assert "Only for Allies" in whole
    assert "every secret is in this file" in whole


async def test_undone_entries_are_struck_and_all_are_linked(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "dice roll", {"reason": "a duel"})
    await here.anna.slash(here.marne, "act", {"offer": "Enter victory points"})
    await here.anna.submit({"vp": "7"})
    await here.anna.slash(here.marne, "campaign undo")
    page = await journal(here, here.bert)
    assert 'class="undone"' in page
    session = await here.campaign()
    message = await here.bot.client.outbox.message_of(session.id, 2)
    assert f'<a href="{session.place}/{message}">2</a>' in page


async def test_it_can_begin_with_a_later_turn_and_be_in_french(here: Harness) -> None:
    await here.found()
    here.anna.speak("fr")
    page = await journal(here, here.anna, since=2)
    assert '<html lang="fr">' in page
    assert "<article" not in page
    assert 'id="turn-1"' not in page


async def test_without_the_permission_to_attach_it_says_so(here: Harness) -> None:
    await here.found()
    here.server.deny(here.marne, Permission.ATTACH_FILES)
    await here.anna.slash(here.marne, "record journal")
    assert "may not attach files here" in text(here.newest(here.anna))


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("The war, part 2", "The-war-part-2.html"),
        ("…", "journal.html"),
        ("Élan à la Marne", "Élan-à-la-Marne.html"),
        ("x" * 70, f"{'x' * 60}.html"),
    ],
)
async def test_the_file_is_called_after_its_campaign(here: Harness, name: str, called: str) -> None:
    await here.found(name=name)
    await journal(here, here.carla)
    assert here.newest(here.carla)["attachments"][0]["filename"] == called
    assert here.newest(here.carla)["content"] == (
        "The journal, as you may read it. Save it and open it in any browser or editor."
    )


async def test_times_are_those_of_whoever_reads(here: Harness) -> None:
    await here.found()
    await here.bert.slash(here.marne, "me settings", {"zone": "Asia/Tokyo"})
    tokyo, utc = [await journal(here, each) for each in (here.bert, here.carla)]
    assert "Times are in the time zone Asia/Tokyo." in tokyo
    assert "Times are in the time zone UTC." in utc
    entry, *_ = await here.bot.client.service.entries(await here.campaign())
    for page, zone in ((tokyo, "Asia/Tokyo"), (utc, "UTC")):
        assert f"{entry.at.astimezone(ZoneInfo(zone)):%Y, %H:%M}</time>" in page


async def test_a_journal_that_discord_does_not_take_is_not_sent(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    await here.found()
    size = len((await journal(here, here.carla)).encode())
    monkeypatch.setattr(discord.Interaction, "filesize_limit", property(lambda _: size, lambda *_: None))
    assert await journal(here, here.carla)
    monkeypatch.setattr(discord.Interaction, "filesize_limit", property(lambda _: size - 1, lambda *_: None))
    await here.carla.slash(here.marne, "record journal")
    said = here.private(here.carla)[-1]
    assert "The journal is larger than Discord takes." in text(said)
    assert said["attachments"] == []
