"""What happens in Fields of Despair. A table that was read stands in the event as a ``Reading``; ``revealed`` is what
the Revealed SPs marker reads afterwards."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.game import Event
from rules.games.fields_of_despair.state import Answer, Attack, Count, CpHex, Kind
from rules.games.fields_of_despair.tables import Hex, Nature, PhaseNumber
from rules.reading import Reading


class ForcesSetUp(Event):
    """The players told what the Central Powers have."""

    was: Literal["set_up"] = "set_up"
    turn: int
    total: Count
    hexes: tuple[Hex, ...]
    air: tuple[int, ...]
    artillery: tuple[int, ...]
    eps: Count


class Adjusted(Event):
    """Something was put right; the field that is named holds the new value."""

    was: Literal["adjusted"] = "adjusted"
    what: str
    before: str
    after: str
    reason: str
    total: Count | None = None
    hexes: Mapping[Hex, CpHex] | None = None
    air: tuple[int, ...] | None = None
    artillery: tuple[int, ...] | None = None
    logistic: Count | None = None
    eps: Count | None = None


class StepTicked(Event):
    """A step of the Sequence of Play is over; ``reason`` says why it was skipped."""

    was: Literal["step_ticked"] = "step_ticked"
    title: str
    section: str
    reason: str | None = None


class StepBegan(Event):
    """The next step begins; ``skipped`` are the places of those of this turn that were skipped.

    ``refreshes``: air and artillery counters are available again (7.6); ``forgets``: an action phase begins anew.
    """

    was: Literal["step_began"] = "step_began"
    turn: int
    phase: PhaseNumber
    step: Count
    refreshes: bool
    forgets: bool
    skipped: tuple[int, ...]


class GameOver(Event):
    """The last step of the last turn is over."""

    was: Literal["game_over"] = "game_over"


class PointsSpent(Event):
    """6.5-S: free items, then primary ones in order; ``short`` is the first that the points did not reach."""

    was: Literal["points_spent"] = "points_spent"
    turn: int
    free: tuple[tuple[str, int], ...]
    bought: tuple[tuple[str, int], ...]
    short: str | None
    eps: Count
    left: Count


class ItemChosen(Event):
    """6.5-S: a point that was left went to a Choice item."""

    was: Literal["item_chosen"] = "item_chosen"
    item: str
    left: Count


class EastCame(Event):
    """8.0: the CP total rose by the Eastern Front marker."""

    was: Literal["east_came"] = "east_came"
    value: Count
    total: Count


class SquadronsPlaced(Event):
    """7.1-S: Allied air, the strongest hex first."""

    was: Literal["squadrons_placed"] = "squadrons_placed"
    hexes: tuple[tuple[Hex, int], ...]


class AirAnswered(Event):
    """7.1.2-S: the answer in one hex: step 1, and step 2 if it was Y."""

    was: Literal["air_answered"] = "air_answered"
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
    was: Literal["reconnoitred"] = "reconnoitred"
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

    was: Literal["attacks_declared"] = "attacks_declared"
    attacks: tuple[Attack, ...]


class ArtilleryAnswered(Event):
    """7.3.1-S: the artillery answer in one hex. In the CP turn step 1 is taken as Y."""

    was: Literal["artillery_answered"] = "artillery_answered"
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
    was: Literal["sps_found"] = "sps_found"
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

    was: Literal["reinforcement_checked"] = "reinforcement_checked"
    hex: Hex
    allied: Count
    central: Count
    reading: Reading | None
    why: Literal["rolled", "below 1:1", "no logistic point", "nothing hidden"]
    sps: Count
    revealed: Count


class FightBegan(Event):
    """The dice on the board decide now; the losses are awaited."""

    was: Literal["fight_began"] = "fight_began"
    hex: Hex


class LossesTaken(Event):
    """CP SPs were lost in a hex; ``left`` remain there."""

    was: Literal["losses_taken"] = "losses_taken"
    hex: Hex
    sps: Count
    left: Count
    total: Count
    revealed: Count


class BlocksPlaced(Event):
    """7.5-S steps 1 to 4: every hex holds one block face down."""

    was: Literal["blocks_placed"] = "blocks_placed"
    hexes: tuple[Hex, ...]
    added: tuple[Hex, ...]
    gone: tuple[Hex, ...]


class OffensivesCounted(Event):
    """(5): how many offensives there are; ``raised``: by the minimum of turn 9."""

    was: Literal["offensives_counted"] = "offensives_counted"
    reading: Reading
    majors: Count
    minors: Count
    raised: bool


class TargetChosen(Event):
    """(6) step 1: the hex of the next offensive; ``chit``: an objective chit that the bot drew."""

    was: Literal["target_chosen"] = "target_chosen"
    kind: Kind
    hex: Hex
    chit: bool


class AlliesReinforced(Event):
    """(6) step 2: what the Allies brought in."""

    was: Literal["allies_reinforced"] = "allies_reinforced"
    hex: Hex
    sps: Count


class OffensiveLaunched(Event):
    """(6) steps 3 and 4: the offensive's SPs. ``reading`` is None when nothing was hidden: it is called off."""

    reveals: ClassVar[bool] = True
    was: Literal["offensive_launched"] = "offensive_launched"
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

    was: Literal["breakout_marked"] = "breakout_marked"
    hex: Hex


class OffensivesOver(Event):
    """No offensive is left to resolve; ``spring``: the Spring Offensive rules come next (25.4)."""

    was: Literal["offensives_over"] = "offensives_over"
    spring: bool


class SpringNoted(Event):
    """25.4 was seen to at the players' table."""

    was: Literal["spring_noted"] = "spring_noted"
    note: str


class BreakoutRolled(Event):
    """(8) step 1: the nature (blue die) and the direction (black die) of a breakout."""

    was: Literal["breakout_rolled"] = "breakout_rolled"
    hex: Hex
    reading: Reading
    nature: Nature
    direction: str


class BreakoutMoved(Event):
    """(8) step 2: the SPs of a breakout, as they were distributed."""

    was: Literal["breakout_moved"] = "breakout_moved"
    hex: Hex
    nature: Nature
    stays: Count
    shares: tuple[tuple[Hex, int], ...]


class BreakoutsOver(Event):
    """(8) is over; the Allied artillery may fire (9)."""

    was: Literal["breakouts_over"] = "breakouts_over"
    hexes: tuple[Hex, ...]


class FireOver(Event):
    """(9) is over."""

    was: Literal["fire_over"] = "fire_over"


class BlocksReset(Event):
    """(10): the blocks as they lie now; ``stand`` are the hexes of offensives, known but facing away."""

    was: Literal["blocks_reset"] = "blocks_reset"
    phase: PhaseNumber
    stand: tuple[tuple[Hex, int], ...]
    face_down: tuple[Hex, ...]


FieldsEvent = (
    ForcesSetUp
    | Adjusted
    | StepTicked
    | StepBegan
    | GameOver
    | PointsSpent
    | ItemChosen
    | EastCame
    | SquadronsPlaced
    | AirAnswered
    | Reconnoitred
    | AttacksDeclared
    | ArtilleryAnswered
    | SpsFound
    | ReinforcementChecked
    | FightBegan
    | LossesTaken
    | BlocksPlaced
    | OffensivesCounted
    | TargetChosen
    | AlliesReinforced
    | OffensiveLaunched
    | BreakoutMarked
    | OffensivesOver
    | SpringNoted
    | BreakoutRolled
    | BreakoutMoved
    | BreakoutsOver
    | FireOver
    | BlocksReset
)
EVENTS: TypeAdapter[Any] = TypeAdapter(Annotated[FieldsEvent, Field(discriminator="was")])
