"""The table of somebody who plays the solitaire guide without the bot: blocks, counters and tables of its own.

It imports nothing of the project. Its tables were written down row by row from the player aid, apart from those of the
data and of the other tests. What the aid leaves open it decides by the default of each ruling.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations


@dataclass(frozen=True)
class Table:
    """A printed table: the numbers at which its columns begin, and its rows by the total at which each begins."""

    columns: tuple[int, ...]
    rows: Mapping[int, tuple[str, ...]]

    def column(self, number: int) -> int:
        return sum(first <= number for first in self.columns) - 1

    def at(self, total: int, number: int) -> str:
        row = max((first for first in self.rows if first <= total), default=min(self.rows))
        return self.rows[row][self.column(number)]

    def most(self, number: int) -> int:
        """The largest cell of a column."""
        return max(int(cells[self.column(number)]) for cells in self.rows.values())


def table(columns: str, *rows: str) -> Table:
    """``total: cells``, a line each."""
    parts = (row.split(":") for row in rows)
    return Table(tuple(map(int, columns.split())), {int(first): tuple(cells.split()) for first, cells in parts})


HIDDEN = "1 5 9 13 17 21 25 29 33 37 61"
COUNTERS = "1 4 7 10 13"
OFFENSIVES = table("0", "0:0/0", "7:0/1", "8:1/0", "9:1/0", "10:1/1", "11:2/0", "12:2/0", "13:2/1", "14:2/1", "15:2/1",
                   "16:2/2", "17:3/0", "18:3/0", "19:4/0")  # fmt: skip
MAJOR = table(
    "21 31 41 51 61 76", "3:4 6 8 9 10 12", "6:6 9 11 13 15 17", "10:8 12 15 17 20 23", "11:10 15 18 22 25 28",
    "12:11 18 22 26 29 33", "13:13 21 25 29 33 38", "14:14 22 27 31 36 41", "15:15 23 28 33 38 43",
    "16:15 24 29 34 39 44", "17:15 24 29 34 39 45", "18:16 25 30 35 40 45",
)  # fmt: skip
MINOR = table(
    "1 11 21 31 41 51", "3:2 2 3 3 4 4", "6:2 3 4 5 6 6", "10:3 4 6 7 8 9", "11:4 5 7 8 9 11", "12:5 6 8 10 11 13",
    "13:5 7 9 11 13 14", "14:6 8 10 12 14 15", "15:6 8 10 12 14 15", "16:6 8 11 13 15 15", "17:6 8 11 14 15 15",
    "18:7 9 11 15 15 15",
)  # fmt: skip
ANSWER = table(COUNTERS, "1:N N N N Y", "2:N N N Y Y", "3:N N Y Y Y", "4:N Y Y Y Y", "5:Y Y Y Y Y")
AIR_STRENGTH = table(COUNTERS, "1:1 1 2 2 3", "2:1 2 2 3 3", "3:2 2 3 3 3", "4:2 2 3 3 4", "5:2 3 3 4 4", "6:3 3 4 4 5")
GUN_STRENGTH = table(
    COUNTERS, "1:1 1 2 2 3", "2:1 2 2 3 3", "3:2 2 3 4 4", "4:2 3 4 4 5", "5:2 4 4 5 5", "6:3 4 5 6 6", "7:3 4 5 7 8"
)
RECON = table(
    HIDDEN, "6:1 1 1 1 2 3 4 7 8 9 12", "7:1 1 1 2 2 3 4 7 8 10 13", "8:1 1 2 3 4 5 6 7 8 10 14",
    "9:1 2 2 4 5 6 7 10 11 13 15", "10:1 2 3 5 7 8 9 13 15 17 19", "11:2 3 4 6 8 10 11 15 17 20 22",
    "12:2 3 5 7 9 11 13 17 19 21 23", "13:2 4 5 8 10 13 15 19 21 24 26", "14:2 4 6 8 12 14 16 20 23 26 28",
    "15:2 4 6 9 12 14 16 20 25 28 30", "16:3 4 6 9 13 15 17 21 25 29 30", "17:3 4 6 10 13 16 19 22 26 29 31",
    "18:3 5 7 10 14 17 20 23 27 30 32",
)  # fmt: skip
IN_HEX = table(
    HIDDEN, "6:1 1 1 2 2 2 3 3 5 6 7", "7:1 1 1 3 3 3 5 5 5 6 7", "8:1 1 2 4 4 5 6 7 8 9 10",
    "9:1 2 3 5 6 8 9 10 12 14 15", "10:1 3 4 7 8 10 12 13 14 16 18", "11:2 3 5 8 10 12 13 15 16 18 20",
    "12:2 4 6 9 12 13 14 16 18 19 21", "13:2 4 6 9 14 15 16 17 19 21 24", "14:2 5 7 10 15 16 17 18 20 23 26",
    "15:2 5 7 10 15 16 18 20 22 25 30", "16:3 5 8 11 16 17 19 22 24 27 32", "17:3 5 8 12 16 17 21 24 26 28 33",
    "18:3 5 9 13 17 20 23 26 28 30 35",
)  # fmt: skip
REINFORCES_FROM = {1: 6, 2: 4, 3: 3, 4: 1}
"""By the ratio, from which die on the Central Powers reinforce."""
BLOCK = 20
"""The most SPs that a block can show."""


@dataclass
class Stack:
    """The CP blocks in a hex: one face down (no ``blocks``), or up to three that are known."""

    blocks: int = 0
    sps: int = 0

    @property
    def shown(self) -> int:
        return self.sps if self.blocks else 1


@dataclass
class Pool:
    """Air or artillery counters."""

    left: list[int]
    spent: list[int] = field(default_factory=list)
    said_no: bool = False

    def can_answer(self, strength: Table) -> bool:
        return bool(self.left) and strength.most(sum(self.left)) >= min(self.left)

    def best(self, wanted: int) -> int:
        """The largest sum of counters that is not above what is wanted."""
        sets = (each for number in range(len(self.left) + 1) for each in combinations(self.left, number))
        return max(sum_ for sum_ in map(sum, sets) if sum_ <= wanted)

    def place(self, wanted: int, chosen: Iterable[int]) -> None:
        """Counters of the best sum; which of several sets of that sum, whoever places them chooses."""
        best, chosen = self.best(wanted), iter(chosen)
        while best > 0:
            counter = next(chosen)
            self.left.remove(counter)
            self.spent.append(counter)
            best -= counter
        assert best == 0, "counters of another sum were placed"

    def refresh(self) -> None:
        self.left, self.spent, self.said_no = [*self.left, *self.spent], [], False


class Board:
    """What lies on the table. Dice that were thrown wait in ``dice`` until a table is read with them."""

    def __init__(
        self, total: int, neighbours: Mapping[str, Sequence[str]], central: Iterable[str], france: Iterable[str],
        goal: str, air: Iterable[int] = (), guns: Iterable[int] = (),
    ) -> None:  # fmt: skip
        self.total, self.neighbours, self.goal = total, neighbours, goal
        self.central, self.france = set(central), set(france)
        self.air, self.guns, self.logistic = Pool([*air]), Pool([*guns]), 0
        self.dice: list[int] = []
        self.halves = 0
        self.held: dict[str, Stack] = {}
        self.held = {name: Stack() for name in self.front()}

    def front(self) -> list[str]:
        """23.2: Allied hexes of columns A to H and I06 next to a CP hex in France."""
        found = [
            name for name in self.neighbours
            if name not in self.central and set(self.neighbours[name]) & self.central & self.france
        ]  # fmt: skip
        return [name for name in found if name[0] in "ABCDEFGH" or name == "I06"]

    @property
    def revealed(self) -> int:
        return sum(stack.shown for stack in self.held.values())

    @property
    def hidden(self) -> int:
        return max(0, self.total - self.revealed)

    def throw(self, number: int) -> int:
        """The next dice that were thrown, added up."""
        assert len(self.dice) >= number, "a die that this board needs was not thrown"
        thrown, self.dice = self.dice[:number], self.dice[number:]
        return sum(thrown)

    def add(self, name: str, sps: int, blocks: int) -> None:
        """Known blocks beside those in a hex, as far as SPs are hidden; a block face down is turned up with them."""
        stack = self.held[name]
        known = stack.sps if stack.blocks else 0
        placed = min(sps, self.hidden + (not stack.blocks))
        self.held[name] = Stack(min(3, stack.blocks + blocks), known + placed)

    # ---- the Allied action phase ----

    def respond(self, pool: Pool, strength: Table, first: int | None, second: int, chosen: Iterable[int]) -> None:
        """7.1.2-S and 7.3.1-S: steps 1 and 2 with their modifiers; ``first`` is None where step 1 counts as Y."""
        if not pool.can_answer(strength):
            return
        if first is not None:
            total = self.throw(1) + first + pool.said_no
            answer = ANSWER.at(total, sum(pool.left))
            pool.said_no = answer == "N"
            if pool.said_no:
                return
        pool.place(int(strength.at(self.throw(1) + second, sum(pool.left))), chosen)

    def dogfights(self, squadrons: Mapping[str, int], chosen: Iterable[int]) -> None:
        """7.1-S steps 2 and 3: the strongest hex first."""
        counters = iter([*chosen])
        for name in sorted(squadrons, key=lambda name: -squadrons[name]):
            value = squadrons[name]
            first = 2 if value > 5 else 1 if value >= 3 else 0
            self.respond(self.air, AIR_STRENGTH, first, -2 if value == 1 else first, counters)

    def reconnoitre(self, name: str, air: int, limit: int | None) -> None:
        """7.1.3-S."""
        stack = self.held[name]
        blocks = min(air, 3 - stack.blocks)
        sps = 0 if stack.blocks else 1
        if self.hidden:
            sps = min(int(RECON.at(self.throw(3), self.hidden)), BLOCK * blocks)
            if air < 3 and limit is not None:
                sps = min(sps, limit)
        self.add(name, sps, blocks)

    def fire(self, name: str, guns: int, blocks: int, chosen: Iterable[int], offensive: str = "") -> None:
        """7.3.1-S, in an Allied attack or in an offensive."""
        sps = guns + blocks
        first = 2 if sps > 10 else 1 if sps >= 5 else 0
        second = first - (1 if guns == 2 else 2 if guns < 2 else 0) + (offensive == "major")
        self.respond(self.guns, GUN_STRENGTH, None if offensive else first, second, chosen)

    def find(self, name: str, sps: int) -> int:
        """7.3.3-S, step 6; how many SPs the shaded limit could still take away."""
        stack = self.held[name]
        if stack.blocks == 3:
            return 0
        before, remaining = stack.sps if stack.blocks else 0, 3 - stack.blocks
        if not self.hidden:
            self.held[name] = Stack(3, before + (not stack.blocks))
            return 0
        drm = 0 if self.total < 61 else 3 if sps > 30 else 2 if sps >= 20 else 1 if sps >= 15 else 0
        # a small attack has the limit of one or two blocks, whose cells only the shading prints
        limiting = min(remaining, 1 if sps < 6 else 2 if sps < 15 else 3)
        found = min(int(IN_HEX.at(self.throw(3) + drm, self.hidden)), BLOCK * limiting)
        self.add(name, found, 3)
        return self.held[name].sps - before

    def limit(self, name: str, found: int, limit: int | None) -> None:
        """The shaded limit that the players read off the aid."""
        if limit is not None:
            self.held[name].sps -= max(0, found - limit)

    def reinforce(self, name: str, sps: int) -> None:
        """7.3-S step 7."""
        stack = self.held[name]
        if not (stack.sps and sps >= stack.sps and self.logistic and self.hidden):
            return
        if self.throw(1) >= REINFORCES_FROM[min(4, sps // stack.sps)]:
            self.logistic -= 1
            stack.sps += min(5, self.hidden)

    def lose(self, name: str, sps: int) -> None:
        stack = self.held[name]
        if sps:
            self.held[name] = Stack(stack.blocks or 3, stack.shown - sps)
        self.total -= sps

    # ---- the Central Powers' action phase ----

    def begin(self) -> None:
        """(1) to (4)."""
        self.held = {name: Stack() for name in [*self.held, *self.front()]}

    def offensives(self, turn: int, phase: int, *, ahead: bool) -> list[str]:
        """(5)."""
        total = self.throw(3) + (-5 if turn == 7 else 0) + ((5 if phase == 1 else 3) if turn == 8 else 0)
        total += 0 if self.central & self.france else 2
        total += -1 if 26 <= self.total <= 50 else -2 if self.total <= 25 else 0
        majors, minors = map(int, OFFENSIVES.at(total, 0).split("/"))
        if (turn, phase) == (9, 2) and ahead:
            majors = max(2, majors)
        return ["major"] * majors + ["minor"] * minors

    def launch(self, kind: str, name: str) -> None:
        """(6) and (7), steps 3 and 4."""
        printed = MAJOR if kind == "major" and self.hidden >= 21 else MINOR
        self.add(name, int(printed.at(self.throw(3), self.hidden)), 3)

    def ways(self, name: str) -> list[str]:
        return [other for other in self.neighbours[name] if other not in self.central]

    def far(self, name: str) -> int:
        """How many hexes the goal is away."""
        reached, edge, steps = {name}, {name}, 0
        while self.goal not in reached:
            edge = {other for each in edge for other in self.neighbours[each]} - reached
            reached, steps = reached | edge, steps + 1
        return steps

    def nature(self) -> tuple[str, int]:
        """(8): the black die is the direction, the blue one the nature."""
        black, blue = self.throw(1), self.throw(1)
        return ["CD", "CD", "CC", "CC", "AD", "AC"][blue - 1], black

    def break_out(self, turn: int, name: str, into: list[str], nature: str) -> None:
        """(8): into the own hex and into the others, again and again."""
        stays, goes = {"C": (2, 1), "A": (1, 1)}[nature[0]] if turn != 8 else {"C": (1, 1), "A": (1, 2)}[nature[0]]
        left, own, new = self.held[name].sps, 0, dict.fromkeys(into, 0)
        if not into:
            return
        while left:
            for other in [name, *into]:
                part = min(left, stays if other == name else goes)
                left -= part
                if other == name:
                    own += part
                else:
                    new[other] += part
        self.held[name] = Stack(3, own)
        for other, sps in new.items():
            if sps:
                before = self.held.get(other)
                self.held[other] = Stack(3, sps + (before.shown if before else 0))

    def reset(self, phase: int) -> None:
        """(10): after action phase 1 attackers stand; after 2 each frontline hex has one block face down."""
        if phase == 2:
            self.held = {name: Stack() for name in self.front()}
            return
        names = dict.fromkeys([*self.held, *self.front()])
        stand = {name: Stack(3, stack.sps) for name, stack in self.held.items() if stack.blocks and stack.sps}
        self.held = {name: stand.get(name, Stack()) for name in names}

    def half_done(self) -> None:
        """One side has acted in the action phase; once both have, the counters are refreshed (7.6)."""
        self.halves += 1
        if self.halves % 2 == 0:
            self.air.refresh()
            self.guns.refresh()
