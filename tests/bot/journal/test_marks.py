"""Discord's Markdown as HTML."""

from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.base.language import reading
from bot.journal.html_file import Marks
from rules.campaign.chronicle.cast import Cast
from rules.line import line
from rules.secrets import quote

CAST = Cast({7: line("Player {number}", number=1)}, frozenset())
MARKS = Marks(CAST)
NOON = int(datetime(2026, 1, 5, 12, tzinfo=UTC).timestamp())


@pytest.mark.parametrize(
    ("said", "html"),
    [
        ("**Turn 1**, *now*", "<strong>Turn 1</strong>, <em>now</em>"),
        ("~~gone~~ `a_b`", "<s>gone</s> <code>a_b</code>"),
        ("\\*no mark\\* \\<b\\>", "*no mark* &lt;b&gt;"),
        ("<@7> and <@8>", "Player 1 and somebody"),
        (f"ends <t:{NOON}:R>", "ends 5 January 2026, 12:00"),
        ("</campaign undo:123>", "/campaign undo"),
        ("[Read](https://discord.com/channels/1/2/3)", '<a href="https://discord.com/channels/1/2/3">Read</a>'),
        ("[x](javascript:alert)", "[x](javascript:alert)"),
        ("a < b & c", "a &lt; b &amp; c"),
        ("**never closed", "<strong>never closed</strong>"),
        ("**never *closed", "<strong>never <em>closed</em></strong>"),
        ("**a *b** c*", "<strong>a <em>b</em></strong> c<em></em>"),
        ("```\n1 2\n```", "<pre>1 2\n</pre>"),
    ],
)
def test_discords_marks_are_rendered(said: str, html: str) -> None:
    assert str(MARKS.html(said)) == html


@given(st.text())
def test_nothing_that_somebody_wrote_becomes_a_part_of_the_page(text: str) -> None:
    shown = str(MARKS.html(quote(text).text))
    assert "<" not in shown
    assert shown.count("&") == shown.count(";") - quote(text).text.count(";")


def test_times_are_in_the_zone_and_the_language_of_the_reader() -> None:
    there = Marks(CAST, ZoneInfo("Europe/Paris"))
    assert there.html(f"<t:{NOON}:R>") == "5 January 2026, 13:00"
    with reading("fr"):
        assert there.when(datetime(2026, 7, 15, 23, 30, tzinfo=UTC)) == "16 juillet 2026, 01:30"
