"""``/record``: a player gets the campaign as a file."""

import aiohttp

from bot.chain import read_record
from tests.bot.harness import Harness, Message, text
from tests.bot.marne import drawn
from tests.games import SEED


async def content(message: Message) -> bytes:
    """The file below a message."""
    (attachment,) = message["attachments"]
    async with aiohttp.ClientSession() as web, web.get(attachment["url"]) as answer:
        return await answer.read()


async def test_every_player_gets_the_same_record_without_secrets(here: Harness) -> None:
    await drawn(here)
    files = []
    for person in (here.anna, here.bert, here.carla):
        await person.slash(here.marne, "record export")
        answer = here.private(person)[-1]
        assert "What is secret stays closed in it" in text(answer)
        files.append(await content(answer))
    assert len({*files}) == 1
    record = read_record(files[0])
    assert record.seed is None
    assert SEED.hex().encode() not in files[0]
    assert record.hash in text(here.private(here.anna)[-1])


async def test_the_markers_in_a_hand_are_nowhere_in_the_record(here: Harness) -> None:
    await drawn(here)
    session = await here.campaign()
    await here.bert.slash(here.marne, "record export")
    data = await content(here.private(here.bert)[-1])
    entries = await here.bot.client.service.entries(session)
    (drawing,) = (entry for entry in entries if entry.command.type == "draw")
    markers = [marker for event in drawing.events for marker in event.markers.value]  # type: ignore[attr-defined]
    assert markers
    log = data.split(b'"entries":[')[1]  # the data before it names every marker of the game
    assert not [marker for marker in markers if marker.encode() in log]
    assert str(drawing.rolls[0].faces[0]).encode() not in log or drawing.seq not in shown(data)


def shown(data: bytes) -> set[int]:
    return {seq for seq, link in enumerate(read_record(data).links, start=1) if link.content is not None}


async def test_once_the_game_is_over_it_holds_everything(here: Harness) -> None:
    await drawn(here)
    await here.anna.slash(here.marne, "campaign end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.carla.slash(here.marne, "record export")
    answer = here.private(here.carla)[-1]
    assert "the file holds everything" in text(answer)
    assert read_record(await content(answer)).seed == SEED


async def test_without_a_campaign_there_is_no_record(here: Harness) -> None:
    await here.anna.slash(here.marne, "record export")
    assert "There is no campaign in this channel yet" in text(here.private(here.anna)[-1])
