"""7.5-S (8) to (10): breakout movement, breakout combat, the reset; and the pointer to the Spring Offensive (25.4)."""

from rules.dice import Dice, Roll
from rules.errors import NotThere
from rules.games.fields_of_despair.data import FieldsData, Hex, Nature, Share
from rules.games.fields_of_despair.events.central import (
    BlocksReset,
    BreakoutMoved,
    BreakoutRolled,
    BreakoutsOver,
    FireOver,
    SpringNoted,
)
from rules.games.fields_of_despair.procedures.sequence import tick
from rules.games.fields_of_despair.procedures.steps import Steps, check_stage, cp_hex, lose
from rules.games.fields_of_despair.state import Stage, State
from rules.games.fields_of_despair.written import read_hexes, read_valued


def note_spring(data: FieldsData, state: State, note: str, dice: Dice) -> Steps:
    """25.4, turn 8, action phase 1: the players apply it on the board; then the breakouts."""
    check_stage(data, state, Stage.SPRING)
    state = yield SpringNoted(note=note)
    yield from next_breakout(data, state, dice)


def next_breakout(data: FieldsData, state: State, dice: Dice) -> Steps:
    """(8) step 1 for the next Breakout marker whose SPs are still there; or on to (9) and (10)."""
    left = [hex_ for hex_ in state.cp.breakouts if hex_ in state.hexes and state.hexes[hex_].sps]
    if left:
        yield roll_breakout(data, state, left[0], dice)
    elif state.cp.entered:
        yield BreakoutsOver(hexes=state.cp.entered)
    else:
        state = yield FireOver(phase=state.phase(data))
        yield from reset_first(data, state)


def roll_breakout(data: FieldsData, state: State, hex_: Hex, dice: Dice) -> BreakoutRolled:
    """(8) step 1: 2d6; the first, black, is the row and the direction, the second, blue, the column and the nature."""
    roll = dice.roll(2, 6)
    black, blue = roll.faces
    row = Roll(sides=6, faces=(black,), first=roll.first)
    reading, cell = data.breakout_in(state.turn).read(row, blue)
    nature, _, direction = cell.partition("-")
    return BreakoutRolled(hex=hex_, reading=reading, nature=_nature(nature), direction=direction)


def _nature(text: str) -> Nature:
    natures: dict[str, Nature] = {"CD": "CD", "CC": "CC", "AD": "AD", "AC": "AC"}
    return natures[text]


def move(data: FieldsData, state: State, text: str, dice: Dice) -> Steps:
    """(8) step 2: the SPs are shared out, divided over all hexes it may enter or concentrated on one."""
    check_stage(data, state, Stage.BREAKOUT)
    from_, nature = state.cp.breaking, state.cp.nature
    assert from_ is not None, "a breakout was rolled"
    assert nature is not None, "a breakout was rolled"
    targets = read_hexes(text)
    if from_ in targets:
        raise NotThere(f"{from_} is the hex that it breaks out of.")
    if is_concentrated(nature) and len(targets) > 1:
        raise NotThere("A concentrated breakout enters a single hex.")
    contested = next((hex_ for hex_ in targets if hex_ in state.hexes and state.hexes[hex_].holds), None)
    if contested and not is_concentrated(nature):
        raise NotThere(f"{contested} is contested already; a divided breakout enters only hexes that are not.")
    share = data.breakout_in(state.turn).distribution[nature]
    stays, goes = distribute(cp_hex(state, from_).sps, share, len(targets))
    shares = tuple((hex_, sps) for hex_, sps in zip(targets, goes, strict=True) if sps)
    state = yield BreakoutMoved(hex=from_, nature=nature, stays=stays, shares=shares)
    yield from next_breakout(data, state, dice)


def is_concentrated(nature: Nature) -> bool:
    """Whether a breakout goes into a single hex."""
    return nature.endswith("C")


def distribute(sps: int, share: Share, targets: int) -> tuple[int, tuple[int, ...]]:
    """SPs into the breakout's own hex, then into each target, again and again until none is left.

    Without a target all stay (ruling ``divided_without_hexes``); who comes last may go short (``breakout_leftover``).
    """
    if not targets:
        return sps, ()
    stays, goes, left = 0, [0] * targets, sps
    while left:
        stays += min(share.stays, left)
        left -= min(share.stays, left)
        for place in range(targets):
            goes[place] += min(share.goes, left)
            left -= min(share.goes, left)
    return stays, tuple(goes)


def fire(data: FieldsData, state: State, text: str) -> Steps:
    """(9): what the Allied artillery hit where the breakouts went; nothing else is fought."""
    check_stage(data, state, Stage.FIRE)
    losses = read_valued(text)
    for hex_, sps in losses:
        if hex_ not in state.cp.entered:
            raise NotThere(f"No breakout went through {hex_}.")
        lose(state, hex_, sps)
    for hex_, sps in losses:
        if sps:
            state = yield lose(state, hex_, sps)
    state = yield FireOver(phase=state.phase(data))
    yield from reset_first(data, state)


def reset_first(data: FieldsData, state: State) -> Steps:
    """(10), action phase 1: offensives, the only SPs that are known by now, stand up, three blocks facing away; one
    block lies face down in every other hex. In action phase 2 the players are asked how the blocks lie."""
    if state.phase(data) == 2:
        return
    stand = tuple((name, hex_.sps) for name, hex_ in state.hexes.items() if hex_.sps)
    standing = dict(stand)
    lying = tuple(name for name in state.hexes if name not in standing)
    state = yield BlocksReset(phase=1, stand=stand, face_down=lying)
    yield from tick(data, state)


def reset_last(data: FieldsData, state: State, text: str) -> Steps:
    """(10), action phase 2: one block face down in every Allied frontline hex that the section names (23.2)."""
    check_stage(data, state, Stage.RESET)
    hexes = read_hexes(text)
    if not hexes:
        raise NotThere("Name the hexes in which a CP block lies after the reset.")
    state = yield BlocksReset(phase=2, stand=(), face_down=hexes)
    yield from tick(data, state)
