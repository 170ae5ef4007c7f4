"""The Apps menu of a result: why it came out so, and what happened there."""

import re
from datetime import timedelta

from tests.bot.engine.test_called_players import offered
from tests.bot.harness import EPHEMERAL, Harness, choose, labels, text


async def rolled(here: Harness) -> None:
    """A solo campaign of Fields of Despair whose newest message tells three entries."""
    await here.anna.slash(here.marne, "campaign new", {"game": "fields-of-despair", "seat": "Allies"})
    await choose(here.anna, here.marne, "enter setup-8", {"total": 96, "hexes": "A05 B05", "air": "3"})
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
    await here.carla.context("What happened here?", here.newest(here.carla))
    told = text(here.newest(here.carla))
    assert f"<@{here.anna.id}>" in told
    assert "`2`" in told
    assert "`3`" in told
    assert "`1`" not in told


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


async def test_an_ended_result_can_be_played_on_from(here: Harness) -> None:
    await rolled(here)
    result = here.newest(here.carla)
    await here.anna.context("What happened here?", result)
    assert labels(here.newest(here.anna)) == []
    await choose(here.anna, here.marne, "campaign manage end", {"for_good": True})
    (result,) = (each for each in here.anna.messages(here.marne) if each["id"] == result["id"])
    await here.carla.context("What happened here?", result)
    assert labels(here.newest(here.carla)) == []
    await here.anna.context("What happened here?", result)
    told = here.newest(here.anna)
    numbers = [int(each) for each in re.findall(r"`(\d+)`", text(told))]
    assert len(numbers) > 1
    await here.anna.press(told, "Play on from here")
    await here.settle(after=timedelta(minutes=1))
    fork = (await here.bot.client.service.session(2)).campaign
    assert fork.begun_at == numbers[-1] + 1, "its own log begins after the last entry of the result"


async def test_playing_on_uses_the_public_entry(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    for _ in range(2):
        await here.anna.slash(here.marne, "act", {"offer": await offered(here, "Note")})
    await here.anna.slash(here.marne, "dice roll", {"reason": "rain"})
    result, session = here.newest(here.carla), await here.campaign()
    rolled_at = session.campaign.seq
    await choose(here.anna, here.marne, "campaign manage end", {"for_good": True})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    (result,) = (each for each in here.anna.messages(here.marne) if each["id"] == result["id"])
    await here.anna.context("What happened here?", result)
    await here.anna.press(here.newest(here.anna), "Play on from here")
    await here.settle(after=timedelta(minutes=1))
    assert (await here.bot.client.service.session(2)).campaign.begun_at == rolled_at + 1
