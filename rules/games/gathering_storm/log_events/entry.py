"""What events of entries share: the reason for a change, and how a number is told that changed."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any

from typing_extensions import override

from rules.correction import tell_reason
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.state import State
from rules.notice import Notice, tell_board
from rules.secrets import Shown
from rules.written import Written


class EntryEvent(BoardEvent, named=""):
    """Something was entered from the board. ``is_change``: what had been entered before was corrected, for a
    ``reason``.
    """

    reason: Written = ""
    is_change: bool = False

    @property
    @abstractmethod
    def about(self) -> str:
        """What was entered: entries about the same thing replace one another."""

    @abstractmethod
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        """What was entered, with what held before."""

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield from self.tell_entry(data)
        yield from tell_reason(self.reason)
        if self.is_change:
            yield tell_board("Check that your board shows the same.")

    def entered(self, state: State, **changes: Any) -> State:
        """The state after the entry. Entries are counted, so that each form is offered anew."""
        entered = {**state.entered, self.about: state.turn}
        return state.replace(entries=state.entries + 1, entered=entered, **changes)


def moved(before: int | None, after: int | None) -> Shown:
    """A number, or two where it changed: ``3 → 2``. One that is not known shows as ``?``."""
    return Shown(_number(after) if before == after else f"{_number(before)} → {_number(after)}")


def _number(number: int | None) -> str:
    return "?" if number is None else f"{number}"
