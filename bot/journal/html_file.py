"""The journal as a file: one HTML page that needs nothing else.

The page is a template with autoescape on, so no text that somebody wrote can become a part of the page by an oversight.
What is said in Discord's Markdown becomes HTML: mentions are the names of the cast, and times are written out in the
reader's time zone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template
from markupsafe import Markup, escape

from bot.base.language import say
from bot.journal.page import ABOUT_DICE, DICE_HEADS, Page
from bot.messages.pictures.pen import PALETTES, as_css
from bot.messages.pictures.svg import draw_in_page, page_patterns
from rules.campaign.chronicle.cast import Cast
from rules.line import Day, line
from rules.secrets import Shown

TOKEN = re.compile(
    "|".join(
        (
            r"\\(?P<escaped>[^\w\s])", r"<t:(?P<time>\d{1,11})(?::\w)?>", r"<@(?P<user>\d+)>",
            r"</(?P<command>[^:>]+):\d+>", r"\[(?P<label>[^\]]+)\]\((?P<url>https://[^)\s]+)\)",
            r"```\n?(?P<block>.*?)```", r"`(?P<code>[^`]+)`", r"(?P<strong>\*\*)|(?P<s>~~)|(?P<em>\*)",
        )
    ),
    re.DOTALL,
)  # fmt: skip
"""What means something in Discord. A mark around words is named by its tag in HTML."""
HERE = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Marks:
    """How a page says what the channel reads."""

    cast: Cast
    zone: tzinfo = UTC

    def when(self, at: datetime) -> str:
        """Return a moment in the reader's time zone: ``15 January 2026, 12:04``."""
        there = at.astimezone(self.zone)
        return say(line("{day}, {time}", day=Day(there.date()), time=Shown(f"{there:%H:%M}")))

    def html(self, said: str) -> Markup:
        """Return a text in Discord's Markdown as HTML. Whatever else is in it stays what it is."""
        parts, opened, at = list[Markup](), list[str](), 0
        for token in TOKEN.finditer(said):
            parts.append(escape(said[at : token.start()]))
            tag = token.lastgroup or ""
            parts += self._toggled(tag, opened) if tag in ("strong", "s", "em") else [self._html(token)]
            at = token.end()
        parts.append(escape(said[at:]))
        parts += [Markup("</{}>").format(tag) for tag in reversed(opened)]
        return Markup("").join(parts)

    def _html(self, token: re.Match[str]) -> Markup:
        if plain := self._plain(token):
            return escape(plain)
        if token["url"]:
            return Markup('<a href="{}">{}</a>').format(token["url"], token["label"])
        if token["block"] is not None:
            return Markup("<pre>{}</pre>").format(token["block"])
        return Markup("<code>{}</code>").format(token["code"]) if token["code"] else escape(token["escaped"])

    def _plain(self, token: re.Match[str]) -> str:
        """Return a mention, a time or a command as plain text, or nothing for a mark that needs no change."""
        if token["time"]:
            return self.when(datetime.fromtimestamp(int(token["time"]), UTC))
        if token["user"]:
            return say(self.cast.name(int(token["user"])))
        return f"/{token['command']}" if token["command"] else ""

    def _toggled(self, tag: str, opened: list[str]) -> Iterator[Markup]:
        """Yield the tags that a mark opens or closes. Closing a tag closes those opened inside it."""
        if tag not in opened:
            opened.append(tag)
            yield Markup("<{}>").format(tag)
            return
        while opened:
            last = opened.pop()
            yield Markup("</{}>").format(last)
            if last == tag:
                return


@cache
def _template() -> Template:
    loader = FileSystemLoader(HERE)
    environment = Environment(loader=loader, autoescape=True, undefined=StrictUndefined)
    # the pen escapes every text
    environment.filters |= {"said": say, "drawn": lambda picture: Markup(draw_in_page(picture))}  # noqa: S704
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
