"""The Central Powers' action phase (7.5-S)."""

from typing import ClassVar, Literal

from rules.command import Event
from rules.games.fields_of_despair.data import Hex, Nature, PhaseNumber
from rules.games.fields_of_despair.state import Count, Kind
from rules.printed.lookup import Reading


class BlocksPlaced(Event):
    """7.5-S steps 1 to 4: every hex holds one block face down."""

    type: Literal["blocks_placed"] = "blocks_placed"
    hexes: tuple[Hex, ...]
    added: tuple[Hex, ...]
    gone: tuple[Hex, ...]


class OffensivesCounted(Event):
    """(5): how many offensives there are; ``raised``: by the minimum of turn 9."""

    type: Literal["offensives_counted"] = "offensives_counted"
    reading: Reading
    majors: Count
    minors: Count
    raised: bool


class TargetChosen(Event):
    """(6) step 1: the hex of the next offensive; ``chit``: an objective chit that the bot drew."""

    type: Literal["target_chosen"] = "target_chosen"
    kind: Kind
    hex: Hex
    chit: bool


class AlliesReinforced(Event):
    """(6) step 2: what the Allies brought in."""

    type: Literal["allies_reinforced"] = "allies_reinforced"
    hex: Hex
    sps: Count


class OffensiveLaunched(Event):
    """(6) steps 3 and 4: the offensive's SPs. ``reading`` is None when nothing was hidden: it is called off."""

    reveals: ClassVar[bool] = True
    type: Literal["offensive_launched"] = "offensive_launched"
    kind: Kind
    hex: Hex
    reading: Reading | None
    fell_back: bool
    below_21: bool
    hidden: Count
    sps: Count
    blocks: tuple[int, ...]
    over_block: bool
    revealed: Count


class BreakoutMarked(Event):
    """(6) step 8: a Breakout marker."""

    type: Literal["breakout_marked"] = "breakout_marked"
    hex: Hex


class OffensivesOver(Event):
    """No offensive is left to resolve; ``spring``: the Spring Offensive rules come next (25.4)."""

    type: Literal["offensives_over"] = "offensives_over"
    spring: bool


class SpringNoted(Event):
    """25.4 was seen to at the players' table."""

    type: Literal["spring_noted"] = "spring_noted"
    note: str


class BreakoutRolled(Event):
    """(8) step 1: the nature (blue die) and the direction (black die) of a breakout."""

    type: Literal["breakout_rolled"] = "breakout_rolled"
    hex: Hex
    reading: Reading
    nature: Nature
    direction: str


class BreakoutMoved(Event):
    """(8) step 2: the SPs of a breakout, as they were distributed."""

    type: Literal["breakout_moved"] = "breakout_moved"
    hex: Hex
    nature: Nature
    stays: Count
    shares: tuple[tuple[Hex, int], ...]


class BreakoutsOver(Event):
    """(8) is over; the Allied artillery may fire (9)."""

    type: Literal["breakouts_over"] = "breakouts_over"
    hexes: tuple[Hex, ...]


class FireOver(Event):
    """(9) is over; the reset is by the action phase."""

    type: Literal["fire_over"] = "fire_over"
    phase: PhaseNumber


class BlocksReset(Event):
    """(10): the blocks as they lie now; ``stand`` are the hexes of offensives, known but facing away."""

    type: Literal["blocks_reset"] = "blocks_reset"
    phase: PhaseNumber
    stand: tuple[tuple[Hex, int], ...]
    face_down: tuple[Hex, ...]
