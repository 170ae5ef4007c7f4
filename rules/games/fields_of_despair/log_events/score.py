"""9.0: the Final Push was scored."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.state import FieldsEvent, Outcome, State
from rules.games.fields_of_despair.wording import tell_outcome
from rules.notice import Public, tell_all, tell_rule, tell_text


class FinalPushScored(FieldsEvent):
    """15.3: who won, and with how many points."""

    outcome: Outcome

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(outcome=self.outcome, is_done=True)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_text(tell_outcome(self.outcome.winner))
        if self.outcome.points is not None:
            yield tell_all("Victory points: {points}.", points=self.outcome.points)
        yield tell_rule("9.0, 15.3")
