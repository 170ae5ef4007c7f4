"""The Allied turn: dogfights, reconnaissance, combat; and losses in any combat."""

from typing import ClassVar, Literal

from rules.command import Event
from rules.games.fields_of_despair.data import Hex
from rules.games.fields_of_despair.state import Answer, Attack, Count
from rules.printed.lookup import Reading


class SquadronsPlaced(Event):
    """7.1-S: Allied air, the strongest hex first."""

    type: Literal["squadrons_placed"] = "squadrons_placed"
    hexes: tuple[tuple[Hex, int], ...]


class AirAnswered(Event):
    """7.1.2-S: the answer in one hex: step 1, and step 2 if it was Y."""

    type: Literal["air_answered"] = "air_answered"
    hex: Hex
    allied: Count
    available: Count
    readings: tuple[Reading, ...]
    answer: Answer | None
    wanted: Count
    placed: tuple[int, ...]


class Reconnoitred(Event):
    """7.1.3-S: what was seen in a hex. ``limit`` is what held it down; ``unknown_limit``: the shading is not known."""

    reveals: ClassVar[bool] = True
    type: Literal["reconnoitred"] = "reconnoitred"
    hex: Hex
    air: Count
    reading: Reading | None
    blocks: tuple[int, ...]
    sps: Count
    limit: Count
    unknown_limit: bool
    hidden: Count
    revealed: Count


class AttacksDeclared(Event):
    """7.3-S steps 1 to 4: the attacks in their order."""

    type: Literal["attacks_declared"] = "attacks_declared"
    attacks: tuple[Attack, ...]


class ArtilleryAnswered(Event):
    """7.3.1-S: the artillery answer in one hex. In the CP turn step 1 is taken as Y."""

    type: Literal["artillery_answered"] = "artillery_answered"
    hex: Hex
    cp_turn: bool
    available: Count
    readings: tuple[Reading, ...]
    answer: Answer | None
    wanted: Count
    placed: tuple[int, ...]


class SpsFound(Event):
    """7.3.3-S: the SPs in an attacked hex: ``blocks`` are those placed now, ``sps`` all that it holds."""

    reveals: ClassVar[bool] = True
    type: Literal["sps_found"] = "sps_found"
    hex: Hex
    attackers: Count
    reading: Reading | None
    before: Count
    blocks: tuple[int, ...]
    sps: Count
    limit: Count
    unknown_limit: bool
    hidden: Count
    revealed: Count


class ReinforcementChecked(Event):
    """7.3-S step 7: whether the Central Powers reinforce the hex. Without a reading nothing was rolled, for ``why``."""

    type: Literal["reinforcement_checked"] = "reinforcement_checked"
    hex: Hex
    allied: Count
    central: Count
    reading: Reading | None
    why: Literal["rolled", "below 1:1", "no logistic point", "nothing hidden"]
    sps: Count
    revealed: Count


class FightBegan(Event):
    """The dice on the board decide now; the losses are awaited."""

    type: Literal["fight_began"] = "fight_began"
    hex: Hex


class LossesTaken(Event):
    """CP SPs were lost in a hex; ``left`` remain there."""

    type: Literal["losses_taken"] = "losses_taken"
    hex: Hex
    sps: Count
    left: Count
    total: Count
    revealed: Count
