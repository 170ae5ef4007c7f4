"""Where a campaign stands."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from rules.frozen import Frozen
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.phases import ALLIES, GERMANS, Moment
from rules.pool import Pool, Zone
from rules.seat import Seat


class Doctrine(StrEnum):
    """How the Allies fight."""

    FOCH = "Foch"
    EVOLVING = "Evolving"
    PETAIN = "Pétain"


class Reaction(Frozen):
    """A marker that was played in an exchange before a combat."""

    seat: Seat
    marker: str
    choice: str


class Exchange(Frozen):
    """The events before the dice of a combat: the attacker declares first. ``awaiting`` must answer or pass."""

    kind: Literal["exchange"] = "exchange"
    attacker: Seat
    awaiting: Seat
    reactions: tuple[Reaction, ...] = ()

    @property
    def standing(self) -> tuple[Reaction, ...]:
        """The reactions that are not undone: each cancelling one undoes the one before it."""
        standing: list[Reaction] = []
        undone = False
        for reaction in reversed(self.reactions):
            if undone:
                undone = False
                continue
            undone = reaction.choice == "cancel"
            standing.append(reaction)
        return tuple(reaction for reaction in reversed(standing) if reaction.choice != "cancel")


class FlightDrawn(Frozen):
    """The Government's flight was drawn: the victory points and the Marne are asked."""

    kind: Literal["flight"] = "flight"
    seat: Seat
    marker: str
    awaiting: Seat = ALLIES


class ShakeupToPlace(Frozen):
    """A Command Shakeup waits for the German player to put it on an Allied HQ."""

    kind: Literal["shakeup"] = "shakeup"
    marker: str
    awaiting: Seat = GERMANS


class ForceDue(Frozen):
    """The force of the Victory Telegram may come in this Allied movement phase."""

    kind: Literal["force"] = "force"
    awaiting: Seat = ALLIES


class AttacksAsked(Frozen):
    """The turn of Mangin's force is over: how many attacks did it make, and was a victory hex retaken?"""

    kind: Literal["attacks"] = "attacks"
    awaiting: Seat = ALLIES


Waiting = Annotated[Exchange | FlightDrawn | ShakeupToPlace | ForceDue | AttacksAsked, Field(discriminator="kind")]


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
    waiting: tuple[Waiting, ...] = ()
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
