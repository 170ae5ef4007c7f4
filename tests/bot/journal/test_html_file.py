"""The journal as one HTML page that needs nothing else."""

import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser

import pytest
from typing_extensions import override

from bot.base.language import reading, say
from bot.journal.html_file import Marks, html
from bot.journal.page import ABOUT_DICE, DICE_HEADS, Wish, page_of
from bot.messages.pictures.pen import PALETTES, as_css
from rules.campaign.life.rolling import RollDice
from rules.campaign.time.redo import Redo
from rules.campaign.time.undo import Rewind, Undo
from tests.bot.journal.plays import both_sides, whole_game
from tests.play import Play
from tests.rules.campaign.helpers import ANNA, BERT, night_watch

MOST_BYTES = 2_000_000
VOID = {"meta", "br", "link"}
EVIL = '<script>alert(1)</script> "quoted" {{ 7*7 }} & <img src=x onerror=y>'


def journal(play: Play, user: int = ANNA, language: str = "en", since: int = 0) -> str:
    with reading(language):
        page = page_of(play.campaign, play.log, Wish(user, play.clock, since))
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


def test_only_undone_entries_are_struck() -> None:
    play = night_watch((ANNA, RollDice(reason="rain")))
    assert 'class="undone"' not in journal(play)
    play.do(ANNA, "wave")
    play.do(ANNA, "undo")
    assert journal(play).count('class="undone"') == 1


def test_user_text_is_never_markup() -> None:
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


def test_pictures_share_patterns_and_colours() -> None:
    page = journal(whole_game("marne-1918", 3))
    assert page.count("<pattern id=") == 4
    pictures = re.findall(r"<figure>.*?</figure>", page, re.DOTALL)
    assert len(pictures) >= 3
    assert not any(re.search(r"#[0-9a-f]{6}", each) for each in pictures)
    light, dark = (as_css(PALETTES[theme]) for theme in ("light", "dark"))
    assert page.count(dark) == 1
    assert page.index(light) < page.index("prefers-color-scheme:dark") < page.index(dark) < page.rindex(light)
    assert "<figcaption><details><summary>In words</summary>Marne 1918, turn 1, " in pictures[1]
    report = page[page.index('id="report"') : page.index('id="turn-1"')]
    assert "3 turns, " in report or "2 turns, " in report
    assert report.count("<figure>") == 1


def test_it_prints_as_a_book() -> None:
    page = journal(whole_game("fields-of-despair", 9))
    assert "@page{" in page
    assert 'href="#dice"' in page
    assert '<section id="dice">' in page


def test_a_players_file_has_secrets_and_links() -> None:
    play = night_watch((BERT, "draw"))
    page = page_of(play.campaign, play.log, Wish(BERT, play.clock, links={2: "https://discord.com/x"}))
    written = html(page, Marks(page.cast), "en")
    check(written)
    assert "Only for South" in written
    assert "Your token is" in written
    assert '<a href="https://discord.com/x">2</a>' in written
    assert "Your token is" not in journal(play, ANNA)


def watched() -> Play:
    """A secret told, a private action, dice, an undo, and a call that waits."""
    play = night_watch((BERT, "draw"), (BERT, "note"), (ANNA, "call"))
    for command in (RollDice(reason="a duel"), Undo()):
        play.do(ANNA, command)
    for name in ("next_turn", "call"):
        play.do(ANNA, name)
    return play


SOUTHS = """\
Journal of The long war|Game|Night Watch|As it stands|Turn 1, Patrol.|Players|Player 1 (North)|Player 2 (South)
Entries in total: 8|5 January 2026, 12:00 – 5 January 2026, 12:09
This file holds what only South may know: don't pass it on.|Times are in the time zone UTC.
Contents|Report|Turn 1|entries 1–8|The dice
Report|1 turn, 8 entries, 9 minutes from the first to the last.
Turn 1|Turn 1, Patrol.
1|Seat taken|South ·|5 January 2026, 12:01|Player 2 (South) joins as South.
2|Token drawn|South ·|5 January 2026, 12:02|South draws a token.|Only for South|Your token is 2.
2.1|Hidden move|South ·|5 January 2026, 12:03|Only for South|You note a lantern on the wall.
3|Call|North · Undone ·|5 January 2026, 12:04|South must answer the call.
4|Dice rolled|North ·|5 January 2026, 12:05|1d6 →|2|For: a duel
5|Action undone|North ·|5 January 2026, 12:06|Undone: “Call”.
Why?|Rule|The entry stays in the log, and its dice stay used.
6|Waiting for the others|North ·|5 January 2026, 12:07|Player 1 (North) wants to end the turn.
7|Call|North ·|5 January 2026, 12:08|South must answer the call.
8|Score entered|North ·|5 January 2026, 12:09|Score: unknown → 3|Set the score to 3.
The turn in brief|South|South draws a token.|North|South must answer the call.|Score: unknown → 3
Time|The turn took 8 minutes.
The dice|All dice that were rolled in the open.|/record more what:export|gives the file that proves them.
Entry|Side|For|Dice|4|North|Dice rolled|1d6: ⚁ = 2
"""


def texts(page: str) -> list[str]:
    """What a page says, in the order in which one reads it."""
    said = unescape(re.sub(r"<[^>]+>", "\n", page[page.index("<body>") :]))
    return [line.strip() for line in said.split("\n") if line.strip()]


def test_this_is_what_a_player_reads() -> None:
    play = watched()
    play.do(ANNA, "enter_score", score=3)
    page = journal(play, BERT)
    assert texts(page) == SOUTHS.strip().replace("\n", "|").split("|")
    assert '<time datetime="2026-01-05T12:01:00+00:00">5 January 2026, 12:01</time>' in page


SECRETS = (
    "Only for South\nYour token is 2.\n",
    "2.1\nHidden move\nSouth ·\n5 January 2026, 12:03\nOnly for South\nYou note a lantern on the wall.\n",
)
WARNING, CALM = "This file holds what only South may know: don't pass it on.", "No secret is in this file."


def test_all_others_read_the_same_without_the_secrets() -> None:
    play = watched()
    others = "\n".join(texts(journal(play, BERT))).replace(WARNING, CALM)
    for secret in SECRETS:
        assert others.count(secret) == 1
        others = others.replace(secret, "")
    for user in (ANNA, 99):
        assert "\n".join(texts(journal(play, user))) == others


def test_a_later_start_omits_earlier_turns_and_dice() -> None:
    whole = texts(journal(watched(), BERT))
    head = [CALM if each == WARNING else each for each in whole[: whole.index("Contents")]]
    assert texts(journal(watched(), BERT, since=2))[: len(head)] == head
    assert not {"Turn 1", "The dice", "Report"} & {*texts(journal(watched(), BERT, since=2))}


def test_each_own_sides_news_stand_under_the_entry() -> None:
    play = both_sides()  # Anna plays both, and brings back at once what each was told
    play.do(ANNA, Rewind(to=0, last=3))
    play.do(ANNA, Redo())
    *_, told = journal(play).split("<article ")
    assert re.findall(r"<small>Only for (\w+)</small><p>Your token is \d", told) == ["North", "South"]


def test_its_own_words_are_in_the_language_of_the_reader() -> None:
    page, said = journal(watched(), language="fr"), (*DICE_HEADS, "Contents", "The turn in brief", "Why?", "Undone")
    with reading("fr"):
        french = {each: say(each) for each in said}
        about = say(ABOUT_DICE).partition("`")[0].strip()
    assert {name for name, each in french.items() if each == name} <= {"Contents"}
    assert about in texts(page)
    for each in french.values():
        assert any(each in line for line in texts(page)), each


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
        assert play.campaign.number <= page.count("<article") <= len(play.log)
        assert "▮" not in page
        assert "&lt;@" not in page, "nobody is named by an id"
        assert "&lt;t:" not in page
