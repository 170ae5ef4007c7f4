"""Forms: what an offer asks for, and dice from the players' table."""

import pytest

from tests.bot.harness import Harness, text


async def test_an_offer_that_asks_is_filled_in_a_form(here: Harness) -> None:
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    await here.anna.submit({"Points": "7", "blind": "Yes"})
    assert "Red bids 7." in text(here.newest(here.carla))


@pytest.mark.parametrize(
    ("points", "said"),
    [
        ("10", "`points` is at most 9."),
        ("-1", "`points` is at least 0."),
        ("many", "`points` takes a whole number."),
        ("9" * 200, "`points` is at most 9."),
    ],
)
async def test_bad_input_gets_one_sentence(here: Harness, points: str, said: str) -> None:
    await here.found_high_card()
    await here.anna.press(here.newest(here.anna), "Bid")
    await here.anna.submit({"points": points, "blind": "No"})
    assert here.newest(here.anna)["content"] == said
    assert (await here.campaign()).campaign.seq == 1


async def test_missing_dice_are_asked_for_in_a_form(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    assert here.anna.modal is not None
    await here.anna.submit({"dice": "4 3"})
    assert "Your number is 7." in text(here.private(here.anna)[-1])
    session = await here.campaign()
    (roll,) = (await here.bot.client.service.entries(session))[-1].rolls
    assert roll.by_hand


@pytest.mark.parametrize(
    ("dice", "said"), [("4", "you gave 1"), ("4 3 1", "you gave 3"), ("4 7", "cannot show 7"), ("x", "faces")]
)
async def test_wrong_dice_in_the_form_are_refused(here: Harness, dice: str, said: str) -> None:
    await here.found_high_card("physical")
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    await here.anna.submit({"dice": dice})
    assert said in here.newest(here.anna)["content"]
    assert (await here.campaign()).campaign.seq == 1


async def test_dice_given_with_the_command_need_no_form(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.anna.slash(here.marne, "act", {"offer": "Take a number", "dice": "6 6"})
    assert "Your number is 12." in text(here.private(here.anna)[-1])


async def test_a_form_outlives_a_restart(here: Harness) -> None:
    await here.found_high_card("physical")
    await here.anna.press(here.newest(here.anna), "Take a number")
    await here.restart()
    await here.anna.submit({"dice": "1 1"})
    assert "Your number is 2." in text(here.private(here.anna)[-1])
