"""The private message of a hand."""

import pytest

from localdiscord import InvalidAction
from tests.bot.harness import Harness, text
from tests.bot.marne import drawn


async def test_the_buttons_of_the_hand_keep_return_and_choose(here: Harness) -> None:
    hand = await drawn(here)
    menu = hand["components"][0]["components"][0]
    assert menu["placeholder"] == "Choose what to act on"
    other = menu["options"][-1]["label"]
    await here.anna.select(hand, "Choose what to act on", [other])
    hand = here.private(here.anna)[-1]
    assert f"The buttons are about {other}." in text(hand)
    assert hand["components"][0]["components"][0]["options"][-1]["default"] is True


async def test_a_person_cannot_press_what_another_sees(here: Harness) -> None:
    hand = await drawn(here)
    with pytest.raises(InvalidAction):
        await here.bert.press(hand, "Return")
