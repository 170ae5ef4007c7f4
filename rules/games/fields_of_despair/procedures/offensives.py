"""7.5-S: the Central Powers' action phase, from the placing of blocks to the last offensive."""

from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.events.central import (
    AlliesReinforced,
    BlocksPlaced,
    BreakoutMarked,
    OffensiveLaunched,
    OffensivesCounted,
    OffensivesOver,
    TargetChosen,
)
from rules.games.fields_of_despair.procedures.artillery import artillery_response
from rules.games.fields_of_despair.procedures.breakouts import next_breakout
from rules.games.fields_of_despair.procedures.steps import Steps, check_stage, cp_hex, lose
from rules.games.fields_of_despair.state import MOST_BLOCKS, Attack, CpHex, Kind, Offensive, Stage, State, split
from rules.games.fields_of_despair.written import read_hex, read_hexes
from rules.printed.lookup import PrintedTable

LEAST_FOR_A_MAJOR = 21


def begin(data: FieldsData, state: State, text: str, in_france: bool, allies_ahead: bool, dice: Dice) -> Steps:
    """7.5-S steps 1 to 5: one block face down in each hex, and the number of offensives."""
    check_stage(data, state, Stage.BLOCKS)
    hexes = read_hexes(text)
    if not hexes:
        raise NotThere("Name the hexes with a CP block: every contested and Allied frontline hex.")
    added = tuple(hex_ for hex_ in hexes if hex_ not in state.hexes)
    gone = tuple(hex_ for hex_ in state.hexes if hex_ not in hexes)
    state = yield BlocksPlaced(hexes=hexes, added=added, gone=gone)
    state = yield count_offensives(data, state, in_france, allies_ahead, dice)
    yield from next_offensive(data, state, dice)


def count_offensives(
    data: FieldsData, state: State, in_france: bool, allies_ahead: bool, dice: Dice
) -> OffensivesCounted:
    """(5): 3d6 with its modifiers; on turn 9, action phase 2, at least two majors if the Allies are ahead."""
    phase = state.phase(data)
    drms = data.offensives.weigh(data, offensive_facts(state.turn, phase, state.total, in_france))
    reading, launch = data.offensives.read(dice.roll(3, 6), 0, drms)
    least = data.minimum
    raised = allies_ahead and (state.turn, phase) == (least.turn, least.phase) and launch.majors < least.majors
    majors = least.majors if raised else launch.majors
    return OffensivesCounted(reading=reading, majors=majors, minors=launch.minors, raised=raised)


def offensive_facts(turn: int, phase: int, total: int, in_france: bool) -> dict[str, int]:
    """What the modifiers of (5) ask about."""
    return {"turn": turn, "action phase": phase, "CP hex in France": in_france, "CP total SPs": total}


def next_offensive(data: FieldsData, state: State, dice: Dice) -> Steps:
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


def choose_target(data: FieldsData, state: State, text: str) -> Steps:
    """(6) step 1: the objective, named by the players."""
    check_stage(data, state, Stage.TARGET)
    name = read_hex(text)
    cp_hex(state, name)
    yield TargetChosen(kind=state.cp.kind, hex=name, chit=False)


def reinforce_and_launch(data: FieldsData, state: State, sps: int, dice: Dice) -> Steps:
    """(6) steps 2 to 4: up to 5 SPs for the Allies, then the offensive's own."""
    check_stage(data, state, Stage.REINFORCEMENT)
    most = data.reinforcement.most
    if sps > most:
        raise NotThere(f"The Allies bring in {most} SPs at most, for one Logistic Point (7.5-S).")
    offensive = state.cp.current
    assert offensive is not None, "an offensive has a target"
    if sps:
        state = yield AlliesReinforced(hex=offensive.hex, sps=sps)
    state = yield launch(data, state, offensive, dice)
    if state.cp.stage is Stage.TARGET:
        yield from next_offensive(data, state, dice)


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


def table_for(data: FieldsData, kind: Kind, hidden: int) -> tuple[PrintedTable[int], int]:
    """The table of an offensive and the number of its column (ruling ``major_below_21``)."""
    if kind == "Minor":
        return data.minor, hidden
    if hidden >= LEAST_FOR_A_MAJOR:
        return data.major, hidden
    if data.ruling("major_below_21") == "minor table":
        return data.minor, hidden
    return data.major, LEAST_FOR_A_MAJOR


def answer_artillery(data: FieldsData, state: State, artillery: int, blocks: int, dice: Dice) -> Steps:
    """(6) steps 5 and 6: the Allied artillery in the hex, and the Central Powers' answer; step 1 counts as Y."""
    check_stage(data, state, Stage.ARTILLERY)
    offensive = state.cp.current
    assert offensive is not None, "an offensive has a target"
    allied = Attack(hex=offensive.hex, artillery=artillery, blocks=blocks)
    yield from artillery_response(data, state, allied, dice, offensive.kind)


def fight(data: FieldsData, state: State, losses: int, breakout: bool, dice: Dice) -> Steps:
    """(6) steps 7 to 9: the combat was fought on the board; a Breakout marker if it was won; the next offensive."""
    check_stage(data, state, Stage.COMBAT)
    hex_ = _target(state)
    lost = lose(state, hex_, losses)
    if breakout and not lost.left:
        raise NotThere(f"No SPs are left in {hex_} that could break out.")
    if breakout and hex_ not in state.cp.breakouts:
        state = yield BreakoutMarked(hex=hex_)
    state = yield lost
    yield from next_offensive(data, state, dice)


def _target(state: State) -> Hex:
    assert state.cp.current is not None, "an offensive has a target"
    return state.cp.current.hex
