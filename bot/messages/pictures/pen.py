"""Draws in SVG: texts that fit, lines, boxes, and the shape, pattern and colours of each mark, dark and light.
Colours that carry a meaning can be told apart by colour-blind players.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from html import escape
from typing import Literal
from unicodedata import category

from bot.base.language import say
from rules.line import Line
from rules.picture import Label, Mark
from rules.secrets import Shown

FONT = "DejaVu Sans"
MARGIN = 12.0
WIDTH = 400.0
"""A picture is drawn for the width that Discord shows in a channel; nothing on it is written smaller than 11."""
RIGHT = WIDTH - MARGIN
TITLE, BODY, SMALL = 15.0, 12.5, 11.0
WIDE = frozenset("mwMW@%—…+=<>~#&")
NARROW = frozenset("iljftrI.,:;|!'()[]-/ ")
MARK_PATHS = {
    Mark.CIRCLE: "M{l} {y}a{r} {r} 0 1 0 {d} 0a{r} {r} 0 1 0 -{d} 0Z",
    Mark.SQUARE: "M{l} {t}h{d}v{d}h-{d}Z",
    Mark.TRIANGLE: "M{x} {t}L{e} {b}L{l} {b}Z",
    Mark.DIAMOND: "M{x} {t}L{e} {y}L{x} {b}L{l} {y}Z",
}
PATTERNS = {
    Mark.CIRCLE: "",
    Mark.SQUARE: '<path d="M-1 7L7 -1M-1 1L1 -1M5 7L7 5" stroke="{ground}" stroke-width="1.4"/>',
    Mark.TRIANGLE: '<circle cx="3" cy="3" r="1.3" fill="{ground}"/>',
    Mark.DIAMOND: '<path d="M0 0L6 6M6 0L0 6" stroke="{ground}" stroke-width="1"/>',
}


Theme = Literal["dark", "light"]


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a theme: the ground, writing, what stands back, and one for each mark."""

    ground: str
    ink: str
    quiet: str
    faint: str
    marks: Mapping[Mark, str]


PALETTES: Mapping[Theme, Palette] = {
    "dark": Palette(
        ground="#1e1f22",
        ink="#f2f3f5",
        quiet="#b5bac1",
        faint="#4a4d54",
        marks={Mark.CIRCLE: "#3f9bff", Mark.SQUARE: "#ffa23a", Mark.TRIANGLE: "#f5f1c8", Mark.DIAMOND: "#d6336c"},
    ),
    "light": Palette(
        ground="#ffffff",
        ink="#1e1f22",
        quiet="#4e5058",
        faint="#c7ccd1",
        marks={Mark.CIRCLE: "#304ff5", Mark.SQUARE: "#e75910", Mark.TRIANGLE: "#1a1d00", Mark.DIAMOND: "#9b4888"},
    ),
}

PAGE = Palette(
    ground="var(--ground)",
    ink="var(--ink)",
    quiet="var(--quiet)",
    faint="var(--faint)",
    marks={mark: f"var(--{mark})" for mark in Mark},
)
"""On a page that is dark or light as its reader likes: the page's own colours."""


def as_css(palette: Palette) -> str:
    """Return a palette as the colours of a page."""
    named = {"ground": palette.ground, "ink": palette.ink, "quiet": palette.quiet, "faint": palette.faint}
    return "".join(f"--{name}:{colour};" for name, colour in (named | dict(palette.marks)).items())


def width_of(text: str, size: float) -> float:
    """About how wide a text is, rather too wide than too narrow."""
    return size * sum(_width(char) for char in text)


def _width(char: str) -> float:
    if char in NARROW:
        return 0.37
    if char in WIDE:
        return 0.86
    if ord(char) > 0x2FF:
        return 0.0 if category(char) == "Mn" else 0.95
    return 0.68 if char.isupper() else 0.575


def cut(text: str, size: float, room: float) -> str:
    """Return a text, shortened to the room that it has."""
    if width_of(text, size) <= room:
        return text
    while text and width_of(text + "…", size) > room:
        text = text[:-1]
    return text.rstrip() + "…"


def wrapped(text: str, size: float, room: float) -> Iterator[str]:
    """Yield the lines of a text, with a word shortened if it does not fit in a line."""
    line = ""
    for word in text.split():
        longer = f"{line} {word}".strip()
        if line and width_of(longer, size) > room:
            yield cut(line, size, room)
            line = word
        else:
            line = longer
    if line:
        yield cut(line, size, room)


def number(value: float) -> str:
    """Return a coordinate, the same on every machine."""
    return f"{value:.1f}".removesuffix(".0")


class Pen:
    """Draws on one picture in the colours of a palette."""

    def __init__(self, palette: Palette) -> None:
        self.palette = palette
        self.drawn: list[str] = []

    def text(
        self,
        x: float,
        y: float,
        text: Label | str,
        size: float = BODY,
        colour: str = "",
        anchor: str = "start",
        *,
        halo: bool = False,
    ) -> None:
        """Write a text with its baseline at ``y``; a ``halo`` keeps it readable across lines. What is no label was said
        in its reader's words before.
        """
        said = say(text) if isinstance(text, Line | Shown) else text
        around = f' stroke="{self.palette.ground}" stroke-width="3" paint-order="stroke"' if halo else ""
        self.drawn.append(
            f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" text-anchor="{anchor}"'
            f' fill="{colour or self.palette.ink}"{around}>{escape(said)}</text>'
        )

    def lines(self, y: float, text: Label, size: float = BODY, indent: float = 0, colour: str = "") -> float:
        """Write a text from ``y`` on, over as many lines as it needs. Return where the next thing begins."""
        for line in wrapped(say(text), size, RIGHT - MARGIN - indent):
            y += size * 1.3
            self.text(MARGIN + indent, y - size * 0.3, line, size, colour)
        return y

    def box(self, x: float, y: float, width: float, height: float, fill: str = "none", stroke: str = "none") -> None:
        """Draw a box."""
        self.drawn.append(
            f'<rect x="{number(x)}" y="{number(y)}" width="{number(max(0, width))}" height="{number(height)}"'
            f' fill="{fill}" stroke="{stroke}" stroke-width="1.2"/>'
        )

    def path(self, path: str, fill: str = "none", stroke: str = "none", thick: float = 1.2) -> None:
        """Draw a path."""
        self.drawn.append(f'<path d="{path}" fill="{fill}" stroke="{stroke}" stroke-width="{number(thick)}"/>')

    def mark(self, mark: Mark, x: float, y: float, radius: float = 4.5) -> None:
        """Draw the shape of a mark around a point."""
        near = {"x": x, "y": y, "l": x - radius, "e": x + radius, "t": y - radius, "b": y + radius}
        sizes = {"r": radius, "d": 2 * radius}
        path = MARK_PATHS[mark].format(**{name: number(value) for name, value in (near | sizes).items()})
        self.path(path, self.palette.marks[mark], self.palette.ground, 1)

    def pattern(self, mark: Mark) -> str:
        """Return what an area of a mark is filled with."""
        return f"url(#{mark})"

    def svg(self, height: float, *, in_page: bool = False) -> str:
        """Return all that was drawn, as a picture of that height. A page around it has the font and the patterns."""
        box = f'viewBox="0 0 {number(WIDTH)} {number(height)}"'
        if in_page:
            return "\n".join([f'<svg {box} aria-hidden="true">', *self.drawn, "</svg>"])
        size = f'width="{number(WIDTH)}" height="{number(height)}" {box}'
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="{FONT}">',
                self.patterns(),
                f'<rect width="100%" height="100%" fill="{self.palette.ground}"/>',
                *self.drawn,
                "</svg>",
            ]
        )

    def patterns(self) -> str:
        """Return what the areas of marks are filled with."""
        return f"<defs>{''.join(map(self._pattern, Mark))}</defs>"

    def _pattern(self, mark: Mark) -> str:
        inside = PATTERNS[mark].format(ground=self.palette.ground)
        return (
            f'<pattern id="{mark}" width="6" height="6" patternUnits="userSpaceOnUse">'
            f'<rect width="6" height="6" fill="{self.palette.marks[mark]}"/>{inside}</pattern>'
        )
