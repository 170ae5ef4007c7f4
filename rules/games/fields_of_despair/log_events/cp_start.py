"""7.5-S steps 1 to 5: blocks go face down, and the offensives are counted."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData, OffensiveCount
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Count, face_down
from rules.games.fields_of_despair.state import CpPhase, FieldsEvent, Stage, State
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_board, tell_rule
from rules.printed.lookup import Reading, tell_reading


class BlocksPlaced(FieldsEvent):
    """7.5-S steps 1 to 4: every hex holds one block face down."""

    hexes: tuple[Hex, ...]
    added: tuple[Hex, ...]
    gone: tuple[Hex, ...]

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(hexes=face_down(self.hexes), cp=CpPhase())

    @override
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
    """(5): how many offensives there are; ``raised``: by the minimum of turn 9.

    ``in_france`` and ``allies_ahead`` are the players' answers, where they were asked.
    """

    reading: Reading
    majors: Count
    minors: Count
    raised: bool
    in_france: bool | None = None
    allies_ahead: bool | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        if self.in_france is not None:
            state = state.replace(france=state.now(data, answer=self.in_france))
        if self.allies_ahead is not None:
            state = state.replace(ahead=state.now(data, answer=self.allies_ahead))
        counted = OffensiveCount(self.majors, self.minors)
        return state.in_cp_phase(majors=self.majors, minors=self.minors, stage=Stage.TARGET, counted=counted)

    @override
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
