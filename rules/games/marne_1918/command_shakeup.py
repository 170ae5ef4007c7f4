"""Command Shakeup: the German player puts it on an Allied HQ, and it moves to the Doctrine Evolution Track."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.log_events.command_shakeup import (
    ShakeupAwaited,
    ShakeupPlaced,
    ShakeupToPlace,
)
from rules.games.marne_1918.phases import GERMANS
from rules.games.marne_1918.state import Effects, MarneCommand, Occurrence, State
from rules.seat import Seat
from rules.secrets import quote


class PlaceShakeup(MarneCommand):
    """As the German player, put Command Shakeup on an Allied HQ."""

    title: ClassVar[str] = "Command Shakeup placed"
    type: Literal["place_shakeup"] = "place_shakeup"
    hq: Annotated[str, Field(max_length=60, title="On which Allied HQ?")] = ""

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not isinstance(state.question, ShakeupToPlace):
            raise NotThere("No Command Shakeup is waiting to be placed.")
        if seat != GERMANS:
            raise NotYours("The Germans choose the HQ.")
        if not quote(self.hq).text:
            raise NotThere("Name the HQ.")
        yield ShakeupPlaced(marker=state.question.marker, hq=self.hq.strip())


def shakeup(event: Occurrence) -> Part[State]:
    """Command Shakeup is played (see ``playing.occurs``): the German player puts it on an Allied HQ.

    At the end of the turn ``hand.leave`` moves it to the Doctrine Evolution Track, as its fate in the data says.
    """
    return (yield ShakeupAwaited(marker=event.marker))


EFFECTS: Effects = {Effect.SHAKEUP: shakeup}


def offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The choice of an HQ."""
    if isinstance(state.question, ShakeupToPlace) and seat == GERMANS:
        yield Offer(command=PlaceShakeup(), label="Choose the HQ", version=state.questions, inputs=("hq",))
