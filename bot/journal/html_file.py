"""The journal as a file: one HTML page that needs nothing else.

The page is a template with autoescape on, so no text that somebody wrote can become a part of the page by an oversight.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from bot.base.language import say
from bot.journal.marks import Marks
from bot.journal.page import ABOUT_DICE, DICE_HEADS, Group, Page, PageEntry, Report, Thrown, ToldTurn
from bot.messages.pictures.palette import PALETTES, as_css
from bot.messages.pictures.svg import draw_in_page, page_patterns

HERE = Path(__file__).parent


@cache
def _template() -> Template:
    loader = FileSystemLoader(HERE)
    return Environment(loader=loader, autoescape=True, undefined=StrictUndefined).get_template("journal.html")


def html(page: Page, marks: Marks, language: str) -> str:
    """Return the journal as a page of its own."""
    drawn = _Drawn(marks)
    return _template().render(
        page={
            "language": language,
            "title": page.title,
            "cover": drawn.groups(page.cover),
            "intro": drawn.lines(page.intro),
            "words": {
                "contents": say("Contents"),
                "report": say("Report"),
                "board": say("On your board"),
                "why": say("Why?"),
                "in_words": say("In words"),
                "undone": say("Undone"),
                "turn_report": say("The turn in brief"),
                "dice": say("The dice"),
                "about_dice": marks.html(say(ABOUT_DICE)),
                "dice_heads": [*map(say, DICE_HEADS)],
            },
            "light": Markup(as_css(PALETTES["light"])),  # noqa: S704 (our own colours)
            "dark": Markup(as_css(PALETTES["dark"])),  # noqa: S704 (our own colours)
            "patterns": Markup(page_patterns()),  # noqa: S704 (our own drawing)
            "report": drawn.report(page.report),
            "turns": [*map(drawn.turn, page.turns)],
            "dice": [drawn.thrown(each) for each in page.dice],
        }
    )


@dataclass(frozen=True, slots=True)
class _Drawn:
    """The parts of the page as the template takes them."""

    marks: Marks

    def lines(self, said: Iterable[str]) -> list[Markup]:
        return [*map(self.marks.html, said)]

    def groups(self, groups: Iterable[Group]) -> list[dict[str, Any]]:
        return [{"head": self.marks.html(group.head), "lines": self.lines(group.lines)} for group in groups]

    def report(self, report: Report) -> dict[str, Any]:
        pictures = [
            {"svg": Markup(draw_in_page(each)), "words": say(each.words)}  # noqa: S704 (the pen escapes every text)
            for each in report.pictures
        ]
        return {"groups": self.groups(report.groups), "pictures": pictures}

    def turn(self, turn: ToldTurn) -> dict[str, Any]:
        return {
            "title": turn.title,
            "about": turn.about,
            "entries": [*map(self._entry, turn.entries)],
            "report": self.report(turn.report),
        }

    def thrown(self, thrown: Thrown) -> dict[str, Any]:
        return {"seq": thrown.seq, "who": thrown.who, "purpose": self.marks.html(thrown.purpose), "faces": thrown.faces}

    def _entry(self, told: PageEntry) -> dict[str, Any]:
        entry = told.passage.entry
        return {
            "seq": told.number,
            "at": entry.at.isoformat(),
            "when": self.marks.when(entry.at),
            "who": told.who,
            "title": self.marks.html(told.title),
            "moment": self.marks.html(told.moment),
            "link": told.link,
            "undone": not told.passage.stands,
            "told": self.groups(told.told),
            "board": self.lines(told.board),
            "secrets": self.groups(told.secrets),
            "reasons": self.groups(told.reasons),
        }
