"""What does not fit together in the file of a group's own game. What passes was played at every corner: each action,
draw, card and scenario, with the least and the most of all that is rolled and answered.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

from pydantic import ValidationError

from rules.command import GameCommand
from rules.dice import Dice, Roll
from rules.errors import NotNow, NotThere, RuleError
from rules.faults import message_of
from rules.frozen import Frozen
from rules.game import Game
from rules.games.declared import language
from rules.games.declared.board import openings
from rules.games.declared.data import PARTS, TURN, DeclaredData, Loc, are_bands, in_short
from rules.games.declared.language import DICE, EACH, FULL, MOST_INPUTS, OTHER, YES, Of
from rules.games.declared.play import FIELDS, Act, Draw, Play, asked_now, questions
from rules.games.declared.state import State, Zone, begun
from rules.kit.facts import Declared, Flag, OneOf, Some, Track
from rules.line import Line, Listed, line
from rules.log import begin
from rules.printed.table import Band
from rules.seat import REFEREE, SideSeat
from rules.secrets import folded, likeness, most_like, plain

T = TypeVar("T")
Found = Iterator[tuple[Loc, Line]]
Own = Game[DeclaredData, State]
Given = GameCommand[Any, Any]
MOST_KEYS, MOST_PIECES = 130, 600
"""So many facts and piles, and so many chits and cards, a file declares at most."""
AMOUNTS = ("draw", "count", "value", "shift")
"""The fields that are a number, or what a track or an answer says."""
SAID = tuple(each for each in PARTS if each != "texts")
"""The parts whose names and sentences can have words in other languages."""
NO_SECRET = Line("what one side alone reads decides nothing that all can see")


def faults(game: Own) -> Found:
    """Yield what does not fit together in a game's file, each with its place there."""
    told = [*Checks(game.data).all()]
    yield from dict.fromkeys(told or corners(game))


def unfit(data: DeclaredData, before: DeclaredData, state: State) -> Found:
    """Yield what a campaign has that a newer file of its game has no more, or otherwise. Whatever lies in a pile counts
    as if it was held, so that nobody learns who holds what.
    """
    action = state.deed.action if state.deed else ""
    gone = {*before.sides} ^ {*data.sides} | {action} - {"", *data.actions}
    less = {key for key, (fact, _, _) in before.facts.items() if not holds(data.facts.get(key), fact)}
    gone |= less - {*data.facts}
    gone |= {id_.split("/")[0] for id_, (key, _, _) in before.pieces.items() if data.pieces.get(id_, ("",))[0] != key}
    if gone:
        yield (), line("the file no longer has these as they were: {names}", names=Listed(sorted(gone)))
    if less & {*data.facts}:
        yield (), line("these could say more than they can now: {names}", names=Listed(sorted(less & {*data.facts})))
    if state.phase >= len(data.phases):
        said = "the turn has {count} {count:phase|phases}, and play is in a later one"
        yield (), line(said, count=len(data.phases))


def holds(now: tuple[Declared, language.FactOf, SideSeat | None] | None, before: Declared) -> bool:
    """Return whether a fact of a newer file can say all that it could say before."""
    match now, before:
        case (Track() as track, _, _), Track():
            return bool(track.low <= before.low and track.high >= before.high)  # type: ignore[operator]  # numbers
        case (OneOf() | Some() as fact, _, _), OneOf() | Some():
            return type(fact) is type(before) and {*before.words} <= {*fact.words}
    return now is not None and type(now[0]) is type(before)


class Checks:
    """A file, and the names that can be used in it."""

    def __init__(self, data: DeclaredData) -> None:
        self.data, first = data, data.seated[0]
        self.known: dict[str, Collection[str]] = {
            "sides": {*data.sides, *data.alliances},
            "phases": [each.name for each in data.turn.phases],
            "piles": [name for name, pile in data.every_pile.items() if not pile.into],
            "things": [thing.name for pile in data.every_pile.values() for thing in pile.holds],
            "tables": data.table,
            "tracks": data.track,
            "sums": [
                name for name in (*data.every_fact, *data.facts) if isinstance(data.fact(name, first), Track | Some)
            ],
            "facts": {*data.every_fact, *data.facts},
        }

    def all(self) -> Found:
        """Yield every fault."""
        data, kinds = self.data, self.data.kinds
        yield from self.sizes_and_names()
        taken = (REFEREE, EACH, OTHER, TURN)
        names = (*data.sides, *data.alliances, *taken)
        if len({*map(folded, names)}) < len(names):
            yield ("sides",), line("each side needs a name of its own, and none is {names}", names=Listed(taken))
        for name, members in data.alliances.items():
            yield from named(("alliances", name), members, data.sides)
        yield from self.used(data, ())
        for loc, fact in (((kind, name), fact) for kind, of in kinds.items() for name, fact in of.items()):
            yield from self.of_fact(loc, fact)
        for name, table in data.table.items():
            yield from self.of_table(("table", name), table)
        said = {*data.facts, *data.piles, *map(in_short, data.effects)}.union(
            *(words_in(getattr(data, e)) for e in (*SAID, "seats"))
        )
        for language_, words in data.texts.items():
            yield from (each for word in words for each in named(("texts", language_, word), word, said))
        yield from self.unread()
        for name, action in data.action.items():
            yield from self.asked_otherwise(("action", name), action)
            if len(questions(data, State(), data.called(action.side)[0], name)) > MOST_INPUTS:
                yield ("action", name), line("it asks more than {most} things at once", most=MOST_INPUTS)

    def unread(self) -> Found:
        """Yield a fault for words in English, which nobody would read, and for what a scenario would tell all."""
        if "en" in self.data.texts:
            yield ("texts", "en"), Line("who reads English reads the file itself; its French stands in `texts.fr`")
        for name, facts in self.data.scenario.items():
            for fact in (each for each in facts if each.rpartition(": ")[2] in self.data.secrets):
                yield ("scenario", name, fact), Line("what is secret begins at its `start`, or its side enters it")

    def asked_otherwise(self, loc: Loc, action: language.ActionOf) -> Found:
        """Yield a fault for each question that an action asks in two ways, or of two cards of a pile."""
        found = dict[str, tuple[Any, ...]]()
        for step in action.steps:
            asks = [*self.data.asks(step, self.data.called(action.side)[0])]
            asks += [(step, tuple(step.of))] if step.question and step.side else []
            for ask, of in asks:
                said = ask.min, ask.max, ask.words, of, ask.side, step.question and id(step)
                if found.setdefault(ask.question, said) != said or ask.question in self.values_of(action):
                    yield loc, line("it asks “{name}” in two ways", name=plain(ask.question))

    def sizes_and_names(self) -> Found:
        """Yield a fault for each name that is used twice, and where there is more than a game can have."""
        data = self.data
        kinds: Any = (*self.data.kinds.items(), ("cup", data.cup), ("deck", data.deck))
        keys = [((kind, n), k) for kind, of in kinds for n, each in of.items() for k, _ in data.owned(n, each.side)]
        yield from twice([((), TURN), ((), "phase"), *keys])
        yield from twice([(("turn", "phases"), each.name) for each in data.turn.phases])
        yield from twice([((kind, name), name) for kind in ("cup", "deck") for name in getattr(data, kind)])
        for kind, of in kinds[len(data.kinds) :]:
            for name, pile in of.items():
                yield from twice([((kind, name), thing.name) for thing in pile.holds])
        sides = {EACH: len(data.sides)}
        pieces = (sides.get(p.side, 1) * len(each.turns) for p in data.every_pile.values() for each in p.holds)
        if len(keys) > MOST_KEYS or sum(pieces) > MOST_PIECES:
            said = "it has at most {facts} facts and piles and {pieces} chits and cards, those of each side counted"
            yield (), line(said, facts=MOST_KEYS, pieces=MOST_PIECES)
        for name in ("difficulties", "lesson", "own"):
            if getattr(data, name):
                yield (name,), Line("there is no such field")

    def used(self, part: Any, loc: Loc, answers: frozenset[str] = frozenset()) -> Found:
        """Yield a fault for each name that a part of the file uses and nobody declares, and each value that does not
        fit its fact.
        """
        if hasattr(part, "when"):
            yield from self.conditions((*loc, "when"), part.when, answers)
        if isinstance(part, language.ActionOf | language.TableOf):
            answers = self.questions_of(part) | self.asked_before(str(loc[-1]))
        if isinstance(part, Frozen):
            yield from self.names(part, loc, answers)
        for key, each in inside(part):
            written = {"cup": "chits", "deck": "cards"}[str(loc[0])] if key == "holds" else key
            yield from self.used(each, (*loc, written), answers)

    def questions_of(self, part: language.ActionOf | language.TableOf) -> frozenset[str]:
        """Return what a table asks, or an action and the tables on which it rolls."""
        if isinstance(part, language.TableOf):
            return frozenset(each.ask for each in part.asks)
        rolled = [self.data.table[step.roll] for step in part.steps if step.roll in self.data.table]
        values = self.values_of(part)
        return frozenset({each.question for each in part.steps} | values).union(*map(self.questions_of, rolled))

    def values_of(self, action: language.ActionOf) -> set[str]:
        """Return the names of the values that the cards have which an action spends."""
        spent = {each.discard for each in action.steps} - {""}
        piles = [pile for name, pile in self.data.every_pile.items() if spent & {name, pile.into}]
        return {value for pile in piles for thing in pile.holds for value in thing.values}

    def names(self, part: Frozen, loc: Loc, answers: frozenset[str]) -> Found:
        """Yield the faults of the names that one part uses itself."""
        for field, info in type(part).model_fields.items():
            value = getattr(part, field)
            for mark in info.metadata:
                if isinstance(mark, Of) and not (
                    isinstance(part, language.Step) and mark.kind == "tables" and DICE.fullmatch(value or "")
                ):
                    also = (OTHER if isinstance(part, language.Ask) else EACH,) if mark.kind == "sides" else ()
                    yield from named((*loc, field), value, {*self.known[mark.kind], *also})
                if mark == Of("tracks") and isinstance(value, str) and value in self.data.secrets:
                    yield (*loc, field), NO_SECRET
                if mark == Of("tables") and isinstance(part, language.Effect) and self.is_asking(value):
                    yield (*loc, field), Line("that table asks something: an action can roll on it")
            if field in AMOUNTS and isinstance(value, str) and Of("piles") not in info.metadata:
                yield from named((*loc, field), value, {*answers, *self.known["tracks"], FULL})
                yield from [((*loc, field), NO_SECRET)] if value in self.data.secrets else ()
            for name, to in getattr(part, field).items() if field in ("add", "set") else ():
                yield from self.changes((*loc, field), name, to, answers)

    def is_asking(self, table: str) -> bool:
        """Return whether somebody must be asked when a table is read."""
        return table in self.data.table and any(self.data.asks(language.Step(roll=table), self.data.seated[0]))

    def changes(self, loc: Loc, name: str, to: Any, answers: Collection[str]) -> Found:
        """Yield a fault where a fact cannot be set to a value, or nothing can be added to it."""
        fact = self.data.fact(name, self.data.seated[0])
        if isinstance(to, str) and to in self.data.secrets:
            yield loc, NO_SECRET
        if isinstance(to, str) and loc[-1] == "set" and to in answers and name.rpartition(": ")[2] in self.data.secrets:
            yield loc, Line("all would read the answer: what one side alone reads, it enters in its hand")
        if isinstance(to, str) and (isinstance(fact, Track) or (loc[-1] == "add" and fact is None)):
            yield from named(loc, to, {*answers, *self.data.track})
        elif fact is not None:
            yield from self.fits(loc, fact, to, is_sum=loc[-1] == "add")

    def asked_before(self, table: str) -> frozenset[str]:
        """Return what the actions that roll on a table ask."""
        rolling = (each for each in self.data.action.values() if any(step.roll == table for step in each.steps))
        return frozenset[str]().union(*map(self.questions_of, rolling))

    def fits(self, loc: Loc, fact: Declared, value: Any, *, is_sum: bool = False) -> Found:
        """Yield a fault where a fact cannot say a value, or nothing can be added to it."""
        kinds = {Track: int, OneOf: str, Some: str | tuple}
        try:
            is_kind = isinstance(value, kinds.get(type(fact), bool)) and isinstance(value, bool) == isinstance(
                fact, Flag
            )
            is_sum = is_sum and isinstance(fact, Track)
            if not is_kind or not (is_sum or fact.check(self.data, value) in (value, (value,))):
                raise NotThere("it does not fit “{fact}”", fact=fact.label)
        except RuleError as refusal:
            yield loc, refusal.text

    def of_fact(self, loc: Loc, fact: language.FactOf) -> Found:
        """Yield the faults of a track, a flag, a choice or counters."""
        if fact.secret and fact.side not in (*self.data.sides, EACH):
            yield loc, Line("what is secret needs a side that reads it")
        if loc[0] in ("choice", "counters") and not fact.of:
            yield loc, Line("say in `of` what it is chosen from")
        elif loc[0] == "choice" and (bands := [each for each in fact.of if are_bands([each])]):
            yield (*loc, "of"), line("these read like numbers: {names}", names=Listed(bands))
        elif fact.min > fact.max:
            yield loc, Line("its `min` is above its `max`")
        elif fact.secret and fact.at:
            yield (*loc, "at"), NO_SECRET
        elif fact.start is not None:
            key, _ = next(self.data.owned(str(loc[1]), fact.side))
            yield from self.fits((*loc, "start"), self.data.facts[key][0], fact.start)

    def conditions(self, loc: Loc, when: Mapping[str, Any], answers: Collection[str]) -> Found:
        """Yield the faults of conditions."""
        for name, wanted in when.items():
            yield from named((*loc, name), (name,), {*self.known["facts"], *self.data.facts, *answers, TURN})
            fact = name.partition(": ")[2] if name in self.data.facts and name not in self.data.every_fact else name
            is_of_pile = loc[0] in ("cup", "deck") and len(loc) == len(("deck", "its name", "when"))
            is_for_all = loc[0] == "turn" or is_of_pile
            if fact in self.data.secrets and (is_for_all or fact != name or self.is_seen_by_others(loc, fact)):
                yield (*loc, name), NO_SECRET
            if is_for_all and name in self.data.every_fact and self.data.every_fact[name].side == EACH:
                said = "each side has its own: write “{side}: {name}”"
                yield (*loc, name), line(said, side=plain(self.data.sides[0]), name=plain(name))
            if fact in self.data.choice:
                yield from named((*loc, name), (str(wanted),), self.data.choice[fact].of)
            is_number = fact in (*self.data.track, TURN)
            is_odd = is_number if isinstance(wanted, bool) else not are_bands([str(wanted)])
            if is_odd and fact not in self.data.choice and name not in answers:
                yield (*loc, name), line("“{text}” is no range of numbers", text=plain(str(wanted)))

    def is_seen_by_others(self, loc: Loc, secret: str) -> bool:
        """Return whether another side than the one that reads a secret fact sees what it decides."""
        if loc[0] == "table" or "steps" in loc:
            return True
        part = getattr(self.data, str(loc[0]))[loc[1]]
        part, owner = self.data.every_pile.get(getattr(part, "into", ""), part), self.data.every_fact[secret].side
        return owner != EACH and self.data.called(language.one(part.side)) != (owner,)

    def of_table(self, loc: Loc, table: language.TableOf) -> Found:
        """Yield the faults of a table: holes, what the dice can show and no row has, what its columns lack."""
        if table.columns and not table.across:
            yield loc, Line("say in `across` what the columns are found by")
        try:
            printed = self.data.printed(str(loc[1]), table)
        except ValidationError as error:
            yield (*loc, "rows"), message_of(error.errors()[0])
            return
        if table.across in self.data.secrets:
            yield (*loc, "across"), NO_SECRET
        number, sides = map(int, table.dice.split("d"))
        ends = [self.range_of(each.value, table) for each in table.drms]
        least = number + sum(min(low, 0) for low, _ in ends)
        most = number * sides + sum(max(high, 0) for _, high in ends)
        yield from covered((*loc, "rows"), printed.rows, range(least, most + 1))
        if are_bands(table.columns) and (fact := self.data.track.get(table.across)) is not None:
            yield from covered((*loc, "columns"), table.columns, range(fact.min, fact.max + 1))
        elif (words := self.data.choice.get(table.across)) is not None and {*words.of} != {*table.columns}:
            yield (*loc, "columns"), line("the columns are {names}", names=Listed(words.of))
        elif words is None and table.across in self.data.every_fact and not are_bands(table.columns):
            yield (*loc, "columns"), Line("the columns must be numbers here")

    def range_of(self, value: int | str, table: language.TableOf) -> tuple[int, int]:
        """Return the least and the most that a modifier of a table is."""
        if isinstance(value, int):
            return value, value
        steps = (step for action in self.data.action.values() for step in action.steps)
        said = self.data.track.get(value) or next(
            (each for each in (*table.asks, *steps) if each.question == value), None
        )
        if said is not None:
            return said.min, 1 if said.max is None else said.max
        values = [thing.values[value] for _, thing, _ in self.data.pieces.values() if value in thing.values]
        return min(values, default=0), max(values, default=0)


def twice(names: Sequence[tuple[Loc, str]]) -> Found:
    """Yield a fault for each name that another one is like, whatever its capitals."""
    every = Counter(folded(name) for _, name in names)
    said = "“{name}” is used twice; Turn and Phase are there already"
    yield from ((loc, line(said, name=plain(name))) for loc, name in names if loc and every[folded(name)] > 1)


def inside(part: Any) -> Iterable[tuple[str | int, Any]]:
    """Return what a part of the file holds, each with its key or place."""
    if isinstance(part, Frozen):
        return [(field, getattr(part, field)) for field in type(part).model_fields]
    return part.items() if isinstance(part, Mapping) else enumerate(part) if isinstance(part, tuple) else ()


def words_in(part: Any) -> Iterator[str]:
    """Yield the names and the sentences of a part of the file."""
    if isinstance(part, str):
        yield part
    for key, each in inside(part):
        yield from (str(key), *words_in(each))


def named(loc: Loc, given: Any, known: Collection[str]) -> Found:
    """Yield a fault for each name that is not known, with the one most like it."""
    for name in (given,) if isinstance(given, str) else given if isinstance(given, Iterable) else ():
        if name and name not in known:
            near = most_like(name, known)
            near = near if likeness(name, near) >= len(name) else ""
            said = "there is no “{name}”. Did you mean “{near}”?" if near else "there is no “{name}”"
            yield loc, line(said, name=plain(name, 60), near=plain(near))


def covered(loc: Loc, bands: Iterable[str], numbers: range) -> Found:
    """Yield a fault where some numbers are in none of the bands."""
    read = [*map(Band.read, bands)]
    if missing := [each for each in numbers if not any(each in band for band in read)]:
        yield loc, line("nothing stands there for {numbers}", numbers=Listed(missing[:10]))


class Corner(Dice):
    """Dice that all show their least, or all their most."""

    def __init__(self, *, most: bool) -> None:
        super().__init__()
        self.most = most

    @property
    def fall_by_themselves(self) -> bool:
        return True

    def roll(self, number: int, sides: int, *, secretly: bool = False) -> Roll:
        return Roll(sides=sides, faces=(sides if self.most else 1,) * number, first=0)

    def pick(self, number: int, cup: Sequence[T], *, secretly: bool = False) -> tuple[T, ...]:
        return tuple(cup[::-1] if self.most else cup)[:number]

    def salt(self, name: str) -> str:
        return name


def corners(game: Own) -> Found:
    """Play each scenario, action, draw and card at its corners, and yield what cannot be played."""
    data = game.data
    for name, command in openings(data).items():
        yield from played(game, begun(data), data.seated[0], command, ("scenario", name))
    for extreme, seat in product((False, True), data.seated):
        tracks = {key: fact for key, (fact, _, _) in data.facts.items() if isinstance(fact, Track)}
        facts = {key: (fact.high if extreme else fact.low) for key, fact in tracks.items()}
        state = begun(data).replace(facts=facts)
        for name, action in data.actions.items():
            spent = [data.pile(step.discard, seat) for step in action.steps if step.discard]
            held = state.moved([id_ for id_, (key, _, _) in data.pieces.items() if key in spent], Zone.HAND, seat)
            asks = zip(FIELDS, questions(data, held, seat, name), strict=False)
            given = {field: corner(ask, of, most=extreme) for field, (ask, of) in asks}
            if seat in data.called(action.side):
                yield from played(game, held, seat, Act(action=name, **given), ("action", name), most=extreme)
        for kind, of in (("cup", data.cup), ("deck", data.deck)):
            for name in of:
                key = data.pile(name, seat)
                yield from played(game, state, seat, Draw(pile=key), (kind, name), most=extreme)
                for id_ in {thing.name: id_ for id_, (pile, thing, _) in data.pieces.items() if pile == key}.values():
                    held = state.moved((id_,), Zone.HAND, seat)
                    yield from played(game, held, seat, Play(marker=id_), (kind, name), most=extreme)


def corner(ask: language.Ask, of: tuple[str, ...], *, most: bool) -> str:
    """Return the least or the most that can be answered."""
    words = of or (ask.blank, YES if ask.max is None else str(ask.max))
    return words[-1] if most else words[0]


def played(game: Own, state: State, seat: SideSeat, command: Given, loc: Loc, *, most: bool = False) -> Found:
    """Play a command in the first phase in which it is possible, and all that is asked then, and yield why it cannot
    be played.
    """
    for place in range(len(game.data.phases)):
        now, who, given = state.replace(phase=place), seat, command
        try:
            while True:
                events, now = begin(game, now, who, given, Corner(most=most))
                for event in events:
                    list(game.tell(event))
                if now.deed is None:
                    return
                step = game.data.actions[now.deed.action].steps[now.deed.at]
                who, answer = asked_now(game.data, now)[0], corner(step, tuple(step.of), most=most)
                given = Act(action=now.deed.action, first=answer)
        except NotNow:
            continue
        except RuleError as refusal:
            yield loc, refusal.text
            return
