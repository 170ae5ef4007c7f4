"""A position: what lies on a table, told whole; and what the correction of an earlier result changes of it.

Telling is not doing: nothing is drawn, dealt, rolled or followed by it. What a position does not name stays.
"""

from abc import abstractmethod
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Annotated, Any, ClassVar, Generic, LiteralString

from pydantic import Field
from typing_extensions import override

from rules.command import D, Part, S
from rules.dice import Dice
from rules.errors import NotNow, NotThere, RuleError
from rules.frozen import Frozen
from rules.kit.facts import Changed, Declared, Entered, Entry, Facts, Value
from rules.line import Line, Listed, line
from rules.notice import Kind, Notice, Public, tell_all, tell_next
from rules.seat import Seat
from rules.secrets import folded, most_like, quote

MOST_FACTS = 400
"""A position names at most so many facts: more than any board has."""
NO_REASON: LiteralString = "“{label}”: {fault}"
NO_PLACE: LiteralString = "“{label}” does not go together with the rest, or names more than there are."
GONE = "~"  # typed of a fact that the correction takes back
LONGEST = 2000  # all the markers or cards of a side
Typed = Annotated[str, Field(max_length=LONGEST)]


class PositionTaken(Entered[D, S], Generic[D, S], named=""):
    """The game was set to how it stands on the players' table."""

    is_landmark = True
    begins_step = True

    @classmethod
    @override
    @abstractmethod
    def known(cls, data: D) -> Facts:
        """Return the facts of a position, in the order in which they are put."""

    @classmethod
    def names(cls, data: D) -> Mapping[str, Collection[str]]:
        """Return the names that are printed for families of facts."""
        return {}

    def settled(self, data: D, state: S) -> S:
        """Return the state with what follows from the facts by themselves: nothing is under way any more."""
        return state

    @override
    def apply(self, data: D, state: S) -> S:
        return self.settled(data, super().apply(data, state))

    @override
    def tell(self, data: D) -> Iterable[Notice]:
        facts = self.known(data)
        if not self.changes:
            yield tell_all("The game stands as it does on your table.")
        yield from (facts[each.fact].tell(each.before, each.after) for each in self.changes)


class Mended(Frozen):
    """What a correction says of the result ``of`` an entry: its ``title``, whether dice ``fell`` for it, what was
    ``answered`` and how that reads now, and which ``later`` results counted with it.
    """

    of: int
    title: Line
    fell: bool = False
    answered: tuple[Line, ...] = ()
    later: tuple[Line, ...] = ()


class ResultCorrected(PositionTaken[D, S], Generic[D, S], named=""):
    """A result was corrected: its table was read again with the die that fell. What was done since stands."""

    is_landmark = False
    mended: Mended

    @override
    def settled(self, data: D, state: S) -> S:
        return state

    @override
    def tell(self, data: D) -> Iterable[Notice]:
        facts, mended = self.known(data), self.mended
        yield tell_all("{title} is corrected.", title=mended.title)
        if mended.fell:
            yield tell_all("The dice stay as they fell.")
        yield from map(Public, mended.answered)
        for each in self.changes:
            yield facts[each.fact].tell(each.before, each.after)
            board = facts[each.fact].tell_board(each.after, each.before)
            yield from (notice for notice in board if notice.kind is Kind.BOARD)
        if mended.later:
            yield tell_all("These counted with what was wrong, and stand: {results}.", results=Listed(mended.later))
            yield tell_next("*Correct…* in the menu of their messages (Apps) puts them right, too.")


class TakesPosition(Entry[D, S], Generic[D, S], named=""):
    """The base of what sets the game to the players' table."""

    title = "Set to your table"
    wish = "set the game to how your table stands"
    needs_consent = True
    is_correction = False
    stands_alone = False
    is_told = True
    event: ClassVar[type[PositionTaken[Any, Any]]]

    @override
    def decide(self, data: D, state: S, seat: Seat, dice: Dice) -> Part[S]:
        return (yield self.taken(data, state))

    def taken(self, data: D, state: S) -> PositionTaken[Any, Any]:
        """Put one fact after the other. Raises ``NotThere`` for what cannot be true together with the rest."""
        said, now, changes = [*self.values(data, state)], state, list[Changed]()
        for fact, value in said:
            if {value} != {fact.value(state), fact.value(now)}:  # what is put before can change what comes after
                changes.append(Changed(fact=fact.key, before=fact.value(state), after=value))
            now = fact.put(now, value)
        event = self.made(tuple(changes))
        after = event.apply(data, state)
        if odd := [line(NO_PLACE, label=fact.label) for fact, value in said if fact.value(after) != value]:
            raise NotThere("{faults}", faults=Listed(odd, "\n"))
        return event

    def made(self, changes: tuple[Changed, ...]) -> PositionTaken[Any, Any]:
        """Return the event that some changes make."""
        return self.event(changes=changes)

    @override
    def differs(self, data: D, state: S) -> Iterator[Line]:
        facts = self.event.known(data)
        for fact, value in self.values(data, state):
            if (before := fact.value(state)) != value:
                yield facts[fact.key].tell(before, value).line

    @override
    def said(self) -> Iterator[Line]:
        return iter(())  # what differs says it


class TakePosition(TakesPosition[D, S], Generic[D, S], named=""):
    """Set the game to a position: what players call each fact, with what it says."""

    table: Annotated[tuple[tuple[Typed, Typed], ...], Field(max_length=MOST_FACTS)]

    @override
    def taken(self, data: D, state: S) -> PositionTaken[Any, Any]:
        if not [*self.differs(data, state)]:
            raise NotNow("The game stands like that already.")
        return super().taken(data, state)

    def values(self, data: D, state: S) -> Iterable[tuple[Declared, Value]]:
        """Return what is said of which facts, as they are put. Raises ``NotThere`` with every fault in it."""
        facts, names, faults = self.event.known(data), self.event.names(data), list[Line]()
        said = dict[str, tuple[Declared, Value]]()
        for name, typed in self.table:
            try:
                fact = facts.called(name)
                family, _, given = fact.key.partition(" ")
                if given and family in names:
                    fact = facts[f"{family} {_printed(given, names[family])}"]
                if fact.key in said:
                    raise NotThere("This stands there twice.")
                if typed != GONE or fact.fades:
                    said[fact.key] = fact, fact.blank if typed == GONE else fact.read(data, typed)
            except RuleError as error:
                faults.append(line(NO_REASON, label=quote(name, 60), fault=error.text))
        if faults:
            raise NotThere("{faults}", faults=Listed(faults, "\n"))
        order = {key: place for place, key in enumerate(facts.single)}
        return sorted(said.values(), key=lambda each: order.get(each[0].key, len(order)))


def _printed(given: str, names: Collection[str]) -> str:
    """Return the name that was given in any letter case. Raises ``NotThere`` with the one most like it."""
    known = {folded(name): name for name in names}
    if folded(given) not in known:
        near = most_like(given, names)
        raise NotThere("There is no “{name}”. Is it “{near}”?", name=quote(given, 40), near=quote(near))
    return known[folded(given)]


class CorrectResult(TakePosition[D, S], Generic[D, S], named=""):
    """Correct the result that is ``mended`` ``by`` other fields, as JSON: ``table`` is how the board stands then."""

    title = "Result corrected"
    needs_consent = False
    is_correction = True
    stands_alone = True
    mended: Mended
    by: str

    @override
    def taken(self, data: D, state: S) -> PositionTaken[Any, Any]:
        return TakesPosition.taken(self, data, state) if self.mended.answered else super().taken(data, state)

    @override
    def made(self, changes: tuple[Changed, ...]) -> PositionTaken[Any, Any]:
        return self.event(changes=changes, mended=self.mended)  # type: ignore[call-arg]  # a correction's event has it


Told = Mapping[str, Value]
"""What lies on a table, by what players call it."""


def moves(then: Told, after: Told) -> Mapping[str, Any]:
    """Return what of a table moves: a number by how much, of several things what goes and what comes, else to what."""
    moved = dict[str, Any]()
    for label in (each for each in {**after, **then} if then.get(each) != after.get(each)):
        was, value = then.get(label), after.get(label)
        if type(value) is int and (was is None or type(was) is int):
            moved[label] = value - (was or 0)
        elif isinstance(value, tuple):
            before = Counter[Any](was if isinstance(was, tuple) else ())
            moved[label] = before - Counter(value), Counter[Any](value) - before
        else:
            moved[label] = (value,)
    return moved


def amended(then: Told, corrected: Told, now: Told) -> Iterator[tuple[str, str]]:
    """Yield how facts of a table stand ``now`` that stood otherwise ``then`` if a result is ``corrected``, as they are
    typed. A number moves by as much; what something else has changed since stays.
    """
    for label, move in moves(then, corrected).items():
        here = now.get(label)
        if isinstance(move, int):
            if here is None or type(here) is int:
                yield label, str((here or 0) + move)
        elif len(move) > 1:
            if isinstance(here, tuple):
                yield label, typed(tuple((Counter[Any](here) - move[0] + move[1]).elements()))
        elif here == then.get(label):
            yield label, typed(corrected[label]) if label in corrected else GONE


def in_turn(title: Line, turn: int) -> Line:
    """Return a result's title with its turn (0 in a game without turns)."""
    return line("“{title}” of turn {turn}", title=title, turn=turn) if turn else line("“{title}”", title=title)


def typed(value: Value) -> str:
    """Return the value of a fact as a player types it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "; ".join(map(str, value)) if isinstance(value, tuple) else "" if value is None else str(value)
