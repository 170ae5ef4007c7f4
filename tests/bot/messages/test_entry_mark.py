"""A result says which entries it tells, in its mark alone."""

import discord
import pytest

from bot.messages.embeds import Colour, compose
from bot.messages.entry_mark import entries_in, mark, told_by
from rules.notice import tell_all, tell_board


def test_a_message_says_which_entries_it_tells_and_shows_none() -> None:
    plain = compose("", [tell_all("A roll: 4.")], Colour.ACTION)
    marked = mark(plain.copy(), 5, 7)
    assert [*told_by(marked)] == [5, 6, 7]
    shown, before = marked.to_dict(), plain.to_dict()
    assert shown.pop("url")
    assert shown == before


def test_what_says_nothing_is_a_message_all_the_same() -> None:
    assert mark(compose("", [], Colour.ACTION), 5, 5).description
    assert mark(compose("", [tell_board("Move.")], Colour.ACTION), 5, 5).description is None


@pytest.mark.parametrize(
    "url", [None, "https://discord.com/channels/@me", "https://discord.com/channels/@me#entries-5"]
)
def test_no_other_message_tells_an_entry(url: str | None) -> None:
    assert not told_by(discord.Embed(url=url, description="entry 5"))
    assert not entries_in("https://example.org/#entries-5-7")
