"""A disputed fact: sides contradict one another about what they see on their map."""

from dataclasses import dataclass, replace

from rules.command import Command
from rules.seat import Player, Seat

ENOUGH = 2
"""So many contradictions in a turn, and no side enters the fact alone any more."""


@dataclass(frozen=True, slots=True)
class Version:
    """What a player entered for a seat, and another side objected to."""

    seat: Seat
    player: Player
    command: Command


@dataclass(frozen=True, slots=True)
class Dispute:
    """What was entered of a fact was objected to so many ``times`` in this turn; ``versions`` are what each side said
    last, the newest at the end.
    """

    fact: str
    times: int = 0
    versions: tuple[Version, ...] = ()

    def contradicted(self, version: Version) -> "Dispute":
        """The dispute with one more objection."""
        others = (each for each in self.versions if each.seat != version.seat)
        return replace(self, times=self.times + 1, versions=(*others, version))

    @property
    def is_open(self) -> bool:
        """Whether somebody else must settle it."""
        return self.times >= ENOUGH

    @property
    def choices(self) -> tuple[Seat | None, ...]:
        """Whose word it can be: that of the last two sides; None for what stands, where only one has said anything."""
        seats = tuple(each.seat for each in self.versions[-2:])
        return seats if len(seats) > 1 else (*seats, None)
