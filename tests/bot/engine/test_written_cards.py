"""Cards that a power writes into forms in Discord: nobody else reads more than how many there are."""

from datetime import timedelta

import pytest

from bot.log.chain import read_record
from bot.log.export import export_campaign, export_from
from localdiscord import Upload, User
from rules.errors import NotNow
from tests.bot.harness import Harness, Message, choose, labels, text


async def storm(here: Harness) -> None:
    """Gathering Storm in #marne: Anna is Germany and the referee, Bert is Italy."""
    await here.anna.slash(here.marne, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    await here.bert.slash(here.marne, "campaign join", {"seat": "Italy"})


async def begin(here: Harness, person: User, title: str, pile: str = "Italy") -> Message:
    """Somebody begins a card; the message with its buttons."""
    await person.slash(here.marne, "act", {"offer": "Write a card: support, EAI, diplomacy"})
    await person.submit({"Title of the card": title, "Pile": pile, "Kind": "Support"})
    return here.newest(person)


async def laid(here: Harness, *titles: str) -> None:
    """Bert writes cards and lays them face down."""
    for title in titles:
        await here.bert.press(await begin(here, here.bert, title), f"Fill in “{title}”: support")
        await here.bert.submit({"Amount": "2"})
    await here.bert.press(here.newest(here.bert), "Lay our cards face down")
    await here.bert.submit({"No number on them is above": "2"})


def read_by(here: Harness, person: User) -> str:
    return str(person.messages(here.marne))


async def test_a_pile_that_one_types_is_a_count_to_everybody_else(here: Harness) -> None:
    await storm(here)
    await laid(here, "Zebra one", "Zebra two")
    assert "Italy lays 2 cards of its own face down. No number on them is above 2." in text(here.newest(here.anna))
    await here.bert.press(here.newest(here.bert), "Italy: Add our own cards")
    asked = text(here.newest(here.anna))
    assert "wants to add the cards they laid out to the piles" in asked
    assert "Lay:" not in asked
    await here.restart()
    await here.anna.press(here.newest(here.anna), "Germany: Agree")
    await here.anna.slash(here.marne, "pool")
    assert "Italy: 8 of 8 events left" in text(here.newest(here.anna))
    await here.anna.slash(here.marne, "draw event")
    await choose(here.anna, here.marne, "record find", {"text": "Zebra"})
    for person in (here.anna, here.carla):
        assert "Zebra" not in read_by(here, person)
    await here.bert.slash(here.marne, "hand")
    assert "In your pile, read by nobody else: Zebra" in text(here.newest(here.bert))
    session = await here.campaign()
    exported = await export_campaign(here.bot.client.service._store, session.id, is_open=False)
    assert exported is not None
    assert b"Zebra" not in exported.data


async def test_it_is_taken_back_by_undo_and_nobody_else_reads_of_it(here: Harness) -> None:
    await storm(here)
    before = read_by(here, here.anna)
    await begin(here, here.bert, "Zebra")
    await here.bert.slash(here.marne, "campaign undo")
    await here.bert.slash(here.marne, "hand")
    assert "Zebra" not in text(here.newest(here.bert))
    assert read_by(here, here.anna) == before


async def test_a_form_that_is_filled_in_wrongly_opens_again_and_nothing_is_lost(here: Harness) -> None:
    await storm(here)
    message = await begin(here, here.bert, "Zebra")
    await here.bert.press(message, "Fill in “Zebra”: support")
    await here.bert.submit({"Amount": "99"})
    assert "must be at most 20" in text(here.newest(here.bert))
    await here.bert.press(here.newest(here.bert), labels(here.newest(here.bert))[0])
    await here.bert.submit({"Amount": "-1"})
    assert "support level: -1" in text(here.newest(here.bert)).replace("\\", "")


async def test_open_cards_are_kept_for_the_servers_later_campaigns(here: Harness) -> None:
    await storm(here)
    await begin(here, here.bert, "For Germany", "Germany")
    await here.bert.press(here.newest(here.bert), "Lay our cards open")
    assert "For Germany, for the pile Germany:" in text(here.newest(here.anna)).replace("*", "")
    await here.bert.press(here.newest(here.bert), "Italy: Add our own cards")
    await here.anna.press(here.newest(here.anna), "Germany: Agree")
    await choose(here.anna, here.marne, "campaign manage own-data", {"entered": True, "later": True})
    verdun = here.server.channel("verdun")
    await here.anna.slash(verdun, "campaign new", {"game": "gathering-storm", "seat": "Germany"})
    session = await here.campaign(verdun)
    assert "For Germany" in {card.title for card in session.campaign.game.data.cards}
    exported = await export_campaign(here.bot.client.service._store, session.id)
    assert exported is not None
    assert "For Germany" in read_record(exported.data).documents[session.campaign.data]


async def test_cards_come_with_the_campaign_into_another_place_and_their_writer_alone_reads_them(here: Harness) -> None:
    """An owner brings the whole record: a card in the pile, and one that lies face down, are Bert's there."""
    await storm(here)
    await laid(here, "Zebra one")
    await here.bert.press(here.newest(here.bert), "Italy: Add our own cards")
    await here.anna.press(here.newest(here.anna), "Germany: Agree")
    await laid(here, "Zebra two")
    exported = await export_from(here.database, (await here.campaign()).id)
    assert exported is not None
    verdun = here.server.channel("verdun")
    file = {"file": Upload("campaign.json", exported.data), "sure": True}
    await choose(here.anna, verdun, "campaign manage import", file)
    await here.settle()
    await here.restart()
    await here.bert.slash(verdun, "hand")
    told = text(here.newest(here.bert, verdun))
    assert "In your pile, read by nobody else: Zebra one." in told
    assert "Laid out face down: Zebra two." in told
    for person in (here.anna, here.carla):
        await person.slash(verdun, "campaign status")
        assert "Zebra" not in str(person.messages(verdun))
    session = await here.campaign(verdun)
    service = here.bot.client.service
    assert (await service.verify(session, await service.entries(session))).wrong == ()


async def test_cards_that_lie_face_down_can_be_kept_once_nobody_can_reopen_the_campaign(here: Harness) -> None:
    await storm(here)
    await laid(here, "Zebra one")
    await here.bert.press(here.newest(here.bert), "Italy: Add our own cards")
    await here.anna.press(here.newest(here.anna), "Germany: Agree")
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.anna), "Italy: Agree")
    session, data = await here.campaign(), here.bot.client.service.data
    with pytest.raises(NotNow, match="Nothing has been entered"):
        await data.entered(session, here.server.clock.now())
    later = here.server.clock.now() + timedelta(days=60)
    assert "Zebra one" in (await data.entered(session, later)).body
