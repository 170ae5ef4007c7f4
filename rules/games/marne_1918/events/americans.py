"""The Americans: their morale, the HQ of their First Army, and whether they leave."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.dice import Roll
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import MarneEvent, State
from rules.notice import Notice, tell_all, tell_board, tell_rule


class MoraleRose(MarneEvent):
    """American morale rose by 1; ``total`` counts all its changes."""

    type: Literal["morale_rose"] = "morale_rose"
    total: int

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(morale=self.total)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("American morale is now **+{total}**.", total=self.total)
        yield tell_board("Raise American morale by 1.")


class HqEntered(MarneEvent):
    """Pershing: the HQ of the American First Army can enter."""

    type: Literal["hq_entered"] = "hq_entered"

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(american_hq_since=state.turn)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_board("Place the HQ of the American First Army in a hex that can trace a legal supply line.")
        yield tell_board(
            "American units in its command range have +1 morale (maximum 6); those outside it are disorganized."
        )


class ExitRolled(MarneEvent):
    """The Americans rolled to leave for the Argonne; ``modifier`` was added to the die."""

    type: Literal["exit_rolled"] = "exit_rolled"
    roll: Roll
    modifier: int
    leave: bool

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(americans_left=self.leave)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("The Americans roll to leave for the Argonne: {roll}.", roll=self.roll)
        if self.modifier:
            yield tell_all("+1 to the die: the Allies captured a victory hex last turn.")
        else:
            yield tell_all("No modifier: the Allies captured no victory hex last turn.")
        if self.leave:
            yield tell_all("The Americans leave.")
            yield tell_board("Remove the American units from the map.")
            yield tell_board("For each American division removed, you can place one from the Strategic Reserve.")
            yield tell_board("A division with morale 2, 3 or 4 can replace any regiment of an American elite division.")
        else:
            yield tell_all("The Americans stay.")
        yield tell_rule(
            "Pershing: from the turn after their HQ enters, the Americans roll in every Supply phase "
            "and leave on 6 or more."
        )
