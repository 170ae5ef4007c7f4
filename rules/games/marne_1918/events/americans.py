"""The Americans: their morale, the HQ of their First Army, and whether they leave."""

from collections.abc import Iterator
from typing import Literal

from rules.dice import Roll
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import MarneEvent, State
from rules.notice import Notice, tell_all, tell_board, tell_rule


class MoraleRose(MarneEvent):
    """American morale rose by 1; ``total`` counts all its changes."""

    type: Literal["morale_rose"] = "morale_rose"
    total: int

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(morale=self.total)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("American morale rises by 1 ({total} in all).", total=self.total)
        yield tell_board("Raise American morale by 1.")


class HqEntered(MarneEvent):
    """Pershing: the HQ of the American First Army can enter."""

    type: Literal["hq_entered"] = "hq_entered"

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(american_hq_since=state.turn)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_board("Place the HQ of the American First Army in a hex that can draw a legal supply line.")
        yield tell_board("Americans in its command range: 1 more morale, at most 6; those out of it are disorganised.")


class ExitRolled(MarneEvent):
    """The die for the Americans' leaving, with what was added to it."""

    type: Literal["exit_rolled"] = "exit_rolled"
    roll: Roll
    modifier: int
    leave: bool

    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(americans_left=self.leave)

    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Americans roll whether they leave for the Argonne: {roll}", roll=self.roll)
        if self.modifier:
            yield tell_all("+1: the Allies captured a victory hex in the turn before.")
        else:
            yield tell_all("Not added: +1 for a victory hex that the Allies captured in the turn before.")
        if self.leave:
            yield tell_all("They leave.")
            yield tell_board(
                "Take the American units off the map; for each division you may place one from the Strategic Reserve."
            )
            yield tell_board(
                "A division of morale 2, 3 or 4 may take the place of any regiment of an American elite division."
            )
        else:
            yield tell_all("They stay.")
        yield tell_rule("Pershing: on a 6 they leave, in every supply phase from the turn after their HQ entered.")
