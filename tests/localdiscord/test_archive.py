"""A table goes on where it stopped."""

import asyncio
from datetime import UTC, datetime, timedelta
from pathlib import Path

import aiohttp

from localdiscord import Clock, LocalDiscord
from localdiscord.world import Upload
from tests.localdiscord.little_bot import LittleBot, connected


async def test_a_table_survives_its_server(tmp_path: Path) -> None:
    file = tmp_path / "table.db"
    table = LocalDiscord(database=file)
    await table.start()
    anna, bert = table.person("anna"), table.person("bert")
    marne = table.channel("marne")
    thread = table.thread("the-long-war", marne)
    async with connected(table, LittleBot()):
        await anna.slash(marne, "draw event", {"marker": "Fog"})
        await anna.slash(thread, "say", {"file": Upload("a.txt", b"hello")})
    gone = anna.say(marne, "gone")
    await asyncio.sleep(0.1)  # so that it was written down before it goes
    table.world.remove_post(table.deeds.seen(anna.id, gone["id"]))
    url = anna.dm()["id"]
    before = table.world
    await table.stop()

    again = LocalDiscord(database=file)
    await again.start()
    assert again.world.application_id == before.application_id
    assert again.world.guild == before.guild
    assert again.world.channels == before.channels
    assert again.world.users == before.users
    assert again.world.usable() == before.usable()
    assert again.person("anna").id == anna.id
    assert again.person("bert").messages(marne) == bert.messages(marne)
    assert again.person("anna").messages(marne) == anna.messages(marne)
    assert len(anna.messages(marne)) == len(bert.messages(marne)) + 1 == 2
    assert again.person("anna").dm()["id"] == url

    # what is on the table can still be used
    async with connected(again, LittleBot()):
        private = again.person("anna").messages(marne)[-1]
        assert int(again.clock.next_id()) > int(private["id"])
        assert again.world.guild["owner_id"] == anna.id
    await again.stop()


async def test_files_are_found_at_the_new_address(tmp_path: Path) -> None:
    first = LocalDiscord(database=tmp_path / "table.db")
    await first.start()
    anna, marne = first.person("anna"), first.channel("marne")
    async with connected(first, LittleBot()):
        path = f"/channels/{marne['id']}/messages"
        form = aiohttp.FormData({"payload_json": '{"content": "x"}'})
        form.add_field("files[0]", b"hello", filename="a.txt")
        headers = {"Authorization": f"Bot {first.token}"}
        async with aiohttp.ClientSession(headers=headers) as session:
            await session.post(first.api + path, data=form)
    old = anna.messages(marne)[0]["attachments"][0]["url"]
    second = LocalDiscord(database=tmp_path / "table.db")
    await first.stop()
    second = LocalDiscord(database=tmp_path / "table.db")
    await second.start()
    new = second.person("anna").messages(marne)[0]["attachments"][0]["url"]
    assert new.startswith(second.url)
    assert new != old
    async with aiohttp.ClientSession() as session, session.get(new) as answer:
        assert await answer.read() == b"hello"
    await second.stop()


async def test_ids_never_run_backwards(tmp_path: Path) -> None:
    start = datetime(2026, 1, 5, 12, tzinfo=UTC)
    seen: list[int] = []
    for _ in range(3):
        table = LocalDiscord(clock=Clock(start), database=tmp_path / "table.db")
        await table.start()
        seen += [int(table.clock.next_id()) for _ in range(3)]
        table.clock.advance(timedelta(hours=1))
        await table.stop()
    assert seen == sorted(set(seen))
    assert table.clock.now() == start + timedelta(hours=3)
