"""``/record``: what its commands take."""

from tests.bot.harness import Harness, text


async def test_an_earlier_campaign_of_the_channel_has_its_record(here: Harness) -> None:
    await here.found(name="The first")
    await here.anna.slash(here.marne, "campaign end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.found(name="The second")
    await here.carla.slash(here.marne, "record journal", {"campaign": 1})
    assert [each["filename"] for each in here.newest(here.carla)["attachments"]] == ["The-first.html"]
    await here.carla.slash(here.marne, "record report", {"campaign": 1})
    assert "3 entries" in text(here.newest(here.carla))


async def test_without_a_campaign_there_is_no_record(here: Harness) -> None:
    for command in ("record journal", "record report"):
        await here.anna.slash(here.marne, command)
        assert "There is no campaign in this channel yet." in text(here.newest(here.anna))


async def test_the_seats_of_the_game_are_offered(here: Harness) -> None:
    await here.found()
    offered = await here.anna.autocomplete(here.marne, "record find", focused="seat", value="g")
    assert [each["value"] for each in offered] == ["Germans"]
