"""A phase or a turn begins."""

from collections.abc import Iterator, Mapping
from typing import ClassVar

from typing_extensions import override

from rules.games.marne_1918.data import MarneData, counted
from rules.games.marne_1918.phases import COMBAT, Moment
from rules.games.marne_1918.rulings import CombatEvents
from rules.games.marne_1918.state import MarneEvent, State
from rules.line import Listed
from rules.notice import Notice, tell_board, tell_next, tell_rule, tell_title
from rules.seat import Seat
from rules.secrets import Tally

# these last from turn to turn; all other facts belong to one turn and start afresh
LASTING = (
    "pools",
    "questions",
    "victory_points",
    "marne_crossed",
    "flight_cost",
    "morale",
    "doctrine",
    "on_hq",
    "german_offensive",
    "offensive_before",
    "mangin_turn",
    "american_hq_since",
    "exit_die",
    "americans_left",
    "spied",
    "lapsed",
)


class PhaseBegan(MarneEvent):
    """A phase began; ``passed`` says that play goes straight on to a later one.

    ``possible`` names for each side the events that it could play in it, by what everybody can see.
    """

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
        if self.now == data.sequence.first_operation(data.first_to_move):
            yield data.rulings.first_to_move.tell()


class TurnBegan(MarneEvent):
    """A turn began, and its markers entered the pools."""

    begins_step: ClassVar[bool] = True
    turn: int
    entered: tuple[str, ...]

    @override
    def apply(self, data: MarneData, state: State) -> State:
        lasting = {name: getattr(state, name) for name in LASTING}
        state = State(**lasting, turn=self.turn, phases=state.phases + 1, retaken_last_turn=state.has_retaken)
        return state.replace(pools={seat: pool.enter(self.entered) for seat, pool in state.pools.items()})

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
