"""What stands below a message: a hand, a result."""

from dataclasses import replace
from typing import Any

import discord

from bot.messages.buttons import HAND, FixButton, lesson_view, public_view, reasons_view
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


class TestTheViewOfAResult:
    async def test_what_is_asked_for_comes_first_and_stands_out(self) -> None:
        every = offers(None, None, None)
        view = public_view(1, every, main=every[1].key, with_hand=False)
        assert view is not None
        grey, blue = discord.ButtonStyle.secondary, discord.ButtonStyle.primary
        assert parts(view) == ["Do 1", "Do 0", "Do 2"]
        assert [inner(part).style for part in view.children] == [blue, grey, grey]
        view = public_view(1, every, with_hand=False)
        assert view is not None
        assert {inner(part).style for part in view.children} == {grey}

    async def test_at_a_table_of_several_a_button_says_whose_it_is(self) -> None:
        red, both, named = offers(None, None, "Blue")
        shown = (replace(red, seats=(RED,)), replace(both, seats=(RED, BLUE)), replace(named, seats=(BLUE,)))
        assert parts(public_view(1, shown, is_alone=False, with_hand=False)) == ["Red: Do 0", "Do 1", "Do 2 Blue"]
        assert parts(public_view(1, shown, with_hand=False)) == ["Red: Do 0", "Do 1", "Do 2 Blue"]
        assert parts(public_view(1, shown[:2], with_hand=False)) == ["Do 0", "Do 1"]
        of_hand = replace(red, inputs=("marker",), choices={"marker": ("A",)}, shows_hand=True)
        view = public_view(1, (of_hand,), with_hand=False)
        assert view is not None
        assert isinstance(inner(view.children[0]), discord.ui.Button), "a menu would say what is held"

    async def test_sides_differ_only_where_an_offer_is_of_one_side(self) -> None:
        """What any side can do, and what is one side's by its words, name none."""
        red, any_side, blue = offers(None, None, None)
        red, any_side = replace(red, seats=(RED,)), replace(any_side, seats=(RED, BLUE))
        blue = replace(blue, seats=(BLUE,), label="Blue goes on")
        assert parts(public_view(1, (red, any_side, blue), with_hand=False)) == ["Red: Do 0", "Do 1", "Blue goes on"]
        assert parts(public_view(1, (red, any_side), with_hand=False)) == ["Do 0", "Do 1"]
        assert parts(public_view(1, (red, any_side), is_alone=False, with_hand=False)) == ["Red: Do 0", "Do 1"]

    async def test_a_few_choices_have_a_menu_each(self) -> None:
        """Each takes a whole row; dice of the table are typed, so they need the form."""
        few, many = ("1", "2"), tuple(map(str, range(26)))
        asked = [replace(each, inputs=("points",), choices={"points": few}) for each in offers(*[None] * 3)]
        asked.append(replace(asked[0], label="Choose", choices={"points": many}))
        asked.append(replace(asked[0], label="Roll…", version=9, dice="2d6"))

        def menus(by_hand: bool, *given: Offer) -> list[str]:
            view = public_view(1, given, with_hand=False, by_hand=by_hand)
            assert view is not None
            return [
                str(inner(each).placeholder) for each in view.children if isinstance(inner(each), discord.ui.Select)
            ]

        assert menus(False, *asked) == ["Do 0", "Do 1"]
        assert menus(False, *asked[3:]) == ["Roll"]
        assert menus(True, *asked[2:]) == ["Do 2"]

    async def test_a_lesson_shows_one_button(self) -> None:
        first, second = (replace(each, secret=False) for each in offers("Blue", None))
        menu = replace(first, label="Choose…", inputs=("points",), choices={"points": ("1", "2")})
        for offer, shown in ((first, "Do 0 Blue"), (menu, "Choose"), (replace(first, secret=True), "My hand")):
            assert parts(lesson_view(1, (offer, second))) == [shown]

    async def test_a_lessons_button_is_always_primary(self) -> None:
        hidden, shown = offers(None, None)
        (button,) = lesson_view(1, (replace(shown, secret=False), hidden)).children
        assert (inner(button).label, inner(button).style) == ("Do 1", discord.ButtonStyle.primary)

    async def test_what_is_asked_for_in_the_hand_leaves_its_button_there(self) -> None:
        two = offers(None, None)
        assert parts(public_view(1, two, main=HAND, with_hand=True, why=3))[0] == "My hand"
        assert "My hand" not in parts(public_view(1, two, main=two[0].key, with_hand=True, why=3))

    def test_a_refused_form_is_mended_where_it_was_opened(self) -> None:
        for in_hand, where in ((True, "own"), (False, "do")):
            assert FixButton(1, "x", in_hand=in_hand).custom_id == f"adj:fix:{where}:1:x"

    async def test_reasons_lead_to_those_before_and_back_to_just_after(self) -> None:
        for before, here, shown in (
            (None, None, []), (3, None, ["adj:why:1:3"]), (None, 5, ["adj:back:1:5"]),
            (3, 5, ["adj:why:1:3", "adj:back:1:5"]),
        ):  # fmt: skip
            view = reasons_view(1, before, here, None).get("view")
            assert ([inner(each).custom_id for each in view.children] if view else []) == shown
