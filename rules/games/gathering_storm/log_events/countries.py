"""Events of entries about countries: the duties of a dispute."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.log_events.entry import EntryEvent
from rules.games.gathering_storm.state import State
from rules.notice import Notice, tell_all


class DutyWaived(EntryEvent):
    """The powers were released from their duties in a dispute, for this turn, or that was taken back."""

    is_waived: bool = True

    @property
    @override
    def about(self) -> str:
        return "duties"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The duties bind nobody this turn, or they do again."""
        return self.entered(state, is_waived=self.is_waived)

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        if self.is_waived:
            yield tell_all("The duties of this turn's disputes are waived.")
        else:
            yield tell_all("The duties of this turn's disputes bind again.")
