"""The state of a campaign. Hidden SPs are derived from the blocks on the map, never stored."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from rules.command import GameCommand, GameEvent
from rules.dice import Roll
from rules.frozen import Frozen
from rules.games.fields_of_despair.data import Direction, FieldsData, Nature, OffensiveCount, PhaseNumber, Position
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Answer, AnswerStep, Attack, Count, Counters, CpHex, Ground, Shade
from rules.kit.facts import Correction

OffensiveKind = Literal["Major", "Minor"]


class Stage(StrEnum):
    """What the Central Powers' action phase waits for."""

    BLOCKS = "blocks"
    TARGET = "target"
    REINFORCEMENT = "reinforcement"
    ARTILLERY = "artillery"
    COMBAT = "combat"
    SPRING = "spring offensive"
    ROLL = "breakout roll"
    BREAKOUT = "breakout"
    FIRE = "breakout combat"
    RESET = "reset"


class Offensive(Frozen):
    """The offensive that is being resolved; ``sps`` once it is launched. Where the artillery answered the Allied SPs
    that were told before, ``fell`` is its die and ``guns`` are its counters: it can be read again for others.
    """

    kind: OffensiveKind
    hex: Hex
    sps: Count = 0
    fell: Roll | None = None
    guns: tuple[Count, ...] = ()


class Unlimited(Frozen):
    """An Allied attack whose blocks were found without a limit, although the shading may print one: until its losses
    are entered, the players can still say so. ``brought`` are the SPs of the reinforcement, and ``fell`` is its die.
    """

    attack: Attack
    brought: Count = 0
    fell: Roll | None = None


class CpPhase(Frozen):
    """A Central Powers action phase under way: offensives still to resolve (with the current one), breakouts.

    ``breaking`` is the hex of the breakout that was rolled, ``entered`` are those that breakouts went through, and
    ``drawn`` are the objectives of this action phase, whoever drew their chits. ``counted`` is the number of offensives
    by (5), ``launched`` of them have their SPs, ``placed`` together; ``taken`` are the hexes that the Central Powers
    took.
    """

    stage: Stage = Stage.BLOCKS
    majors: Count = 0
    minors: Count = 0
    current: Offensive | None = None
    breakouts: tuple[Hex, ...] = ()
    breaking: Hex | None = None
    nature: Nature | None = None
    direction: Direction | None = None
    entered: tuple[Hex, ...] = ()
    drawn: tuple[Hex, ...] = ()
    counted: OffensiveCount = OffensiveCount(0, 0)
    launched: Count = 0
    placed: Count = 0
    taken: tuple[Hex, ...] = ()

    @property
    def to_launch(self) -> tuple[int, int]:
        """Return the major and minor offensives whose SPs are not placed yet."""
        launched = self.current is not None and self.current.sps > 0
        is_major = launched and self.majors > 0
        return self.majors - is_major, self.minors - (launched and not is_major)

    @property
    def kind(self) -> OffensiveKind:
        """Return the kind of the next offensive: majors first."""
        return "Major" if self.majors else "Minor"

    @property
    def number(self) -> tuple[int, int]:
        """Return which of the offensives of its kind the next one is, and how many of that kind there are."""
        left, all_ = (self.majors, self.counted.majors) if self.majors else (self.minors, self.counted.minors)
        return all_ - left + 1, all_

    def resolve(self) -> "CpPhase":
        """Resolve the current offensive, so that the phase awaits the target of the next."""
        left = {"majors": self.majors - 1} if self.majors else {"minors": self.minors - 1}
        return self.replace(current=None, stage=Stage.TARGET, **left)


class Told(Frozen):
    """An answer of the players about the whole board, and the action phase in which they gave it."""

    answer: bool
    turn: int
    phase: PhaseNumber


Winner = Literal["Allies", "Draw", "Central Powers"]


class Outcome(Frozen):
    """How the game ended by the scoring of the Final Push (15.3); ``points`` where the players entered any."""

    winner: Winner
    points: int | None = None


class State(Frozen):
    """Everything that the bot keeps of a campaign.

    ``step`` is the position in the turn's Sequence of Play, ``skipped`` are the positions of this turn that were
    skipped, and ``is_done`` says that the Central Powers have acted in the step. ``air_answer`` and
    ``artillery_answer`` are the last results of a step 1 in this action phase. ``air_checked`` and ``answering`` say
    which part of an answer is next, and ``found`` are the blocks whose limit the players are asked for, in the cell
    ``asked``; ``unlimited`` is the attack that went on without the answer, and ``shading`` what they said of such
    cells. ``guns`` are the hexes in which CP artillery lies until 7.6. ``ground``, ``france`` and ``ahead`` are what
    the players told of the map. ``marker`` is what the Revealed SPs marker reads as the bot last told it, and ``lost``
    are the SPs lost in each action phase since the set-up, the last of which is under way. ``outcome`` is how the game
    ended. ``version`` counts events: an offer of an earlier version is stale.
    """

    turn: Annotated[int, Field(ge=1)]
    step: Count = 0
    version: Count = 0
    skipped: tuple[int, ...] = ()
    is_set_up: bool = False
    is_over: bool = False
    is_done: bool = False
    total: Count = 0
    hexes: Mapping[Hex, CpHex] = {}
    air: Counters = Counters()
    artillery: Counters = Counters()
    guns: frozenset[Hex] = frozenset()
    logistic: Count = 0
    eps: Count = 0
    choices_left: Count = 0
    items: Mapping[str, int] = {}
    air_answer: Answer | None = None
    artillery_answer: Answer | None = None
    dogfights: tuple[tuple[Hex, int], ...] = ()
    fought: frozenset[Hex] = frozenset()
    seen: frozenset[Hex] = frozenset()
    attacks: tuple[Attack, ...] = ()
    fighting: Hex | None = None
    air_checked: bool = False
    answering: AnswerStep = AnswerStep.ARTILLERY
    found: tuple[Count, ...] = ()
    asked: str = ""
    unlimited: Unlimited | None = None
    shading: Mapping[str, Shade] = {}
    ground: Mapping[Hex, Ground] = {}
    france: Told | None = None
    ahead: Told | None = None
    cp: CpPhase = CpPhase()
    marker: Count = 0
    lost: tuple[Count, ...] = (0,)
    outcome: Outcome | None = None

    @property
    def revealed(self) -> int:
        """Return what the Revealed SPs marker should read: known values, plus 1 for each hex with a face-down block."""
        return sum(hex_.revealed for hex_ in self.hexes.values())

    @property
    def hidden(self) -> int:
        """Return the hidden SPs: the total without the revealed ones."""
        return max(0, self.total - self.revealed)

    def room(self, hex_: Hex) -> int:
        """Return the most SPs that can be placed in a hex: the hidden ones, and the one of a face-down block there."""
        found = self.hexes.get(hex_)
        return self.hidden + (found is not None and found.is_face_down)

    def position(self, data: FieldsData) -> Position:
        """Return the position in the Sequence of Play."""
        return data.positions[self.turn][self.step]

    def phase(self, data: FieldsData) -> PhaseNumber:
        """Return the action phase."""
        return self.position(data).phase

    def with_hex(self, name: Hex, hex_: CpHex) -> "State":
        """Return the state with one hex changed."""
        return self.replace(hexes={**self.hexes, name: hex_})

    def with_blocks(self, name: Hex, blocks: int, sps: int) -> "State":
        """Return the state with more blocks known in a hex, which then holds ``sps`` known SPs."""
        old = self.hexes[name]
        return self.with_hex(name, old.replace(blocks=old.blocks + blocks, sps=sps))

    def at(self, name: Hex) -> Ground:
        """Return what the group told of a hex."""
        return self.ground.get(name, Ground())

    def with_ground(self, name: Hex, **changes: object) -> "State":
        """Return the state with something else told of a hex."""
        return self.replace(ground={**self.ground, name: self.at(name).replace(**changes)})

    def with_allied(self, *allied: Attack) -> "State":
        """Return the state with the Allied SPs that were told of some hexes."""
        return self.replace(
            ground={**self.ground, **{each.hex: self.at(each.hex).replace(allied=each) for each in allied}}
        )

    def learning(self, cell: str, limit: int | None, allowed: int = 0) -> "State":
        """Return the state with what was read off the shading of a cell: a limit, or that it allows some SPs."""
        old = self.shading.get(cell, Shade())
        limit = old.limit if limit is None else limit
        return self.replace(shading={**self.shading, cell: Shade(limit=limit, allowed=max(old.allowed, allowed))})

    @property
    def allied(self) -> Mapping[Hex, Attack]:
        """Return the Allied SPs of the hexes for which they were told."""
        return {name: each.allied for name, each in self.ground.items() if each.allied is not None}

    def now(self, data: FieldsData, *, answer: bool) -> Told:
        """Return an answer that was given in this action phase."""
        return Told(answer=answer, turn=self.turn, phase=self.phase(data))

    def begun(self) -> "State":
        """Return the state with nothing done in its step yet."""
        return self.replace(
            is_done=False, dogfights=(), attacks=(), fighting=None, choices_left=0, cp=CpPhase(), air_checked=False,
            answering=AnswerStep.ARTILLERY, found=(), asked="", unlimited=None,
        )  # fmt: skip

    def in_cp_phase(self, **changes: object) -> "State":
        """Return the state with some fields of the Central Powers' action phase changed."""
        return self.replace(cp=self.cp.replace(**changes))


class FieldsEvent(GameEvent[FieldsData, State], named=""):
    """An event of Fields of Despair."""


class FieldsCommand(GameCommand[FieldsData, State], named=""):
    """A command of Fields of Despair."""


class FieldsCorrection(Correction[FieldsData, State], named=""):
    """A number of the board that the players of Fields of Despair enter as the game asks for it."""

    stands_alone = False


def start(data: FieldsData) -> State:
    """Return the first turn of the solitaire game, nothing on the map yet."""
    return State(turn=data.first_turn)
