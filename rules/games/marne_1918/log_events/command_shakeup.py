"""Command Shakeup: played, and put on an Allied HQ."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.marne_1918.data import MarneData, shown
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import MarneEvent, Question, State
from rules.line import Line, line
from rules.notice import Notice, tell_all, tell_board, tell_rule
from rules.seat import Seat
from rules.secrets import quote

FARTHEST = "farthest from the enemy"


class ShakeupToPlace(Question):
    """The German player must put a Command Shakeup on an Allied HQ."""

    awaiting: Seat = GERMANS
    marker: str

    @property
    @override
    def ask(self) -> Line:
        return line("Put Command Shakeup on an Allied HQ.")


class ShakeupAwaited(MarneEvent):
    """A Command Shakeup was played, and the German player is asked for an Allied HQ."""

    reveals: ClassVar[bool] = True
    marker: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.asked(ShakeupToPlace(marker=self.marker))

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The {seat} must put Command Shakeup on an Allied HQ of their choice.", seat=GERMANS)


class ShakeupPlaced(MarneEvent):
    """The German player put a Command Shakeup on an Allied HQ."""

    marker: str
    hq: str

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.answered().replace(on_hq={**state.on_hq, self.marker: self.hq})

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if self.hq == FARTHEST:
            hq = line("the Allied HQ farthest from the enemy")
            yield tell_all("Command Shakeup goes on the Allied HQ that is farthest from the enemy.")
        else:
            hq = line("HQ {hq}", hq=quote(self.hq))
            yield tell_all("The Germans put Command Shakeup on {hq}.", hq=quote(self.hq))
        yield tell_board(
            "Put **{marker}** on {hq}. Allied units within {hexes} hexes have −{tactical} to tactical coordination.",
            marker=shown(data, self.marker),
            hq=hq,
            hexes=data.effects.shakeup.hexes,
            tactical=data.effects.shakeup.tactical,
        )
        yield tell_rule("At the end of the turn it moves to the Doctrine Evolution Track.")
