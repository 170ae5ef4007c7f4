"""Buttons and menus of the entries of a menu."""

import discord
import pytest

from bot.messages.menu_items import BUTTONS, EntryButton, entry_view


@pytest.mark.parametrize(("label", "shown"), [("", BUTTONS["sure"]), ("Adopt it", "Adopt it"), ("x" * 99, "x" * 80)])
def test_a_button_has_the_words_of_its_entry_or_those_of_all(label: str, shown: str) -> None:
    button = EntryButton("sure", "manage", "update", 7, label)
    assert button.item.label == shown
    assert button.item.custom_id == "adj:entry:sure:manage:update:7"
    assert button.item.style is discord.ButtonStyle.danger
    (other,) = entry_view("refill", "manage", "update", 7, label).children
    assert isinstance(other, EntryButton)
    assert other.item.label == (label[:80] or BUTTONS["refill"])
    assert other.item.style is discord.ButtonStyle.primary
