"""What `/act` shows: each thing with its own buttons."""

from typing import Any

import pytest

from bot.messages.hand_layout import MOST_PARTS
from bot.messages.options_layout import options_layout
from localdiscord.state.components import walk
from rules.command import Offer
from tests.high_card import Bid


def offer(number: int, subject: str | None = None) -> Offer:
    return Offer(Bid(), f"Do {number}", version=number, subject=subject)


def read(offers: list[Offer]) -> list[str]:
    """The texts and the buttons in the order of the screen."""
    shown: list[dict[str, Any]] = [*walk(options_layout(1, offers).to_components())]  # type: ignore[no-untyped-call]
    assert len(shown) <= MOST_PARTS
    return [each.get("content") or each["label"] for each in shown if "content" in each or "label" in each]


def test_what_is_about_nothing_stands_first_and_each_thing_names_itself_once() -> None:
    given = [offer(1, "Research"), offer(2), offer(3, "Numbers"), offer(4, "Research")]
    assert read(given) == ["### Your options now", "Do 2", "Do 3 Numbers", "**Research**", "Do 1", "Do 4"]


def test_who_can_do_nothing_reads_that() -> None:
    assert read([]) == ["### Your options now", "There is nothing that you can do now."]


@pytest.mark.parametrize("things", [1, 3, 40])
@pytest.mark.parametrize("number", [5, 30, 31, 32, 33, 60])
def test_what_has_no_room_is_found_by_typing(things: int, number: int) -> None:
    said = read([offer(each, f"Thing {each % things}" if things > 1 else None) for each in range(number)])
    shown = sum(each.startswith("Do ") for each in said)
    assert (f"These are the first {shown}. Type after `/act offer:` to find the others." in said) is (shown < number)
    assert shown >= min(number, 18)
