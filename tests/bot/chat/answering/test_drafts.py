"""A map that grows by forms: what there is so far is a file below each answer."""

from tests.bot.harness import EPHEMERAL, Harness, choose, text


async def test_a_map_is_traced_by_forms_and_adopted(here: Harness) -> None:
    """Three forms and a press; the map so far is below each answer, so that a restart loses nothing."""
    ypres = here.server.channel("ypres")
    await here.anna.slash(ypres, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await choose(here.anna, ypres, "enter trace", {"hexes": "A-J 04-06", "goal": "B04"})
    answer = here.newest(here.anna, ypres)
    assert answer["flags"] & EPHEMERAL
    assert "Hexes of the Allies: 30" in text(answer)
    assert [each["filename"] for each in answer["attachments"]] == ["map.toml", "picture.png"]
    await here.anna.press(answer, "Adopt it")
    assert "no hex of the Allies is next to one of the Central Powers" in text(here.newest(here.anna, ypres))
    for hexes, country in (("A-J 07", "France"), ("A-J 08-09", "Germany")):
        await here.anna.press(answer, "More…")
        await here.anna.submit({"Hexes": hexes, "Country": country, "Side": "Central Powers"})
        answer = here.newest(here.anna, ypres)
    assert "Hexes of the Central Powers: 30" in text(answer)
    await here.anna.press(answer, "More…")
    await here.anna.submit({"Hexes": "B06-04"})
    answer = here.newest(here.anna, ypres)
    assert "runs backwards" in text(answer)
    assert "Hexes of the Central Powers: 30" in text(answer), "a wrong form loses nothing"
    await here.anna.press(answer, "Adopt it")
    ground = (await here.campaign(ypres)).campaign.game.data.map
    assert (len(ground.hexes), ground.goal) == (60, "B04")


async def test_without_a_map_there_is_nothing_to_adopt(here: Harness) -> None:
    ypres = here.server.channel("ypres")
    await here.anna.slash(ypres, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await choose(here.anna, ypres, "enter trace", {})
    answer = here.newest(here.anna, ypres)
    assert "Hexes of the Allies: 0" in text(answer)
    await here.anna.press(answer, "Adopt it")
    assert "the map has no hex" in text(here.newest(here.anna, ypres))


async def test_only_the_referee_adopts_it(here: Harness) -> None:
    ypres = here.server.channel("ypres")
    await here.anna.slash(ypres, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await choose(here.bert, ypres, "enter trace", {"hexes": "A04"})
    await here.bert.press(here.newest(here.bert, ypres), "More…")
    await here.bert.submit({"Hexes": "A05", "Country": "France", "Side": "Central Powers"})
    await here.bert.press(here.newest(here.bert, ypres), "Adopt it")
    assert "Only the referee" in text(here.newest(here.bert, ypres))
    assert (await here.campaign(ypres)).campaign.game.data.map is None
