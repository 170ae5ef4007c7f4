"""What a power orders for a whole turn in one form: its event, its research points, its counters. Play goes on without
it until the turn ends, except where it must decide something.

What is ordered happens at its moment: an event as its phase begins, counters as the power places them, and research
points as their phase ends, after the events that come before them. What cannot be done any more its power alone reads.
A power can also order single events ahead: they are played as soon as they can be.
"""

from collections.abc import Collection, Iterator
from functools import cache, partial
from itertools import product
from typing import Annotated

from pydantic import Field
from typing_extensions import override

from rules.command import Choice, Offer, Part
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours, RuleError, passes
from rules.games.gathering_storm.command import StormCommand, TextInput
from rules.games.gathering_storm.data import ANY_TIME
from rules.games.gathering_storm.deck import StormData, StormEvent, StormNote
from rules.games.gathering_storm.effects.base import AS_ON_BOARD, TYPED
from rules.games.gathering_storm.ledger import context_of
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.pairs import Pairing, read_pairs, written
from rules.games.gathering_storm.placement import PlaceCounter, place
from rules.games.gathering_storm.playing import Play, options, play_card
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.research import assign, check_points, read_points
from rules.games.gathering_storm.state import CardChoice, Cause, Held, Plan, State
from rules.games.gathering_storm.wording import title as title_of
from rules.games.gathering_storm.wording import way_to_play
from rules.kit.orders import AT_ONCE, Deed, Orderable, When
from rules.line import Gathered, Line, line
from rules.notice import Notice, tell_all, tell_seat, tell_unseen
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, folded

KEEP, NONE = "keep", "none"
MOST_CHOICES = 20
FEW_CHOICES = 8
"""A card that lets its player choose among more is played by hand."""


class PlanGiven(StormEvent):
    """A power has planned its turn, unseen; all read that it did. ``count`` is how often it has."""

    power: SideSeat
    plan: Hidden[Plan]
    count: int

    def apply(self, data: StormData, state: State) -> State:
        counts = {**state.plan_counts, self.power: self.count}
        return state.replace(plans={**state.plans, self.power: self.plan.value}, plan_counts=counts)

    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all("Planned: {powers}.", powers=Gathered([self.power]))
        yield tell_seat(self.power, "Play goes on without you until the turn ends. You can still act at any time.")


class NotFollowed(StormNote):
    """A part of a plan cannot be followed any more, which its power alone learns."""

    power: SideSeat
    what: Hidden[Line]
    why: Hidden[Line]

    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_unseen(self.power, "Not done as you planned, {what}: {why}", what=self.what, why=self.why)


class PlanTurn(StormCommand):
    """Order what a power does until the turn ends; play does not wait for it."""

    title = "Turn planned"
    orders_ahead = True
    power: SideSeat
    event: Annotated[TextInput, Field(title="Your event")] = KEEP
    unit: Annotated[TextInput, Field(title="Unit or ship")] = ""
    research: Annotated[Pairing, Field(title="Research: each project and its points")] = ""
    counters: Annotated[Pairing, Field(title="Counters: each country and its value")] = ""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A power plans its own turn, once its events are dealt; what is due in this phase happens at once."""
        if self.power != seat:
            raise NotYours("You can plan only the turn of your own power.")
        if not state.has_drawn:
            raise NotNow("Draw the events of turn {turn} first: `/draw event`.", turn=state.turn)
        plan = self.read(data, state)
        state = yield PlanGiven(power=self.power, plan=Hidden(plan), count=state.plan_counts.get(self.power, 0) + 1)
        return (yield from follow(data, state, self.power, cause=Cause.PLAYED))

    def read(self, data: StormData, state: State) -> Plan:
        """Return the plan that the fields make. Raises ``RuleError`` for one that could never be followed."""
        ways = dict(ways_to_play(data, state, self.power))
        if self.event not in (KEEP, "", *ways):
            raise NotThere("You hold no event of that name that can be ordered.")
        card, choice = ways.get(self.event, ("", CardChoice()))
        if card and TYPED in options(data, state, self.power, card).values():
            choice = choice.replace(unit=self.unit.strip())
        if card:
            for feature in data.card(card).features:
                feature.check(context_of(data, state, self.power, choice))
        points = read_points(data, self.power, self.research)
        if points and state.phase > data.phase_index(data.phases.research):
            raise NotNow("Research points can be assigned only in the phase “{phase}”.", phase=data.phases.research)
        for key, count in points:
            check_points(data, state, key, count)
        is_none = folded(self.counters.strip()) == NONE
        countries = {each: each for each in data.countries}
        values = () if is_none else read_pairs(self.counters, countries, Line("there is no such country."), most=9)
        return Plan(card=card, choice=choice, research=points, counters=values, places=bool(values) or is_none)

    @override
    def doubts(self, data: StormData, state: State) -> Iterator[Line]:
        """Yield each event that is left: while play goes on without its power, nobody plays it."""
        card, _ = dict(ways_to_play(data, state, self.power)).get(self.event, ("", None))
        for held in state.held.get(self.power, ()):
            if held.card != card:
                yield line("{power} has not played **{card}**.", power=self.power, card=title_of(data, held.card))


def ready(data: StormData, state: State) -> Collection[Seat]:
    """Return the powers for which play does not wait: they have planned their turn, with the counters due now."""
    phase = data.phase(state)
    return {
        power for power, plan in state.plans.items() if plan.places or phase.name != data.placement_of(SideSeat(power))
    }


def follow(data: StormData, state: State, power: SideSeat, cause: Cause = Cause.PLANNED) -> Part[State]:
    """Do what a power has ordered for this phase: play its event, then place its counters."""
    plan, phase = state.plans.get(power), data.phase(state)
    if plan is None:
        return state
    held = next((each for each in state.held.get(power, ()) if name_of(each.card) == name_of(plan.card)), None)
    if held is not None and is_due(data, state, held):
        card = Line(data.title(held.card))
        state = yield from _tried(power, card, play_card(data, state, power, held, plan.choice, cause))
    for target, value in plan.counters if power in phase.places else ():
        if not any(each.power == power and each.target == target for each in state.counters):
            placing = PlaceCounter(power=power, target=target, value=value)
            state = yield from _tried(
                power, Line(target), place(data, state, placing, is_planned=cause is Cause.PLANNED)
            )
    return state


def is_due(data: StormData, state: State, held: Held) -> bool:
    """Return whether an ordered event is played now: in the phase that it prints, whatever players enter."""
    moment = data.card(held.card).moment(data)
    return held.is_overdue or moment in (ANY_TIME, data.phase(state).name)


def assign_planned(data: StormData, state: State) -> Part[State]:
    """Assign the research points that powers have ordered, as their phase ends."""
    for power in POWERS:
        plan = state.plans.get(power)
        for key, points in plan.research if plan else ():
            assigning = assign(data, state, power, key, points, is_planned=True)
            state = yield from _tried(power, Line(key), assigning)
    return state


def _tried(power: SideSeat, what: Line, part: Part[State]) -> Part[State]:
    """Do a part of a plan, or tell its power alone why it cannot be done."""
    try:
        return (yield from part)
    except RuleError as error:
        return (yield NotFollowed(power=power, what=Hidden(what), why=Hidden(error.text)))


def ways_to_play(
    data: StormData, state: State, power: SideSeat, card: str = ""
) -> Iterator[tuple[str, tuple[str, CardChoice]]]:
    """Yield each way to play each event of a power, or one of them, by name, if few. What is typed is left out."""
    for held in state.held.get(power, ()):
        if data.fault(held.card) or card not in ("", held.card):
            continue
        asked = {name: each for name, each in options(data, state, power, held.card).items() if each}
        ways = []
        for values in product(*asked.values()):
            choice = CardChoice(**dict(zip(asked, values, strict=True)))
            if not choice.project or choice.project != choice.second:
                ways.append(
                    (": ".join((name_of(held.card), ", ".join(values))) if values else name_of(held.card), choice)
                )
        if len(ways) <= MOST_CHOICES:
            yield from ((name, (held.card, choice)) for name, choice in ways)


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer a power its whole turn in one form, with what it did last in its fields."""
    if not isinstance(seat, SideSeat) or not state.has_drawn:
        return
    ways, habit = [*ways_to_play(data, state, seat)], state.habit(seat)
    chosen = [Choice(name, way_to_play(data, *way)) for name, way in ways][:MOST_CHOICES]
    types = any(TYPED in options(data, state, seat, card).values() for _, (card, _) in ways)
    ahead = [phase for phase in data.phases.order[state.phase :] if seat in phase.places]
    can_assign = state.phase <= data.phase_index(data.phases.research)
    inputs = (
        *(("event",) if ways else ()),
        *(("unit",) if types else ()),
        *(("research",) if can_assign else ()),
        *(("counters",) if ahead else ()),
    )
    if not inputs:
        return
    points = tuple((key, count) for key, count in habit.research if passes(check_points, data, state, key, count))
    given = {"research": written(points) if can_assign else "", "counters": written(habit.counters) if ahead else ""}
    event = ways[0][0] if ways else KEEP
    yield Offer(
        command=PlanTurn(power=seat, event=event, unit=AS_ON_BOARD if types else "", **given),
        label=line("Plan {seat}'s turn", seat=seat),
        version=state.turn * 100 + state.plan_counts.get(seat, 0),
        inputs=inputs,
        unproposed=("unit",),
        choices={"event": (*chosen, Choice(KEEP, Line("keep it")))} if ways else {},
        questions={
            "research": "With commas between: Axis jets 2, Axis radar 1",
            "counters": "With commas between: Austria 2, Hungary 1. None: none. Empty: play waits for you.",
        },
        secret=True,
    )


def plays(data: StormData, state: State, power: SideSeat) -> dict[str, Deed]:
    """Return what a power can order, by name: each way to play each of its events, if these are few. It is played as
    soon as it is due: an entry of the board alone brings an event into play for nobody, because an opponent could enter
    a fact only to see it.
    """
    found: dict[str, Deed] = {}
    for held in state.held.get(power, ()):
        if data.fault(held.card) or TYPED in options(data, state, power, held.card).values():
            continue
        ways = [choice for _, (_, choice) in ways_to_play(data, state, power, held.card)]
        for choice in ways if len(ways) <= FEW_CHOICES else ():
            chosen = choice.model_dump(exclude_defaults=True)
            name = ": ".join((data.title(held.card), *filter(None, [", ".join(chosen.values())])))
            play = Play(marker=name_of(held.card), **chosen) if is_due(data, state, held) else None
            found[name] = Deed(way_to_play(data, held.card, choice), play, is_spent=True)
    return found


def orderable(data: StormData, state: State, seat: Seat) -> Orderable | None:
    """Return what a power can order, or None for the referee."""
    if not isinstance(seat, SideSeat):
        return None
    able = cache(partial(plays, data, state, seat))
    return Orderable({AT_ONCE: When(Line("As soon as I can"), lambda _: able())})
