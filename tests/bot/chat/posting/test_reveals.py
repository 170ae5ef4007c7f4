"""How a campaign went, told to its channel once nobody can reopen it."""

from datetime import timedelta

from bot.base.catalog import Catalog
from rules.campaign.life.ending import DAYS_TO_REOPEN
from tests.bot.chat.onboarding.test_start_campaign import tries
from tests.bot.harness import Harness, Message, choose, labels, text

SOON = timedelta(minutes=1)
HELD = "What they did not know: **Turn 1**: South: token "


async def called_out(here: Harness) -> None:
    """South holds a token, and North has called out."""
    await here.found_small("night-watch", "North", "South")
    await here.bert.slash(here.marne, "act", {"offer": "Draw a token"})
    await here.anna.slash(here.marne, "act", {"offer": "Call out"})


async def agree(here: Harness) -> None:
    """Anna agrees to what Bert wants, in whatever language the button is."""
    for message in reversed(here.anna.messages(here.marne)):
        if north := [label for label in labels(message) if label.startswith("North")]:
            await here.anna.press(message, north[0])
            return


async def end(here: Harness, **options: bool) -> None:
    """Bert ends the campaign, and Anna agrees."""
    await choose(here.bert, here.marne, "campaign manage end", {"sure": True, **options})
    await agree(here)
    await here.settle(after=SOON)


def reveals(here: Harness) -> list[Message]:
    """What a stranger reads in the channel of how the campaign went."""
    return [each for each in here.carla.messages(here.marne) if each["content"].startswith("**How ")]


async def test_the_channel_reads_it_once_after_an_end_for_good(here: Harness) -> None:
    await called_out(here)
    await here.settle(after=SOON)
    assert reveals(here) == []
    await end(here, for_good=True)
    (told,) = reveals(here)
    assert told["content"] == "**How Night Watch went**"
    assert HELD in text(told)
    assert told["mentions"] == []
    await here.restart()
    await here.settle(after=timedelta(days=2 * DAYS_TO_REOPEN))
    assert len(reveals(here)) == 1


async def test_the_reveal_follows_after_thirty_days(here: Harness) -> None:
    await called_out(here)
    await end(here)
    await here.settle(after=timedelta(days=DAYS_TO_REOPEN, minutes=-5))
    assert reveals(here) == []
    await here.settle(after=timedelta(minutes=6))
    (told,) = reveals(here)
    assert HELD in text(told)


async def test_a_campaign_that_was_reopened_tells_nothing(here: Harness) -> None:
    """Nobody ends it, waits, and reads what the others hold."""
    await called_out(here)
    await end(here)
    await choose(here.bert, here.marne, "campaign manage reopen", {"sure": True})
    await here.settle(after=timedelta(days=2 * DAYS_TO_REOPEN))
    assert reveals(here) == []


async def test_after_a_second_end_the_days_count_from_there(here: Harness) -> None:
    """What was due after the first end comes when all is hidden again."""
    await called_out(here)
    await end(here)
    await here.settle(after=timedelta(days=DAYS_TO_REOPEN - 10))
    await choose(here.bert, here.marne, "campaign manage reopen", {"sure": True})
    if (await here.campaign()).campaign.is_ended:
        await agree(here)
    assert not (await here.campaign()).campaign.is_ended
    await end(here)
    assert (await here.campaign()).campaign.is_ended
    await here.settle(after=timedelta(days=11))
    assert reveals(here) == []
    await here.settle(after=timedelta(days=DAYS_TO_REOPEN))
    assert len(reveals(here)) == 1


async def test_a_solo_campaign_is_revealed_too(here: Harness) -> None:
    named = {"game": "marne-1918", "seat": "Allies", "name": "Our *own* war"}
    await here.anna.slash(here.marne, "campaign new", named)
    await here.anna.slash(here.marne, "draw event")
    await choose(here.anna, here.marne, "campaign manage end", {"for_good": True, "sure": True})
    end = here.newest(here.carla)
    await here.settle(after=SOON)
    (told,) = reveals(here)
    assert told["content"] == "**How Our \\*own\\* war went**"
    assert text(told).endswith("The whole campaign, turn by turn: `/record journal`.")
    assert labels(here.newest(here.carla)) == [], "it is read, and the buttons stay where they were"
    assert labels(next(each for each in here.carla.messages(here.marne) if each["id"] == end["id"])) == labels(end)


async def test_a_campaign_that_this_bot_cannot_play_tells_nothing(here: Harness) -> None:
    await called_out(here)
    await end(here)
    await here.restart(Catalog([]))
    await here.settle(after=timedelta(days=DAYS_TO_REOPEN, minutes=1))
    assert reveals(here) == []


async def test_a_game_to_try_tells_nothing(here: Harness) -> None:
    thread = await tries(here, here.anna)
    await here.anna.press(here.newest(here.anna, thread), "Draw 3 events")
    await choose(here.anna, thread, "campaign manage end", {"for_good": True, "sure": True})
    assert (await here.campaign(thread)).campaign.is_ended
    await here.settle(after=SOON)
    assert not any("went" in each["content"] for each in here.carla.messages(thread))


async def test_it_is_in_the_language_of_the_channel(here: Harness) -> None:
    await called_out(here)
    await choose(here.bert, here.marne, "campaign manage language", {"language": "fr"})
    await agree(here)
    await end(here, for_good=True)
    assert any("Ce qu’ils ignoraient" in text(each) for each in here.carla.messages(here.marne))
