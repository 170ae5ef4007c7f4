"""A position: what lies on a table, told whole and taken over with the consent of all sides.

Telling is not doing: nothing is drawn, dealt, rolled or asked by it, and no order is followed. What a position does not
name stays as it is.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, ClassVar, Generic, LiteralString

from pydantic import Field
from typing_extensions import override

from rules.command import D, Part, S
from rules.dice import Dice
from rules.errors import NotNow, NotThere, RuleError
from rules.kit.facts import LONGEST, Changed, Declared, Entered, Entry, Facts, Value
from rules.line import Line, Listed, line
from rules.notice import Notice, tell_all
from rules.seat import Seat
from rules.secrets import quote

MOST_FACTS = 400
"""A position names at most so many facts: more than any board has."""
NO_REASON: LiteralString = "“{label}”: {fault}"
Typed = Annotated[str, Field(max_length=LONGEST)]


class PositionTaken(Entered[D, S], Generic[D, S], named=""):
    """The game was set to how it stands on the players' table."""

    is_landmark: ClassVar[bool] = True
    begins_step: ClassVar[bool] = True

    @classmethod
    @abstractmethod
    def known(cls, data: D) -> Facts:
        """Return the facts of a position, in the order in which they are put."""

    def settled(self, data: D, state: S) -> S:  # noqa: ARG002 (most need no more)
        """Return the state with what follows from the facts by themselves: nothing is under way any more."""
        return state

    @override
    def apply(self, data: D, state: S) -> S:
        facts = self.known(data)
        for each in self.changes:
            state = facts[each.fact].put(state, each.after)
        return self.settled(data, state)

    @override
    def tell(self, data: D) -> Iterable[Notice]:
        facts = self.known(data)
        if not self.changes:
            yield tell_all("The game stands as it does on your table.")
        yield from (facts[each.fact].tell(each.before, each.after) for each in self.changes)


class TakesPosition(Entry[D, S], Generic[D, S], named=""):
    """The base of what sets the game to the players' table."""

    title: ClassVar[str] = "Set to your table"
    wish: ClassVar[str] = "set the game to how your table stands"
    needs_consent: ClassVar[bool] = True
    is_correction: ClassVar[bool] = False
    stands_alone: ClassVar[bool] = False
    is_told: ClassVar[bool] = True
    event: ClassVar[type[PositionTaken[Any, Any]]]

    @override
    def decide(self, data: D, state: S, seat: Seat, dice: Dice) -> Part[S]:
        """Put one fact after the other. Raises ``NotThere`` for what cannot be true together with the rest."""
        said, now, changes = [*self.values(data, state)], state, list[Changed]()
        for fact, value in said:
            if {value} != {fact.value(state), fact.value(now)}:  # what is put before can change what comes after
                changes.append(Changed(fact=fact.key, before=fact.value(state), after=value))
            now = fact.put(now, value)
        event = self.event(changes=tuple(changes))
        after = event.apply(data, state)
        for fact, value in said:
            if fact.value(after) != value:
                raise NotThere("“{label}” does not go together with the rest.", label=fact.label)
        return (yield event)

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
    def decide(self, data: D, state: S, seat: Seat, dice: Dice) -> Part[S]:
        if not [*self.differs(data, state)]:
            raise NotNow("The game stands like that already.")
        return (yield from super().decide(data, state, seat, dice))

    @override
    def values(self, data: D, state: S) -> Iterable[tuple[Declared, Value]]:
        """Return what is said of which facts, in the order in which they are put. Raises ``NotThere`` with every fault
        in it.
        """
        facts, faults = self.event.known(data), list[Line]()
        said = dict[str, tuple[Declared, Value]]()
        for name, typed in self.table:
            try:
                fact = facts.called(name)
                said[fact.key] = fact, fact.read(data, typed)
            except RuleError as error:
                faults.append(line(NO_REASON, label=quote(name, 60), fault=error.text))
        if faults:
            raise NotThere("{faults}", faults=Listed(faults, "\n"))
        order = {key: place for place, key in enumerate(facts.single)}
        return sorted(said.values(), key=lambda each: order.get(each[0].key, len(order)))
