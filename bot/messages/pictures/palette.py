"""The colours of pictures, dark and light. Those that carry a meaning can be told apart by colour-blind players."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from rules.picture import Mark

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
