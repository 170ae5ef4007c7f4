"""What a bot tries by itself in a channel, whole, and what it says of a Discord that is unlike what was believed."""

from typing import Any

import pytest

from localdiscord import Permission
from localdiscord.state import composition
from tests.bot.command import adjutant, on
from tests.bot.harness import Harness


@pytest.mark.parametrize("kind", ["text", "forum", "news"])
async def test_it_tries_by_itself_what_a_bot_does_in_a_channel(here: Harness, kind: str) -> None:
    server = here.server
    places = {"text": here.marne, "forum": server.forum("posts", ("war",), requires_tag=True)}
    place = places.get(kind) or server.announcement("news")
    server.allow(place, Permission.MANAGE_THREADS | Permission.PIN_MESSAGES)
    ended = await adjutant("doctor", "--live", place["id"], **on(server, here.database))
    assert ended.code == 0, ended.said
    tried = ["post", "mark", "spaces", "search", "pin", "latency", "traces"] + ["thread"] * (kind != "forum")
    assert all(f"ok       {each}:" in ended.said for each in tried), ended.said
    assert ("with the tag that it asks for" in ended.said) is (kind == "forum")
    assert here.carla.messages(place) == server.hub.state.channels.threads_of(place["id"]) == []


async def test_what_discord_drops_or_refuses_there_is_named(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    composed = composition._embed

    def drops(given: Any) -> Any:
        embed = composed(given)
        plain = embed["description"].replace("\N{NO-BREAK SPACE}", " ")
        return embed | {"url": "https://discord.com/channels/@me", "description": plain}

    monkeypatch.setattr(composition, "_embed", drops)
    here.server.deny(here.marne, Permission.PIN_MESSAGES | Permission.CREATE_PUBLIC_THREADS)
    ended = await adjutant("doctor", "--live", here.marne["id"], **on(here.server, here.database))
    for said in ("mark: posted, it reads", "spaces: no-break ones are changed", "pin: refused", "thread: refused"):
        assert f"warning  {said}" in ended.said, ended.said
    assert "ok       traces: removed" in ended.said
    here.server.rejected.clear()
    lost = await adjutant("doctor", "--live", "7", **on(here.server, here.database))
    assert (lost.code, "fault    channel 7: " in lost.said) == (1, True)
    here.server.rejected.clear()
