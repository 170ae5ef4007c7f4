"""``/act`` and ``/help``."""

from localdiscord import User
from tests.bot.harness import Harness, text


async def test_help_names_every_command_within_the_limits(here: Harness) -> None:
    await here.anna.slash(here.marne, "help")
    said = text(here.newest(here.anna))
    for command in here.bot.client.tree.walk_commands():
        if not hasattr(command, "commands"):
            assert f"`/{command.qualified_name}`" in said
    assert "…" not in said


async def test_before_a_campaign_help_names_all_games_commands(here: Harness) -> None:
    await here.anna.slash(here.marne, "help")
    said = text(here.newest(here.anna))
    assert all(f"`/{name}`" in said for name in ("cp-offensive", "ledger", "draw event"))


async def test_help_names_what_the_channels_game_has(here: Harness) -> None:
    await here.found()
    await here.anna.slash(here.marne, "help")
    said = text(here.newest(here.anna))
    assert "`/draw event`" in said
    assert "`/pool`" in said
    assert not any(f"`/{other}" in said for other in ("cp", "odds", "table", "ledger", "enter"))


async def test_act_offers_what_its_user_can_do_and_does_it(here: Harness) -> None:
    await here.found_high_card()

    async def offered(person: User, typed: str = "") -> list[str]:
        asked = await person.autocomplete(here.marne, "act", focused="offer", value=typed)
        return [choice["value"] for choice in asked]

    assert await offered(here.anna) == ["Take a number", "Bid"]
    assert await offered(here.anna, "TAKE") == ["Take a number"]
    assert await offered(here.carla) == []
    await here.anna.slash(here.marne, "act", {"offer": "Take a number"})
    assert "Red takes a number." in text(here.newest(here.carla))
    assert await offered(here.anna) == ["Show", "Bid"]
    assert await offered(here.bert) == ["Take a number", "Bid"]


async def test_act_takes_the_key_of_an_offer_too(here: Harness) -> None:
    session = await here.found_high_card()
    offer = session.campaign.offers(int(here.bert.id))[0]
    await here.bert.slash(here.marne, "act", {"offer": offer.key})
    assert "Blue takes a number." in text(here.newest(here.carla))


async def test_act_opens_the_form_of_an_offer(here: Harness) -> None:
    await here.found_high_card()
    await here.anna.slash(here.marne, "act", {"offer": "Bid"})
    await here.anna.submit({"points": "4", "blind": "No"})
    assert "Red bids 4." in text(here.newest(here.carla))
