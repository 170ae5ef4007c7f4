"""What is said in Discord's Markdown, as HTML for a page of its own.

Mentions become the names of the cast, and times are written out in the reader's time zone.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo

from markupsafe import Markup, escape

from bot.base.language import say
from rules.campaign.chronicle.cast import Cast
from rules.line import Day, line
from rules.secrets import Shown

TOKEN = re.compile(
    "|".join(
        (
            r"\\(?P<escaped>[^\w\s])", r"<t:(?P<time>\d+)(?::\w)?>", r"<@(?P<user>\d+)>",
            r"</(?P<command>[^:>]+):\d+>", r"\[(?P<label>[^\]]+)\]\((?P<url>https://[^)\s]+)\)",
            r"```\n?(?P<block>.*?)```", r"`(?P<code>[^`]+)`", r"(?P<strong>\*\*)|(?P<s>~~)|(?P<em>\*)",
        )
    ),
    re.DOTALL,
)  # fmt: skip
"""What means something in Discord. A mark around words is named by its tag in HTML."""


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
