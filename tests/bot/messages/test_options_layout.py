"""What `/act` and `/enter` show: each thing with its own buttons, what belongs together in a menu."""

from typing import Any

import pytest

from bot.messages.options_layout import MOST_PARTS, options_layout
from localdiscord.state.components import walk
from rules.command import Offer
from tests.games import all_games
from tests.high_card import Bid
from tests.rules.test_conformance import seated


def offer(number: int, subject: str | None = None, *, is_group: bool = False) -> Offer:
    return Offer(Bid(), f"Do {number}", version=number, subject=subject, is_group=is_group)


def read(offers: list[Offer], *, with_orders: bool = False) -> list[str]:
    """The texts, the buttons and the menus in the order of the screen."""
    shown: list[dict[str, Any]] = [*walk(options_layout(1, offers, with_orders=with_orders).to_components())]  # type: ignore[no-untyped-call]
    assert len(shown) <= MOST_PARTS
    told = []
    for each in shown:
        if "options" in each:
            told.append(f"{each['placeholder']}: {', '.join(option['label'] for option in each['options'])}")
        elif "content" in each or "label" in each:
            told.append(each.get("content") or each["label"])
    return told


def test_general_options_come_before_things() -> None:
    given = [offer(1, "A marker"), offer(2), offer(3, "Numbers", is_group=True), offer(4, "A marker")]
    assert read(given) == ["### Your options now", "Do 2", "Do 3", "**A marker**", "Do 1", "Do 4"]


def test_grouped_options_share_one_menu() -> None:
    given = [offer(1, "Numbers", is_group=True), offer(2), offer(3, "Numbers", is_group=True)]
    assert read(given) == ["### Your options now", "Do 2", "Numbers: Do 1, Do 3"]


@pytest.mark.parametrize("number", [25, 26, 51])
def test_a_full_menu_continues_in_another(number: int) -> None:
    _, *menus = read([offer(each, "Numbers", is_group=True) for each in range(number)])
    assert [len(menu.split(", ")) for menu in menus] == [25] * (number // 25) + [number % 25] * bool(number % 25)


@pytest.mark.parametrize("things", [1, 3, 40])
@pytest.mark.parametrize("number", [5, 30, 31, 32, 33, 60])
def test_options_without_room_are_found_by_typing(things: int, number: int) -> None:
    said = read([offer(each, f"Thing {each % things}" if things > 1 else None) for each in range(number)])
    shown = sum(each.startswith("Do ") for each in said)
    assert (f"These are the first {shown}. Type after `/act offer:` to find the others." in said) is (shown < number)
    assert shown >= min(number, 18)


@pytest.mark.parametrize("subject", [None, "A marker"])
@pytest.mark.parametrize("number", [*range(27, 37)])
def test_a_screen_full_of_options_has_room_for_the_orders(number: int, subject: str | None) -> None:
    said = read([*(offer(each, subject) for each in range(number))], with_orders=True)
    assert said[-1] == "My orders…"
    shown = sum(each.startswith("Do ") for each in said)
    assert said[-2].startswith(f"These are the first {shown}.") is (shown < number)


@pytest.mark.parametrize("menus", [1, 2, 5])
def test_menus_take_room_from_the_buttons(menus: int) -> None:
    grouped = [offer(each, f"Numbers {each % menus}", is_group=True) for each in range(2 * menus)]
    said = read([*grouped, *(offer(each) for each in range(100, 160))])
    assert sum(each.startswith("Numbers ") for each in said) == menus
    shown = sum(each.startswith("Do 1") for each in said)
    assert f"These are the first {shown + 2 * menus}. Type after `/act offer:` to find the others." in said


@pytest.mark.parametrize("game", [*all_games()])
def test_a_new_campaign_shows_at_most_ten_options(game: str) -> None:
    play = seated(all_games()[game])
    for user in (1, 2):
        offers = [*play.campaign.offers(user)]
        told = read(offers)
        assert len(told) <= 1 + 10
        assert all(any(str(each.name) in line or each.label in line for line in told) for each in offers)
