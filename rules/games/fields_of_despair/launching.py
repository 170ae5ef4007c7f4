"""7.5-S (6) and (7): which offensive comes next, and the SPs with which it is launched."""

from collections.abc import Iterable

from rules.command import Part
from rules.dice import Dice
from rules.games.fields_of_despair.breakouts import next_breakout
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.frontline import owner_of
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.offensives import (
    OffensiveLaunched,
    OffensivesCalledOff,
    OffensivesOver,
    TargetChosen,
)
from rules.games.fields_of_despair.pieces import MOST_BLOCKS, CpHex, split
from rules.games.fields_of_despair.rulings import ChitsGoBack, MajorBelow21, RevealedByAnOffensive
from rules.games.fields_of_despair.state import Offensive, OffensiveKind, State
from rules.line import Line, line
from rules.printed.lookup import PrintedTable


def next_offensive(data: FieldsData, state: State, dice: Dice) -> Part[State]:
    """(6) step 1 for the next offensive: its objective chit is drawn, or the players are asked; or none is left.

    Where nothing is hidden, or by the map no objective is left, all that are left are called off before anything is
    asked or spent.
    """
    cp = state.cp
    if not (cp.majors or cp.minors):
        spring = has_spring_offensive(data, state)
        state = yield OffensivesOver(spring=spring)
        if not spring:
            yield from next_breakout(data, state, dice)
        return state
    lacks_objective = data.map is not None and not objectives(data, state, state.hexes)
    if not state.hidden or lacks_objective:
        lacks_only_that = bool(state.hidden)
        state = yield OffensivesCalledOff(majors=cp.majors, minors=cp.minors, lacks_objective=lacks_only_that)
        return (yield from next_offensive(data, state, dice))
    in_the_cup = (hex_ for hex_ in data.chits.hexes if not is_drawn(data, state, hex_))
    for hex_ in dice.pick(1, objectives(data, state, in_the_cup)):
        state = yield TargetChosen(kind=cp.kind, hex=hex_, chit=True)
    return state


def objectives(data: FieldsData, state: State, among: Iterable[Hex]) -> tuple[Hex, ...]:
    """Those of some hexes that an offensive can still have for its objective."""
    return tuple(hex_ for hex_ in among if why_no_objective(data, state, hex_) is None)


def why_no_objective(data: FieldsData, state: State, hex_: Hex) -> Line | None:
    """Why a hex is no objective now, as far as the players told: the Central Powers hold it, with a map no CP block
    contests it, or its chit was drawn and is not back in the cup while others are. None if it can be one.
    """
    if is_drawn(data, state, hex_) and not _are_all_drawn(data, state):
        return line("{hex} was drawn already.", hex=hex_)
    return _why_unfit(data, state, hex_)


def is_drawn(data: FieldsData, state: State, hex_: Hex) -> bool:
    """Whether the chit of a hex was drawn and stays out (ruling ``chits``)."""
    return hex_ in state.cp.drawn and data.is_ruled(ChitsGoBack.NOT_IN_THIS_ACTION_PHASE)


def _are_all_drawn(data: FieldsData, state: State) -> bool:
    """Whether each hex that is fit for it was an objective; then the players choose one of them again."""
    return all(is_drawn(data, state, name) for name in state.hexes if _why_unfit(data, state, name) is None)


def _why_unfit(data: FieldsData, state: State, hex_: Hex) -> Line | None:
    """Why a hex cannot be an objective, whatever was drawn."""
    if owner_of(data, state, hex_) == "Central Powers":
        return line("The Central Powers hold {hex}.", hex=hex_)
    if data.map is not None and hex_ not in state.hexes:
        return line("No CP block contests {hex}.", hex=hex_)
    return None


def has_spring_offensive(data: FieldsData, state: State) -> bool:
    """Whether the Spring Offensive rules (25.4) follow the offensives: in turn 8, action phase 1."""
    return (state.turn, state.phase(data)) == (8, 1)


def launch(data: FieldsData, state: State, offensive: Offensive, dice: Dice) -> OffensiveLaunched:
    """(6) steps 3 and 4, (7): the SPs by the hidden ones, in three blocks; no more than are hidden."""
    hidden = state.hidden
    below = state.hexes.get(offensive.hex, CpHex(blocks=MOST_BLOCKS)).is_face_down
    over_block = below and not data.is_ruled(RevealedByAnOffensive.X_MINUS_1)
    table, column = table_for(data, offensive.kind, hidden)
    reading, cell = table.read(dice.roll(3, 6), column)
    sps = min(cell, hidden if over_block else state.room(offensive.hex))
    is_major = offensive.kind == "Major"
    return OffensiveLaunched(
        kind=offensive.kind,
        hex=offensive.hex,
        reading=reading,
        fell_back=is_major and table is data.minor,
        below_21=is_major and hidden < data.major.least,
        hidden=hidden,
        sps=sps,
        blocks=split(sps, MOST_BLOCKS),
        over_block=over_block,
        revealed=state.revealed + sps - (below and not over_block),
    )


def table_for(data: FieldsData, kind: OffensiveKind, hidden: int) -> tuple[PrintedTable[int], int]:
    """The table of an offensive and the number of its column (ruling ``major_below_21``)."""
    if kind == "Minor":
        return data.minor, hidden
    if hidden >= data.major.least:
        return data.major, hidden
    if data.is_ruled(MajorBelow21.MINOR_TABLE):
        return data.minor, hidden
    return data.major, data.major.least
