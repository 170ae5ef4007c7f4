"""Marne 1918: Friedensturm. The random events of the Allies: drawn, kept and played as their symbols say."""

from collections.abc import Iterator, Mapping
from itertools import chain
from typing import Any

from typing_extensions import override

from rules.command import GameCommand, Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow
from rules.game import Board, Chapter, Game, Sequence, Views
from rules.games.marne_1918 import (
    board,
    board_facts,
    combat_orders,
    doctrine,
    forces,
    hand,
    picture,
    playing,
    points,
    position,
    reactions,
    status,
    turn,
)
from rules.games.marne_1918.board import ObjectiveDue
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.doctrine import ShakeupToPlace
from rules.games.marne_1918.hand import FlightToResolve
from rules.games.marne_1918.log_events.forces import AttacksOwed, ExitToRoll, ForceDue
from rules.games.marne_1918.log_events.reactions import HandToShow
from rules.games.marne_1918.phases import COMBAT, SIDES, Phase
from rules.games.marne_1918.state import EventDue, Question, State, re_entered, start, with_new_markers
from rules.seat import Seat
from rules.secrets import Shown

ANSWERED_BY: Mapping[type[Question], Chapter] = {
    ShakeupToPlace: doctrine,
    FlightToResolve: doctrine,
    ForceDue: forces,
    AttacksOwed: forces,
    ExitToRoll: forces,
    ObjectiveDue: board,
    EventDue: reactions,
    HandToShow: reactions,
}
"""The chapter in which a question is answered."""


def chapters_offered(state: State) -> list[Chapter]:
    """Return the chapters that offer something now, in printed order."""
    if state.over:
        return [points]
    phase, asked = state.now.phase, ANSWERED_BY.get(type(state.question)) if state.question else None
    of_the_phase: dict[Chapter, bool] = {
        doctrine: phase is Phase.DOCTRINE,
        forces: state.exit_die is not None,
        hand: True,
        playing: True,
        reactions: phase in COMBAT.values(),
        board: True,
        turn: True,
        points: True,
        position: turn.is_before_all(state),
    }
    return [each for each, is_offered in of_the_phase.items() if is_offered or each is asked]


class Marne1918(Game[MarneData, State]):
    """Marne 1918 with its data."""

    id = "marne-1918"
    title = "Marne 1918"
    seats = SIDES
    referee_plays = True
    data_parts = ("lesson",)
    own_parts = ("marker_types",)
    chapters = (doctrine, forces, hand, playing, reactions, board, turn, points, position)
    sequence = Sequence(
        turns=lambda data: (1, data.calendar.last_turn),
        openings=turn.openings,
        phases=turn.phases,
        steps=turn.SEQUENCE,
        phase=lambda _, state: None if state.over else Shown(state.now.phase),
        due=turn.due,
        lost=turn.lost,
        done=turn.done,
        default=turn.default,
        orderable=combat_orders.orderable,
    )
    board = Board(
        facts=board_facts.facts, position=position.position, tellings=position.tellings, adjusting=points.adjusting
    )
    views = Views(
        status=status.status,
        pool=status.pool_status,
        hand=status.hand,
        holdings=status.holdings,
        figures=status.figures,
        picture=picture.draw,
    )

    @override
    def start(self) -> State:
        """Turn 1, with its markers in the pools."""
        return start(self.data)

    @override
    def on_ruling_changed(self, state: State) -> State:
        """Move the markers that have not been drawn to where the rulings on their entry put them. Markers that the data
        did not have before enter on their turn, or at once if that is past.
        """
        return re_entered(self.data, with_new_markers(self.data, state))

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a command. Once the game is over, only the final score can be entered. Raises ``RuleError``."""
        if state.over and not isinstance(command, points.EnterPoints):
            raise NotNow("The game ended with turn {turn}. Only the final score can be entered.", turn=state.turn)
        return super().decide(state, seat, command, dice)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        offered = [each.offers(self.data, state, seat) for each in chapters_offered(state)]
        return chain.from_iterable(offered)

    @override
    def keeps_hand(self, state: State, seat: Seat) -> bool:
        return seat in state.pools
