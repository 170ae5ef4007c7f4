"""7.5-S steps 1 to 5: the Central Powers' action phase starts with the blocks and the number of offensives."""

from collections.abc import Iterator

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure, Topic
from rules.dice import Dice
from rules.errors import NotThere
from rules.games.fields_of_despair.blocks import vanishing, with_blocks
from rules.games.fields_of_despair.corrections import NoteAllied
from rules.games.fields_of_despair.cp_phase import CpPhaseCommand
from rules.games.fields_of_despair.data import FieldsData, OffensiveCount
from rules.games.fields_of_despair.frontline import check_on_map, contested_at_the_start, in_france
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.notation import SomeHexes
from rules.games.fields_of_despair.offensives import next_offensive
from rules.games.fields_of_despair.pieces import Count, face_down
from rules.games.fields_of_despair.sequence import is_before_central, reach
from rules.games.fields_of_despair.state import CpPhase, FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.line import Line, line
from rules.notice import Public, tell_all, tell_board, tell_rule
from rules.printed.lookup import Reading, tell_reading
from rules.seat import Seat


class BlocksPlaced(FieldsEvent):
    """7.5-S steps 1 to 4: every hex holds one block face down."""

    hexes: tuple[Hex, ...]
    added: tuple[Hex, ...]
    gone: tuple[Hex, ...]

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(hexes=face_down(self.hexes), cp=CpPhase())

    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.hexes:
            yield tell_board("One CP block face down in each hex.")
        else:
            yield tell_all("By your group's map no Allied hex is on the front, so no CP block is placed.")
        if self.added:
            yield tell_board("One new CP block face down in: {hexes}.", hexes=listed(self.added))
        if self.gone:
            yield tell_board("Remove all CP blocks from: {hexes}.", hexes=listed(self.gone))
        if data.map is not None:
            yield from data.cite("frontline")
        yield tell_rule("7.5-S steps 1 to 4; 23.2")


class OffensivesCounted(FieldsEvent):
    """(5): how many offensives there are, ``raised`` by the minimum of turn 9, with the players' answers, if asked."""

    reading: Reading
    majors: Count
    minors: Count
    raised: bool
    in_france: bool | None = None
    allies_ahead: bool | None = None

    def apply(self, data: FieldsData, state: State) -> State:
        if self.in_france is not None:
            state = state.replace(france=state.now(data, answer=self.in_france))
        if self.allies_ahead is not None:
            state = state.replace(ahead=state.now(data, answer=self.allies_ahead))
        counted = OffensiveCount(self.majors, self.minors)
        return state.in_cp_phase(majors=self.majors, minors=self.minors, stage=Stage.TARGET, counted=counted)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.majors + self.minors:
            yield tell_all("Offensives: **{majors} Major, {minors} Minor**.", majors=self.majors, minors=self.minors)
        else:
            yield tell_all("**No offensives.**")
        if self.raised:
            yield tell_all(
                "At least {majors} Major Offensives, because the Allies meet the victory or draw condition.",
                majors=data.minimum.majors,
            )
        if self.majors + self.minors:
            yield tell_rule("Majors first; an objective chit for each (20.3.2)")
        yield from tell_reading(data, self.reading)


class CpBlocks(CpPhaseCommand):
    """7.5-S steps 1 to 5: the hexes with CP blocks, and what changes the number of offensives."""

    title = "CP action phase started"
    topic = Topic.PHASE
    stage = Stage.BLOCKS
    question = (
        tell_all(
            "Which hexes get or lose a CP block? There is one in each contested hex and in every other Allied "
            "frontline hex (23.2)."
        ),
        tell_rule("7.5-S steps 1 to 5"),
    )
    added: SomeHexes = Field(
        title="Hexes that get a CP block", description="New contested or Allied frontline hexes (23.2)", default=()
    )
    gone: SomeHexes = Field(title="Hexes whose CP blocks go", description="Neither contested nor frontline", default=())
    in_france: bool = Field(title="Do the CP control a hex in France?")
    allies_ahead: bool = Field(title="Allies at the victory or draw condition?", default=False)

    @classmethod
    def offers(cls, data: FieldsData, state: State) -> Iterator[Offer]:
        """The hexes as they are take one press, with either answer about France. In turn 9, action phase 2, a form asks
        once more. A map answers about France by itself. Where Allied breakouts (7.4) could still come first, the
        likely answer is enough.
        """
        is_asked = is_minimum_in(data, state.turn, state.phase(data))
        is_known = in_france(data, state)
        likely = is_known if is_known is not None else state.france.answer if state.france else True
        ahead = state.ahead.answer if state.ahead else False
        hexes = contested_at_the_start(data, state)
        is_early = state.position(data).step.kind == "combat" and not is_before_central(data, state)
        can_be_early = bool(hexes) or data.map is not None
        likely_alone = not is_asked and (is_early or is_known is not None)
        for answer in () if not can_be_early else (likely,) if likely_alone else (True, False):
            at = likely if is_asked else answer
            given = {"blocks": len(hexes), "where": "CP hex in France" if at else "no CP hex in France"}
            begin = line("CP phase: {blocks} hexes, {where}", **given)
            if is_asked:
                allies = "Allies ahead" if answer else "Allies not ahead"
                begin = line("CP phase: {blocks} hexes, {where}, {allies}", allies=allies, **given)
            yield Offer(CpBlocks(in_france=at, allies_ahead=is_asked and answer), begin, dice="3d6")
        if can_be_early and is_early:
            return
        label = "Begin the CP action phase…" if is_asked else "Begin with other hexes…"
        asked = (*(("in_france",) if is_known is None else ()), *(("allies_ahead",) if is_asked else ()))
        command = CpBlocks(in_france=likely, allies_ahead=ahead)
        choices = {"gone": tuple(sorted(hexes))}
        yield Offer(command, label, inputs=("added", "gone", *asked), choices=choices, dice="3d6")
        if not (is_early or state.allied):
            yield NoteAllied.offer(state)

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """One block face down in each hex, and the number of offensives."""
        state = yield from reach(data, state, "central")
        self.check(data, state)
        if in_france(data, state) not in (None, self.in_france):
            raise NotThere("Your group's map says otherwise about France. Correct whose a hex is: `/enter what:hex`.")
        check_on_map(data, self.added)
        front, has_map = contested_at_the_start(data, state), data.map is not None
        hexes = with_blocks(front, self.added, self.gone, can_be_none=has_map and not front)
        added = tuple(hex_ for hex_ in hexes if hex_ not in state.hexes)
        gone = tuple(hex_ for hex_ in self.gone if hex_ in state.hexes)
        state = yield BlocksPlaced(hexes=hexes, added=added, gone=gone)
        counted = count_offensives(data, state, dice, in_france=self.in_france, allies_ahead=self.allies_ahead)
        is_asked = is_minimum_in(data, state.turn, state.phase(data))
        told = None if data.map is not None else self.in_france
        state = yield counted.replace(in_france=told, allies_ahead=self.allies_ahead if is_asked else None)
        yield from next_offensive(data, state, dice)

    @override
    def doubts(self, data: FieldsData, state: State) -> Iterator[Line]:
        return vanishing(self.gone)


def count_offensives(
    data: FieldsData, state: State, dice: Dice, *, in_france: bool, allies_ahead: bool
) -> OffensivesCounted:
    """(5): 3d6 with its modifiers; on turn 9, action phase 2, at least two majors if the Allies are ahead."""
    phase = state.phase(data)
    drms = data.offensives.weigh(data, offensive_conditions(state.turn, phase, state.total, in_france=in_france))
    reading, count = data.offensives.read(dice.roll(3, 6), 0, drms)
    raised = allies_ahead and is_minimum_in(data, state.turn, phase) and count.majors < data.minimum.majors
    majors = data.minimum.majors if raised else count.majors
    return OffensivesCounted(reading=reading, majors=majors, minors=count.minors, raised=raised)


def is_minimum_in(data: FieldsData, turn: int, phase: int) -> bool:
    """Return whether the minimum of Major Offensives can apply in an action phase: the second of turn 9."""
    return (turn, phase) == (data.minimum.turn, data.minimum.phase)


def offensive_conditions(turn: int, phase: int, total: int, *, in_france: bool) -> dict[str, int]:
    """Return what the modifiers of (5) ask about."""
    return {"turn": turn, "action phase": phase, "CP hex in France": in_france, "CP total SPs": total}
