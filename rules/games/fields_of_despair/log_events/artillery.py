"""7.3.1-S: the CP artillery response."""

from collections.abc import Iterator
from typing import ClassVar, LiteralString

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.log_events.counters import CountersAnswered
from rules.games.fields_of_despair.pieces import AnswerStep, Attack
from rules.games.fields_of_despair.state import FieldsEvent, Stage, State
from rules.notice import Public, tell_next, tell_rule
from rules.printed.lookup import Reading, tell_reading
from rules.secrets import Shown


class ArtilleryChecked(FieldsEvent):
    """7.3.1-S step 1 was Y in an Allied attack; the die of step 2 is still to be rolled on the players' table."""

    hex: Hex
    reading: Reading

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(answering=AnswerStep.STRENGTH)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_next("{hex}: the CP artillery answers. Roll 1d6 for its strength.", hex=Shown(self.hex))
        yield from tell_reading(data, self.reading, self.hex)


class ArtilleryAnswered(CountersAnswered):
    """7.3.1-S: the artillery's answer in one hex. In their own action phase step 1 counts as Y.

    ``allied`` are the Allied SPs there, where they were told.
    """

    arm: ClassVar[LiteralString] = "artillery"
    cp_turn: bool
    allied: Attack | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        """Place the counters on the map; a step 1 that was not rolled leaves the last result unchanged."""
        guns = state.guns | {self.hex} if self.placed else state.guns
        state = state.replace(artillery=state.artillery.place(self.placed), guns=guns)
        if self.cp_turn:
            told = state if self.allied is None else state.with_allied(self.allied)
            return told.in_cp_phase(stage=Stage.COMBAT)
        return state.replace(artillery_answer=self.answer or state.artillery_answer, answering=AnswerStep.SPS)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield from self.tell_counters(data)
        if self.cp_turn and self.readings:
            yield tell_rule("7.5-S (6), step 6: in a CP offensive step 1 counts as Y")
            yield data.rulings.artillery_in_the_cp_turn.tell()
