"""``/act`` and ``/help``."""

from datetime import timedelta

from localdiscord import User
from tests.bot.chat.answering.test_private_views import score
from tests.bot.harness import Harness, choose, labels, text


async def test_every_command_is_listed_before_a_campaign(here: Harness) -> None:
    await here.anna.slash(here.marne, "help")
    card = here.newest(here.anna)
    card["components"][0]["components"][0]["custom_id"] = "adj:start:commands"
    await here.anna.press(card, "Try Marne 1918")
    said = text(here.newest(here.anna))
    for command in here.bot.client.tree.walk_commands():
        if not hasattr(command, "commands") and hasattr(command, "qualified_name"):
            assert f"/{command.qualified_name}" in said
    assert "…" not in said


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


async def test_act_offers_what_time_alone_allows(here: Harness) -> None:
    await here.found_high_card()
    await choose(here.bert, here.marne, "campaign manage end", {"sure": True})
    go_on = "Go on without Red"

    async def offered() -> list[str]:
        return [each["value"] for each in await here.bert.autocomplete(here.marne, "act", focused="offer", value="")]

    assert go_on not in await offered()
    here.server.clock.advance(timedelta(days=20))
    assert go_on in await offered()
    await here.bert.slash(here.marne, "act")
    assert go_on in str(here.private(here.bert)[-1]["components"])


async def test_act_lists_each_event_by_its_name(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Italy"})
    await here.anna.slash(here.marne, "draw event")
    asked = await here.anna.autocomplete(here.marne, "act", focused="offer", value="")
    assert asked[0]["name"] == "Play Grain from the East"
    await here.anna.slash(here.marne, "act", {"offer": asked[0]["name"]})
    assert "Grain from the East" in "".join(text(each) for each in here.anna.messages(here.marne)[1:])


async def test_act_takes_the_key_of_an_offer_too(here: Harness) -> None:
    session = await here.found_high_card()
    offer = session.campaign.offers(int(here.bert.id))[0]
    await here.bert.slash(here.marne, "act", {"offer": offer.key})
    assert "Blue takes a number." in text(here.newest(here.carla))


async def test_without_an_offer_it_shows_what_can_be_done(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await here.anna.slash(here.marne, "act")
    shown = here.private(here.anna)[-1]
    assert "Your options now" in text(shown)
    assert labels(shown)[:3] == ["Choose the difficulty", "Draw a token", "Note something"]
    await here.anna.press(shown, "Call out")
    await here.anna.slash(here.marne, "act")
    assert "Call out" not in labels(here.private(here.anna)[-1])
    await here.carla.slash(here.marne, "act")
    assert "There is nothing that you can do now." in text(here.private(here.carla)[-1])


async def test_thats_wrong_stands_below_the_entry_or_names_it(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await score(here, 5)
    assert "That's wrong" in labels(here.newest(here.bert))
    await choose(here.anna, here.marne, "campaign manage end")
    assert "That's wrong" not in labels(here.newest(here.bert)), "that is about the end of the campaign"
    await here.bert.slash(here.marne, "act")
    assert "That's wrong: Score entered" in labels(here.private(here.bert)[-1])
