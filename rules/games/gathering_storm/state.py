"""The state of a campaign: what was entered, what lies on the table, what was drawn."""

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Any, Literal, Self, TypeVar, cast

from pydantic import Field

from rules.frozen import Frozen
from rules.games.gathering_storm.numbers import name_of, place_of
from rules.games.gathering_storm.powers import AXIS, alliance_of
from rules.seat import Seat, SideSeat

Number = int | None
Flags = Literal["four", "four, kept by an event"]
T = TypeVar("T")
D = TypeVar("D")
CounterKind = Literal["diplomatic", "anti-Comintern"]


class Power(Frozen):
    """A power's numbers as they were entered; None is not entered yet."""

    support: Number = None
    income: Number = None
    tiles: Number = None
    conversion: Number = None
    counters: Number = None


class Aggression(Frozen):
    """An aggression of ``turn`` worth ``value`` victory points; ``conquered`` is the turn in which it succeeded."""

    target: str
    power: SideSeat
    value: int
    turn: int
    conquered: int | None = None


class CivilWar(Frozen):
    """A country on the way to a civil war: events so far, counters on it, and whether the war is on.

    Every counter stands for an event: entering counters makes the events at least as many.
    """

    events: int = 0
    counters: int = 0
    is_on: bool = False


class Progress(Frozen):
    """A research project: steps of earlier turns, steps of this one, results, and surplus points of a doubling.

    ``maximum`` is the step past which the project cannot go, where it is known. Of the steps of earlier turns
    ``gifts`` were given by events; this turn ``doubled`` were added by a doubling, and ``advanced`` by other events.
    """

    before: Annotated[int, Field(ge=0)] = 0
    now: Annotated[int, Field(ge=0)] = 0
    results: Annotated[int, Field(ge=0)] = 0
    is_revealed: bool = False
    maximum: int | None = None
    surplus: Annotated[int, Field(ge=0)] = 0
    gifts: Annotated[int, Field(ge=0)] = 0
    doubled: Annotated[int, Field(ge=0)] = 0
    advanced: Annotated[int, Field(ge=0)] = 0

    @property
    def steps(self) -> int:
        """Return all its steps; two of them are a level."""
        return self.before + self.now

    @property
    def levels(self) -> int:
        """Return its levels (15.13: two steps are a level)."""
        return self.steps // 2

    def next_turn(self) -> Self:
        """Return the project as the next turn begins: this turn's steps are of an earlier turn then."""
        gifts = self.gifts + self.advanced
        return self.replace(before=self.steps, now=0, surplus=0, gifts=gifts, doubled=0, advanced=0)

    def room(self, wanted: int) -> int:
        """Return how many of ``wanted`` steps still fit below the maximum."""
        return wanted if self.maximum is None else max(0, min(wanted, self.maximum - self.steps))


class SheetLine(Frozen):
    """What the group's own research record sheet prints of a project: the steps at which a result comes, in order, and
    the last step, where it prints one.
    """

    results: tuple[int, ...] = ()
    maximum: Annotated[int | None, Field(ge=1)] = None

    def reached(self, steps: int) -> int:
        """Return how many results so many steps have brought."""
        return sum(at <= steps for at in self.results)


class World(Frozen):
    """What the map, the tracks and the pacts show, as it was entered."""

    climate: Annotated[int, Field(ge=-3, le=3)] = 0
    balance: int = 0
    aggressions: tuple[Aggression, ...] = ()
    has_pact: bool = False
    is_purged: bool = False
    has_cohesion: bool = False
    is_atomic_permitted: bool = False
    conquered: Mapping[str, SideSeat] = {}
    flags: Mapping[str, Flags] = {}
    pacts: frozenset[tuple[str, str]] = frozenset()
    open_to_russia: frozenset[str] = frozenset()
    sheet: Mapping[str, SheetLine] = {}

    def aggression(self, target: str) -> Aggression | None:
        """Return the aggression that was entered against a place."""
        return next((each for each in self.aggressions if each.target == target), None)


class CardChoice(Frozen):
    """What a player chose for a card: only the fields that its kinds ask for are filled."""

    target: str = ""
    project: str = ""
    second: str = ""
    unit: str = ""
    when: str = ""


Pairs = tuple[tuple[str, int], ...]


class Plan(Frozen):
    """What a power has ordered for the turn: how it plays a card, points for projects, and counters in countries. One
    that ``places`` has said which, or that there are none.
    """

    card: str = ""
    choice: CardChoice = CardChoice()
    research: Pairs = ()
    counters: Pairs = ()
    places: bool = False


class Habit(Frozen):
    """What a power did in the last turn in which it did any: points for projects, counters in countries."""

    research: Pairs = ()
    research_turn: int = 0
    counters: Pairs = ()
    counters_turn: int = 0


class Held(Frozen):
    """A card before a power, face up or not. One that is overdue can be played until the turn ends."""

    card: str
    is_shown: bool
    is_overdue: bool = False


class Cause(StrEnum):
    """Why a card comes into effect: its power plays it, had planned or had to play it, or it is turned up."""

    PLAYED = "played"
    PLANNED = "planned"
    FORCED = "forced"
    TURNED_UP = "turned up"


class InPlay(Frozen):
    """A card in effect until the turn ends; the general one has no power. ``waits`` for the research points."""

    card: str
    power: SideSeat | None
    choice: CardChoice = CardChoice()
    waits: bool = False


class Counter(Frozen):
    """A counter placed for diplomacy this turn, in phase ``phase``; its value is known to its power."""

    power: SideSeat
    target: str
    value: int
    kind: CounterKind = "diplomatic"
    phase: int


def is_valued(counter: Counter) -> bool:
    """Return whether a counter has a value: the anti-Comintern counter has none."""
    return counter.kind == "diplomatic"


class State(Frozen):
    """The campaign. ``seen`` are the cards that left their piles; ``entries`` counts what was entered, ``entered`` says
    in which turn each thing was entered last, and ``records`` counts what each alliance recorded of its research.
    ``printed`` is how many cards each pile of the group's own printed deck has, if it plays with that, and ``general``
    the numbered general event that has not taken effect yet; ``reads`` counts what was entered of each pile's
    numbered cards, and ``learnt`` is what those say that everybody has seen. With ``one_deck`` a card has a text for
    every pile. ``plans`` are those of powers for this turn, ``plan_counts`` how often each has made one.
    """

    turn: Annotated[int, Field(ge=1)] = 1
    phase: Annotated[int, Field(ge=0)] = 0
    has_drawn: bool = False
    entries: int = 0
    entered: Mapping[str, int] = {}
    seen: frozenset[str] = frozenset()
    held: Mapping[Seat, tuple[Held, ...]] = {}
    played: tuple[InPlay, ...] = ()
    powers: Mapping[Seat, Power] = {}
    extra: Mapping[Seat, int] = {}
    world: World = World()
    civil: Mapping[str, CivilWar] = {}
    research: Mapping[str, Progress] = {}
    assigned: frozenset[str] = frozenset()
    records: Mapping[str, int] = {}
    counters: tuple[Counter, ...] = ()
    is_waived: bool = False
    printed: Mapping[str, int] = {}
    general: str = ""
    reads: Mapping[str, int] = {}
    learnt: Mapping[str, str] = {}
    one_deck: bool = False
    plans: Mapping[Seat, Plan] = {}
    plan_counts: Mapping[Seat, int] = {}
    habits: Mapping[Seat, Habit] = {}

    @cached_property
    def _memo(self) -> dict[Any, tuple[Any, Any]]:
        """What was worked out, by what, and with which data. It is no field: equality and the log ignore it."""
        return {}

    def once(self, work: Callable[[D, Self], T], data: D) -> T:
        """Return what follows from this state and some data, worked out once for each (data change by a ruling)."""
        known, result = self._memo.get(work, (None, None))
        if known is not data:
            result = work(data, self)
            self._memo[work] = data, result
        return cast("T", result)

    def power(self, power: SideSeat) -> Power:
        """Return the numbers of a power."""
        return self.powers.get(power, Power())

    def habit(self, power: SideSeat) -> Habit:
        """Return what a power did last."""
        return self.habits.get(power, Habit())

    def with_habit(self, power: SideSeat, *, research: Pairs = (), counters: Pairs = ()) -> Self:
        """Return the state after a power assigned points or placed counters: what it did in earlier turns is past."""
        was, turn = self.habit(power), self.turn
        if research:
            earlier = was.research if was.research_turn == turn else ()
            was = was.replace(research=(*earlier, *research), research_turn=turn)
        if counters:
            earlier = was.counters if was.counters_turn == turn else ()
            was = was.replace(counters=(*earlier, *counters), counters_turn=turn)
        return self.replace(habits={**self.habits, power: was})

    def civil_war(self, country: str) -> CivilWar:
        """Return how near a country is to a civil war."""
        return self.civil.get(country, CivilWar())

    def unseen(self, power: SideSeat) -> int:
        """Return how many events a power holds face down."""
        return sum(not held.is_shown for held in self.held.get(power, ()))

    def has_played(self, power: SideSeat) -> bool:
        """Return whether a power has played an event this turn."""
        return any(each.power == power for each in self.played)

    def in_turn(self, turn: int) -> Self:
        """Return the state as a later turn begins: without cards and counters, and with this turn's research points as
        points of earlier turns.
        """
        return self.replace(
            turn=turn, phase=0, has_drawn=False, general="", held={}, played=(), counters=(), assigned=frozenset(),
            is_waived=False, research={key: each.next_turn() for key, each in self.research.items()}, plans={},
            plan_counts={},
        )  # fmt: skip

    @property
    def on_table(self) -> frozenset[str]:
        """Return the cards held or in play."""
        held = {each.card for cards in self.held.values() for each in cards}
        return frozenset(place_of(card) for card in held | {each.card for each in self.played} | {self.general})

    def without_card(self, power: SideSeat, card: str) -> Self:
        """Return the state after a card left a power's hand."""
        rest = tuple(each for each in self.held.get(power, ()) if each.card != card)
        return self.replace(held={**self.held, power: rest})

    def with_seen(self, card: str) -> Self:
        """Return the state after everybody saw a card: of a numbered one what it says is known from now on."""
        name = name_of(card)
        return self if name == card else self.replace(learnt={**self.learnt, name: card})

    def with_record(self, power: SideSeat) -> Self:
        """Count a record of a power's side: forms that were offered before it are stale."""
        alliance = alliance_of(power)
        return self.replace(records={**self.records, alliance: self.records.get(alliance, 0) + 1})

    def is_axis_conquest(self, country: str) -> bool:
        """Return whether the Axis occupy a country."""
        owner = self.world.conquered.get(country)
        return owner is not None and alliance_of(owner) == AXIS

    def is_without_effect(self, country: str) -> bool:
        """Diplomacy, Basic: an event does nothing in a conquered country, nor under four flags not due to it."""
        return country in self.world.conquered or self.world.flags.get(country) == "four"

    def extra_events(self, power: SideSeat) -> int:
        """9.13 to 9.15: additional events, for what an Axis power won in earlier turns and for the Pact."""
        mine = [each for each in self.world.aggressions if each.power == power and alliance_of(power) == AXIS]
        won = [each.value for each in mine if each.conquered is not None and each.conquered < self.turn]
        return sum(won) + self.extra.get(power, 0)
