import pytest

from tests.bot.harness import Harness, Message, as_it_stands, choose

HEXES = "A05 B05 C06 D06 E07 F07 G08"


async def go_on(here: Harness, channel: Message, after: int) -> None:
    """Go through production, in which the Central Powers have no points to spend, and ``after`` steps on from there."""
    await here.anna.slash(channel, "turn next")
    await choose(here.anna, channel, "enter economy", {"eps": 0})
    for _ in range(after):
        await here.anna.slash(channel, "turn next")


@pytest.fixture
async def verdun(here: Harness) -> Message:
    """A campaign of turn 8 that has come to the Central Powers' action phase; Anna and Bert are the Allies."""
    channel = here.server.channel("verdun")
    await here.anna.slash(channel, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await here.bert.slash(channel, "campaign join", {"seat": "Allies"})
    await here.anna.press(here.newest(here.anna, channel), "Agree")
    board = {"total": 96, "hexes": HEXES, "air": "4 3", "artillery": "5 4"}
    await as_it_stands(here.anna, channel, "8", board)
    await go_on(here, channel, 1)
    return channel
