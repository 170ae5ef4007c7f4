"""The phases of a turn, in printed order."""

from collections.abc import Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, model_validator
from typing_extensions import override

from rules.frozen import Frozen
from rules.line import Line, line
from rules.notice import Text
from rules.seat import Seat, SideSeat

ALLIES = SideSeat("Allies")
GERMANS = SideSeat("Germans")
SIDES = (ALLIES, GERMANS)


class Phase(StrEnum):
    """The phases, by their printed names."""

    EVENTS = "Events"
    OFFENSIVES = "Offensives Declaration"
    SUPPLY = "Supply"
    DOCTRINE = "Allied Doctrine"
    REPLACEMENTS = "Replacements Track Administration"
    ARRIVAL = "Reinforcements Arrival"
    PLACEMENT = "Reinforcements Placement"
    GERMAN_MOVEMENT = "German movement"
    GERMAN_COMBAT = "German combat"
    ALLIED_MOVEMENT = "Allied movement"
    ALLIED_COMBAT = "Allied combat"


OPERATIONAL = (Phase.GERMAN_MOVEMENT, Phase.GERMAN_COMBAT, Phase.ALLIED_MOVEMENT, Phase.ALLIED_COMBAT)
"""The phases of an operational sequence."""
COMBAT = {ALLIES: Phase.ALLIED_COMBAT, GERMANS: Phase.GERMAN_COMBAT}


class Moment(Frozen):
    """A phase of a turn. ``sequence`` is 0 in the administrative sequence, then 1 to 3 for the operational ones."""

    sequence: Annotated[int, Field(ge=0, le=3)] = 0
    phase: Phase = Phase.EVENTS

    @override
    def __str__(self) -> str:
        return str(self.shown)

    @property
    def printed(self) -> str:
        """The name of the phase."""
        return self.phase

    @property
    def shown(self) -> Line:
        """The phase, and where it is one of several the operational sequence: ``Allied combat, … sequence 2``."""
        if not self.sequence:
            return Line(self.phase)
        return line("{phase}, operational sequence {sequence}", phase=self.phase, sequence=self.sequence)


class Sequence(Frozen):
    """The phases of a turn: the administrative sequence, then one operational sequence, or three with an offensive.

    ``to_do`` says what is done on the map in each phase after the Events, ``side`` whose it is, if not both sides'.
    """

    source: str
    administrative: tuple[Phase, ...]
    operational: dict[Seat, tuple[Phase, ...]]
    in_a_quiet_turn: Annotated[int, Field(ge=1, le=3)]
    with_an_offensive: Annotated[int, Field(ge=1, le=3)]
    to_do: dict[Phase, Text]
    side: dict[Phase, Seat]

    @model_validator(mode="after")
    def _every_phase_once(self) -> Self:
        for phases in self.operational.values():
            if sorted((*self.administrative, *phases)) != sorted(Phase):
                raise ValueError("a phase is missing or listed twice")
        if self.administrative[0] is not Phase.EVENTS:
            raise ValueError("a turn must begin with the Events phase")
        if self.to_do.keys() != {*Phase} - {Phase.EVENTS}:
            raise ValueError("nothing says what is done in a phase, or it is said of the Events")
        if not {phase for phases in self.operational.values() for phase in phases} <= self.side.keys():
            raise ValueError("nothing says whose an operational phase is")
        return self

    @cached_property
    def moments(self) -> Mapping[tuple[Seat, bool], tuple[Moment, ...]]:
        """Return the moments of a turn by the side that moves first, and whether there is an offensive."""
        numbers = {False: self.in_a_quiet_turn, True: self.with_an_offensive}
        return {
            (first, offensive): (
                *(Moment(phase=phase) for phase in self.administrative),
                *(Moment(sequence=each, phase=phase) for each in range(1, last + 1) for phase in phases),
            )
            for first, phases in self.operational.items()
            for offensive, last in numbers.items()
        }
