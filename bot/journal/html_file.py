"""The journal as a file: one HTML page that needs nothing else.

The page is a template with autoescape on, so no text that somebody wrote can become a part of the page by an oversight.
"""

from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup

from bot.base.language import say
from bot.journal.marks import Marks
from bot.journal.page import ABOUT_DICE, DICE_HEADS, Page
from bot.messages.pictures.pen import PALETTES, as_css
from bot.messages.pictures.svg import draw_in_page, page_patterns
from rules.picture import Picture

HERE = Path(__file__).parent


@cache
def _template() -> Template:
    loader = FileSystemLoader(HERE)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    environment.filters |= {"said": say, "drawn": _drawn}
    return environment.get_template("journal.html")


def html(page: Page, marks: Marks, language: str) -> str:
    """Return the journal as a page of its own."""
    return _template().render(
        page=page,
        marks=marks,
        language=language,
        words={
            "contents": say("Contents"),
            "report": say("Report"),
            "board": say("On your board"),
            "why": say("Why?"),
            "in_words": say("In words"),
            "undone": say("Undone"),
            "turn_report": say("The turn in brief"),
            "dice": say("The dice"),
            "about_dice": say(ABOUT_DICE),
            "dice_heads": [*map(say, DICE_HEADS)],
        },
        light=Markup(as_css(PALETTES["light"])),  # noqa: S704 (our own colours)
        dark=Markup(as_css(PALETTES["dark"])),  # noqa: S704 (our own colours)
        patterns=Markup(page_patterns()),  # noqa: S704 (our own drawing)
    )


def _drawn(picture: Picture) -> Markup:
    return Markup(draw_in_page(picture))  # noqa: S704 (the pen escapes every text)
