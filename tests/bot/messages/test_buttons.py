"""Buttons that outlive restarts: pressed late, twice, by others, after the end."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.base.language import reading, say
from bot.messages.buttons import (
    ITEMS,
    FixButton,
    LookButton,
    OfferButton,
    OfferMenu,
    OffersMenu,
    RemindersButton,
    SubjectMenu,
    SureButton,
    is_known,
)
from rules.command import Choice, Offer
from rules.games.marne_1918.hand import Sort
from tests.bot.harness import Harness, choose, text
from tests.high_card import Bid


async def test_pressed_twice_it_is_done_once(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    await asyncio.gather(*(here.anna.press(founding, "Allies: Draw 3 events") for _ in range(4)))
    assert (await here.campaign()).campaign.seq == 2
    refusals = [text(m) for m in here.private(here.anna) if m["content"]]
    late = "That cannot be done now: it is done already, or something else comes first. `/act` lists what you can do."
    assert refusals == [late] * 3


async def test_a_stale_button_answers_privately(here: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot died before it noted the message, so it does not know whose buttons to take."""

    async def nothing(*_: object) -> None:
        return None

    await here.found()
    founding = here.newest(here.anna)
    await here.restart()
    monkeypatch.setattr(here.bot.outbox.store, "newest_message", nothing)
    await here.anna.slash(here.marne, "draw event")
    before = len(here.carla.messages(here.marne))
    await here.anna.press(founding, "Allies: Draw 3 events")
    assert "cannot be done now" in text(here.private(here.anna)[-1])
    assert len(here.carla.messages(here.marne)) == before


async def test_a_foreign_button_answers_privately_and_changes_nothing(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    await here.bert.press(founding, "Allies: Draw 3 events")
    for person in (here.bert, here.carla):
        await person.press(founding, "Allies: Draw 3 events")
        assert text(here.private(person)[-1]) == f"Only <@{here.anna.id}> (Allies) can do that."
    assert (await here.campaign()).campaign.seq == 1


async def test_a_button_of_a_campaign_that_is_gone_answers_privately(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    founding["components"][0]["components"][0]["custom_id"] = "adj:do:99:draw:1"
    await here.anna.press(founding, "Allies: Draw 3 events")
    assert "not in this bot's database" in text(here.private(here.anna)[-1])


async def test_buttons_of_an_ended_campaign_say_so(here: Harness) -> None:
    await here.found()
    await here.anna.press(here.newest(here.anna), "Allies: Draw 3 events")
    hand = here.private(here.anna)[-1]
    await here.restart()
    await choose(here.anna, here.marne, "campaign manage end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.anna.press(hand, "Return what I drew")
    assert text(here.private(here.anna)[-1]) == "This campaign has ended."


@pytest.mark.parametrize("custom_id", ["adj:do:1:bid:3:1", "adj:own:7:x", "adj:hand:1", "adj:why:1:2", "adj:page:1:2"])
def test_an_id_of_this_version_is_known(custom_id: str) -> None:
    assert is_known(custom_id)


@pytest.mark.parametrize("custom_id", ["", "adj:do:x:bid", "adj:why:1", "adj:hand:1:2", "old:button", "adj:else:1:x"])
def test_an_id_of_another_version_is_not(custom_id: str) -> None:
    assert not is_known(custom_id)


async def test_each_button_and_menu_comes_back_from_its_id_as_it_was() -> None:
    offer = Offer(Bid(), "Bid", inputs=("points",), choices={"points": ("1", "2")})
    items: list[Any] = [
        *(OfferButton(7, "bid:3:1", "x", in_hand=each) for each in (True, False)),
        *(OfferMenu(7, offer, "x", in_hand=each) for each in (True, False)),
        *(FixButton(7, "bid:3:1", in_hand=each) for each in (True, False)),
        *(LookButton(what, 7, number, "x") for what, number in (("hand", None), ("why", 3), ("board", 0))),
        RemindersButton(), OffersMenu(7, 2), SubjectMenu(7), SureButton(7, 3, '{"type":"end"}'),
    ]  # fmt: skip
    ids = [str(each.item.custom_id) for each in items]
    assert len({*ids}) == len(ids)
    for item, custom_id in zip(items, ids, strict=True):
        match = item.__discord_ui_compiled_template__.fullmatch(custom_id)
        again = await type(item).from_custom_id(None, item.item, match)
        assert again.id_of(**{name: getattr(again, name) for name in match.groupdict()}) == custom_id
    assert {type(each) for each in items} == {*ITEMS}


def test_a_menu_says_what_each_of_its_options_is() -> None:
    choices = (Choice("a", "Marker A", "It rains."), Choice("b", "b"))
    offer = Offer(Sort(keep=("b",)), "Keep these…", inputs=("keep",), choices={"keep": choices})
    menu: Any = OfferMenu(7, offer, offer.label).item
    assert menu.placeholder == "Keep these"
    assert [(each.label, each.value, each.description, each.default) for each in menu.options] == [
        ("Marker A", "a", "It rains.", False), ("b", "b", None, True),
    ]  # fmt: skip
    empty: Any = OfferMenu(7, replace(offer, unproposed=("keep",)), offer.label).item
    assert not any(each.default for each in empty.options)
    for in_hand, what in ((False, "pick"), (True, "take")):
        assert OfferMenu(7, offer, offer.label, in_hand=in_hand).item.custom_id == f"adj:{what}:7:{offer.key}"
    with reading("fr"):
        french: Any = SubjectMenu(7, [("Spies", "Next turn")]).item
        assert [each.description for each in french.options] == [say("Next turn")] != ["Next turn"]
    about: Any = SubjectMenu(7, [("Spies", "They spy."), ("Numbers", "")], "Spies").item
    assert [(each.label, each.description, each.default) for each in about.options] == [
        ("Spies", "They spy.", True), ("Numbers", None, False),
    ]  # fmt: skip
    both: Any = OffersMenu(7, 0, "Points", [Offer(Bid(), "Enter", subject="A"), Offer(Bid(), "Enter", subject="B")])
    assert [each.label for each in both.item.options] == ["Enter A", "Enter B"]


@pytest.mark.parametrize(("most", "shown"), [(0, 3), (1, 1), (2, 2), (9, 3)])
async def test_a_menu_lets_choose_as_many_as_fit(most: int, shown: int) -> None:
    offer = Offer(Sort(), "Keep these", inputs=("keep",), choices={"keep": ("a", "b", "c")}, most=most)
    assert OfferMenu(7, offer, "Keep these").item.max_values == shown


async def test_of_what_one_is_chosen_from_one_is_chosen() -> None:
    offer = Offer(Bid(), "Bid", inputs=("points",), choices={"points": ("1", "2", "3")})
    assert OfferMenu(7, offer, "Bid").item.max_values == 1
