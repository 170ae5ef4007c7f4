"""How a hand is laid out: rows with buttons, pages, and what stands below."""

import re
from dataclasses import replace
from typing import Any

import pytest

from bot.messages.hand_message import MOST_CONTROLS, MOST_LETTERS, Row, Shelf, _pages, hand_layout
from localdiscord.state.components import ComponentType, walk
from rules.command import Offer
from rules.games.marne_1918.hand import Sort
from tests.high_card import Bid


def offers(number: int, first: int = 0) -> tuple[Offer, ...]:
    return tuple(Offer(Bid(), f"Do {each}", version=first + each, secret=True) for each in range(number))


def parts(rows: list[Row], above: str = "Yours", below: str = "", **shelf: Any) -> list[dict[str, Any]]:
    """The parts of a hand in the order of the screen."""
    given: dict[str, Any] = {"offers": (), "subject": None, "page": 0, "tells_more": False, "has_orders": False}
    layout = hand_layout(1, [above], rows, [below] if below else [], Shelf(**given | shelf))
    return [*walk(layout.to_components())]  # type: ignore[no-untyped-call]


def labels(shown: list[dict[str, Any]]) -> list[str]:
    return [each.get("label") or each["placeholder"] for each in shown if "custom_id" in each]


def test_one_button_stands_beside_its_text_and_several_below() -> None:
    kinds = [each["type"] for each in parts([Row(["Spies"], offers(1)), Row(["Mangin"], offers(2, 9))])]
    assert kinds == [
        ComponentType.CONTAINER,
        ComponentType.TEXT_DISPLAY,
        *(ComponentType.SECTION, ComponentType.TEXT_DISPLAY, ComponentType.BUTTON),
        *(ComponentType.TEXT_DISPLAY, ComponentType.ACTION_ROW, ComponentType.BUTTON, ComponentType.BUTTON),
    ]


def test_rows_without_buttons_share_a_text() -> None:
    shown = parts([Row(["Cantigny"], ()), Row(["Kept: 1"], ()), Row(["Spies"], offers(2))])
    assert [each["content"] for each in shown if "content" in each] == ["Yours", "Cantigny\nKept: 1\nSpies"]
    assert labels(shown) == ["Do 0", "Do 1"]


def test_a_button_of_a_row_says_what_it_does_and_not_with_what() -> None:
    (offer,) = offers(1)
    shown = parts([Row(["Spies"], (replace(offer, subject="Spies"),))], offers=[replace(offer, subject="Numbers")])
    assert labels(shown) == ["Do 0", "Do 0"]


def test_several_things_are_chosen_in_a_menu_and_have_no_button() -> None:
    keep = Offer(Sort(), "Keep these", inputs=("keep",), choices={"keep": ("a", "b")}, secret=True)
    shown = parts([], offers=[*offers(1), keep])
    assert labels(shown) == ["Keep these", "Do 0"]


def test_of_things_alike_the_buttons_are_those_of_the_first() -> None:
    alike = [replace(each, label="Play", subject="Spies") for each in offers(2)]
    for given in (alike, alike[::-1]):
        assert [each["custom_id"] for each in parts([], offers=given) if "label" in each] == [
            f"adj:own:1:{given[0].key}"
        ]


def test_a_menu_chooses_among_things_without_a_row() -> None:
    about = [
        Offer(Bid(), f"Do {each}", version=place, subject=each, secret=True)
        for place, each in enumerate(("Numbers", "Countries"))
    ]
    assert labels(parts([], offers=about)) == ["More about…"]
    assert labels(parts([], offers=about, subject="Countries")) == ["More about…", "Do Countries"]
    for subject in (None, "Gone"):
        assert labels(parts([], offers=about[:1], subject=subject)) == ["Do Numbers"]
    more: dict[str, Any] = {"tells_more": True, "has_orders": True}
    assert labels(parts([], offers=about[:1], **more)) == ["Do Numbers", "My orders…", "What these events do"]
    assert labels(parts([], offers=[*about, *offers(1)], subject="Gone")) == ["More about…", "Do 0"]


def test_the_ways_to_orders_and_texts_stand_last() -> None:
    for number, shown in ((3, ["Do 0", "Do 1", "Do 2"]), (30, ["Your options now", "Your options now"])):
        given = labels(parts([], offers=offers(number), tells_more=True, has_orders=True))
        assert given == [*shown, "My orders…", "What these events do"]


def test_a_full_hand_keeps_what_is_seldom_behind_more() -> None:
    rows, about = [Row(["Spies"], offers(2))], [replace(each, subject=each.label) for each in offers(2, 50)]
    given: dict[str, Any] = {"offers": [*about, *offers(2, 90)], "tells_more": True, "has_orders": True}
    assert labels(parts(rows, **given)) == ["Do 0", "Do 1", "Do 0", "Do 1", "More…"]
    seldom = ["More about…", "My orders…", "What these events do", "Previous page"]
    assert labels(parts(rows, **given, page=1)) == seldom
    assert labels(parts([Row(["Spies"], offers(3))], **given)) == ["Do 0", "Do 1", "Do 2", "Your options now", "More…"]
    nine = [Row(["Spies"], offers(9))]
    assert labels(parts(nine, **given)) == ["Your hand", "Do 0", "Do 1", "More…"]
    assert labels(parts(nine, **given, subject="Do 1")) == ["More about…", "Do 1", "Previous page"]


@pytest.mark.parametrize("letters", [10, 1100])
@pytest.mark.parametrize("number", [1, 2, 7, 30])
@pytest.mark.parametrize("actions", [0, 1, 2, 6])
def test_a_hand_of_any_size_is_on_pages_that_lead_on_and_back(number: int, actions: int, letters: int) -> None:
    rows = [Row([f"Thing {each} " + "x" * letters], offers(actions, 1000 + each * 10)) for each in range(number)]
    keep = Offer(Sort(), "Keep these", inputs=("keep",), choices={"keep": ("a", "b")}, secret=True)
    menus = [keep, *(replace(each, subject=each.label) for each in offers(2, 50))]
    seen, page, shown = list[str](), 0, list[dict[str, Any]]()
    while page == 0 or {"Next page", "More…"}.intersection(labels(shown)[-1:]):
        more = {"offers": (*menus, *offers(20)), "page": page, "tells_more": True, "has_orders": True}
        shown = parts(rows, "y" * letters, "z" * letters, **more)
        assert len(labels(shown)) <= MOST_CONTROLS
        assert sum(len(each.get("content", "")) for each in shown) <= MOST_LETTERS
        assert ("Previous page" in labels(shown)) is (page > 0)
        seen += re.findall(r"Thing \d+", "\n".join(each.get("content", "") for each in shown))
        page += 1
    assert seen == [f"Thing {each}" for each in range(number)]


def test_each_page_is_full_before_the_next_begins() -> None:
    rows = [Row([f"Thing {each}"], offers(2)) for each in range(7)]
    assert [len(page) for page in _pages(rows, 2 * len(rows[0].text))] == [2, 2, 2, 1]
    assert [len(page) for page in _pages([Row(["Spies"], offers(12))] * 5, 999)] == [2, 2, 1], "each fills a menu"


def test_a_page_that_is_gone_is_the_last_one() -> None:
    assert "Thing" in "".join(each.get("content", "") for each in parts([Row(["Thing"], offers(2))], page=7))
