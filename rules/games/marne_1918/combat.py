"""A combat as players speak of it: its number and hex, who attacks, what is declared for it, whether it is decided."""

import string
from enum import StrEnum

from rules.errors import NotYours
from rules.frozen import Frozen
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.phases import ALLIES, GERMANS
from rules.line import Line, line
from rules.notice import Public, tell_all, tell_text
from rules.seat import Seat, SideSeat
from rules.secrets import folded, quote

CANCEL = "cancel"
LONGEST_HEX = 40

_SIGNS = dict.fromkeys(map(ord, f"{string.punctuation} \N{NO-BREAK SPACE}\N{EN DASH}"))


def side_of(seat: Seat) -> SideSeat:
    """Return the seat as a side's. Raises ``NotYours`` for the referee."""
    if not isinstance(seat, SideSeat):
        raise NotYours("The referee holds no event markers. Take a side with `/campaign join`.")
    return seat


def enemy(seat: SideSeat) -> SideSeat:
    """Return the other side."""
    return {ALLIES: GERMANS, GERMANS: ALLIES}[seat]


def plain(hex_: str) -> str:
    """Return the name of a hex without what two people can write in two ways."""
    return folded(hex_).translate(_SIGNS)


class CombatName(Frozen):
    """What a combat is called: its ``number`` in the turn, from 1, and the ``hex`` that is attacked, if named."""

    number: int
    hex: str = ""

    @property
    def shown(self) -> Line:
        """``combat 2`` or ``combat 2 (Soissons)``."""
        if not self.hex:
            return line("combat {number}", number=self.number)
        return line("combat {number} ({hex})", number=self.number, hex=quote(self.hex))

    @property
    def headed(self) -> Line:
        """The same as it begins a heading."""
        if not self.hex:
            return line("Combat {number}", number=self.number)
        return line("Combat {number} ({hex})", number=self.number, hex=quote(self.hex))


class Declaration(Frozen):
    """An event that a side declared for a combat, and the effect that it chose.

    A marker that the bot does not keep has a ``name`` instead of an id, and a ``note`` that says what it does.
    ``is_heroic`` marks Heroic Assault and Heroic Defense, which can cancel each other.
    """

    seat: Seat
    marker: str = ""
    choice: str = ""
    name: str = ""
    note: str = ""
    is_heroic: bool = False

    def tell(self, data: MarneData) -> Public:
        """What it does to the combat."""
        if self.marker:
            return tell_text(data.type_of(self.marker).choices[self.choice])
        name, note = quote(self.name), quote(self.note)
        if not self.note:
            return tell_all("{name} of the {seat}.", name=name if self.name else line("A marker"), seat=self.seat)
        if not self.name:
            return tell_all("A marker of the {seat}: {note}", seat=self.seat, note=note)
        return tell_all("{name} of the {seat}: {note}", name=name, seat=self.seat, note=note)


class Stage(StrEnum):
    """How far a combat has come."""

    DECLARED = "declared"
    """Its dice are not rolled: each side can still declare an event."""
    FOUGHT = "fought"
    """Nothing can be declared any more: the dice are due, and what is played after a combat can be played."""
    ROLLED = "rolled"
    """As before, and the dice are rolled, by the bot or before it knew of the combat."""


class Combat(Frozen):
    """The combat that is fought now, or the last one of its phase.

    ``declared`` are the events played as it was declared, ``exchange`` those played just before its dice, in order: the
    attacker's first.
    """

    name: CombatName
    attacker: SideSeat
    stage: Stage = Stage.DECLARED
    declared: tuple[Declaration, ...] = ()
    exchange: tuple[Declaration, ...] = ()

    @property
    def defender(self) -> SideSeat:
        """The side that is attacked."""
        return enemy(self.attacker)

    @property
    def awaits_dice(self) -> bool:
        """Whether its dice are due."""
        return self.stage is Stage.FOUGHT

    @property
    def to_cancel(self) -> Declaration | None:
        """The Heroic Assault or Heroic Defense that has just been played, if that was the last event."""
        last = self.exchange[-1] if self.exchange else None
        return last if last is not None and last.is_heroic else None

    @property
    def standing(self) -> tuple[Declaration, ...]:
        """What affects it: all that is not cancelled. Each "cancel" undoes the event before it, also a "cancel"."""
        standing: list[Declaration] = []
        is_cancelled = False
        for declaration in reversed(self.exchange):
            if is_cancelled:
                is_cancelled = False
                continue
            is_cancelled = declaration.choice == CANCEL
            standing.append(declaration)
        return (*self.declared, *(each for each in reversed(standing) if each.choice != CANCEL))
