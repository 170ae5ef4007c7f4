"""The first turn and the last: a scenario is chosen, and the game ends."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.marne_1918.data import MarneData, counted
from rules.games.marne_1918.state import MarneEvent, State
from rules.notice import Notice, tell_all, tell_board, tell_rule
from rules.secrets import Shown, Tally


class ScenarioChosen(MarneEvent):
    """The campaign begins on another turn: what was due until then has ``entered``. ``points`` are those entered."""

    name: str
    turn: int
    entered: tuple[str, ...]
    points: int | None = None

    @override
    def apply(self, data: MarneData, state: State) -> State:
        pools = {seat: pool.enter(self.entered) for seat, pool in state.pools.items()}
        points = state.victory_points if self.points is None else self.points
        return state.replace(turn=self.turn, pools=pools, victory_points=points, phases=state.phases + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        day = data.calendar.day(self.turn)
        yield tell_all("**{name}**: play begins on turn {turn}, {day}.", name=Shown(self.name), turn=self.turn, day=day)
        if self.points is None:
            yield tell_all("The German victory points are not entered yet.")
        else:
            yield tell_all("German victory points: **{points}**.", points=self.points)
        if self.entered:
            entered = counted(data.name(id_) for id_ in self.entered)
            yield tell_board("Add to the pool: {entered}.", entered=entered)
        yield tell_board("Put the turn marker on turn {turn}.", turn=Tally(str(self.turn)))
        yield tell_rule("All markers due by the first turn are in the pool.")


class GameEnded(MarneEvent):
    """The last turn ended, and the game with it."""

    ends_game: ClassVar[bool] = True
    turn: int

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(over=True, phases=state.phases + 1)

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_all("Turn {turn} was the last: the game is over.", turn=self.turn)
        yield tell_all("Enter the German victory points as they stand on the board: they are the final score.")
