"""Notices as embeds: what stands where, what is said once, and Discord's limits."""

import discord
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.messages.embeds import TITLES, Colour, compose, fit, made_in, mark
from rules.campaign.chronicle.lessons import SYMBOLS
from rules.dice import Roll
from rules.line import Line
from rules.notice import Kind, Public, tell_all, tell_board, tell_rule, tell_seat, tell_section
from rules.printed.lookup import DICE
from rules.seat import Seat
from rules.secrets import Hidden, Shown
from tests.bot.history import told_by

BOARD, RULE, RULING = (TITLES[kind] for kind in (Kind.BOARD, Kind.RULE, Kind.RULING))


def fields(embed: discord.Embed) -> dict[str | None, str | None]:
    return {field.name: field.value for field in embed.fields}


def test_reasons_come_last_whatever_came_first() -> None:
    notices = [
        Public(Line("r", {}), Kind.RULING), tell_rule("why"), tell_board("move"), tell_section("State", "x"),
        tell_all("text"),
    ]  # fmt: skip
    embed = compose("Title", notices, Colour.ACTION, "footer")
    assert list(fields(embed)) == [BOARD, "State", RULE, RULING]
    assert (embed.title, embed.description, embed.footer.text) == ("Title", "text", "footer")


def test_a_head_of_its_own_counts_more_than_that_of_its_kind() -> None:
    """What a rewind changes on the board stands apart from what is to be done on it now."""
    notices = [tell_board("move"), Public(Line("back", {}), Kind.BOARD, "To change on the board")]
    assert fields(compose("Title", notices, Colour.ACTION)) == {BOARD: "move", "To change on the board": "back"}


def test_repeated_lines_are_told_once_but_board_changes_kept() -> None:
    notices = [
        tell_all("a"), tell_rule("r"), tell_board("take one"), tell_all("a"), tell_rule("r"),
        tell_board("take one"),
    ]  # fmt: skip
    embed = compose("Title", notices, Colour.ACTION)
    assert embed.description == "a"
    assert fields(embed) == {BOARD: "take one\ntake one", RULE: "r"}


def test_a_sides_own_lines_are_told_to_it_in_full() -> None:
    notices = [tell_seat(Seat("North"), "Your token is {token}.", token=Hidden(Shown("7")))]
    assert compose("For you", notices, Colour.SECRET).description == "Your token is 7."


def test_lines_without_room_are_left_out_whole() -> None:
    assert fit(["Rain.", "Snow and hail."], 12) == "Rain.\n…"
    assert fit(["Snow and hail."], 12) == "Snow and ha…"


LINES = st.lists(
    st.tuples(st.sampled_from([None, *(f"head {n}" for n in range(40))]), st.text(min_size=1, max_size=900)),
    max_size=80,
)


@settings(max_examples=60)
@given(LINES, st.text(min_size=1, max_size=400), st.text(max_size=3000))
def test_no_embed_breaks_discords_limits(lines: list[tuple[str | None, str]], title: str, footer: str) -> None:
    notices = [
        Public(Line(text.replace("{", "").replace("}", "") or "x", {}), Kind.SECTION, head) for head, text in lines
    ]
    embed = compose(title, notices, Colour.ACTION, footer)
    assert len(embed) <= 6000
    assert len(embed.title or "") <= 256
    assert len(embed.description or "") <= 4096
    assert len(embed.footer.text or "") <= 2048
    assert len(embed.fields) <= 25
    assert all(len(field.name or "") <= 256 and 0 < len(field.value or "") <= 1024 for field in embed.fields)


def test_a_message_of_several_entries_says_of_each_what_it_did() -> None:
    """The same sentence of two entries stands twice, since it happened twice."""
    one = [tell_all("Rolled."), tell_all("Rolled."), tell_section("State", "x")]
    embed = compose("Title", one, Colour.ACTION, before=[one, [tell_all("Drawn.")]])
    assert embed.description == "Rolled.\nDrawn.\nRolled."
    assert fields(embed) == {"State": "x\nx"}


def test_two_throws_alike_are_two_throws() -> None:
    told = [tell_all("Roll {roll}", roll=Roll(sides=6, faces=(2,), first=3)), tell_all("The Allies roll.")] * 2
    assert compose("Title", told, Colour.ACTION).description == "Roll 1d6 → **2**\nThe Allies roll.\nRoll 1d6 → **2**"
    assert fields(compose("Title", [tell_section(DICE, "⚅ = 6")] * 2, Colour.ACTION)) == {DICE: "⚅ = 6\n⚅ = 6"}


def test_closing_parts_have_an_order() -> None:
    notices = [
        tell_section(SYMBOLS, "s"), Public(Line("ruling", {}), Kind.RULING), tell_rule("rule"),
        Public(Line("next", {}), Kind.NEXT), tell_section("State", "x"), tell_board("move"), tell_section("More", "y"),
    ]  # fmt: skip
    names = [*fields(compose("Title", notices, Colour.ACTION))]
    assert names == ["State", BOARD, "More", SYMBOLS, "Next", RULE, RULING]


def test_a_long_section_continues_in_another_field() -> None:
    long = [tell_section("State", f"{number:03}" + "x" * 497) for number in range(4)]
    embed = compose("Title", long, Colour.ACTION)
    assert [(field.name, len(field.value or "")) for field in embed.fields] == [
        ("State", 1001), ("State (more)", 1001)
    ]  # fmt: skip
    for last, sizes in ((511, [1024]), (512, [512, 512])):
        two = [tell_section("State", "x" * 512), tell_section("State", "y" * last)]
        fields_ = compose("Title", two, Colour.ACTION).fields
        assert [len(field.value or "") for field in fields_] == sizes, "a line break takes room, too"
    short = [Public(Line("x", {}), Kind.SECTION, f"head {number}") for number in range(24)]
    assert [field.name for field in compose("Title", [*short, *long], Colour.ACTION).fields][-1] == "State"
    assert len(compose("Title", [*short, *long], Colour.ACTION).fields) == 25


def test_lines_that_have_no_room_are_left_out_whole_with_a_mark() -> None:
    embed = compose("**Title** " + "t" * 300, [tell_all("x" * 1000 + f" {n}.") for n in range(6)], Colour.ACTION)
    lines = (embed.description or "").splitlines()
    assert [len(line) for line in lines] == [1003] * 4 + [1]
    assert lines[-1] == "…"
    assert embed.title == "Title " + "t" * 249 + "…"


def test_a_message_says_which_entries_it_tells_and_shows_none() -> None:
    plain = compose("", [tell_all("A roll: 4.")], Colour.ACTION)
    marked = mark(plain.copy(), 5, 7, [11, -12, 13])
    assert ([*told_by(marked)], made_in(marked)) == ([5, 6, 7], [11, -12, 13])
    shown, before = marked.to_dict(), plain.to_dict()
    assert shown.pop("url")
    assert shown == before


def test_an_empty_message_still_says_something() -> None:
    assert mark(compose("", [], Colour.ACTION), 5, 5, [1]).description
    assert mark(compose("", [tell_board("Move.")], Colour.ACTION), 5, 5, [1]).description is None


@pytest.mark.parametrize(
    "url",
    [
        None,
        "https://discord.com/channels/@me",
        "https://discord.com/channels/@me#entries-5",
        "https://example.org/#entries-5-7",
    ],
)
def test_no_other_message_tells_an_entry(url: str | None) -> None:
    assert not made_in(discord.Embed(url=url, description="entry 5"))
