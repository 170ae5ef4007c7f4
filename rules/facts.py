"""Facts: what lies on the table by number, so that two states can be compared and a board can be checked."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rules.line import Line, line

EMPTY = "–"


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that lies on the table: how many, how much, or what. ``key`` tells it from all others of its game.

    ``is_settable`` says that the players can correct it by itself.
    """

    key: str
    label: Line
    value: int | str
    is_settable: bool = False

    @property
    def shown(self) -> Line:
        """The fact as a player reads it."""
        return line("{label}: {value}", label=self.label, value=self.value)


@dataclass(frozen=True, slots=True)
class FactChange:
    """A fact in two states; None where there is no such thing."""

    label: Line
    before: int | str | None
    after: int | str | None

    @property
    def told(self) -> Line:
        """The change as a comparison tells it."""
        before, after = (EMPTY if each is None else each for each in (self.before, self.after))
        return line("{label}: {before} → {after}", label=self.label, before=before, after=after)

    @property
    def to_do(self) -> Line:
        """The change as a player makes it on the board."""
        if self.before is None:
            return line("Put on the board: {label}: {after}", label=self.label, after=self.after)
        if self.after is None:
            return line("Take off the board: {label}: {before}", label=self.label, before=self.before)
        return self.told


def changes(before: Iterable[Fact], after: Iterable[Fact]) -> Iterator[FactChange]:
    """Yield what differs between two states, in the order of the facts."""
    old, new = ({fact.key: fact for fact in facts} for facts in (before, after))
    for key, fact in {**old, **new}.items():
        was, now = old.get(key), new.get(key)
        if was is None or now is None or was.value != now.value:
            yield FactChange(fact.label, was.value if was else None, now.value if now else None)
