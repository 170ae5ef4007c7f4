"""What ``data/marne_1918.toml`` holds, validated whole."""

from collections.abc import Mapping
from datetime import date, timedelta
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from rules.frozen import Frozen
from rules.games.marne_1918.phases import ALLIES, COMBAT, GERMANS, Phase, Sequence
from rules.notice import Text
from rules.pool import Fate, Marker, Symbol
from rules.ruling import GameData, RulingChoice
from rules.seat import Seat

Turn = Annotated[int, Field(ge=1)]
Points = Annotated[int, Field(ge=0)]
Question = Annotated[str, Field(min_length=1, max_length=100)]


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


class Entrance(Frozen):
    """A ruling on which marker of a type enters when: by the answer, the turn of each marker in printed order."""

    ruling: str
    turns: Mapping[RulingChoice, tuple[Turn, ...]]


class Need(StrEnum):
    """What must hold before an event can be played, beside its phase."""

    PETAIN = "pétain"
    OFFENSIVE_LAST_TURN = "offensive last turn"
    SHAKEUP_AND_CLEMENCEAU = "shakeup and clemenceau"
    MANGIN_AND_OFFENSIVE_NOW = "mangin and offensive now"


class Effect(StrEnum):
    """What an event does to the state that the bot keeps; without one, the players carry it out on the map."""

    EXCHANGE = "exchange"
    MORALE = "morale"
    CLEMENCEAU = "clemenceau"
    SPIES = "spies"
    FLIGHT = "flight"
    AIR_UNIT = "air_unit"
    SHAKEUP = "shakeup"
    MANGIN = "mangin"
    TELEGRAM = "telegram"
    ORGANIZATION = "organization"
    COUNTERATTACK = "counterattack"
    OFFENSIVE = "offensive"
    PERSHING = "pershing"
    CHANGE_OF_DOCTRINE = "change_of_doctrine"


class Offensive(Frozen):
    """What an Offensive marker prints: army artillery, the bonus of each operational sequence, the objective in
    victory points.
    """

    artillery: Annotated[int, Field(ge=0)]
    bonus: tuple[int, int, int]
    objective: Annotated[int, Field(ge=0)]


class EventType(Frozen):
    """A type of random event: its names, symbols, the ``total`` of its markers and how many enter on which turn.

    It is played in one of its ``phases``, or by the ``role`` that its side has in a combat; in any phase where neither
    is given. ``each`` names the markers one by one where they differ, in order of entry. ``played`` is the fate of a #
    marker, ``choices`` what its player chooses among, ``question`` the fact of the map that is asked.
    """

    name: Text
    french: Text
    side: Seat = ALLIES
    symbols: frozenset[Symbol]
    total: Annotated[int, Field(ge=1)]
    enters: Mapping[Turn, Annotated[int, Field(ge=1)]]
    entry: Entrance | None = None
    each: tuple[Text, ...] = ()
    moment: Text
    phases: tuple[Phase, ...] | None = None
    role: Literal["attacker", "defender"] | None = None
    needs: Need | None = None
    effect: Effect | None = None
    choices: Mapping[str, Text] = {}
    question: Question | None = None
    on_hq: bool = False
    offensives: Mapping[str, Offensive] = {}
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
        if self.entry and any(len(turns) != self.total for turns in self.entry.turns.values()):
            raise ValueError(f"{self.name}: a ruling on {self.total} markers names as many turns")
        if self.effect is Effect.OFFENSIVE and set(self.offensives) != set(self.each):
            raise ValueError(f"{self.name}: each marker prints its artillery, bonus and objective")
        return self

    @cached_property
    def turns(self) -> tuple[int, ...]:
        """The turn on which each marker enters, as printed."""
        return tuple(turn for turn in sorted(self.enters) for _ in range(self.enters[turn]))

    @cached_property
    def markers(self) -> tuple[Marker, ...]:
        """Its markers, in printed order."""
        which = map(_slug, self.each or map(str, range(1, self.total + 1)))
        return tuple(Marker(id=f"{_slug(self.name)}-{name}", kind=self.name, symbols=self.symbols) for name in which)

    @property
    def asks(self) -> bool:
        """Whether its player must say something for it to occur."""
        return bool(self.choices or self.question or self.on_hq)

    def may_be_played_in(self, phase: Phase) -> bool:
        """Whether a phase is the moment of the event."""
        if self.role is not None:
            enemy = GERMANS if self.side == ALLIES else ALLIES
            return phase is COMBAT[self.side if self.role == "attacker" else enemy]
        return self.phases is None or phase in self.phases


def _slug(name: str) -> str:
    return name.lower().replace(" ", "-")


class MarneData(GameData):
    """All the data of the game."""

    source: Text
    calendar: Calendar
    sequence: Sequence
    sides: Mapping[Seat, Side]
    events: tuple[EventType, ...]

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if len({event.name for event in self.events}) != len(self.events):
            raise ValueError("two types of event share a name")
        for event in self.events:
            if event.side not in self.sides:
                raise ValueError(f"{event.name}: no such side as {event.side}")
            if event.entry and event.entry.ruling not in self.rulings:
                raise ValueError(f"{event.name}: no ruling {event.entry.ruling}")
        for name, side in self.sides.items():
            for ruling in (side.draws, side.hand_limit):
                if not isinstance(self.rulings[ruling].default if ruling in self.rulings else None, int):
                    raise ValueError(f"{name}: no ruling {ruling} that gives a number")
        return self

    @cached_property
    def markers(self) -> dict[str, tuple[EventType, int]]:
        """The type of each marker and its place in it."""
        return {marker.id: (event, which) for event in self.events for which, marker in enumerate(event.markers)}

    @cached_property
    def named(self) -> dict[str, EventType]:
        """The types by name."""
        return {event.name: event for event in self.events}

    def name(self, marker: str) -> str:
        """The name that a marker goes by: ``Air unit``, ``Offensive: Marne``."""
        event, which = self.markers[marker]
        return f"{event.name}: {event.each[which]}" if event.each else event.name

    def type_of(self, marker: str) -> EventType:
        """The type of a marker."""
        return self.markers[marker][0]

    def enters(self, marker: str) -> int:
        """The turn on which a marker enters, by the ruling where there is one."""
        event, which = self.markers[marker]
        ruled = event.entry.turns.get(self.ruling(event.entry.ruling)) if event.entry else None
        return (ruled or event.turns)[which]

    def offensive(self, marker: str) -> Offensive:
        """What an Offensive marker prints."""
        event, which = self.markers[marker]
        return event.offensives[event.each[which]]

    def track_of(self, marker: str) -> str:
        """The track on which a marker comes to lie."""
        fate = self.type_of(marker).played
        return (fate.at_turn_end or fate).track or ""

    def draws(self, seat: Seat) -> int:
        """How many markers a side draws in the Events phase (rule C)."""
        return int(self.ruling(self.sides[seat].draws))

    def hand_limit(self, seat: Seat) -> int:
        """How many £ markers a side may hold (rule C), before any event that changes it."""
        return int(self.ruling(self.sides[seat].hand_limit))

    @property
    def must_occur_counts(self) -> bool:
        """Whether an @ marker in hand counts against the hand limit."""
        return self.ruling("must_occur_in_hand") == "yes"

    @property
    def first_to_move(self) -> Seat:
        """The side that moves first in an operational sequence."""
        return Seat(self.ruling("first_to_move"))
