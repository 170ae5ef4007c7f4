"""`/record`: back in time with consent, forward again, marks, and a file to keep."""

from pathlib import Path

import aiohttp
import pytest
from typer.testing import CliRunner

from bot.cli.command_line import app
from bot.log.chain import read_record
from localdiscord import User
from tests.bot.harness import Harness, Message, choose, offered, text
from tests.bot.marne import drawn
from tests.games import SEED
from tests.patience import until

pytestmark = pytest.mark.usefixtures("fair_dice")


async def played(here: Harness) -> None:
    """A campaign whose players have drawn and called: entries 2 to 6."""
    await here.found_small("night-watch", "North", "South")
    for person, command in ((here.anna, "draw"), (here.bert, "draw"), (here.anna, "call"), (here.bert, "answer")):
        await act(here, person, command)


async def act(here: Harness, person: User, command: str) -> None:
    session = await here.campaign()
    offers = session.campaign.offers(int(person.id))
    offer = next(each for each in offers if each.command.type == command)
    await person.slash(here.marne, "act", {"offer": offer.key})


async def test_an_undone_result_is_struck_in_its_message(here: Harness) -> None:
    await played(here)
    await here.anna.slash(here.marne, "record rewind", {"to": "2"})
    await here.anna.press(here.newest(here.anna), "Ask the others")
    await here.bert.press(here.newest(here.carla), "South: Agree")
    await until(lambda: "~~South draws a token.~~" in told(here))
    assert "**Undone: Call** · North\n~~South must answer the call.~~\n~~The answer is: silence~~" in told(here)
    assert "~~North draws a token.~~" not in told(here)


def told(here: Harness) -> str:
    """All that stands in the channel."""
    return "\n".join(text(each) for each in here.carla.messages(here.marne))


async def content(message: Message) -> bytes:
    attachment, page = message["attachments"]
    assert page["filename"] == "verify.html"
    async with aiohttp.ClientSession() as web, web.get(attachment["url"]) as answer:
        return await answer.read()


async def test_every_player_gets_the_same_record_without_secrets(here: Harness) -> None:
    await drawn(here)
    files = []
    for person in (here.anna, here.bert, here.carla):
        await choose(person, here.marne, "record more export")
        answer = here.private(person)[-1]
        assert "Its entries stay closed" in text(answer)
        files.append(await content(answer))
    assert len({*files}) == 1
    record = read_record(files[0])
    assert record.seed is None
    assert SEED.hex().encode() not in files[0]
    assert record.hash in text(here.private(here.anna)[-1])


def shown(data: bytes) -> set[int]:
    return {seq for seq, link in enumerate(read_record(data).links, start=1) if link.content is not None}


async def test_once_the_game_is_over_it_holds_everything(here: Harness) -> None:
    await drawn(here)
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await choose(here.carla, here.marne, "record more export")
    answer = here.private(here.carla)[-1]
    assert "the file holds everything" in text(answer)
    assert read_record(await content(answer)).seed == SEED


async def over_with_a_redo(here: Harness) -> bytes:
    """The record of a game with words in its dice, a draw that was undone and brought back, and an end for good."""
    await drawn(here)
    await here.anna.slash(here.marne, "campaign undo")
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    await choose(here.anna, here.marne, "record more redo")
    await here.bert.press(here.newest(here.carla), "Germans: Agree")
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain", "number": 2, "sides": 20})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True, "for_good": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await choose(here.carla, here.marne, "record more export")
    return await content(here.private(here.carla)[-1])


async def test_the_command_verifies_a_finished_game(here: Harness, tmp_path: Path) -> None:
    """Number of dice and hash of the log are those that the players read in the channel."""
    file = tmp_path / "campaign.json"
    file.write_bytes(await over_with_a_redo(here))
    session = await here.campaign()
    said = CliRunner().invoke(app, ["verify", str(file)])
    assert said.exit_code == 0, said.output
    assert f"Sealed dice: {session.campaign.next_die}." in said.output
    await choose(here.carla, here.marne, "record more verify")
    told = text(here.newest(here.carla))
    assert f"Sealed dice: {session.campaign.next_die}." in told
    assert f"Hash of the log: `{read_record(file.read_bytes()).hash}`" in told


@pytest.mark.parametrize(
    ("was", "becomes"),
    [(b'"first":0', b'"first":null'), (b'"faces":[', b'"faces":[1,'), (b'"format":3', b'"format":3,"more":1')],
    ids=["mark", "die", "more"],
)
async def test_a_changed_file_is_refused(here: Harness, tmp_path: Path, was: bytes, becomes: bytes) -> None:
    data = await over_with_a_redo(here)
    head, entries = data.split(b'\n"entries":[\n')
    assert was in entries
    file = tmp_path / "campaign.json"
    file.write_bytes(head + b'\n"entries":[\n' + entries.replace(was, becomes, 1))
    said = CliRunner().invoke(app, ["verify", str(file)])
    assert said.exit_code == 1
    assert "was changed" in said.output


async def test_an_earlier_campaign_of_the_channel_has_its_record(here: Harness) -> None:
    await here.found(name="The first")
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.found(name="The second")
    await here.carla.slash(here.marne, "record journal", {"campaign": 1})
    assert [each["filename"] for each in here.newest(here.carla)["attachments"]] == ["The-first.html"]
    await choose(here.carla, here.marne, "record more report", {"campaign": 1})
    assert "3 entries" in text(here.newest(here.carla))
    await here.carla.slash(here.marne, "record find", {"text": "reopen it", "campaign": 1})
    assert "Entries found: 1" in text(here.newest(here.carla)), "that of its end"
    assert await offered(here.carla, here.marne, "record more report", "campaign") == ["1: The first"]


async def test_the_seats_of_the_game_are_offered(here: Harness) -> None:
    await here.found()
    offered = await here.anna.autocomplete(here.marne, "record find", focused="seat", value="g")
    assert [each["value"] for each in offered] == ["Germans"]
