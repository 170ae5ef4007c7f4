"""Buttons that outlive restarts: pressed late, twice, by others, after the end."""

import asyncio

from tests.bot.harness import Harness, labels, text
from tests.bot.marne import drawn


async def test_pressed_twice_it_is_done_once(here: Harness) -> None:
    await here.found()
    founding = here.anna.messages(here.marne)[0]
    await asyncio.gather(*(here.anna.press(founding, "Draw 3 events") for _ in range(4)))
    assert (await here.campaign()).campaign.seq == 2
    refusals = [text(m) for m in here.private(here.anna) if not m["embeds"]]
    assert refusals == ["That was done already, or its moment has passed. `/act` lists what you can do now."] * 3


async def test_a_stale_button_answers_privately(here: Harness) -> None:
    await drawn(here)
    founding = here.anna.messages(here.marne)[0]
    before = len(here.carla.messages(here.marne))
    await here.anna.press(founding, "Draw 3 events")
    assert "its moment has passed" in text(here.private(here.anna)[-1])
    assert len(here.carla.messages(here.marne)) == before


async def test_a_foreign_button_answers_privately_and_changes_nothing(here: Harness) -> None:
    await here.found()
    founding = here.anna.messages(here.marne)[0]
    await here.bert.press(founding, "Draw 3 events")
    assert text(here.private(here.bert)[-1]) == "That is for another seat to decide."
    await here.carla.press(founding, "Draw 3 events")
    assert "You hold no seat in this campaign" in text(here.private(here.carla)[-1])
    assert (await here.campaign()).campaign.seq == 1


async def test_a_button_of_a_campaign_that_is_gone_answers_privately(here: Harness) -> None:
    await here.found()
    founding = here.anna.messages(here.marne)[0]
    founding["components"][0]["components"][0]["custom_id"] = "adj:do:99:draw:1"
    await here.anna.press(founding, "Draw 3 events")
    assert "not in this bot's database" in text(here.private(here.anna)[-1])


async def test_buttons_of_an_ended_campaign_say_so(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "campaign end", {"sure": True})
    await here.anna.press(here.anna.messages(here.marne)[0], "Draw 3 events")
    assert text(here.private(here.anna)[-1]) == "This campaign has ended."


async def test_a_restart_between_post_and_press(here: Harness) -> None:
    await here.found()
    founding = here.anna.messages(here.marne)[0]
    await here.restart()
    await here.anna.press(founding, "Draw 3 events")
    hand = here.private(here.anna)[-1]
    await here.restart()
    await here.anna.press(hand, "Return")
    assert "You return" in text(here.private(here.anna)[-1])
    assert (await here.campaign()).campaign.seq == 3


async def test_the_hand_button_answers_its_presser(here: Harness) -> None:
    await drawn(here)
    public = next(m for m in reversed(here.bert.messages(here.marne)) if "My hand" in labels(m))
    await here.bert.press(public, "My hand")
    assert "You hold nothing in secret." in text(here.private(here.bert)[-1])
    assert here.private(here.bert)[-1] not in here.anna.messages(here.marne)
