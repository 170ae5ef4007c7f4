"""What a seat has planned: where play need not wait for it, what it answers, and what it does as soon as it can."""

from pydantic import field_serializer

from rules.frozen import Frozen
from rules.order import Order


class Plan(Frozen):
    """A plan of a seat, which nobody else knows before it acts.

    Play waits for the seat in the phases that it ``stops`` in, and in no others; in all of them if it names none.
    ``orders`` are its answers to what the game asks, the first that fits counts, and ``deeds`` what it does as soon as
    it can, by the game's names for them. It holds until the turn ends, or, if it ``lasts``, in every turn, but for its
    deeds; each order says for itself how long it holds. A plan that ``asks_again`` rests for the turn once another side
    has played an event: it is ``woken``.
    """

    stops: frozenset[str] | None = None
    orders: tuple[Order, ...] = ()
    deeds: tuple[str, ...] = ()
    asks_again: bool = False
    lasts: bool = False
    woken: bool = False

    @property
    def is_none(self) -> bool:
        """Whether it plans nothing."""
        return self.stops is None and not self.orders and not self.deeds

    @field_serializer("stops", when_used="json")
    def _in_order(self, phases: frozenset[str] | None) -> list[str] | None:
        """The log and its hash hold the same plan alike, in whatever order a process keeps a set."""
        return None if phases is None else sorted(phases)

    def passes(self, phase: str) -> bool:
        """Whether play goes on in a phase without the seat."""
        return not self.woken and self.stops is not None and phase not in self.stops

    def after(self, deed: str) -> "Plan":
        """The plan once one of its deeds is done."""
        return self.replace(deeds=tuple(each for each in self.deeds if each != deed))

    def without(self, order: Order) -> "Plan":
        """The plan once an order for a single time is followed."""
        return self.replace(orders=tuple(each for each in self.orders if each != order))

    def at_an_event(self) -> "Plan":
        """The plan once another side has played an event."""
        return self.replace(woken=True) if self.asks_again else self

    def in_a_new_turn(self) -> "Plan | None":
        """The plan in the next turn; None if it has ended."""
        orders = tuple(each for each in self.orders if each.lasts)
        left = self.replace(orders=orders, deeds=(), woken=False) if self.lasts else Plan(orders=orders)
        return None if left.is_none else left
