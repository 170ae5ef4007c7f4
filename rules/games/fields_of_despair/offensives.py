"""7.5-S (6) and (7): the Central Powers' offensives, one after the other."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.artillery import artillery_response
from rules.games.fields_of_despair.blocks import cp_hex, lose
from rules.games.fields_of_despair.breakouts import next_breakout
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, offers_of, target_of
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.breakouts import BreakoutMarked
from rules.games.fields_of_despair.events.offensives import (
    AlliesReinforced,
    OffensiveLaunched,
    OffensivesOver,
    TargetChosen,
)
from rules.games.fields_of_despair.notation import Sps, TypedHex, read_hex
from rules.games.fields_of_despair.state import (
    MOST_BLOCKS,
    Attack,
    CpHex,
    Offensive,
    OffensiveKind,
    Stage,
    State,
    split,
)
from rules.notice import Public, tell_all, tell_rule
from rules.printed.lookup import PrintedTable
from rules.seat import Seat

LEAST_FOR_A_MAJOR = 21


class CpTarget(CpPhaseCommand):
    """(6) step 1: the objective of the offensive."""

    title: ClassVar[str] = "Offensive target chosen"
    stage: ClassVar[Stage] = Stage.TARGET
    type: Literal["cp_target"] = "cp_target"
    hex: TypedHex = Field(title="Target hex", description="The hex on the objective chit (20.3.2)")

    @classmethod
    @override
    def ask(cls) -> Iterator[Public]:
        yield tell_all("Which hex is the objective of the next offensive?")
        yield tell_rule("7.5-S (6), step 1; 20.3.2")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        if state.hexes:
            proposed = next((name for name, hex_ in state.hexes.items() if hex_.is_face_down), next(iter(state.hexes)))
            choices = {"hex": tuple(sorted(state.hexes))}
            label = f"Target of the {state.cp.kind} Offensive…"
            yield Offer(CpTarget(hex=proposed), label, inputs=("hex",), choices=choices)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players name the hex."""
        self.check(data, state)
        name = read_hex(self.hex)
        cp_hex(state, name)
        yield TargetChosen(kind=state.cp.kind, hex=name, chit=False)


class CpReinforce(CpPhaseCommand):
    """(6) steps 2 to 4: the Allies bring in up to 5 SPs or none, and the offensive is launched."""

    title: ClassVar[str] = "Offensive launched"
    stage: ClassVar[Stage] = Stage.REINFORCEMENT
    type: Literal["cp_reinforce"] = "cp_reinforce"
    sps: Sps = Field(title="Allied reinforcements in SPs", description="For one Logistic Point; 5 at most")

    @classmethod
    @override
    def ask(cls) -> Iterator[Public]:
        yield tell_all("Do the Allies spend a Logistic Point to bring in up to 5 SPs?")
        yield tell_rule("7.5-S (6), step 2")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        dice = "3d6" if state.hidden else ""
        yield Offer(CpReinforce(sps=0), "No reinforcement", dice=dice)
        yield Offer(CpReinforce(sps=1), "Reinforce…", inputs=("sps",), dice=dice)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The Allies' SPs, then the offensive's."""
        self.check(data, state)
        most = data.reinforcement.most
        if self.sps > most:
            raise NotThere(f"The Allies can bring in at most {most} SPs for one Logistic Point (7.5-S).")
        offensive = target_of(state)
        if self.sps:
            state = yield AlliesReinforced(hex=offensive.hex, sps=self.sps)
        state = yield launch(data, state, offensive, dice)
        if state.cp.stage is Stage.TARGET:
            yield from next_offensive(data, state, dice)


class CpArtillery(CpPhaseCommand):
    """(6) steps 5 and 6: Allied artillery, and the answer."""

    title: ClassVar[str] = "Artillery response resolved"
    stage: ClassVar[Stage] = Stage.ARTILLERY
    type: Literal["cp_artillery"] = "cp_artillery"
    artillery: Sps = Field(title="Allied artillery SPs in the hex")
    blocks: Sps = Field(title="Allied block SPs in the hex")

    @classmethod
    @override
    def ask(cls) -> Iterator[Public]:
        yield tell_all("How many Allied artillery and block SPs are in the hex?")
        yield tell_rule("7.5-S (6), steps 5 and 6")

    @classmethod
    @override
    def offers(cls, _data: FieldsData, state: State) -> Iterator[Offer]:
        dice = "1d6" if state.artillery.available else ""
        command = CpArtillery(artillery=0, blocks=0)
        yield Offer(command, "Allied SPs in the hex…", inputs=("artillery", "blocks"), dice=dice)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The Central Powers' artillery answers; step 1 counts as Y."""
        self.check(data, state)
        offensive = target_of(state)
        allied = Attack(hex=offensive.hex, artillery=self.artillery, blocks=self.blocks)
        yield from artillery_response(data, state, allied, dice, offensive.kind)


class CpCombat(CpPhaseCommand):
    """(6) steps 7 and 8: the combat's losses, and whether it breaks out."""

    title: ClassVar[str] = "Offensive combat resolved"
    stage: ClassVar[Stage] = Stage.COMBAT
    type: Literal["cp_combat"] = "cp_combat"
    losses: Sps = Field(title="CP losses in SPs")
    breakout: bool = Field(title="Did the CP break out?", default=False)

    @classmethod
    @override
    def ask(cls) -> Iterator[Public]:
        yield tell_all("How did the infantry combat end?")
        yield tell_rule("7.5-S (6), steps 7 and 8")

    @classmethod
    @override
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        is_last = state.cp.majors + state.cp.minors == 1 and not has_spring_offensive(data, state)
        dice = "2d6 if a breakout follows" if is_last else ""
        yield Offer(CpCombat(losses=0), "Combat result…", inputs=("losses", "breakout"), dice=dice)

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """The players resolved the combat on the board: a Breakout marker after a breakout, then the next offensive."""
        self.check(data, state)
        hex_ = target_of(state).hex
        lost = lose(state, hex_, self.losses)
        if self.breakout and not lost.left:
            raise NotThere(f"No SPs are left in {hex_} to break out.")
        if self.breakout and hex_ not in state.cp.breakouts:
            state = yield BreakoutMarked(hex=hex_)
        state = yield lost
        yield from next_offensive(data, state, dice)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The answers that the offensives wait for."""
    return offers_of((CpTarget, CpReinforce, CpArtillery, CpCombat), data, state)


def next_offensive(data: FieldsData, state: State, dice: Dice) -> Procedure[State]:
    """(6) step 1 for the next offensive: its objective chit is drawn, or the players are asked; or none is left."""
    cp = state.cp
    if not (cp.majors or cp.minors):
        spring = has_spring_offensive(data, state)
        state = yield OffensivesOver(spring=spring)
        if not spring:
            yield from next_breakout(data, state, dice)
        return
    without = cp.drawn if data.ruling("chits") == "not in this action phase" else ()
    cup = [hex_ for hex_ in data.chits.hexes if hex_ not in without]
    for hex_ in dice.pick(1, cup):
        yield TargetChosen(kind=cp.kind, hex=hex_, chit=True)


def has_spring_offensive(data: FieldsData, state: State) -> bool:
    """Whether the Spring Offensive rules (25.4) follow the offensives: in turn 8, action phase 1."""
    return (state.turn, state.phase(data)) == (8, 1)


def launch(data: FieldsData, state: State, offensive: Offensive, dice: Dice) -> OffensiveLaunched:
    """(6) steps 3 and 4, (7): the SPs by the hidden ones, in three blocks; no more than are hidden."""
    hidden = state.hidden
    below = state.hexes.get(offensive.hex, CpHex(blocks=MOST_BLOCKS)).is_face_down
    over_block = below and data.ruling("revealed_by_an_offensive") != "X - 1"
    launched = OffensiveLaunched(
        kind=offensive.kind, hex=offensive.hex, reading=None, fell_back=False, below_21=False, hidden=hidden, sps=0,
        blocks=(), over_block=over_block, revealed=state.revealed,
    )  # fmt: skip
    if not hidden:
        return launched
    table, column = table_for(data, offensive.kind, hidden)
    reading, cell = table.read(dice.roll(3, 6), column)
    sps = min(cell, hidden if over_block else state.room(offensive.hex))
    is_major = offensive.kind == "Major"
    return launched.replace(
        reading=reading, sps=sps, blocks=split(sps, MOST_BLOCKS), fell_back=is_major and table is data.minor,
        below_21=is_major and hidden < LEAST_FOR_A_MAJOR,
        revealed=state.revealed + sps - (below and not over_block),
    )  # fmt: skip


def table_for(data: FieldsData, kind: OffensiveKind, hidden: int) -> tuple[PrintedTable[int], int]:
    """The table of an offensive and the number of its column (ruling ``major_below_21``)."""
    if kind == "Minor":
        return data.minor, hidden
    if hidden >= LEAST_FOR_A_MAJOR:
        return data.major, hidden
    if data.ruling("major_below_21") == "minor table":
        return data.minor, hidden
    return data.major, LEAST_FOR_A_MAJOR
