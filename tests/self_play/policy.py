"""What the Allies do, and what the core rules would decide: the policy of the page, number by number.

The guide prints how the Central Powers act. How the Allies act it leaves to the players, and how a combat ends to the
core rules. Neither is ours, so here is a plain stand-in for both. It says nothing about how good players fare; it is
the same in each campaign, so that what differs between two of them comes from the Central Powers.
"""

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from rules.games.fields_of_despair.hexes import Hex

CP_TOTAL, CP_AIR, CP_ARTILLERY = 96, "4 3 1", "5 4 2"
"""With what the Central Powers begin."""
CP_POINTS, FROM_THE_EAST = 6, 12
"""Their economic points each turn, and the Eastern Front marker of turn 7."""
GARRISON = (3, 6)
"""Artillery and block SPs in each Allied hex that they attack, as each action phase begins."""
ATTACKS = ((4, 16), (3, 9))
"""The Allied attacks of an action phase, with artillery and block SPs."""
SQUADRONS = ((3, 1), (2,))
"""The air counters over the first hexes that are attacked."""
LOGISTIC_POINTS, RESERVES = 2, 5
"""For reinforcements against Major Offensives, each turn; and what one of them brings."""
HITS = 6
"""A die that takes an SP."""
ROUT, BREAKTHROUGH = 2, 3
"""So many times the SPs that the other has left take the hex; so many break out."""


class Fought(NamedTuple):
    """What a combat costs both sides."""

    attacker: int
    defender: int


@dataclass(slots=True)
class Table:
    """The players' table: their dice and their Logistic Points."""

    chance: random.Random
    logistic: int = 0

    def some(self, hexes: Iterable[Hex], number: int) -> list[Hex]:
        """So many of some hexes by lot, or all of fewer."""
        known = sorted(hexes)
        return self.chance.sample(known, min(number, len(known)))

    def fight(self, attackers: int, defenders: int, guns: int = 0) -> Fought:
        """Each SP rolls a die, on both sides at once, the attacker's ``guns`` too."""
        return Fought(min(attackers, self._hits(defenders)), min(defenders, self._hits(attackers + guns)))

    def _hits(self, dice: int) -> int:
        return sum(self.chance.randint(1, 6) >= HITS for _ in range(dice))
