"""7.3.1-S: the CP artillery response."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events.counters import CountersAnswered
from rules.games.fields_of_despair.state import Stage, State
from rules.notice import Public, tell_all, tell_rule
from rules.secrets import Shown


class ArtilleryAnswered(CountersAnswered):
    """7.3.1-S: the artillery's answer in one hex. In their own action phase step 1 counts as Y."""

    type: Literal["artillery_answered"] = "artillery_answered"
    cp_turn: bool

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        """Place the counters on the map; a step 1 that was not rolled leaves the last result unchanged."""
        state = state.replace(artillery=state.artillery.place(self.placed))
        if self.cp_turn:
            return state.in_cp_phase(stage=Stage.COMBAT)
        return state.replace(artillery_answer=self.answer or state.artillery_answer)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        hex_ = Shown(self.hex)
        if self.answer is None:
            yield tell_all(
                "{hex}: no CP artillery counter is available, so the CP artillery does not answer.", hex=hex_
            )
            yield data.tell_ruling("no_counters")
        elif self.answer == "N":
            yield tell_all("{hex}: the CP artillery **does not answer**.", hex=hex_)
        else:
            yield tell_all("{hex}: the CP artillery **answers with {wanted}**.", hex=hex_, wanted=self.wanted)
            if self.cp_turn:
                yield tell_rule("7.5-S (6), step 6: in a CP offensive step 1 counts as Y")
        yield from self.tell_counters(data)
        if self.cp_turn:
            if self.readings:
                yield data.tell_ruling("artillery_in_the_cp_turn")
            yield tell_all("Resolve the infantry combat by the core rules, then enter the result.")
