"""A map that a group traces stretch by stretch: which hexes there are, their country and side. What borders on what
follows from the grid.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Literal

from rules.errors import NotThere
from rules.frozen import Frozen
from rules.games.fields_of_despair.hexes import MOST_HEXES_OF_A_MAP, Country, Hex, Owner, drawn_at
from rules.games.fields_of_despair.wording import SHADED, short
from rules.line import line
from rules.notice import Public, tell_all, tell_rule, tell_section
from rules.picture import Hex as DrawnHex
from rules.picture import Hexes, HexKind, Label, Mark, Picture, label, picture
from rules.secrets import Shown, quote

Lower = Literal["B, D, F …", "A, C, E …"]
"""The columns whose hexes lie half a hex lower than those beside them."""
OFF = "Off the map"
Ground = Literal["Allies", "Central Powers", "Off the map"]
STRETCH = re.compile(r"([A-M])(?:\s*-\s*([A-M]))?[\s-]*(\d{1,2})(?:\s*-\s*(\d{1,2}))?(?!\d)", re.IGNORECASE)
LOWER = re.compile(r"^# lower columns: (.+)$", re.MULTILINE)
SIDES: Mapping[Owner, Mark] = {"Allies": Mark.CIRCLE, "Central Powers": Mark.TRIANGLE}


class TracedHex(Frozen):
    """A hex of a map that is being traced."""

    country: Country
    side: Owner


class Tracing(Frozen):
    """The map so far."""

    hexes: Mapping[Hex, TracedHex] = {}
    lower: Lower = "B, D, F …"
    goal: Hex | None = None

    @classmethod
    def read(cls, contents: Mapping[str, Any], text: str) -> "Tracing":
        """The map so far, from the contents and the text of the file that ``written`` made."""
        found, lower = contents["map"], LOWER.search(text)
        hexes = {name: {"country": each["country"], "side": each["side"]} for name, each in found["hexes"].items()}
        return cls.model_validate({"hexes": hexes, "goal": found.get("goal"), "lower": lower[1] if lower else None})

    def traced(self, hexes: tuple[Hex, ...], country: Country, side: Ground) -> "Tracing":
        """With some hexes more, or otherwise, or without them. Raises ``NotThere`` for more than a map can have."""
        rest = {name: each for name, each in self.hexes.items() if name not in hexes}
        if side != OFF:
            rest |= {name: TracedHex(country=country, side=side) for name in hexes}
        if len(rest) > MOST_HEXES_OF_A_MAP:
            raise NotThere("A map has {most} hexes at most.", most=MOST_HEXES_OF_A_MAP)
        return self.replace(hexes=dict(sorted(rest.items())))

    def next_to(self, name: Hex) -> tuple[Hex, ...]:
        """The hexes around one on the grid, as far as they are on the map."""
        column, row = ord(name[0]), int(name[1:])
        down = 1 if self._is_lower(name) else -1
        around = [(column, row - 1), (column, row + 1)]
        around += [(column + way, at) for way in (-1, 1) for at in (row, row + down)]
        named = (f"{chr(at)}{number:02}" for at, number in around)
        return tuple(other for other in named if other in self.hexes)

    def _is_lower(self, name: Hex) -> bool:
        return (ord(name[0]) - ord("A")) % 2 == (self.lower == "B, D, F …")

    def written(self) -> str:
        """The file of the map."""
        goal = [f'goal = "{self.goal}"'] if self.goal is not None else []
        lines = ["# Traced in Discord.", f"# lower columns: {self.lower}", "[map]", *goal, "", "[map.hexes]"]
        for name, each in self.hexes.items():
            beside = " ".join(self.next_to(name))
            lines.append(f'{name} = {{ side = "{each.side}", country = "{each.country}", next = "{beside}" }}')
        return "\n".join(lines) + "\n"

    def tell(self) -> Iterator[Public]:
        """What is on it, and how it goes on."""
        for side in SIDES:
            number = sum(each.side == side for each in self.hexes.values())
            yield tell_all("Hexes of the {side}: {number}", side=Shown(side), number=number)
        if self.goal is not None:
            yield tell_section("Goal of the shortest route (SR)", "The hex {goal}", goal=Shown(self.goal))
        yield tell_rule("What borders on what follows from the grid. The file can be changed by hand as well.")

    def draw(self) -> Picture:
        """The map so far."""
        shift = 0 if self.lower == "B, D, F …" else 1
        kinds = []
        for side, mark in SIDES.items():
            drawn = tuple(
                DrawnHex(*drawn_at(name, shift), Shown(name), ground=short(each.country))
                for name, each in self.hexes.items()
                if each.side == side
            )
            if drawn:
                kinds.append(HexKind(_held_by(side), mark, drawn))
        return picture(label("The map so far"), Hexes(label("Hexes"), tuple(kinds), SHADED))


def _held_by(side: Owner) -> Label:
    return label("Held by the Allies") if side == "Allies" else label("Held by the Central Powers")


def read_stretches(text: str) -> tuple[Hex, ...]:
    """``A05``, ``B04-06``, ``A-C 04-06``: single hexes, stretches of a column, and several columns at once.

    Raises ``NotThere`` for anything else.
    """
    found: dict[Hex, None] = {}
    for first, last, top, bottom in STRETCH.findall(text):
        columns = range(ord(first.upper()), ord((last or first).upper()) + 1)
        rows = range(int(top), int(bottom or top) + 1)
        if not (columns and rows):
            raise NotThere("“{text}” runs backwards. Write B04-06 or A-C 04-06.", text=quote(f"{first}{top}", 20))
        found |= dict.fromkeys(f"{chr(column)}{row:02}" for column in columns for row in rows)
    rest = STRETCH.sub(" ", text).replace(",", " ").replace(";", " ").split()
    if rest or not found:
        what = quote(" ".join(rest) or text, 20)
        raise NotThere("“{text}” is no stretch of hexes. Write A05, B04-06 or A-C 04-06.", text=what)
    return tuple(found)


def goal_of(text: str, before: Hex | None) -> Hex | None:
    """The goal that is entered, or the one before. Raises ``NotThere`` for more than one hex."""
    if not text.strip():
        return before
    name, *more = read_stretches(text)
    if more:
        raise NotThere("{line}", line=line("Name one hex as the goal, e.g. B04."))
    return name
