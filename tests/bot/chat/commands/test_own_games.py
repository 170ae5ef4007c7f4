"""*Games…* below a server's settings: a group's own games are uploaded, tried, played, replaced and taken away."""

import pytest

from bot.base.catalog import DataFile
from bot.engine.campaign_data import MOST_GAMES
from bot.engine.request import Caller
from localdiscord import Upload
from rules.errors import NotYours
from tests.bot.harness import Harness, choose, text
from tests.games import BEGIN, EXAMPLES

BERT = Caller(1, BEGIN, 7, 1, 2)
NAME = "The Dry Crossing"
CROSSING = (EXAMPLES / "the-wet-crossing.toml").read_bytes().replace(b"The Wet Crossing", NAME.encode())


async def upload(here: Harness, file: bytes = CROSSING) -> str:
    await here.anna.slash(here.marne, "server settings")
    await here.anna.press(here.private(here.anna)[-1], "Games…")
    await here.anna.select(here.private(here.anna)[-1], "What do you want to do?", ["Upload a game…"])
    await here.anna.submit({"File": Upload("crossing.toml", file)})
    return text(here.private(here.anna)[-1])


async def test_an_uploaded_game_is_said_in_words_and_tried(here: Harness) -> None:
    said = await upload(here)
    assert said.startswith(f"{NAME} can be played here")
    assert "Weather: 2d6, 4 rows without a hole." in said
    await here.anna.press(here.private(here.anna)[-1], f"Try {NAME}")
    await here.settle()
    session = await here.bot.client.service.session(1)
    assert set(session.campaign.seats_of(int(here.anna.id))) >= {"Raiders", "Wardens"}
    assert session.campaign.founding.terms.demo


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (b'game = "X"\nsdies = ["A"]', "line 2: `sdies`"),
        (b"game = \xe2\x80\x9cX\xe2\x80\x9d", "straight quotation marks"),
        (b'game = "X"\n[track]\nA = { max = 07 }', "without a zero in front"),
        (b'game = "X"\n[track]\nA = { max = 7,\n start = 1 }', "on the same line"),
        (b'game = "X"\n[cup.A]\nchits = ["a"]\n[cup.A]', "twice"),
        (b"\xff\xfe", "no text file"),
        (b'game = "Marne 1918"\nsides = ["@everyone"]', "none of"),
    ],
)
async def test_a_faulty_file_adds_nothing(here: Harness, wrong: bytes, said: str) -> None:
    told = await upload(here, wrong)
    assert told.startswith("Nothing was added")
    assert said in told
    assert not (await here.bot.client.service.servers.of(int(here.server.guild_id))).games


async def test_a_running_campaign_is_offered_a_newer_file(here: Harness) -> None:
    await upload(here)
    await here.anna.slash(here.marne, "campaign new", {"game": NAME, "seat": "Raiders"})
    await here.anna.press(here.newest(here.bert, here.marne), "Roll the weather")
    await upload(here, CROSSING.replace(b"last = 8", b"last = 9"))
    await here.restart()
    await choose(here.anna, here.marne, "campaign manage update")
    campaign = (await here.campaign()).campaign
    assert campaign.game.data.turn.last == 9
    assert campaign.game.title == NAME


async def test_a_file_without_what_is_in_play_is_refused(here: Harness) -> None:
    await upload(here)
    await here.anna.slash(here.marne, "campaign new", {"game": NAME, "seat": "Raiders"})
    campaign = (await here.campaign()).campaign
    assert any("Midwinter" in each for each in campaign.state.lies)
    await upload(here, CROSSING.replace(b"Midwinter", b"Midsummer"))
    await choose(here.anna, here.marne, "campaign manage update")
    assert "the file no longer has these as they were: Midwinter" in text(here.newest(here.anna, here.marne))
    assert (await here.campaign()).campaign.data == campaign.data


async def test_a_game_is_taken_away_and_its_campaign_goes_on(here: Harness) -> None:
    await upload(here)
    await here.anna.slash(here.marne, "campaign new", {"game": NAME, "seat": "Raiders"})
    await here.anna.slash(here.marne, "server settings")
    await here.anna.press(here.private(here.anna)[-1], "Games…")
    await here.anna.select(here.private(here.anna)[-1], "What do you want to do?", ["Take a game away…"])
    await here.anna.submit({"Game": NAME})
    assert "no longer among the games" in text(here.private(here.anna)[-1])
    await here.restart()
    await here.anna.press(here.newest(here.bert, here.marne), "Roll the weather")
    assert (await here.campaign()).campaign.seq == 1
    verdun = here.server.channel("verdun")
    await here.anna.slash(verdun, "campaign new", {"game": NAME, "seat": "Raiders"})
    assert "This bot has no such game." in text(here.newest(here.anna, verdun))


async def test_a_server_has_some_games_and_newer_files_of_them(here: Harness) -> None:
    for number in range(MOST_GAMES):
        await upload(here, CROSSING.replace(NAME.encode(), f"Crossing {number}".encode()))
    assert "at most 15 games" in await upload(here)
    assert "can be played here" in await upload(here, CROSSING.replace(NAME.encode(), b"Crossing 0"))


async def test_whoever_cannot_manage_the_server_adds_none(here: Harness) -> None:
    file = DataFile.given("crossing.toml", CROSSING)
    with pytest.raises(NotYours, match="can manage the server"):
        await here.bot.client.service.data.add_game(BERT, file)
