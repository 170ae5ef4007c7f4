"""Colours that carry a meaning can be told apart, also by colour-blind players.

The simulation is that of Machado, Oliveira and Fernandes, “A Physiologically-based Model for Simulation of Color Vision
Deficiency” (2009), at full severity, on linear RGB. Two colours are apart if they differ by 30 in CIELAB (CIE76), where
2.3 is just noticeable.
"""

from itertools import combinations

import pytest

from bot.messages.embeds import Colour as Bar
from bot.messages.pictures.pen import PALETTES, Palette, as_css
from rules.games import GAMES
from tests.games import all_games

Colour = tuple[float, float, float]
SIGHTS: dict[str, tuple[Colour, Colour, Colour]] = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritanopia": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
APART = 30
TEXT, GRAPHICS = 4.5, 3.0
"""The least contrasts of WCAG 2.2 for text (1.4.3) and for graphics (1.4.11)."""


def linear(colour: str) -> Colour:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return _linear(red), _linear(green), _linear(blue)


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def seen(colour: str, sight: str) -> Colour:
    """A colour in CIELAB (D65) as it is seen with a kind of sight."""
    red, green, blue = (
        min(1.0, max(0.0, sum(weight * part for weight, part in zip(row, linear(colour), strict=True))))
        for row in SIGHTS[sight]
    )  # fmt: skip
    x = _cube((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _cube(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _cube((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube(part: float) -> float:
    return float(part ** (1 / 3)) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def difference(one: str, other: str, sight: str) -> float:
    squares = ((a - b) ** 2 for a, b in zip(seen(one, sight), seen(other, sight), strict=True))
    return float(sum(squares) ** 0.5)


def contrast(one: str, other: str) -> float:
    low, high = sorted(0.2126 * r + 0.7152 * g + 0.0722 * b for r, g, b in map(linear, (one, other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sight", SIGHTS)
@pytest.mark.parametrize("theme", PALETTES)
def test_any_two_marks_are_apart(theme: str, sight: str) -> None:
    colours = PALETTES[theme].marks.values()  # type: ignore[index]
    assert {
        pair: difference(*pair, sight) for pair in combinations(colours, 2) if difference(*pair, sight) < APART
    } == {}


GROUNDS = {"dark": "#2b2d31", "light": "#f2f3f5"}
"""Behind an embed, in Discord's two themes."""
BARS = 2.0
"""A bar repeats what the words below it say, so less contrast is enough than for a picture."""


@pytest.mark.parametrize("game", [each.id for each in GAMES])
def test_the_bars_of_any_two_sides_and_of_the_bot_are_apart(game: str) -> None:
    own = all_games()[game].data.colours
    assert own.keys() >= {*all_games()[game].seats}
    colours = [*own.values(), f"#{Bar.ACTION:06x}"]
    for sight in SIGHTS:
        assert [pair for pair in combinations(colours, 2) if difference(*pair, sight) < APART] == []
    assert all(contrast(colour, ground) >= BARS for colour in colours for ground in GROUNDS.values())


@pytest.mark.parametrize("palette", PALETTES.values(), ids=list(PALETTES))
def test_all_stands_out_from_the_ground(palette: Palette) -> None:
    assert f"--quiet:{palette.quiet};--faint:{palette.faint};" in as_css(palette)
    assert contrast(palette.ink, palette.ground) >= TEXT
    assert contrast(palette.quiet, palette.ground) >= TEXT
    assert contrast(palette.ink, palette.faint) >= TEXT, "the number of a box that is done"
    assert all(contrast(colour, palette.ground) >= GRAPHICS for colour in palette.marks.values())


def test_colours_that_colour_blind_players_mix_up_are_found() -> None:
    assert difference("#2e9e44", "#c24a28", "full") > 60
    assert difference("#2e9e44", "#c24a28", "deuteranopia") < APART
    assert difference("#00a1b0", "#2a9fe0", "tritanopia") < APART
    assert difference("#000000", "#ffffff", "full") == pytest.approx(100, abs=0.01)
