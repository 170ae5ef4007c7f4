"""The journal as one HTML page that needs nothing else."""

import re
from dataclasses import replace
from html.parser import HTMLParser

import pytest
from typing_extensions import override

from bot.base.language import reading
from bot.journal.html_file import html
from bot.journal.marks import Marks
from bot.journal.page import Wish, page_of
from rules.campaign.life.rolling import RollDice
from tests.bot.journal.plays import whole_game
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch

MOST_BYTES = 2_000_000
VOID = {"meta", "br", "link"}
EVIL = '<script>alert(1)</script> "quoted" {{ 7*7 }} & <img src=x onerror=y>'


def journal(play: Play, user: int = ANNA, language: str = "en") -> str:
    with reading(language):
        page = page_of(play.campaign, play.log, Wish(user, play.clock))
        return html(page, Marks(page.cast), language)


class Wellformed(HTMLParser):
    """Every tag is closed in its order, every id is there once, and every link inside the page leads somewhere."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(page)

    @override
    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        assert not {name for name in given if name.startswith("on")}
        assert tag not in ("script", "img", "iframe", "object", "link")
        if tag not in VOID:
            self.opened.append(tag)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []

    @override
    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ("path", "rect", "circle", "meta", "br")

    @override
    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag


def check(page: str) -> None:
    read = Wellformed(page)
    assert read.opened == []
    assert len(read.ids) == len(set(read.ids))
    assert all(link[1:] in read.ids if link.startswith("#") else link.startswith("https://") for link in read.links)
    style = page[: page.index("</style>")]
    assert not re.search(r"url\(|@import", style), "nothing comes from elsewhere"


@pytest.mark.by_day(1)
@pytest.mark.parametrize(
    ("game", "turns"), [("marne-1918", 18), ("gathering-storm", 18), ("fields-of-despair", 9), ("high-card", 3)]
)
def test_a_whole_campaign_is_one_small_page(game: str, turns: int) -> None:
    play = whole_game(game, turns)
    for language in ("en", "fr"):
        page = journal(play, language=language)
        check(page)
        assert len(page.encode()) <= MOST_BYTES
        assert play.campaign.number(play.campaign.seq) <= page.count("<article") <= len(play.log)
        assert "▮" not in page
        assert "&lt;@" not in page, "nobody is named by an id"
        assert "&lt;t:" not in page


def test_what_was_undone_is_struck_and_what_stands_is_not() -> None:
    play = night_watch()
    play.do(ANNA, RollDice(reason="rain"))
    assert 'class="undone"' not in journal(play)
    play.do(ANNA, "wave")
    play.do(ANNA, "undo")
    assert journal(play).count('class="undone"') == 1


def test_what_somebody_wrote_is_text() -> None:
    play = night_watch()
    founding = replace(play.campaign.founding, name=EVIL)
    play.campaign = replace(play.campaign, founding=founding)
    play.do(ANNA, RollDice(reason=EVIL))
    play.do(BERT, "call")
    play.do(ANNA, "answer", answer=EVIL)
    page = journal(play)
    check(page)
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "{{ 7*7 }}" in page


def test_the_pictures_share_their_patterns_and_take_the_pages_colours() -> None:
    page = journal(whole_game("marne-1918", 3))
    assert page.count("<pattern id=") == 4
    pictures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(pictures) >= 3
    assert not any(re.search(r"#[0-9a-f]{6}", each) for each in pictures)
    assert "prefers-color-scheme:dark" in page


def test_it_prints_as_a_book() -> None:
    page = journal(whole_game("fields-of-despair", 9))
    assert "@page{" in page
    assert 'href="#dice"' in page
    assert '<section id="dice">' in page


def test_a_players_own_secrets_and_the_links_to_the_messages_are_in_it() -> None:
    play = night_watch()
    play.do(BERT, "draw")
    page = page_of(play.campaign, play.log, Wish(BERT, play.clock, links={2: "https://discord.com/x"}))
    written = html(page, Marks(page.cast), "en")
    check(written)
    assert "Only for South" in written
    assert "Your token is" in written
    assert '<a href="https://discord.com/x">2</a>' in written
    assert "Your token is" not in journal(play, ANNA)
