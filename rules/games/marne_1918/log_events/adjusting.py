"""The correction of a value that the bot keeps beside the board."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import Doctrine, MarneEvent, State
from rules.notice import Notice, tell_all, tell_board, tell_section
from rules.secrets import Shown, Tally, quote
from rules.written import Written

Value = Literal["morale", "doctrine", "transport"]
LABELS: dict[Value, str] = {
    "morale": "Added to American morale",
    "doctrine": "Allied doctrine",
    "transport": "Extra Allied transport points this turn",
}


class ValueAdjusted(MarneEvent):
    """A value was corrected, for a ``reason``."""

    what: Value
    before: str
    after: str
    reason: Written

    @override
    def apply(self, data: MarneData, state: State) -> State:
        value = Doctrine(self.after) if self.what == "doctrine" else int(self.after)
        return state.replace(**{self.what: value}, questions=state.questions + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        what, before, after = Shown(LABELS[self.what]), Shown(self.before), Shown(self.after)
        yield tell_all("Corrected: {what}: {before} → **{after}**.", what=what, before=before, after=after)
        yield tell_section("Reason", "The reason given: {reason}", reason=quote(self.reason))
        yield tell_board("Set to {after}: {what}.", what=what, after=Tally(self.after))
