"""What a list of campaigns says: where each is, and nothing of what is hidden."""

import re
from typing import Any

import pytest

from bot.chat.answering.campaign_list import _line
from localdiscord import Permission, User
from rules.dice import seal
from tests.bot.chat.onboarding.test_start_campaign import tries
from tests.bot.desk import ANNA, Desk
from tests.bot.harness import Harness, Message, as_it_stands, choose, labels, text
from tests.games import SEED


async def test_a_line_says_where_it_is_and_how_far(desk: Desk) -> None:
    session = await desk.found("high-card", "Red")
    await desk.act(ANNA, {"type": "take"})
    said = str(_line(session, ended=False))
    assert said.startswith("`1` [The long war](https://discord.com/channels/7/50), High Card, turn 0, last played <t:")
    assert seal(SEED) not in said
    await desk.act(ANNA, {"type": "end"})
    assert str(_line(session, ended=True)).endswith("High Card: ended")


async def new(person: User, where: Message, name: str, *then: str) -> None:
    """A campaign of one person alone, and what they do with it at once."""
    await person.slash(where, "campaign new", {"game": "marne-1918", "seat": "Allies", "name": name})
    for command in then:
        await choose(person, where, f"campaign manage {command}")


async def several(here: Harness) -> None:
    """Anna has campaigns in two channels, of which Carla does not see one; Bert has a game to try."""
    await new(here.anna, here.marne, "Ended", "end")
    await new(here.anna, here.marne, "Open")
    hidden = here.server.channel("hidden")
    await new(here.anna, hidden, "Hidden over", "end")
    await new(here.anna, hidden, "Hidden")
    channels = here.server.hub.state.channels
    channels.set_overwrite(channels.by_id[hidden["id"]], here.carla.id, deny=int(Permission.VIEW_CHANNEL))
    await tries(here, here.bert, here.server.channel("lobby"))


LISTS: list[tuple[str, dict[str, Any], list[str]]] = [
    ("carla", {}, ["Open", "Ended"]),
    ("carla", {"where": "channel", "ended": True}, ["Open", "Ended"]),
    ("carla", {"where": "server"}, ["Open"]),
    ("carla", {"where": "server", "ended": True}, ["Open", "Ended"]),
    ("bert", {"where": "server"}, ["Try Marne 1918", "Hidden", "Open"]),
    ("anna", {"where": "server", "ended": True}, ["Hidden", "Hidden over", "Open", "Ended"]),
]


async def listed(here: Harness, person: User, options: dict[str, Any]) -> str:
    await choose(person, here.marne, "campaign manage list", options)
    return text(here.private(person)[-1])


async def test_each_reads_what_they_can_find_there_the_newest_first(here: Harness) -> None:
    """The channel shows what ended in it; no list shows another's game to try, or a place unseen."""
    await several(here)
    for name, options, expected in LISTS:
        said = await listed(here, here.server.user(name), options)
        assert re.findall(r"\[(.*?)\]", said) == expected, (name, options)


async def test_a_game_to_try_is_listed_where_it_is_played(here: Harness) -> None:
    here.server.deny(here.marne, Permission.CREATE_PUBLIC_THREADS)
    await tries(here, here.bert)
    for where, expected in (("channel", ["Try Marne 1918"]), ("server", [])):
        said = await listed(here, here.carla, {"where": where})
        assert re.findall(r"\[(.*?)\]", said) == expected
        assert ("There is no such campaign." in said) == (not expected)


async def test_of_many_campaigns_it_says_how_many_more_there_are(
    here: Harness, monkeypatch: pytest.MonkeyPatch
) -> None:
    await several(here)
    for most, last in ((3, "And 1 more."), (4, None)):
        monkeypatch.setattr("bot.chat.answering.campaign_list.MOST", most)
        lines = (await listed(here, here.anna, {"where": "server", "ended": True})).splitlines()[1:]
        assert (len(lines), lines[-1] if last else None) == (4, last)


async def test_ended_campaigns_say_who_won(here: Harness) -> None:
    for name, winner in (("one", "Allies"), ("two", "Draw")):
        channel = here.server.channel(name)
        await here.anna.slash(channel, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
        await as_it_stands(here.anna, channel, "9", {"total": 33, "hexes": "A05 B05"})
        while "Score the Final Push…" not in labels(here.newest(here.carla, channel)):
            await here.anna.slash(channel, "turn phase", {"skip": "not in this test"})
            if "Go on" in labels(here.newest(here.anna, channel)):
                await here.anna.press(here.newest(here.anna, channel), "Go on")
        await here.anna.press(here.newest(here.carla, channel), "Score the Final Push…")
        await here.anna.submit({"winner": winner})
        said = await listed(here, here.anna, {"where": "server", "ended": True})
        assert "a draw" not in said, "the last one goes on until its players end it"
        await choose(here.anna, channel, "campaign manage end")
    said = await listed(here, here.anna, {"where": "server", "ended": True})
    assert (said.count("ended. The Allies won."), said.count("ended. The game is a draw.")) == (1, 1)
