"""Orders of a power, given ahead: events that it plays and surplus that it moves on a condition, and what it declares
in a crisis. Without orders all powers are asked for that at once, and told in the order of declaration.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from rules.command import GameCommand
from rules.errors import NotThere, passes
from rules.game import Enquiry, Orderable, Ordered
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.base import TYPED
from rules.games.gathering_storm.numbers import name_of
from rules.games.gathering_storm.plans import is_due, ways_to_play
from rules.games.gathering_storm.playing import Play, find, options
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.research import Reassign, can_reassign, check_category, check_room
from rules.games.gathering_storm.rulings import CrisisSupport
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.wording import way_to_play
from rules.line import Line, line
from rules.order import Order
from rules.seat import Seat, SideSeat
from rules.secrets import Shown

QUESTION = "Crisis: do you show secret support?"
OPTIONS = ("I show none", "I show mine and play it")
"""Everybody chooses from these, whether they hold such an event or not: the choice tells nothing before all are
opened.
"""
ASKED = "In which order are the answers told? The aggressor is the first."


def enquiries(data: StormData, state: State) -> Iterator[Enquiry]:
    """Yield the announcement of a crisis, in its phase; the player who announces it names the aggressor."""
    if state.has_drawn and data.phase(state).name == data.phases.crises:
        orders = tuple(declaring(data, aggressor) for aggressor in data.crises.aggressors)
        yield Enquiry(Line("Announce a crisis"), QUESTION, OPTIONS, orders, ASKED)


def declaring(data: StormData, aggressor: SideSeat) -> tuple[SideSeat, ...]:
    """Return the powers in the order of declaration: the aggressor, those of the ultimatum, then the others."""
    first = (aggressor, *data.crises.at_the_ultimatum)
    return (*first, *(power for power in POWERS if power not in first))


def with_order(document: Mapping[str, Any]) -> dict[str, Any]:
    """Data of before the order of declaration stood in it: it was this one."""
    order = {"source": "26.11 D, E", "aggressors": ["Germany", "Italy", "Russia"]}
    return {"crises": {**order, "at_the_ultimatum": ["Britain", "France"]}, **document}


AT_ONCE, CRISIS = "at_once", "crisis_announced"
SHOW, SHOW_NONE, BY_HAND = "show_mine", "show_none", "by_hand"
MOST_CHOICES = 8
"""A card that lets its player choose among more is played by hand."""
AnyCommand = GameCommand[StormData, State]


@dataclass(frozen=True, slots=True)
class Condition:
    """On what an order depends: a phase, or that a crisis is announced."""

    words: Line
    phase: str | None = None
    is_crisis: bool = False

    def holds(self, data: StormData, state: State) -> bool:
        """Return whether it is so as things stand; a crisis is a question to all, not a state."""
        return self.phase in (None, data.phase(state).name) and not self.is_crisis


@dataclass(frozen=True, slots=True)
class CanOrder:
    """What a power can order: a command, or, with None, what it declares in a crisis."""

    words: Line
    command: AnyCommand | None = None


def conditions(data: StormData) -> dict[str, Condition]:
    """On what an order can depend, by name."""
    found = {AT_ONCE: Condition(Line("As soon as I can"))}
    if data.is_ruled(CrisisSupport.BY_ORDERS):
        found[CRISIS] = Condition(Line("A crisis is announced"), is_crisis=True)
    for phase in data.phases.order:
        words = line("In the phase “{phase}”", phase=Shown(phase.name))
        found[f"phase {phase.name}"] = Condition(words, phase=phase.name)
    return found


def deeds(data: StormData, state: State, power: SideSeat) -> dict[str, CanOrder]:
    """Return what a power can order, by name: its events that let it choose among few things, where surplus goes, and
    by the ruling on it what it declares in a crisis.
    """
    found: dict[str, CanOrder] = {}
    for held in state.held.get(power, ()):
        if not data.fault(held.card):
            found |= _plays(data, state, power, held.card)
    for project in data.projects_of[power]:
        if project.key in state.research:
            words = line("move the surplus of a doubling to {project}", project=project.key)
            found[f"surplus: {project.key}"] = CanOrder(words, _moved(data, state, power, project.key))
    if data.is_ruled(CrisisSupport.BY_ORDERS):
        found[SHOW] = CanOrder(Line("show my secret support, and play it"))
        found[SHOW_NONE] = CanOrder(Line("show no secret support"))
        found[BY_HAND] = CanOrder(Line("ask me: I decide by hand"))
    return found


def orderable(data: StormData, state: State, seat: Seat) -> Orderable | None:
    """Return what a power can order, or None for the referee."""
    if not isinstance(seat, SideSeat):
        return None
    return Orderable(
        conditions=lambda: {name: each.words for name, each in conditions(data).items()},
        deeds=lambda: {name: each.words for name, each in deeds(data, state, seat).items()},
        otherwise=Line("Without an order you show no support in a crisis.")
        if data.is_ruled(CrisisSupport.BY_ORDERS)
        else None,
        passive=frozenset({SHOW_NONE, BY_HAND}),
    )


def check_order(data: StormData, state: State, seat: Seat, order: Order, _before: tuple[Order, ...]) -> None:
    """Raise ``NotThere`` with the reason where an order could never be followed."""
    known = deeds(data, state, seat) if isinstance(seat, SideSeat) else {}
    condition, deed = conditions(data).get(order.when or AT_ONCE), known.get(order.do)
    if condition is None:
        raise NotThere("There is no such condition.")
    if deed is None:
        raise NotThere("You hold no event of that name that can be ordered.")
    if condition.is_crisis and order.do not in (SHOW, SHOW_NONE, BY_HAND):
        raise NotThere("In a crisis you can order only whether you show secret support.")
    if not condition.is_crisis and order.do in (SHOW, SHOW_NONE, BY_HAND):
        raise NotThere("Secret support is shown only when a crisis is announced.")


def ordered(data: StormData, state: State, seat: Seat, orders: tuple[Order, ...]) -> Iterator[Ordered]:
    """Yield what a power does by its orders as things stand. An order for an event is spent by it."""
    if not isinstance(seat, SideSeat) or not orders:
        return
    known, able = conditions(data), deeds(data, state, seat)
    for order in orders:
        condition, deed = known.get(order.when or AT_ONCE), able.get(order.do)
        if condition is None or deed is None or not condition.holds(data, state):
            continue
        if deed.command and (not isinstance(deed.command, Play) or _is_due(data, state, seat, deed.command)):
            yield deed.command, None if order.lasts and isinstance(deed.command, Reassign) else order


def declared(data: StormData, orders: tuple[Order, ...]) -> str | None:
    """Return what a power declares in a crisis. By the ruling on it one that ordered nothing shows no support: nobody
    can tell who did.
    """
    if not data.is_ruled(CrisisSupport.BY_ORDERS):
        return None
    first = next((order.do for order in orders if order.when == CRISIS), SHOW_NONE)
    none, shown = OPTIONS
    answers: Mapping[str, str | None] = {SHOW: shown, SHOW_NONE: none, BY_HAND: None}
    return answers[first]


def _is_due(data: StormData, state: State, power: SideSeat, play: Play) -> bool:
    """Return whether an event that was ordered is played now. An entry of the board alone brings it into play for
    nobody: an opponent could enter a fact only to see it.
    """
    return is_due(data, state, find(data, state, power, play.marker))


def _plays(data: StormData, state: State, power: SideSeat, card: str) -> dict[str, CanOrder]:
    """Playing a card: once for each way in which its player can, if these are few and nothing is typed for it."""
    if TYPED in options(data, state, power, card).values():
        return {}
    found: dict[str, CanOrder] = {}
    for _, (_, choice) in ways_to_play(data, state, power, card):
        chosen = choice.model_dump(exclude_defaults=True)
        name = ": ".join((data.title(card), ", ".join(chosen.values()))) if chosen else data.title(card)
        found[name] = CanOrder(way_to_play(data, card, choice), Play(marker=name_of(card), **chosen))
    return found if len(found) <= MOST_CHOICES else {}


def _moved(data: StormData, state: State, power: SideSeat, to: str) -> Reassign | None:
    """Return the move of as much surplus as a project takes, or None if there is no surplus for it."""
    target = data.project(to)
    for source in data.projects_of[power]:
        surplus = data.progress(state, source.key).surplus
        points = data.progress(state, to).room(surplus)
        if (
            points
            and source.key != to
            and can_reassign(data, state)
            and passes(check_category, data, state, source, target)
            and passes(check_room, data, state, target, points)
        ):
            return Reassign(power=power, source=source.key, project=to, points=points)
    return None
