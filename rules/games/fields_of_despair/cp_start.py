"""7.5-S steps 1 to 5: the Central Powers' action phase starts with the blocks and the number of offensives."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand, offers_of
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.cp_start import BlocksPlaced, OffensivesCounted
from rules.games.fields_of_despair.launching import next_offensive
from rules.games.fields_of_despair.notation import Typed, read_hexes
from rules.games.fields_of_despair.sequence import tick, what_is_unfinished
from rules.games.fields_of_despair.state import Stage, State
from rules.line import line
from rules.notice import Public, tell_all, tell_rule
from rules.seat import Seat


class CpBlocks(CpPhaseCommand):
    """7.5-S steps 1 to 5: the hexes with CP blocks, and what changes the number of offensives."""

    title: ClassVar[str] = "CP action phase started"
    topic: ClassVar[Topic] = Topic.PHASE
    stage: ClassVar[Stage] = Stage.BLOCKS
    type: Literal["cp_blocks"] = "cp_blocks"
    hexes: Typed = Field(
        title="Hexes with CP blocks now", description="All contested and Allied frontline hexes (23.2)"
    )
    in_france: bool = Field(title="Do the CP control a hex in France?")
    allies_ahead: bool = Field(title="Allies at the victory or draw condition?", default=False)

    @classmethod
    @override
    def ask(cls, _data: FieldsData, _state: State) -> Iterator[Public]:
        yield tell_all(
            "Which hexes hold a CP block now? There is one in each contested hex and in every other Allied frontline "
            "hex (23.2)."
        )
        yield tell_rule("7.5-S steps 1 to 5")

    @classmethod
    @override
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        """What the players answered in an earlier phase can be told again by one press."""
        is_asked = is_minimum_in(data, state.turn, state.phase(data))
        in_france = state.france.answer if state.france else True
        ahead = state.ahead.answer if state.ahead else False
        command = CpBlocks(hexes=" ".join(sorted(state.hexes)), in_france=in_france, allies_ahead=ahead)
        label = "Begin the CP action phase…"
        if state.france and state.hexes and not is_asked:
            label = "Begin with other answers…"
            where = "CP hex in France" if in_france else "no CP hex in France"
            begin = line("Begin the CP action phase: {blocks} hexes, {where}", blocks=len(state.hexes), where=where)
            yield Offer(command, begin, dice="3d6")
        inputs = ("hexes", "in_france", *(("allies_ahead",) if is_asked else ()))
        yield Offer(command, label, inputs=inputs, dice="3d6")

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """One block face down in each hex, and the number of offensives."""
        if can_begin(data, state):
            state = yield from tick(data, state)
        self.check(data, state)
        hexes = read_hexes(self.hexes)
        if not hexes:
            raise NotThere("Name the hexes with a CP block: every contested and Allied frontline hex.")
        added = tuple(hex_ for hex_ in hexes if hex_ not in state.hexes)
        gone = tuple(hex_ for hex_ in state.hexes if hex_ not in hexes)
        state = yield BlocksPlaced(hexes=hexes, added=added, gone=gone)
        counted = count_offensives(data, state, dice, in_france=self.in_france, allies_ahead=self.allies_ahead)
        is_asked = is_minimum_due(data, state)
        state = yield counted.replace(in_france=self.in_france, allies_ahead=self.allies_ahead if is_asked else None)
        yield from next_offensive(data, state, dice)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """The start of the action phase; also from the step before it, if nothing is left to do there."""
    return CpBlocks.offers(data, state) if can_begin(data, state) else offers_of((CpBlocks,), data, state)


def can_begin(data: FieldsData, state: State) -> bool:
    """Whether the Central Powers' action phase is the next step, and nothing is left to do in this one."""
    positions = data.positions[state.turn][state.step : state.step + 2]
    kinds = [position.step.kind for position in positions]
    return kinds[1:] == ["central"] and kinds[0] is not None and not what_is_unfinished(data, state)


def count_offensives(
    data: FieldsData, state: State, dice: Dice, *, in_france: bool, allies_ahead: bool
) -> OffensivesCounted:
    """(5): 3d6 with its modifiers; on turn 9, action phase 2, at least two majors if the Allies are ahead."""
    phase = state.phase(data)
    drms = data.offensives.weigh(data, offensive_conditions(state.turn, phase, state.total, in_france=in_france))
    reading, count = data.offensives.read(dice.roll(3, 6), 0, drms)
    raised = allies_ahead and is_minimum_due(data, state) and count.majors < data.minimum.majors
    majors = data.minimum.majors if raised else count.majors
    return OffensivesCounted(reading=reading, majors=majors, minors=count.minors, raised=raised)


def is_minimum_due(data: FieldsData, state: State) -> bool:
    """Whether the minimum of Major Offensives can apply: in turn 9, action phase 2."""
    return is_minimum_in(data, state.turn, state.phase(data))


def is_minimum_in(data: FieldsData, turn: int, phase: int) -> bool:
    """Whether the minimum of Major Offensives can apply in an action phase."""
    return (turn, phase) == (data.minimum.turn, data.minimum.phase)


def offensive_conditions(turn: int, phase: int, total: int, *, in_france: bool) -> dict[str, int]:
    """What the modifiers of (5) ask about."""
    return {"turn": turn, "action phase": phase, "CP hex in France": in_france, "CP total SPs": total}
