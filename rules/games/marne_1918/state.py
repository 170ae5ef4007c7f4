"""Where a campaign stands."""

from abc import abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Annotated, Self

from pydantic import Field

from rules.command import GameCommand, GameEvent
from rules.frozen import Frozen
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.phases import ALLIES, Moment
from rules.notice import Public
from rules.pool import Pool, Zone
from rules.seat import Seat


class Doctrine(StrEnum):
    """How the Allies fight."""

    FOCH = "Foch"
    EVOLVING = "Evolving"
    PETAIN = "Pétain"


class Question(Frozen):
    """Something that one side must answer before the turn goes on."""

    awaiting: Seat

    @abstractmethod
    def tell_status(self) -> Public:
        """What is still to be answered, for the status."""


class State(Frozen):
    """A campaign of Marne 1918, as far as its events ask about it.

    ``morale`` counts the changes of American morale; ``on_hq`` tells on which HQ a marker in play lies; ``phases`` and
    ``questions`` count what began, was asked and told, so that an old answer is known to be stale. ``mangin_turn`` is
    the turn in which Mangin's force arrived, ``german_offensive`` the last one in which the Germans began an offensive.
    The turn's own facts (from ``drawn`` on) begin anew with each turn.
    """

    turn: Annotated[int, Field(ge=1)] = 1
    now: Moment = Moment()
    phases: Annotated[int, Field(ge=0)] = 0
    questions: Annotated[int, Field(ge=0)] = 0
    pools: Mapping[Seat, Pool]
    waiting: tuple[Question, ...] = ()
    victory_points: Annotated[int, Field(ge=0)] = 0
    marne_crossed: bool = False
    flight_cost: Annotated[int, Field(ge=0)] = 0
    morale: int = 0
    doctrine: Doctrine = Doctrine.FOCH
    on_hq: Mapping[str, str] = {}
    german_offensive: int | None = None
    mangin_turn: int | None = None
    american_hq_since: int | None = None
    americans_left: bool = False
    retaken_last_turn: bool = False

    drawn: frozenset[Seat] = frozenset()
    air_unit: bool = False
    transport: Annotated[int, Field(ge=0)] = 0
    offensives: tuple[str, ...] = ()
    telegram: bool = False
    captured: tuple[str, ...] = ()
    captured_in_sequence: bool = False
    retaken: tuple[str, ...] = ()
    mangin_paid: bool = False
    attacks_reported: bool = False
    counterattack: Seat | None = None

    @property
    def question(self) -> Question | None:
        """The question that must be answered first."""
        return self.waiting[0] if self.waiting else None

    def asked(self, question: Question) -> Self:
        """The state with one more question."""
        return self.replace(waiting=(*self.waiting, question), questions=self.questions + 1)

    def answered(self, question: Question | None = None) -> Self:
        """The state without a question, by default the first."""
        gone = question or self.question
        return self.replace(
            waiting=tuple(other for other in self.waiting if other is not gone), questions=self.questions + 1
        )

    def in_pool(self, seat: Seat, change: Callable[[Pool], Pool]) -> Self:
        """The state with one side's pool changed."""
        return self.replace(pools={**self.pools, seat: change(self.pools[seat])})

    @property
    def clock(self) -> int:
        """A number that grows with every phase and everything that is asked or told."""
        return self.phases + self.questions

    @property
    def has_offensive(self) -> bool:
        """Whether an offensive was declared this turn, so that there are three operational sequences."""
        return bool(self.offensives) or self.german_offensive == self.turn

    def on_track(self, data: MarneData, effect: Effect) -> tuple[str, ...]:
        """The Allied markers on a track that have an effect."""
        pool = self.pools.get(ALLIES)
        if pool is None:
            return ()
        return tuple(m.id for m in pool.at(Zone.TRACK) if data.type_of(m.id).effect is effect)

    def hand_limit(self, data: MarneData, seat: Seat) -> int:
        """How many £ markers a side may hold: one more for the Allies once Clemenceau lies on the track."""
        extra = len(self.on_track(data, Effect.CLEMENCEAU)) if seat == ALLIES else 0
        return data.hand_limit(seat) + extra


def start(data: MarneData) -> State:
    """Turn 1, its markers in the pools."""
    sides = {
        side: [marker for event in data.events if event.side == side for marker in event.markers] for side in data.sides
    }
    state = State(pools={side: Pool.of(markers) for side, markers in sides.items() if markers})
    return enter(data, state)


def due(data: MarneData, pool: Pool, turn: int) -> tuple[str, ...]:
    """The markers that enter at the start of a turn."""
    return tuple(marker.id for marker in pool.at(Zone.NOT_ENTERED) if data.enters(marker.id) <= turn)


def enter(data: MarneData, state: State) -> State:
    """Put the markers that are due on the state's turn into their pools."""
    return state.replace(pools={seat: pool.enter(due(data, pool, state.turn)) for seat, pool in state.pools.items()})


def re_entered(data: MarneData, state: State) -> State:
    """The state once a ruling on the entry of markers changed: those in the pool or still outside are where it says."""

    def put(pool: Pool) -> Pool:
        zones = {
            id_: Zone.POOL if data.enters(id_) <= state.turn else Zone.NOT_ENTERED
            for id_, place in pool.zones.items()
            if place in (Zone.POOL, Zone.NOT_ENTERED)
        }
        return pool.replace(zones={**pool.zones, **zones})

    return state.replace(pools={seat: put(pool) for seat, pool in state.pools.items()})


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event as it is played: whose marker it is, and what its player chooses."""

    data: MarneData
    state: State
    seat: Seat
    marker: str
    choice: str = ""


class MarneEvent(GameEvent[MarneData, State]):
    """An event of Marne 1918."""


class MarneCommand(GameCommand[MarneData, State]):
    """A command of Marne 1918."""
