"""The Apps menu of a result: why it came out so, and what happened there."""

from tests.bot.harness import EPHEMERAL, Harness, as_it_stands, choose, text


async def rolled(here: Harness) -> None:
    """A solo campaign of Fields of Despair whose newest message tells three entries."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await as_it_stands(here.anna, here.marne, "8", {"total": 96, "hexes": "A05 B05", "air": "3"})
    await here.anna.slash(here.marne, "turn next")
    await choose(here.anna, here.marne, "enter economy", {"eps": 3})


async def test_anybody_can_ask_why(here: Harness) -> None:
    await rolled(here)
    await here.carla.context("Why?", here.newest(here.carla))
    answer = here.newest(here.carla)
    assert answer["flags"] & EPHEMERAL
    assert text(answer).startswith("Why: Turn 8: Spend Economic Points") or "Why: " in text(answer)


async def test_the_menu_names_the_actor(here: Harness) -> None:
    await rolled(here)
    result = here.newest(here.carla)
    await here.carla.context("What happened here?", result)
    told = text(here.newest(here.carla))
    assert f"<@{here.anna.id}>" in told
    assert "~~" not in told
    assert "`2`" in told
    assert "`3`" in told
    assert "`1`" not in told
    await here.anna.slash(here.marne, "campaign undo")
    await here.carla.context("What happened here?", result)
    assert "~~" in text(here.newest(here.carla)), "what was undone is struck through"


async def test_another_message_is_refused_in_a_sentence(here: Harness) -> None:
    await rolled(here)
    founding = here.carla.messages(here.marne)[0]
    for name in ("Why?", "What happened here?"):
        await here.carla.context(name, founding)
        assert text(here.newest(here.carla)) == "This message is not a result of a campaign. Choose one that I posted."


async def test_a_result_that_read_nothing_has_no_reasons(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    result = here.newest(here.carla)
    await here.carla.context("Why?", result)
    (roll,) = (await here.bot.client.service.entries(await here.campaign()))[-1].rolls
    assert f"Press: `{roll.press}`" in text(here.newest(here.carla)), "dice say how they can be checked"
    await here.carla.context("What happened here?", result)
    assert f"Press: `{roll.press}`" in text(here.newest(here.carla))
    await here.bert.slash(here.marne, "campaign join", {"seat": "Germans"})
    joined = next(each for each in here.bert.messages(here.marne) if "joins as the Germans" in text(each))
    await here.bert.context("Why?", joined)
    assert text(here.newest(here.bert)) == "Nothing was looked up for this result."
