"""Buttons that outlive restarts: pressed late, twice, by others, after the end."""

import asyncio
from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.buttons import OfferButton, is_known
from bot.views import hand_view, public_view, subject_of
from rules.command import Offer
from tests.bot.harness import Harness, labels, text
from tests.bot.marne import drawn
from tests.high_card import BLUE, RED, Bid


async def test_pressed_twice_it_is_done_once(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    await asyncio.gather(*(here.anna.press(founding, "Allies: Draw 3 events") for _ in range(4)))
    assert (await here.campaign()).campaign.seq == 2
    refusals = [text(m) for m in here.private(here.anna) if not m["embeds"]]
    assert (
        refusals == ["Too late: that is already done, or its moment has passed. `/act` lists what you can do now."] * 3
    )


async def test_a_stale_button_answers_privately(here: Harness) -> None:
    """The bot restarted in between, so it no longer knew whose buttons to take."""
    await here.found()
    founding = here.newest(here.anna)
    await here.restart()
    await here.anna.slash(here.marne, "draw event")
    before = len(here.carla.messages(here.marne))
    await here.anna.press(founding, "Allies: Draw 3 events")
    assert "its moment has passed" in text(here.private(here.anna)[-1])
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
    await here.anna.slash(here.marne, "campaign end", {"sure": True})
    await here.bert.press(here.newest(here.bert), "Germans: Agree")
    await here.anna.press(hand, "Return")
    assert text(here.private(here.anna)[-1]) == "This campaign has ended."


async def test_a_restart_between_post_and_press(here: Harness) -> None:
    await here.found()
    founding = here.newest(here.anna)
    await here.restart()
    await here.anna.press(founding, "Allies: Draw 3 events")
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


def offers(*about: str | None) -> list[Offer]:
    """A secret offer about each thing, or about none."""
    return [
        Offer(Bid(), f"Do {number}", version=number, subject=subject, secret=True)
        for number, subject in enumerate(about)
    ]


def parts(view: discord.ui.View | None) -> list[str]:
    """The menu by its placeholder and the buttons by their labels."""
    assert view is not None
    return [str(getattr(part, "label", None) or part.placeholder) for part in map(inner, view.children)]


def inner(item: Any) -> Any:
    return item.item if isinstance(item, discord.ui.DynamicItem) else item


class TestTheViewOfAHand:
    async def test_one_thing_needs_no_menu(self) -> None:
        assert parts(hand_view(1, offers("Spies", "Spies"), "Spies")) == ["Do 0", "Do 1"]

    async def test_of_several_things_a_menu_chooses_one(self) -> None:
        given = offers("Spies", "Mangin", "Spies")
        assert parts(hand_view(1, given, "Spies")) == ["Choose what to act on", "Do 0", "Do 2"]
        assert parts(hand_view(1, given, "Mangin")) == ["Choose what to act on", "Do 1"]

    async def test_what_is_about_no_thing_always_has_its_button(self) -> None:
        assert parts(hand_view(1, offers(None, None), None)) == ["Do 0", "Do 1"]
        assert parts(hand_view(1, offers(None, "Spies", "Mangin", None), "Mangin")) == [
            "Choose what to act on", "Do 2", "Do 0", "Do 3",
        ]  # fmt: skip

    async def test_two_markers_alike_have_one_set_of_buttons(self) -> None:
        alike = [Offer(Bid(points=n), "Keep", version=1, subject="Spies", secret=True) for n in (1, 2)]
        view = hand_view(1, alike, "Spies")
        assert parts(view) == ["Keep"]

    async def test_nothing_to_do_has_no_view(self) -> None:
        assert hand_view(1, [], None) is None

    async def test_no_hand_has_more_parts_than_discord_takes(self) -> None:
        full = [*offers(*(f"Marker {n}" for n in range(40))), *offers(*[None] * 40)]
        view = hand_view(1, full, "Marker 3")
        assert view is not None
        assert len(view.to_components()) == 5
        assert len(inner(view.children[0]).options) == 25

    @pytest.mark.parametrize(("chosen", "about"), [("Mangin", "Mangin"), ("Gone", "Spies"), (None, "Spies")])
    def test_the_buttons_are_about_what_was_chosen_or_the_first_thing(self, chosen: str | None, about: str) -> None:
        assert subject_of(offers(None, "Spies", "Mangin"), chosen) == about
        assert subject_of(offers(None), chosen) is None


class TestTheViewOfAResult:
    async def test_it_has_ten_offers_the_hand_and_why(self) -> None:
        view = public_view(1, offers(*[None] * 30), with_hand=True, why=4)
        assert parts(view) == [*(f"Do {n}" for n in range(10)), "My hand", "Why?"]
        assert public_view(1, [], with_hand=False) is None

    async def test_the_first_offer_of_the_reader_stands_out_and_no_other(self) -> None:
        every = offers(None, None, None)
        view = public_view(1, every, own={every[1].key, every[2].key}, with_hand=False)
        assert view is not None
        grey, blue = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
        assert [inner(part).style for part in view.children] == [grey, blue, grey]
        view = public_view(1, every, with_hand=False)
        assert view is not None
        assert {inner(part).style for part in view.children} == {grey}

    async def test_at_a_table_of_several_a_button_says_whose_it_is(self) -> None:
        red, both, named = offers(None, None, "Blue")
        shown = (replace(red, seats=(RED,)), replace(both, seats=(RED, BLUE)), replace(named, seats=(BLUE,)))
        assert parts(public_view(1, shown, is_alone=False, with_hand=False)) == ["Red: Do 0", "Do 1", "Do 2 Blue"]
        assert parts(public_view(1, shown, with_hand=False)) == ["Red: Do 0", "Do 1", "Do 2 Blue"]
        assert parts(public_view(1, shown[:2], with_hand=False)) == ["Do 0", "Do 1"]


@pytest.mark.parametrize("custom_id", ["adj:do:1:bid:3:1", "adj:own:7:x", "adj:hand:1", "adj:why:1:2", "adj:about:9"])
def test_an_id_of_this_version_is_known(custom_id: str) -> None:
    assert is_known(custom_id)


@pytest.mark.parametrize("custom_id", ["", "adj:do:x:bid", "adj:why:1", "adj:hand:1:2", "old:button", "adj:else:1:x"])
def test_an_id_of_another_version_is_not(custom_id: str) -> None:
    assert not is_known(custom_id)


async def test_a_button_comes_back_from_its_id() -> None:
    button = OfferButton(7, "bid:3:1", "x" * 200, in_hand=True)
    custom_id = str(button.item.custom_id)
    match = OfferButton.__discord_ui_compiled_template__.fullmatch(custom_id)
    assert match is not None
    again = await OfferButton.from_custom_id(None, None, match)  # type: ignore[arg-type]
    assert (again.id_, again.key, again.in_hand) == (7, "bid:3:1", True)
    assert len(str(button.item.label)) == 80
