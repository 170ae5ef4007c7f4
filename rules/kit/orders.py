"""What a side orders ahead, as rows of “when → do”: the moments that an order can wait for, and what is done then.

A game says which rows a seat has. From them follow what can be ordered, which order could never apply, and how the seat
acts by its orders. In a game with phases there is a row for each, in which play goes on without the side or calls it.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, Self

from rules.command import GameCommand
from rules.errors import NotThere
from rules.frozen import Frozen
from rules.line import Line, line
from rules.secrets import Shown, quote

GO_ON, CALL_ME = "go_on", "call_me"
"""What can be ordered in every game with phases: play goes on without the side, or calls it all the same."""
EVERY_PHASE, IN_PHASE = "every_phase", "phase "
"""When that holds: in every phase, or in the one that is named behind it."""
AT_ONCE = "at_once"
"""When a side does what it could also do by itself: as soon as it can."""


class Order(Frozen):
    """An order of a side, by the names that its game has for moments and for what can be done.

    The side does what ``do`` names in the moment ``when`` and, where one is named, at the place ``where``; without them
    always. ``note`` says what the game cannot know of it. It holds until the turn ends, or, if it ``lasts``, in every
    turn.
    """

    do: str
    when: str = ""
    where: str = ""
    note: str = ""
    lasts: bool = False


class Ordered(NamedTuple):
    """What a seat does by one of its orders, or why that one asks it instead; whether the order ``is_spent`` by it."""

    command: GameCommand[Any, Any] | Line
    order: Order | None = None
    is_spent: bool = False


@dataclass(frozen=True)
class Deed:
    """What can be ordered, in ``words``: the ``command``, None as long as it cannot be given. With one that ``asks``
    the side decides by itself. An order with one that ``is_spent`` is carried out once.
    """

    words: Line
    command: GameCommand[Any, Any] | None = None
    is_spent: bool = False
    asks: bool = False


@dataclass(frozen=True, slots=True)
class When:
    """A moment that an order can wait for, in ``words``, and the ``deeds`` that can be ordered for it, by name.
    ``is_now`` says whether it has come, or why its side must decide that itself. ``refuse`` raises ``NotThere`` for an
    order that could never be followed behind others. An order ``asks_for`` further fields of it: where, a note.
    """

    words: Line
    deeds: Callable[[Order], Mapping[str, Deed]]
    is_now: Callable[[Order], bool | Line] = lambda _: True
    refuse: Callable[[Order, tuple[Order, ...]], None] = lambda *_: None
    asks_for: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Orderable:
    """What a seat can order ahead: rows by the name of their moment, the first for an order that names none. Where no
    order fits, the seat does what is there ``by_default``; ``otherwise`` says so.
    """

    rows: Mapping[str, When]
    otherwise: Line | None = None
    by_default: GameCommand[Any, Any] | None = None

    def row(self, order: Order) -> When | None:
        """Return the row of an order; None if there is none."""
        return self.rows.get(order.when or next(iter(self.rows)))

    def check(self, order: Order, before: tuple[Order, ...]) -> None:
        """Raise ``NotThere`` for an order that could never be followed behind others."""
        row = self.row(order)
        if row is None:
            raise NotThere("There is no such condition.")
        if order.do not in row.deeds(order):
            raise NotThere("Nothing of that name can be ordered for this moment.")
        row.refuse(order, before)

    def followed(self, orders: tuple[Order, ...]) -> Iterator[Ordered]:
        """Yield how its seat acts by its orders: what it would do first, then what it does if that cannot be done;
        nothing where it decides itself, or why an order asks it.
        """
        for order in orders:
            row = self.row(order)
            moment = row.is_now(order) if row is not None else False
            if row is None or moment is False:
                continue
            deed = row.deeds(order).get(order.do)
            if deed is not None and deed.asks:
                return
            if isinstance(moment, Line):
                yield Ordered(moment, order)
                return
            if deed is not None and deed.command is not None:
                yield Ordered(deed.command, order, deed.is_spent)
        if self.by_default is not None:
            yield Ordered(self.by_default)

    def in_phases(self, phases: tuple[str, ...]) -> Self:
        """Return it with a row for every phase, and for each."""
        return replace(self, rows={**self.rows, **_in_phases(phases)})

    def worded(self, order: Order, *, in_menu: bool = False) -> Line:
        """Return an order in words: ``They attack (Soissons) → Heroic Defense: cancel the Heroic Assault``. A menu
        shows words as they were typed.
        """
        typed = Shown if in_menu else quote
        row = self.row(order) or next(iter(self.rows.values()))
        when, deed = row.words, row.deeds(order).get(order.do)
        if order.where:
            when = line("{when} ({where})", when=when, where=typed(order.where))
        # what is not in hand any more is not followed, and still to be read
        do = line("{marker}", marker=Shown(order.do)) if deed is None else deed.words
        if order.note:
            do = line("{do} ({note})", do=do, note=typed(order.note))
        said = line("{when} → {do}", when=when, do=do)
        return line("{order}, in every turn", order=said) if order.lasts else said


@cache
def _in_phases(phases: tuple[str, ...]) -> Mapping[str, When]:
    """Return the rows of phases. No command follows from them: they say whether play waits for the side."""
    deeds = {GO_ON: Deed(Line("go on without me")), CALL_ME: Deed(Line("call me"))}
    words = {f"{IN_PHASE}{phase}": line("In the phase “{phase}”", phase=Shown(phase)) for phase in phases}
    every = {EVERY_PHASE: Line("In every phase"), **words}
    return {name: When(each, lambda _: deeds) for name, each in every.items()}


def passes_phase(orders: tuple[Order, ...], phase: str) -> bool:
    """Return whether play goes on without a side in a phase, by its orders."""
    goes_on = any(each.do == GO_ON and each.when in (EVERY_PHASE, IN_PHASE + phase) for each in orders)
    return goes_on and not is_called(orders, phase)


def is_called(orders: tuple[Order, ...], phase: str) -> bool:
    """Return whether a side has ordered to be called in a phase."""
    return any(each.do == CALL_ME and each.when in (EVERY_PHASE, IN_PHASE + phase) for each in orders)
