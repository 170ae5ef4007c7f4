"""What a seat has planned: where play need not wait for it, what it answers, and what it does as soon as it can."""

from rules.frozen import Frozen


class Plan(Frozen):
    """A plan of a seat, which nobody else knows before it acts.

    Play waits for the seat in the phases that it ``stops`` in, and in no others. ``orders`` are its answers to what the
    game asks, ``deeds`` what it does as soon as it can; both by the game's names for them. It holds until the turn
    ends, or, if it ``lasts``, in every turn, but for its deeds. One that ``asks_again`` rests for the turn once another
    side has played an event: it is ``woken``.
    """

    stops: frozenset[str] = frozenset()
    orders: frozenset[str] = frozenset()
    deeds: tuple[str, ...] = ()
    asks_again: bool = False
    lasts: bool = False
    woken: bool = False

    def passes(self, phase: str) -> bool:
        """Whether play goes on in a phase without the seat."""
        return not self.woken and phase not in self.stops

    def after(self, deed: str) -> "Plan":
        """The plan once one of its deeds is done."""
        return self.replace(deeds=tuple(each for each in self.deeds if each != deed))

    def at_an_event(self) -> "Plan":
        """The plan once another side has played an event."""
        return self.replace(woken=True) if self.asks_again else self

    def in_a_new_turn(self) -> "Plan | None":
        """The plan in the next turn; None if it has ended."""
        return self.replace(deeds=(), woken=False) if self.lasts else None
