"""The ground: the hexes as they are named, and the map that a group may have written down of its own board."""

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from rules.frozen import Frozen
from rules.line import Line, line
from rules.picture import touch
from rules.secrets import Shown, plain

Hex = Annotated[str, Field(pattern=r"^[A-M][0-9][0-9]$")]
HEX_FORM = "a letter from A to M and a number, e.g. I06"
Owner = Literal["Allies", "Central Powers"]
Country = Literal["Belgium", "France", "Germany", "Luxembourg"]
MOST_NEIGHBOURS = 6
MOST_HEXES_OF_A_MAP = 300

Place = tuple[str, ...]


def _name(given: object) -> object:
    """Return a hex as it is named. Raises ``ValueError`` with what to write."""
    if not (isinstance(given, str) and re.fullmatch(r"[A-M][0-9][0-9]", given)):
        raise ValueError(line("{name} is not a hex. Write {form}", name=plain(str(given), 20), form=Shown(HEX_FORM)))
    return given


Name = Annotated[Hex, BeforeValidator(_name)]


def drawn_at(name: Hex, shift: int = 0) -> tuple[int, int]:
    """Return the column and row of a hex on a picture."""
    return ord(name[0]) - ord("A") + shift, int(name[1:])


def around(name: Hex) -> tuple[Hex, ...]:
    """Return the hexes that can border on one, however the columns of the grid are shifted."""
    column, row = drawn_at(name)
    beside = ((column + by, row + down) for by in (-1, 0, 1) for down in (-1, 0, 1) if by or down)
    return tuple(f"{chr(ord('A') + at)}{down:02}" for at, down in beside if 0 <= at <= ord("M") - ord("A") and down > 0)


class MapHex(Frozen):
    """A hex of a group's map: what borders on it, its country, and whose ``side`` it is as the solitaire game begins.
    From then on the bot knows whose it is by what it was told.
    """

    # "A06 B05" as a list: nobody likes to type quotes six times
    next: Annotated[
        tuple[Name, ...], BeforeValidator(lambda it: it.replace(",", " ").split() if isinstance(it, str) else it)
    ]
    country: Country
    side: Owner
    fortress: bool = False


class GroupMap(Frozen):
    """The map as a group wrote it down. ``goal`` is the hex to which the shortest route of a breakout leads."""

    hexes: Annotated[Mapping[Name, MapHex], Field(max_length=MOST_HEXES_OF_A_MAP)]
    goal: Name | None = None

    def next_to(self, name: Hex) -> tuple[Hex, ...]:
        """Return the neighbours of a hex, or none if it is not on the map."""
        return self.hexes[name].next if name in self.hexes else ()

    def steps_from(self, start: Hex) -> Mapping[Hex, int]:
        """Return the distance in hexes from ``start`` to each hex that can be reached, over any ground."""
        steps, edge = {start: 0}, [start]
        for name in edge:
            for other in self.next_to(name):
                if other not in steps and other in self.hexes:
                    steps[other] = steps[name] + 1
                    edge.append(other)
        return steps

    @cached_property
    def to_goal(self) -> Mapping[Hex, int]:
        """Return how far each hex is from the goal; empty without one."""
        return {} if self.goal is None else self.steps_from(self.goal)

    @cached_property
    def shift(self) -> int:
        """By how many columns it is moved for a picture, so that what borders on one another touches there."""
        pairs = [(name, other) for name, each in self.hexes.items() for other in each.next]
        return max((0, 1), key=lambda by: sum(touch(drawn_at(one, by), drawn_at(other, by)) for one, other in pairs))

    def problems(self) -> Iterator[tuple[Place, Line]]:
        """Yield what is wrong with the map as a whole: the hex, and what mends it."""
        for name, each in self.hexes.items():
            yield from ((("hexes", name), problem) for problem in self._around(name, each.next))
        if self.goal is not None and self.goal not in self.hexes:
            said = line("{hex} is not on the map. Name one of its hexes, or leave the goal out", hex=self.goal)
            yield ("goal",), said
        if not self.hexes:
            yield ("hexes",), Line("the map has no hex")
            return
        yield from self._apart()
        if all(each.country != "France" for each in self.hexes.values()):
            yield ("hexes",), Line('no hex is in France. Write country = "France" where it is')
        sides = [
            {each.side, *(self.hexes[other].side for other in each.next if other in self.hexes)}
            for each in self.hexes.values()
        ]
        if all(len(each) == 1 for each in sides):
            yield ("hexes",), Line("no hex of the Allies is next to one of the Central Powers. Check each side")

    def _around(self, name: Hex, beside: tuple[Hex, ...]) -> Iterator[Line]:
        if name in beside:
            yield Line("it is named as its own neighbour. Take it out of its own line")
        if len(set(beside)) < len(beside):
            twice = next(each for each in beside if beside.count(each) > 1)
            yield line("{hex} is named twice. Name each neighbour once", hex=twice)
        if len(set(beside)) > MOST_NEIGHBOURS:
            many = len(set(beside))
            yield line("it has {count} neighbours, and a hex has {most} at most", count=many, most=MOST_NEIGHBOURS)
        for other in dict.fromkeys(beside):
            if other not in self.hexes:
                yield line("{hex} is not on the map. Give it a line of its own, or take it out of this one", hex=other)
            elif name not in self.hexes[other].next:
                names = {"hex": name, "other": other}
                yield line(
                    "{other} is its neighbour, but does not name it. Add {hex} there, or take {other} out here", **names
                )

    def _apart(self) -> Iterator[tuple[Place, Line]]:
        """Hexes from which no way leads to the larger part of the map."""
        parts = list[frozenset[Hex]]()
        for name in self.hexes:
            if not any(name in part for part in parts):
                parts.append(frozenset(self.steps_from(name)))
        main = max(parts, key=len)
        for name in self.hexes:
            if name not in main:
                yield ("hexes", name), Line("no way leads from here to most of the map. Name its neighbours")
