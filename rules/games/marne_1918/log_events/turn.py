"""A phase or a turn begins; a scenario is chosen, and the game ends."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from typing_extensions import override

from rules.games.marne_1918.data import MarneData, counted
from rules.games.marne_1918.phases import COMBAT, Moment
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import MarneEvent, State
from rules.line import Listed
from rules.notice import Notice, tell_all, tell_board, tell_next, tell_rule, tell_title
from rules.seat import Seat
from rules.secrets import Shown, Tally

FRESH = [*State.model_fields][[*State.model_fields].index("drawn") :]
"""What belongs to one turn and starts afresh with the next."""


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


class PhaseBegan(MarneEvent):
    """A phase began, or was ``passed``. ``possible``: the events that each side could play in it, by what all see."""

    begins_step: ClassVar[bool] = True
    now: Moment
    passed: bool = False
    possible: Mapping[Seat, tuple[str, ...]] = {}

    @override
    def apply(self, data: MarneData, state: State) -> State:
        is_same = self.now.sequence == state.now.sequence
        captured = state.captured_in_sequence and is_same
        return state.replace(
            now=self.now,
            phases=state.phases + 1,
            captured_in_sequence=captured,
            counterattack=None,
            combat=None,
            interrupted=None,
        )

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        if not self.passed:
            yield tell_title("**{phase}** begins", phase=self.now.shown)
            for seat, names in self.possible.items():
                events = Listed(names)
                yield tell_next("If the {seat} hold it, they can play: {events}.", seat=seat, events=events)
            if self.now.phase in COMBAT.values() and data.is_ruled(CombatEvents.SEALED):
                yield tell_next(
                    "The attacker chooses an event with each combat. The defender answers by an order given before."
                )
        if self.now == Moment(sequence=1, phase=data.sequence.operational[data.first_to_move][0]):
            yield data.rulings.first_to_move.tell()


class TurnBegan(MarneEvent):
    """A turn began, and its markers entered the pools."""

    begins_step: ClassVar[bool] = True
    turn: int
    entered: tuple[str, ...]

    @override
    def apply(self, data: MarneData, state: State) -> State:
        return state.replace(
            **{name: State.model_fields[name].default for name in FRESH},
            turn=self.turn,
            now=Moment(),
            phases=state.phases + 1,
            pools={seat: pool.enter(self.entered) for seat, pool in state.pools.items()},
            retaken_last_turn=state.has_retaken,
        )

    @override
    def tell(self, data: MarneData) -> Iterator[Notice]:
        yield tell_title("**Turn {turn}**: {day}", turn=self.turn, day=data.calendar.day(self.turn))
        if self.entered:
            entered = counted(data.name(id_) for id_ in self.entered)
            yield tell_board("Add to the pool: {entered}.", entered=entered)
        yield tell_board("Move the turn marker to turn {turn}.", turn=Tally(str(self.turn)))
        yield tell_rule("Markers enter at the start of their turn, before the draw.")
        entries = [data.type_of(id_).entry for id_ in self.entered]
        for ruling in dict.fromkeys(entry.ruling for entry in entries if entry):
            yield data.rulings[ruling].tell()
