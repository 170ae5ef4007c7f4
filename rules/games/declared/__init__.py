"""A group's own game, declared in one file: cups, decks, hands, tables, tracks, and a sequence."""

from collections.abc import Iterator

from typing_extensions import override

from rules.command import Offer
from rules.game import Board, Game, Sequence, Views
from rules.games.declared import board, checks, play, views
from rules.games.declared.data import DeclaredData, Loc
from rules.games.declared.state import State, Zone, begun, later
from rules.kit.sequence import InSteps
from rules.line import Line
from rules.seat import Seat

STEPS = InSteps(
    steps=play.steps,
    can_end=lambda data, state: play.held_up(data, state) is None,
    acts=views.acts,
    next_phase=play.NextPhase,
    next_turn=play.NextTurn,
)


class Declared(Game[DeclaredData, State]):
    """The game that a file declares: its title and its seats are the file's."""

    id = "own-game"
    title = "A game of your own"
    seats = ()
    sequence = Sequence(
        turns=lambda data: (1, data.turn.last) if data.turn.last else None,
        openings=board.openings,
        phases=lambda data: tuple(each.name for each in data.phases),
        steps=STEPS,
        phase=lambda data, state: data.phases[state.phase].shown,
        due=views.due,
        default=views.default,
        lost=views.lost,
        orderable=views.orderable,
    )
    board = Board(facts=board.facts, position=board.position, adjusting=board.Enter.of, underway=board.underway)
    views = Views(
        status=views.status,
        pool=views.pool,
        hand=views.hand,
        holdings=views.holdings,
        figures=views.figures,
        picture=views.draw,
    )

    def __init__(self, data: DeclaredData) -> None:
        super().__init__(data)
        self.title, self.seats = data.game, data.seated  # type: ignore[misc,assignment]  # a file's

    @override
    def problems(self, state: State | None = None, before: DeclaredData | None = None) -> Iterator[tuple[Loc, Line]]:
        return checks.faults(self) if state is None else checks.unfit(self.data, before or self.data, state)

    @override
    def on_ruling_changed(self, state: State) -> State:
        return state.moved(later(self.data, state), Zone.LATER)

    @override
    def start(self) -> State:
        return begun(self.data)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        return views.offers(self.data, state, seat)
