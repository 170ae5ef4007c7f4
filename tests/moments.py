"""A moment of a game: what everybody sees then, and what would come of every command by every seat, as text.

It asks the rules alone, so it can begin with any state. What ends alike stands together.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from rules.command import Event, Offer
from rules.dice import SealedDice
from rules.errors import RuleError
from rules.frozen import Frozen
from rules.game import AnyGame, Past
from rules.log import play
from rules.notice import Notice, Secret
from rules.order import Order
from rules.pool import Pool
from rules.seat import REFEREE, Seat, SideSeat
from tests.games import SEED

Given = Mapping[str, Any]


def moment(game: AnyGame, state: Any, every: Iterable[Given]) -> Iterator[str]:
    """What is seen at a moment, then what every command would lead to."""
    every = [*every]
    yield from _seen(game, state, [each for each in every if each["type"] in ("next_phase", "next_turn")])
    yield from tried(game, state, every)


def tried(game: AnyGame, state: Any, every: Iterable[Given]) -> Iterator[str]:
    """What every command by every seat, and by the referee, would lead to."""
    ends: dict[str, dict[str, list[str]]] = {}
    stood: dict[Seat, tuple[str, ...]] = {seat: _offers(game, state, seat) for seat in game.seats}
    known: dict[str, str] = {}
    for given in {_asked(given): given for given in every}.values():
        for seat in (*game.seats, REFEREE):
            end = _end(game, state, seat, given, stood, known)
            ends.setdefault(end, {}).setdefault(_asked(given), []).append(seat)
    for end, asked in ends.items():
        by: dict[str, list[str]] = {}
        for each, seats in asked.items():
            by.setdefault(", ".join(seats), []).append(each)
        yield from (f"? {seats}: {' | '.join(them)}" for seats, them in by.items())
        yield from end.split("\n")


def _asked(given: Given) -> str:
    return " ".join([given["type"], *(f"{name}={value!s}" for name, value in given.items() if name != "type")])


def _end(
    game: AnyGame, state: Any, seat: Seat, given: Given, stood: Mapping[Seat, tuple[str, ...]], known: dict[str, str]
) -> str:
    """How a command ends: its refusal, or what is told, what changes, and who can do what then. ``known`` is what
    follows from events that were met before.
    """
    dice = SealedDice(SEED)
    try:
        events, after = play(game, state, seat, game.read_command(given), dice)
    except RuleError as refusal:
        return f"    ✗ {type(refusal).__name__}: {refusal}"
    met = f"{[event.model_dump(mode='json') for event in events]} {dice.rolls}"
    if met not in known:
        known[met] = "\n".join([_happened(game, events, dice), *_followed(game, state, after, stood)])
    return known[met]


def _happened(game: AnyGame, events: Sequence[Event], dice: SealedDice) -> str:
    told = (f"    {_told(notice)}" for event in events for notice in game.tell(event))
    types = " ".join(event.type for event in events)
    return "\n".join(["".join([f"    {types}", *(f", {roll.glyphs}" for roll in dice.rolls)]), *told])


def _followed(game: AnyGame, state: Any, after: Any, stood: Mapping[Seat, tuple[str, ...]]) -> Iterator[str]:
    """What has changed: the state, and what each seat is offered."""
    yield from (f"    · {each}" for each in differences(state, after))
    changes: dict[str, list[str]] = {}
    for each in game.seats:
        then = _offers(game, after, each)
        if gone := [offer for offer in stood[each] if offer not in then]:
            changes.setdefault(f"no more: {'; '.join(gone)}", []).append(each)
        if new := [offer for offer in then if offer not in stood[each]]:
            changes.setdefault(f"may: {'; '.join(new)}", []).append(each)
    yield from (f"    {', '.join(seats)} {change}" for change, seats in changes.items())


def differences(state: Any, after: Any) -> Iterator[str]:
    """What has changed in a state."""
    before, now = dict(_leaves("", state)), dict(_leaves("", after))
    for name in dict.fromkeys((*before, *now)):
        if before.get(name) != now.get(name):
            yield f"{name}: {before.get(name, '–')} → {now.get(name, '–')}"


def _seen(game: AnyGame, state: Any, endings: Iterable[Given]) -> Iterator[str]:
    yield from (f"status: {_told(notice)}" for notice in game.status(state))
    yield from (f"pool: {_told(notice)}" for notice in game.pool(state))
    yield from (f"ledger: {_told(notice)}" for notice in game.ledger(state))
    yield f"where: {game.where(state)}, phase {game.phase(state)}; to come: {', '.join(game.remaining_phases(state))}"
    yield from (f"due of {seat}, {due.whose.name}: {due.whole}" for seat, due in game.due(state).items())
    yield f"figures: {', '.join(f'{each.name} {each.value}' for each in game.figures(state))}"
    drawn = game.picture(state, Past(states=(state,)))
    yield f"picture: {drawn and drawn.words}"
    for seat in game.seats:
        yield from (f"hand: {_told(notice)}" for notice in game.hand(state, seat))
        yield from _of_a_seat(game, state, seat)
    offered: dict[str, list[str]] = {}
    for seat in game.seats:
        for offer in game.offers(state, seat):
            offered.setdefault(_offer(offer), []).append(seat)
    yield from (f"{', '.join(seats)} may: {offer}" for offer, seats in offered.items())
    yield from (f"fact: {fact.shown}{' (settable)' if fact.is_settable else ''}" for fact in game.facts(state))
    for given in endings:
        yield from _ending(game, state, given)


def _ending(game: AnyGame, state: Any, given: Given) -> Iterator[str]:
    """Who could still act in what a command ends, and what each would lose by it."""
    command = game.read_command(given)
    try:
        yield f"{_asked(given)} is acted on by {_names([*game.acting(state, command)])}"
        yield from (f"  {seat} would lose: {each}" for seat in game.seats for each in game.lost(state, seat, command))
    except RuleError as refusal:
        yield f"{_asked(given)} ✗ {type(refusal).__name__}: {refusal}"


def _of_a_seat(game: AnyGame, state: Any, seat: SideSeat) -> Iterator[str]:
    default = game.default(state, seat)
    orderable = game.orderable(state, seat)
    orders = {
        order: next((each for each, _ in game.ordered(state, seat, (Order(do=order),))), None)
        for order in (orderable.deeds() if orderable else ())
    }
    yield f"{seat}: by default {default and _asked(default.model_dump())}" + (
        "".join(f", ordered {order}: {command and _asked(command.model_dump())}" for order, command in orders.items())
    )


def _offer(offer: Offer) -> str:
    flags = "".join(f" – {name}" for name in ("secret", "minor", "dice") if getattr(offer, name))
    form = f" {{{', '.join(offer.inputs)}}}" if offer.inputs else ""
    form += "".join(f" {name}: {' | '.join(each.value for each in offer.of(name))}" for name in offer.chosen_from)
    form += "".join(f" {name}? {said}" for name, said in offer.questions.items())
    return f"{_label(offer)} [{_asked(offer.command.model_dump())}]{form}{flags} @{offer.version}"


def _offers(game: AnyGame, state: Any, seat: Seat) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_label(offer) for offer in game.offers(state, seat)))


def _label(offer: Offer) -> str:
    return f"{offer.subject}: {offer.label}" if offer.subject else str(offer.label)


def _told(notice: Notice) -> str:
    where = f"({notice.section}) " if notice.section else ""
    return f"{where}to {notice.seat}: {notice}" if isinstance(notice, Secret) else f"{where}{notice}"


def _names(seats: Iterable[Seat]) -> str:
    return ", ".join(sorted(seats)) or "nobody"


def _leaves(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """What a state holds, by where it lies in it; printed markers never change."""
    if isinstance(value, Frozen):
        value = {
            each: getattr(value, each)
            for each in type(value).model_fields
            if each != "markers" or not isinstance(value, Pool)
        }
    if isinstance(value, Mapping):
        for key, each in value.items():
            yield from _leaves(f"{name}.{key}" if name else str(key), each)
    elif isinstance(value, frozenset):
        yield name, ", ".join(sorted(map(str, value))) or "none"
    elif isinstance(value, tuple) and any(isinstance(each, Frozen) for each in value):
        for place, each in enumerate(value):
            yield from _leaves(f"{name}[{place}]", each)
    elif isinstance(value, tuple):
        yield name, "; ".join(map(str, value)) or "none"
    else:
        yield name, str(value)
