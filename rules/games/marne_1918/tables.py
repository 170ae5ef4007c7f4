"""What ``data/marne_1918.toml`` holds, validated whole."""

from collections.abc import Mapping
from datetime import date, timedelta
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, model_validator

from rules.frozen import Frozen
from rules.notice import Seat
from rules.pool import Fate, Marker, Symbol
from rules.ruling import Tables

ALLIES = Seat("Allies")
GERMANS = Seat("Germans")

Turn = Annotated[int, Field(ge=1)]
Text = Annotated[str, Field(min_length=1)]


class Calendar(Frozen):
    """Turns as days: turn 1 begins on ``first_day``."""

    source: Text
    first_day: date
    days_a_turn: Annotated[int, Field(ge=1)]

    def day(self, turn: int) -> str:
        """The day on which a turn begins, as ``2 June 1918``."""
        begins = self.first_day + timedelta(days=self.days_a_turn * (turn - 1))
        return f"{begins.day} {begins:%B %Y}"


class Side(Frozen):
    """How a side draws and holds events: both numbers are rulings, named here."""

    source: Text
    draws: str
    hand_limit: str


class EventType(Frozen):
    """A type of random event: its names, symbols, the ``total`` of its markers and how many enter on which turn.

    ``each`` names the markers one by one where they differ, in order of entry. ``played`` is the fate of a # marker.
    """

    name: Text
    french: Text
    side: Seat = ALLIES
    symbols: frozenset[Symbol]
    total: Annotated[int, Field(ge=1)]
    enters: Mapping[Turn, Annotated[int, Field(ge=1)]]
    each: tuple[Text, ...] = ()
    moment: Text
    summary: Text
    played: Fate = Fate()

    @model_validator(mode="before")
    @classmethod
    def _symbols_as_printed(cls, given: object) -> object:
        """In the data the symbols stand together, as on the marker: ``"£#"``."""
        if isinstance(given, dict) and isinstance(given.get("symbols"), str):
            return given | {"symbols": frozenset(given["symbols"])}
        return given

    @model_validator(mode="after")
    def _adds_up(self) -> Self:
        if sum(self.enters.values()) != self.total:
            raise ValueError(f"{self.name}: the markers that enter are not {self.total} in all")
        if self.each and len(self.each) != self.total:
            raise ValueError(f"{self.name}: {self.total} markers need as many names")
        return self

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """Its markers, in order of entry."""
        turns = [turn for turn in sorted(self.enters) for _ in range(self.enters[turn])]
        return tuple(
            Marker(id=f"{_slug(self.name)}-{which}", kind=self.name, symbols=self.symbols, enters=turn)
            for which, turn in zip(map(_slug, self.each or map(str, range(1, self.total + 1))), turns, strict=True)
        )


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


class MarneTables(Tables):
    """All the data of the game. ``rulings`` answer what the source leaves open."""

    source: Text
    calendar: Calendar
    sides: Mapping[Seat, Side]
    events: tuple[EventType, ...]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if len({event.name for event in self.events}) != len(self.events):
            raise ValueError("two types of event share a name")
        for event in self.events:
            if event.side not in self.sides:
                raise ValueError(f"{event.name}: no such side as {event.side}")
        for name, side in self.sides.items():
            for ruling in (side.draws, side.hand_limit):
                if not isinstance(self.rulings[ruling].default if ruling in self.rulings else None, int):
                    raise ValueError(f"{name}: no ruling {ruling} that gives a number")
        return self

    @cached_property
    def markers(self) -> dict[str, tuple[EventType, str]]:
        """The type of each marker and the name it goes by: ``Air unit``, ``Offensive: Marne``."""
        return {
            marker.id: (event, f"{event.name}: {event.each[which]}" if event.each else event.name)
            for event in self.events
            for which, marker in enumerate(event.markers)
        }

    def name(self, marker: str) -> str:
        """The name that a marker goes by."""
        return self.markers[marker][1]

    def type_of(self, marker: str) -> EventType:
        """The type of a marker."""
        return self.markers[marker][0]

    def track_of(self, marker: str) -> str:
        """The track on which a marker comes to lie."""
        fate = self.type_of(marker).played
        return (fate.at_turn_end or fate).track or ""

    def draws(self, seat: Seat) -> int:
        """How many markers a side draws in the Events phase (rule C)."""
        return int(self.ruling(self.sides[seat].draws))

    def hand_limit(self, seat: Seat) -> int:
        """How many £ markers a side may hold (rule C)."""
        return int(self.ruling(self.sides[seat].hand_limit))
