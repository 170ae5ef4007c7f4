"""What stands below a message: a hand, a result."""

from dataclasses import replace
from typing import Any

import discord
import pytest

from bot.views import hand_view, public_view, subject_of
from rules.command import Offer
from tests.high_card import BLUE, RED, Bid


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
