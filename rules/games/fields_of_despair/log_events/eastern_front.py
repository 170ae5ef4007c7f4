"""8.0: troops from the Eastern Front, in turn 7."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.facts import TOTAL
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.notice import Public, tell_all, tell_rule


class EasternTroopsArrived(FieldsEvent):
    """8.0: the CP total rose by the value of the Eastern Front marker."""

    value: Count
    total: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(total=self.total, is_done=True)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all(
            "CP total: {before} + {value} = **{total}**.",
            before=self.total - self.value,
            value=self.value,
            total=self.total,
        )
        yield from TOTAL.tell_board(self.total)
        yield tell_rule("8.0, turn 7 only")
