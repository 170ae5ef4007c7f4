"""The state of a campaign, and the bases of its events and commands."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Annotated, ClassVar, Self

from pydantic import Field
from typing_extensions import override

from rules.command import GameCommand, GameEvent
from rules.errors import NotNow
from rules.frozen import Frozen
from rules.games.marne_1918.combat import Combat, CombatName
from rules.games.marne_1918.data import Effect, MarneData, Need
from rules.games.marne_1918.phases import ALLIES, Moment, Phase
from rules.kit.facts import Correction
from rules.line import Line, line
from rules.pool import Pool, Zone
from rules.seat import Seat, SideSeat


class Doctrine(StrEnum):
    """The doctrine that the Allies fight under."""

    FOCH = "Foch"
    EVOLVING = "Evolving"
    PETAIN = "Pétain"


class Question(Frozen):
    """Something that one side must answer before the turn goes on: it says what is ``to_do``, or ``ask`` does. Its
    ``number`` tells it from every other.
    """

    to_do: ClassVar[Line]
    awaiting: Seat
    number: Annotated[int, Field(ge=0)] = 0

    @property
    def ask(self) -> Line:
        """What that side must do, as a sentence."""
        return self.to_do

    @property
    def comes_first(self) -> Line:
        """Why nothing else can be done."""
        return line("The {seat} must answer first: “{ask}”", seat=self.awaiting, ask=self.ask)


class ExitDie(Frozen):
    """The last roll of the Americans to leave: the die as it fell, and what was added to it."""

    die: int
    modifier: int


class Lapsed(Frozen):
    """The @ markers of a side that returned to the pool at the end of a turn. Only that side may read it."""

    turn: int
    markers: tuple[str, ...]


class Spied(Frozen):
    """What a side learned of the other's markers by Spies, on which turn. Only that side may read it."""

    turn: int
    markers: str


class EventDue(Question):
    """Before the dice of a combat, a side must declare an event or pass; the attacker comes first. A side that
    ``is_asked`` has not declared the combat itself: the other side asks for it.
    """

    combat: CombatName
    is_asked: bool = False

    @property
    @override
    def ask(self) -> Line:
        return line("Declare an event or pass, before the dice of {combat}.", combat=self.combat.shown)


class State(Frozen):
    """The state of a campaign of Marne 1918, as far as its events depend on it.

    The game is ``over`` once its last turn has ended, and ``scored`` once its final score was entered.
    ``victory_points`` are None until they are entered.
    ``morale`` is the change of American morale so far. ``on_hq`` maps each marker on an HQ to the HQ's name.
    ``mangin_turn`` is the turn in which Mangin's force arrived, ``german_offensive`` the last turn in which the Germans
    began an offensive, ``offensive_before`` the last one before it. ``phases`` and ``questions`` count the phases begun
    and the questions asked and answered, so that old buttons can be told from current ones. The fields from ``drawn``
    on describe one turn and start afresh with the next; ``combats`` counts its combats, and ``combat`` is the one of
    now, or the last of this phase; ``interrupted`` is the one that a counterattack followed.
    """

    turn: Annotated[int, Field(ge=1)] = 1
    now: Moment = Moment()
    phases: Annotated[int, Field(ge=0)] = 0
    questions: Annotated[int, Field(ge=0)] = 0
    pools: Mapping[Seat, Pool]
    waiting: tuple[Question, ...] = ()
    over: bool = False
    scored: bool = False
    victory_points: Annotated[int, Field(ge=0)] | None = None
    marne_crossed: bool = False
    flight_cost: Annotated[int, Field(ge=0)] = 0
    morale: int = 0
    doctrine: Doctrine = Doctrine.FOCH
    on_hq: Mapping[str, str] = {}
    german_offensive: int | None = None
    offensive_before: int | None = None
    mangin_turn: int | None = None
    american_hq_since: int | None = None
    exit_die: ExitDie | None = None
    americans_left: bool = False
    spied: Mapping[Seat, Spied] = {}
    lapsed: Mapping[Seat, Lapsed] = {}
    retaken_last_turn: bool = False

    drawn: frozenset[Seat] = frozenset()
    air_unit: bool = False
    transport: Annotated[int, Field(ge=0)] = 0
    offensives: tuple[str, ...] = ()
    objectives_asked: bool = False
    telegram: bool = False
    captured_in_sequence: bool = False
    has_retaken: bool = False
    mangin_paid: bool = False
    attacks_reported: bool = False
    counterattack: SideSeat | None = None
    combats: Annotated[int, Field(ge=0)] = 0
    combat: Combat | None = None
    interrupted: Combat | None = None

    @cached_property
    def question(self) -> Question | None:
        """The question that must be answered next, if any."""
        return self.waiting[0] if self.waiting else None

    @cached_property
    def held_up(self) -> Line | None:
        """What must be done before play goes on: a side must answer, or complete the Events phase."""
        if self.question is not None:
            return self.question.comes_first
        for seat, pool in self.pools.items() if self.now.phase is Phase.EVENTS else ():
            if seat not in self.drawn:
                return line("The {seat} have not drawn their events for turn {turn}.", seat=seat, turn=self.turn)
            if pool.undecided:
                return line("The {seat} must first keep or return the markers they drew.", seat=seat)
        return None

    def asked(self, question: Question) -> Self:
        """Return the state in which one more question waits for an answer."""
        number = self.questions + 1
        return self.replace(waiting=(*self.waiting, question.replace(number=number)), questions=number)

    def answered(self, question: Question | None = None) -> Self:
        """Return the state after a question, by default the first, was answered."""
        gone = question or self.question
        return self.replace(
            waiting=tuple(other for other in self.waiting if other is not gone), questions=self.questions + 1
        )

    def in_pool(self, seat: Seat, change: Callable[[Pool], Pool]) -> Self:
        """Return the state after a change to one side's pool."""
        return self.replace(pools={**self.pools, seat: change(self.pools[seat])})

    @cached_property
    def clock(self) -> int:
        """A number that grows with every phase, question and answer: the version of most offers."""
        return self.phases + self.questions

    @property
    def has_offensive(self) -> bool:
        """Whether a side began an offensive this turn, which gives the turn more operational sequences."""
        return bool(self.offensives) or self.german_offensive == self.turn

    def on_track(self, data: MarneData, effect: Effect) -> tuple[str, ...]:
        """Return the Allied markers with an effect that are on a track."""
        pool = self.pools.get(ALLIES)
        if pool is None:
            return ()
        return tuple([each.id for each in pool.at(Zone.TRACK) if data.type_of(each.id).effect is effect])

    def hand_limit(self, data: MarneData, seat: Seat) -> int:
        """Return how many £ markers a side can keep: more for the Allies once Clemenceau is on the track."""
        on_track = len(self.on_track(data, Effect.CLEMENCEAU)) if seat == ALLIES else 0
        extra = on_track * data.effects.clemenceau.markers
        return data.hand_limit(seat) + extra


def start(data: MarneData) -> State:
    """Return the state at the start of turn 1, with its markers in the pools."""
    sides = {
        side: [marker for event in data.marker_types if event.side == side for marker in event.markers]
        for side in data.sides
    }
    pools = {side: Pool.of(markers) for side, markers in sides.items() if markers}
    return enter(data, State(pools=pools, victory_points=None))


def with_new_markers(data: MarneData, state: State) -> State:
    """Return the state with the markers of the data that no pool has: they have not entered yet."""
    pools = dict(state.pools)
    for side, fresh in start(data).pools.items():
        known = pools.get(side, Pool.of(()))
        missing = Pool.of([each for id_, each in fresh.markers.items() if id_ not in known.markers])
        if missing.markers:
            pools[side] = known.replace(
                markers={**known.markers, **missing.markers}, zones={**known.zones, **missing.zones}
            )
    return state.replace(pools=pools)


def entering(data: MarneData, pool: Pool, turn: int) -> tuple[str, ...]:
    """Return the markers of a pool that enter at the start of a turn."""
    return tuple(marker.id for marker in pool.at(Zone.NOT_ENTERED) if data.enters(marker.id) <= turn)


def enter(data: MarneData, state: State) -> State:
    """Put the markers that are due on the state's turn into their pools."""
    return state.replace(
        pools={seat: pool.enter(entering(data, pool, state.turn)) for seat, pool in state.pools.items()}
    )


def re_entered(data: MarneData, state: State) -> State:
    """Return the state after a change of a ruling on entry: markers that have not entered move to where it says.

    Before a side has drawn for the first time its hand is empty, so markers in its pool move as well.
    """

    def put(seat: Seat, pool: Pool) -> Pool:
        if state.turn > 1 or seat in state.drawn:
            return pool.enter(entering(data, pool, state.turn))
        zones = {
            id_: Zone.POOL if data.enters(id_) <= state.turn else Zone.NOT_ENTERED
            for id_, place in pool.zones.items()
            if place in (Zone.POOL, Zone.NOT_ENTERED)
        }
        return pool.replace(zones={**pool.zones, **zones})

    return state.replace(pools={seat: put(seat, pool) for seat, pool in state.pools.items()})


@dataclass(frozen=True, slots=True)
class Occurrence:
    """An event that is being played: the side and its marker."""

    data: MarneData
    state: State
    seat: Seat
    marker: str


Needs = Mapping[Need, Callable[[Occurrence], None]]
"""What a chapter's events need before they can be played. Each raises ``NotNow`` naming what is missing."""


def check_nobody_is_asked(state: State, but: Seat | None = None) -> None:
    """Raise ``NotNow`` while a side must answer first, other than ``but``."""
    if state.question and state.question.awaiting != but:
        raise NotNow(state.question.comes_first)


class MarneEvent(GameEvent[MarneData, State], named=""):
    """The base of every event in the log of Marne 1918."""


Effects = Mapping[Effect, Callable[[Occurrence], MarneEvent]]
"""What a chapter's events lead to, once they are played: what they do to the state that the bot keeps."""


class MarneCorrection(Correction[MarneData, State], named=""):
    """The base of every command by which players enter or correct what the bot cannot know."""

    stands_alone = False


class MarneCommand(GameCommand[MarneData, State], named=""):
    """The base of every command of Marne 1918."""


def event_due(state: State) -> EventDue | None:
    """Return the event of a combat that the campaign waits for, if it does."""
    return state.question if isinstance(state.question, EventDue) else None
