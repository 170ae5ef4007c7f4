"""Fields of Despair: the bot plays the Central Powers by the solitaire guide, in turns 7 to 9."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from typing import Any, ClassVar

from typing_extensions import override

from rules.command import Event, GameCommand, GameEvent, Offer, Procedure, classes_in
from rules.dice import Dice
from rules.errors import NotNow, NotYours
from rules.facts import Fact
from rules.game import Chapter, Due, Figure, Game, Orderable, Past
from rules.games.fields_of_despair import (
    air,
    breakouts,
    chronicle,
    combat,
    cp_start,
    eastern_front,
    economy,
    facts,
    front,
    offensives,
    picture,
    reset,
    score,
    sequence,
    setup,
    standing_orders,
    state,
    status,
    throws,
)
from rules.games.fields_of_despair.data import ALLIES, FieldsData
from rules.games.fields_of_despair.frontline import french_hexes
from rules.games.fields_of_despair.log_events.modules import MODULES
from rules.games.fields_of_despair.log_events.sequence import OVER
from rules.games.fields_of_despair.state import Stage, State
from rules.games.fields_of_despair.wording import tell_outcome
from rules.line import Line, line
from rules.notice import Public
from rules.order import Order
from rules.picture import Label, Picture, label
from rules.ruling import GameData
from rules.seat import Seat, SideSeat
from rules.secrets import Shown

CHAPTERS: tuple[Chapter, ...] = (
    setup,
    front,
    economy,
    eastern_front,
    air,
    combat,
    cp_start,
    offensives,
    breakouts,
    reset,
    score,
    sequence,
)


class FieldsOfDespair(Game[FieldsData, State]):
    """The game with its data. The Allies report the board; the referee can only correct the bot's numbers.

    There is one seat, and nothing is secret: nobody else could act before a step ends (``acting``).
    """

    id: ClassVar[str] = "fields-of-despair"
    title: ClassVar[str] = "Fields of Despair"
    seats: ClassVar[tuple[SideSeat, ...]] = (ALLIES,)
    data_type: ClassVar[type[GameData]] = FieldsData
    data_parts: ClassVar[tuple[str, ...]] = ("lesson",)
    chapters: ClassVar[tuple[Chapter, ...]] = CHAPTERS
    commands: ClassVar[tuple[type[GameCommand[Any, Any]], ...]] = tuple(classes_in(GameCommand, *CHAPTERS))
    events: ClassVar[tuple[type[GameEvent[Any, Any]], ...]] = tuple(classes_in(GameEvent, *MODULES))
    shows: ClassVar[frozenset[str]] = frozenset({"pool", "table", "odds"})
    own_parts: ClassVar[tuple[str, ...]] = (
        "chits",
        "map.hexes",
        "map.goal",
        "spring_offensive",
        "recon.limits",
        "sps_in_hex.limits",
    )

    data: FieldsData

    @override
    def start(self) -> State:
        """Turn 7, with nothing reported about the board yet."""
        return state.start(self.data)

    @override
    def decide(self, state: State, seat: Seat, command: GameCommand[Any, Any], dice: Dice) -> Procedure[State]:
        """Carry out a seat's command; the set-up comes first."""
        if seat != ALLIES and not isinstance(command, setup.EntersFacts):
            raise NotYours("The Allied players report the board. Join them with `/campaign join`.")
        if state.is_over:
            raise NotNow(OVER)
        if not (state.is_set_up or isinstance(command, setup.SetUp)):
            raise NotNow(status.SET_UP_FIRST)
        return throws.and_the_rest(super().decide(state, seat, command, dice), dice)

    @override
    def apply(self, state: State, event: Event) -> State:
        """The state after an event, with its number."""
        return super().apply(state, event).replace(version=state.version + 1)

    @override
    def offers(self, state: State, seat: Seat) -> Iterator[Offer]:
        if seat != ALLIES or state.is_over:
            return
        chapters = self.chapters if state.is_set_up else (setup,)
        for chapter in chapters:
            for offer in chapter.offers(self.data, state, seat):
                yield replace(offer, version=state.version)

    @override
    def turns(self) -> tuple[int, int]:
        """Turns 7 to 9."""
        return self.data.first_turn, self.data.last_turn

    @override
    def due(self, state: State) -> Mapping[Seat, Due]:
        return {} if state.is_over else {ALLIES: status.due(self.data, state)}

    @override
    def lost(self, state: State, seat: SideSeat, command: GameCommand[Any, Any]) -> Iterable[Line]:
        """What the end of a step would pass over unplayed."""
        if state.is_set_up and not state.is_over and isinstance(command, (sequence.NextStep, sequence.SkipStep)):
            yield from (each.line for each in sequence.skipped(self.data, state))

    @override
    def orderable(self, state: State, seat: Seat) -> Orderable | None:
        return standing_orders.orderable(self.data) if seat == ALLIES and state.is_set_up else None

    @override
    def check_order(self, state: State, seat: Seat, order: Order, before: tuple[Order, ...]) -> None:
        standing_orders.check_order(self.data, order)

    @override
    def ordered(
        self, state: State, seat: Seat, orders: tuple[Order, ...]
    ) -> Iterable[tuple[GameCommand[Any, Any], Order | None]]:
        return standing_orders.ordered(self.data, state, orders)

    @override
    def default(self, state: State, seat: Seat) -> GameCommand[Any, Any] | None:
        is_harmless = seat == ALLIES and state.cp.stage is Stage.REINFORCEMENT
        return offensives.CpReinforce(sps=0) if is_harmless else None

    @override
    def status(self, state: State) -> Iterable[Public]:
        return status.status(self.data, state)

    @override
    def pool(self, state: State) -> Iterable[Public]:
        return status.board(state)

    @override
    def chronicle(self, events: Iterable[Event]) -> Iterable[Public]:
        return chronicle.offensives(self.data, events)

    @override
    def moment(self, state: State) -> object:
        return state.turn, state.step

    @override
    def phase(self, state: State) -> Label | None:
        return None if state.is_over or not state.is_set_up else Shown(state.position(self.data).step.title)

    @override
    def figures(self, state: State) -> Iterable[Figure]:
        if state.is_set_up:
            yield Figure(label("CP SPs in all"), state.total)
            yield Figure(label("CP SPs hidden"), state.hidden)
            yield Figure(label("CP SPs revealed"), state.revealed)
            if self.data.map is not None:
                yield Figure(label("Hexes of France under CP control"), len(french_hexes(self.data, state)))
        if state.outcome is not None and state.outcome.points is not None:
            yield Figure(label("Victory points"), state.outcome.points)

    @override
    def outcome(self, state: State) -> Line | None:
        return None if state.outcome is None else tell_outcome(state.outcome.winner)

    @override
    def picture(self, state: State, past: Past[State]) -> Picture:
        return picture.draw(self.data, state, past)

    @override
    def where(self, state: State) -> Line:
        return line("Turn {turn}: {step}", turn=state.turn, step=Shown(state.position(self.data).step.title))

    @override
    def facts(self, state: State, seat: SideSeat | None = None) -> Iterable[Fact]:
        return facts.facts(state) if seat is None else ()

    @override
    def adjusting(self, state: State, key: str, value: str, reason: str) -> GameCommand[Any, Any]:
        return setup.Adjust.of(key, value, reason)
