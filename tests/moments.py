"""Moments of a game: what everybody sees then, and what would come of every command by every seat, as text.

It asks the rules alone, so it can begin with any state. What ends alike stands together. What holds at most moments of
a game stands once, under ``usual``; each moment says only what is otherwise than usual, or than at one like it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher, unified_diff
from itertools import groupby
from typing import Any

from rules.command import Command, Event, GameCommand, Offer
from rules.dice import SealedDice
from rules.errors import RuleError
from rules.frozen import Frozen
from rules.game import AnyGame, Past
from rules.kit.orders import Order
from rules.log import play
from rules.notice import Notice, Secret
from rules.pool import Pool
from rules.seat import REFEREE, Seat, SideSeat
from tests.games import SEED
from tests.goldens import brief, listed

Given = Mapping[str, Any]


Ends = Mapping[tuple[str, Seat], str]
"""How each command by each seat ends."""
Stood = Mapping[Seat, tuple[tuple[str, str], ...]]
"""What each seat is offered."""
USUAL = "usual"
SET = "\0"
"""With this the text of a set begins."""
LONG = 5
"""A list of more choices is written out once."""
ABOUT = (
    "What holds at most moments of this game. The golden of a moment says what is otherwise: lines of its own, “not"
    " here” for a line that is missing, and each command that ends in another way.",
    "",
)


def moments(each: Mapping[str, tuple[AnyGame, Any, Iterable[Given]]], like: Mapping[str, str]) -> dict[str, list[str]]:
    """What is seen at each moment, then what every command would lead to; what is usual stands by itself. ``like``
    names moments that are told by another one.
    """
    views, every_end, lists = dict[str, list[str]](), dict[str, Ends](), dict[str, str]()
    for name, (game, state, given) in each.items():
        every = [*given]
        endings = [each for each in every if each["type"] in ("next_phase", "next_turn")]
        views[name], every_end[name] = [*_seen(game, state, endings, lists)], ends(game, state, every)
    usual = _usual_lines(views.values()), _usual_ends(every_end.values())
    named = (f"list {name}: {choices}" for name, choices in lists.items())
    texts = {USUAL: [*ABOUT, *named, *usual[0], *told(usual[1])]}
    for name, ended in every_end.items():
        lines, known = (views[like[name]], every_end[like[name]]) if name in like else usual
        own = {asked: end for asked, end in ended.items() if known.get(asked) != end}
        head = f"As at “{like[name]}”, but for:" if name in like else "As usual, but for:"
        texts[name] = [head, *_otherwise(lines, views[name]), *told(own), f"as there: {len(ended) - len(own)} endings"]
    return texts


def _usual_lines(views: Iterable[list[str]]) -> list[str]:
    """The lines that stand in more than half of them."""
    views = [*views]
    count = Counter(line for view in views for line in dict.fromkeys(view))
    return [line for line, number in count.items() if number * 2 > len(views)]


def _usual_ends(each: Iterable[Ends]) -> Ends:
    """The end that a command by a seat has most often, if that is more than once."""
    count: dict[tuple[str, Seat], Counter[str]] = {}
    for ended in each:
        for asked, end in ended.items():
            count.setdefault(asked, Counter())[end] += 1
    first = ((asked, found.most_common(1)[0]) for asked, found in count.items())
    return {asked: end for asked, (end, number) in first if number > 1}


def _otherwise(usual: list[str], now: list[str]) -> Iterator[str]:
    """The lines that are not as usual, then the usual ones that are missing or stand elsewhere."""
    gone = list[str]()
    for kind, first, last, begin, end in SequenceMatcher(None, usual, now, autojunk=False).get_opcodes():
        if kind != "equal":
            yield from now[begin:end]
            gone += usual[first:last]
    known, own = Counter(map(_short, usual)), {*map(_short, now)}
    names = (_short(line) if known[_short(line)] == 1 else line for line in gone)
    yield from (f"not here: {name}" for name in names if name not in own)


def _short(line: str) -> str:
    """As much of a line as names it among the others: the button of an offer, the name of a fact."""
    name = line.rpartition(": ")[0] if line.startswith("fact: ") else line.partition(" [")[0].partition("\n")[0]
    return name[:100]


def otherwise(usual: Ends, now: Ends, why: str) -> list[str]:
    """The commands that end otherwise than usual, and in which lines."""
    changes = {asked: _changes(usual[asked], end) for asked, end in now.items() if usual[asked] != end}
    return [f"\n== other with {why} ==", *told(changes)]


def _changes(old: str, new: str) -> str:
    lines = [*unified_diff(old.split("\n"), new.split("\n"), n=0, lineterm="")][2:]
    told = ((line[0], line[1:].strip()) for line in lines if line[0] in "+-")
    return "\n".join(f"{sign} {text if sign == '+' else brief(text)}" for sign, text in told)


def ends(game: AnyGame, state: Any, every: Iterable[Given]) -> Ends:
    """How every command by every seat, and by the referee, ends."""
    stood: Stood = {seat: _offers(game, state, seat) for seat in game.seats}
    known: dict[str, str] = {}
    return {
        (asked, seat): _end(game, state, seat, given, stood, known)
        for asked, given in {_asked(given): given for given in every}.items()
        for seat in (*game.seats, REFEREE)
    }


def told(ended: Ends) -> Iterator[str]:
    """What ends alike stands together."""
    alike: dict[str, dict[str, list[Seat]]] = {}
    everybody = dict.fromkeys(seat for _, seat in ended)
    for (asked, seat), end in ended.items():
        alike.setdefault(end, {}).setdefault(asked, []).append(seat)
    for end, each in alike.items():
        by: dict[str, list[str]] = {}
        for asked, seats in each.items():
            by.setdefault("everybody" if len(seats) == len(everybody) else ", ".join(seats), []).append(asked)
        yield from (f"? {seats}: {listed(them)}" for seats, them in by.items())
        yield from end.split("\n")


def _asked(given: Given) -> str:
    return " ".join([given["type"], *(f"{name}={value!s}" for name, value in given.items() if name != "type")])


def _given(command: Command) -> str:
    """A command with what is given in it."""
    return _asked({"type": command.model_dump()["type"], **command.model_dump(exclude_defaults=True, exclude={"type"})})


def _end(game: AnyGame, state: Any, seat: Seat, given: Given, stood: Stood, known: dict[str, str]) -> str:
    """How a command ends: its refusal, or what is told, what changes, and who can do what then. ``known`` is what
    follows from events that were met before.
    """
    dice = SealedDice(SEED)
    try:
        events, after = play(game, state, seat, game.read_command(given), dice)
    except RuleError as refusal:
        return f"  ✗ {type(refusal).__name__}: {_here(game, state, str(refusal))}"
    met = f"{[event.model_dump(mode='json') for event in events]} {dice.rolls}"
    if met not in known:
        known[met] = "\n".join([_happened(game, events, dice), *_followed(game, state, after, stood)])
    return known[met]


def _here(game: AnyGame, state: Any, text: str) -> str:
    """A text that names where the game stands, as it reads at any moment."""
    _, found, phase = game.where(state).partition(": ")
    return text.replace(f"it is now {phase}.", "it is now (this phase).") if found else text


def _happened(game: AnyGame, events: Sequence[Event], dice: SealedDice) -> str:
    told = (f"  {_told(notice)}" for event in events for notice in game.tell(event))
    types = " ".join(event.type for event in events)
    return "\n".join(["".join([f"  {types}", *(f", {roll.glyphs}" for roll in dice.rolls)]), *told])


def _followed(game: AnyGame, state: Any, after: Any, stood: Stood) -> Iterator[str]:
    """What has changed: the state, and what each seat is offered."""
    yield from (f"  · {each}" for each in differences(state, after))
    changes: dict[str, list[Seat]] = {}
    for each in game.seats:
        then = _offers(game, after, each)
        if gone := [offer for offer in stood[each] if offer not in then]:
            changes.setdefault(f"no more: {_labels(gone)}", []).append(each)
        if new := [offer for offer in then if offer not in stood[each]]:
            changes.setdefault(f"may: {_labels(new)}", []).append(each)
    yield from (f"  {_sides(game, seats)} {change}" for change, seats in changes.items())


def _labels(offers: Iterable[tuple[str, str]]) -> str:
    """The labels of offers, each subject once."""
    parts = ((subject, " | ".join(label for _, label in own)) for subject, own in groupby(offers, lambda each: each[0]))
    return "; ".join(f"{subject}: {labels}" if subject else labels for subject, labels in parts)


def differences(state: Any, after: Any) -> Iterator[str]:
    """What has changed in a state; the values of a thing that is new or gone stand in one line."""
    before, now = dict(_leaves("", state)), dict(_leaves("", after))
    names = [name for name in dict.fromkeys((*before, *now)) if before.get(name) != now.get(name)]
    names = [name for name in names if not _is_emptied(name, before, now) and not _is_emptied(name, now, before)]
    for (thing, is_new, is_gone), own in groupby(
        names, lambda each: (_thing(each), each not in before, each not in now)
    ):
        if thing and (is_new or is_gone):
            values = ", ".join(f"{name.removeprefix(thing).strip('.')} {(before | now)[name]}".strip() for name in own)
            yield f"{thing}: – → {values}" if is_new else f"{thing}: {values} → –"
        else:
            yield from (f"{name}: {_became(before.get(name, '–'), now.get(name, '–'))}" for name in own)


def _is_emptied(name: str, full: Mapping[str, str], empty: Mapping[str, str]) -> bool:
    """Whether nothing stands where several values stood: they are told."""
    is_nothing = name not in full and empty[name] in ("None", "none", SET)
    return is_nothing and any(each.startswith((f"{name}.", f"{name}[")) for each in full)


def _became(old: str, new: str) -> str:
    """How a value changed; of a set, what came and what went."""
    if not (old.startswith(SET) and new.startswith(SET)):
        return f"{old.removeprefix(SET) or 'none'} → {new.removeprefix(SET) or 'none'}"
    was, now = (each.removeprefix(SET).split(", ") for each in (old, new))
    changes = (*(f"− {each}" for each in was if each not in now), *(f"+ {each}" for each in now if each not in was))
    return ", ".join(each for each in changes if each[2:])


def _thing(name: str) -> str:
    """The thing to which a value belongs: one of a row, or a part of the state."""
    row, found, _ = name.partition("]")
    return row + found if found else name.partition(".")[0] if "." in name else ""


def _seen(game: AnyGame, state: Any, endings: Iterable[Given], lists: dict[str, str]) -> Iterator[str]:
    """What everybody sees. ``lists`` keeps the long lists of choices by their names."""
    yield from (f"status: {_told(notice)}" for notice in game.status(state))
    yield from (f"pool: {_told(notice)}" for notice in game.pool(state))
    yield from (f"ledger: {each}" for each in _together(game.ledger(state)))
    to_come = _choice([*map(str, game.remaining_phases(state))], lists)
    yield f"where: {game.where(state)}, phase {game.phase(state)}; to come: {to_come}"
    dues: dict[str, list[Seat]] = {}
    for seat, due in game.due(state).items():
        dues.setdefault(f"{due.whose.name}: {due.whole}", []).append(seat)
    yield from (f"due of {_sides(game, seats)}, {due}" for due, seats in dues.items())
    yield from (f"figure: {each.name} {each.value}" for each in game.figures(state))
    drawn = game.picture(state, Past(states=(state,)))
    yield from (f"picture: {each}" for each in (str(drawn.words).split(". ") if drawn else ()))
    yield from (f"hand: {each}" for each in _together(line for seat in game.seats for line in game.hand(state, seat)))
    for seat in game.seats:
        yield from _of_a_seat(game, state, seat)
    offered: dict[str, list[Seat]] = {}
    for seat in game.seats:
        for offer in game.offers(state, seat):
            offered.setdefault(_offer(offer, lists), []).append(seat)
    yield from (f"{_sides(game, seats)} may: {offer}" for offer, seats in offered.items())
    yield from _facts(f"{fact.shown}{' (settable)' if fact.is_settable else ''}" for fact in game.facts(state))
    ended: dict[str, list[str]] = {}
    for given in endings:
        ended.setdefault(_ending(game, state, given), []).append(_asked(given))
    yield from (f"{listed(asked)}: {ending}" for ending, asked in ended.items())


def _facts(shown: Iterable[str]) -> Iterator[str]:
    """Facts, with all of the same thing in a line."""
    for about, own in groupby(shown, lambda each: each.partition(": ")[0] if each.count(": ") > 1 else ""):
        if about:
            yield f"fact: {about}: {'; '.join(each.removeprefix(f'{about}: ') for each in own)}"
        else:
            yield from (f"fact: {each}" for each in own)


def _sides(game: AnyGame, seats: Sequence[Seat]) -> str:
    return "All sides" if len(seats) == len([*game.seats]) > 1 else ", ".join(seats)


def _ending(game: AnyGame, state: Any, given: Given) -> str:
    """Who could still act in what a command ends, and what each would lose by it."""
    command = game.read_command(given)
    try:
        acting = f"acted on by {', '.join(sorted(game.acting(state, command))) or 'nobody'}"
        lost = (f"  {seat} would lose: {each}" for seat in game.seats for each in game.lost(state, seat, command))
        return "\n".join([acting, *lost])
    except RuleError as refusal:
        return f"✗ {type(refusal).__name__}: {refusal}"


def _of_a_seat(game: AnyGame, state: Any, seat: SideSeat) -> Iterator[str]:
    default = game.default(state, seat)
    orderable = game.orderable(state, seat)
    orders = dict[str, GameCommand[Any, Any] | None]()
    for when, row in orderable.rows.items() if orderable is not None else ():
        for do in row.deeds(Order(do="")):
            followed = orderable.followed((Order(do=do, when=when),)) if orderable is not None else ()
            commands = (each.command for each in followed if isinstance(each.command, GameCommand))
            orders.setdefault(do, next(commands, None))
    done = (f"; ordered {order}: {_given(command)}" for order, command in orders.items() if command)
    idle = ", ".join(order for order, command in orders.items() if not command)
    yield f"{seat}: by default {default and _given(default)}{''.join(done)}" + (
        f"; idle orders: {idle}" if idle else ""
    )


def _offer(offer: Offer, lists: dict[str, str]) -> str:
    flags = "".join(f" – {name}" for name in ("secret", "minor", "dice") if getattr(offer, name))
    form = f" {{{', '.join(offer.inputs)}}}" if offer.inputs else ""
    choices = ((name, _choice([each.value for each in offer.of(name)], lists)) for name in offer.chosen_from)
    form += "".join(f" {name}: {choice}" for name, choice in choices)
    form += "".join(f" {name}? {said}" for name, said in offer.questions.items())
    label = f"{offer.subject}: {offer.label}" if offer.subject else str(offer.label)
    return f"{label} [{_given(offer.command)}]{form}{flags} @{offer.version}"


def _choice(values: Sequence[str], lists: dict[str, str]) -> str:
    """Some choices, or the name of a long list of them."""
    text = " | ".join(values)
    if len(values) <= LONG:
        return text
    name = f"{values[0]} … {values[-1]} ({len(values)})"
    while lists.setdefault(name, text) != text:
        name += "*"
    return name


def _offers(game: AnyGame, state: Any, seat: Seat) -> tuple[tuple[str, str], ...]:
    """The subject and the label of each."""
    return tuple(dict.fromkeys((str(offer.subject or ""), str(offer.label)) for offer in game.offers(state, seat)))


def _told(notice: Notice) -> str:
    where = f"({notice.section}) " if notice.section else ""
    return f"{where}to {notice.seat}: {notice}" if isinstance(notice, Secret) else f"{where}{notice}"


def _together(notices: Iterable[Notice]) -> Iterator[str]:
    """Notices, with all who read the same."""
    readers: dict[tuple[str, str], list[str]] = {}
    for each in notices:
        where = f"({each.section}) " if each.section else ""
        readers.setdefault((where, str(each)), []).append(each.seat if isinstance(each, Secret) else "")
    for (where, text), seats in readers.items():
        yield f"{where}to {', '.join(seats)}: {text}" if any(seats) else f"{where}{text}"


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
        yield name, SET + ", ".join(sorted(map(str, value)))
    elif isinstance(value, tuple) and any(isinstance(each, Frozen) for each in value):
        for place, each in enumerate(value):
            yield from _leaves(f"{name}[{place}]", each)
    elif isinstance(value, tuple):
        yield name, "; ".join(map(str, value)) or "none"
    else:
        yield name, str(value)
