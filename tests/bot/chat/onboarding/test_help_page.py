"""What `/help` and the card say, and in how few words."""

import re
from datetime import timedelta

from bot.chat.onboarding.help_page import MOST_BUTTONS, mention
from localdiscord import User
from tests.bot.harness import Harness, choose, labels, text

MOST_WORDS = 120
CARD_WORDS = 60


def words(said: str) -> int:
    return len(re.sub(r"</([\w -]+):\d+>", r"\1", said).split())


async def help_of(here: Harness, person: User) -> str:
    await person.slash(here.marne, "help")
    return text(here.newest(person))


def test_an_unregistered_command_is_written_out() -> None:
    assert str(mention({}, "campaign new")) == "`/campaign new`"
    assert str(mention({"campaign": 5}, "campaign new")) == "</campaign new:5>"


async def test_where_there_is_no_campaign_it_is_the_card(here: Harness) -> None:
    said = await help_of(here, here.carla)
    assert words(said) <= CARD_WORDS
    assert re.search(r"</help:\d+>", said)
    assert here.bert.messages(here.marne) == [], "only the asker reads it"


async def test_it_says_what_this_user_can_do_now(here: Harness) -> None:
    await here.found()
    said = await help_of(here, here.anna)
    assert words(said) <= MOST_WORDS
    await here.anna.press(here.newest(here.anna), "Draw 3 events")
    assert "draw 3 markers" in "\n".join(map(text, here.carla.messages(here.marne)))
    await help_of(here, here.bert)
    await here.bert.press(here.newest(here.bert), "Catch me up")
    assert "draw 3 markers" in text(here.newest(here.bert))
    await help_of(here, here.carla)
    assert "Catch me up" not in labels(here.newest(here.carla)), "she plays no side"


async def test_it_is_short_in_every_game(here: Harness) -> None:
    for number, (game, seat) in enumerate(
        (("fields-of-despair", "Allies"), ("gathering-storm", "Germany"), ("marne-1918", "Allies"))
    ):
        channel = here.server.channel(f"game {number}")
        await here.anna.slash(channel, "campaign new", {"game": game, "seat": seat})
        await here.anna.slash(channel, "help")
        assert words(text(here.newest(here.anna, channel))) <= MOST_WORDS
        offers = (await here.campaign(channel)).campaign.offers(int(here.anna.id))
        shown = [each for each in offers if not each.minor][:MOST_BUTTONS]
        assert [*labels(here.newest(here.anna, channel))][-2] == "All commands"
        assert len(labels(here.newest(here.anna, channel))) == len(shown) + 2


async def test_it_offers_what_the_time_has_brought(here: Harness) -> None:
    await here.found_small("night-watch", "North", "South")
    await choose(here.anna, here.marne, "campaign manage deadline", {"answer": 2})
    await here.bert.press(here.newest(here.bert), "South: Agree")
    await here.anna.slash(here.marne, "act", {"offer": "Call out"})
    for days, is_offered in ((0, False), (3, True)):
        here.server.clock.advance(timedelta(days=days))
        await help_of(here, here.anna)
        assert ("Go on without South" in labels(here.newest(here.anna))) is is_offered


async def test_each_game_has_its_own_commands_beside_those_of_all(here: Harness) -> None:
    always = ["campaign status", "campaign undo", "campaign manage", "record find", "record more", "me more"]
    for game, seat, own in (
        ("fields-of-despair", "Allies",
         ["enter", "turn next", "turn phase", "cp-offensive", "odds", "table"]),
        ("gathering-storm", "Germany",
         ["enter", "draw event", "event play", "turn next", "turn phase", "hand", "pool", "ledger"]),
        ("marne-1918", "Allies",
         ["draw event", "event play", "event return", "event remove", "turn next", "turn phase", "hand", "pool"]),
    ):  # fmt: skip
        here.marne = here.server.channel(game)
        await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": seat})
        said = await help_of(here, here.anna)
        assert re.findall(r"</([\w -]+):\d+>", said) == [*own, *always]


async def test_after_the_end_it_leads_to_another(here: Harness) -> None:
    await here.anna.slash(here.marne, "campaign new", {"game": "marne-1918", "seat": "Allies"})
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    assert "has ended" in await help_of(here, here.anna)
    assert labels(here.newest(here.anna)) == ["Start a campaign", "All commands", "The law of the table"]


async def all_of(here: Harness) -> str:
    """What the further press shows."""
    await here.anna.slash(here.marne, "help")
    await here.anna.press(here.newest(here.anna), "All commands")
    return text(here.newest(here.anna))


async def test_all_commands_of_the_game_are_a_press_away(here: Harness) -> None:
    await here.found()
    said = await all_of(here)
    draw = r"Draw from a pool or deck: </draw event:\d+>: Draw the turn's events; a secret event is shown only to"
    assert re.search(draw, said), "what not every game has is explained"
    assert re.search(r"</campaign join:\d+>: Take a seat", said)
    assert re.search(r"</server settings:\d+>", said)
    assert not any(f"</{other}" in said for other in ("cp", "odds", "table", "ledger", "enter"))
    assert "…" not in said


async def test_their_list_fits_for_every_game(here: Harness) -> None:
    for number, (game, seat) in enumerate((("fields-of-despair", "Allies"), ("gathering-storm", "Germany"))):
        here.marne = here.server.channel(f"game {number}")
        await here.anna.slash(here.marne, "campaign new", {"game": game, "seat": seat})
        assert "…" not in await all_of(here)
