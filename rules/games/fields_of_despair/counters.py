"""CP air and artillery counters that answer the Allies: which of them make the value that a table gives."""

from collections.abc import Iterator
from typing import ClassVar, LiteralString, Self

from rules.dice import Roll
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Answer, Count, Counters
from rules.games.fields_of_despair.rulings import CountersThatDoNotFit
from rules.games.fields_of_despair.state import FieldsEvent
from rules.games.fields_of_despair.wording import listed
from rules.line import Gathered, Listed
from rules.notice import Public, tell_all, tell_board, tell_proof, tell_rule
from rules.printed.lookup import Conditions, PrintedTable, Reading, tell_readings
from rules.secrets import Shown


def counters_for(data: FieldsData, counters: Counters, wanted: int) -> tuple[int, ...]:
    """Return the counters to place for a value, or none for 0 (ruling ``counters_that_do_not_fit``)."""
    at_most = data.is_ruled(CountersThatDoNotFit.LARGEST_SUM_BELOW)
    return counters.making(wanted, at_most=at_most) if wanted else ()


def can_answer(data: FieldsData, counters: Counters, strength: PrintedTable[int]) -> bool:
    """Return whether any cell in the column of step 2 lets the available counters be placed. Where none does, neither
    step is rolled: no die could change anything until counters come back.
    """
    if not counters.available:
        return False
    place = strength.column_of(counters.available)
    return any(counters_for(data, counters, cells[place]) for cells in strength.rows.values())


class CountersAnswered(FieldsEvent, named=""):
    """An answer in a hex: step 1, and step 2 if that was Y.

    ``available`` is the sum of the counters before and ``least`` the smallest of them, ``wanted`` the value of step 2,
    ``placed`` the counters chosen for it. Without an ``answer`` none was available, or none that a cell reaches.
    ``also`` are other counters that would make the same sum.
    """

    arm: ClassVar[LiteralString]
    """How a player calls the counters: ``air``, ``artillery``."""

    hex: Hex
    available: Count
    readings: tuple[Reading, ...] = ()
    answer: Answer | None = None
    wanted: Count = 0
    placed: tuple[int, ...] = ()
    least: Count = 0
    also: tuple[tuple[int, ...], ...] = ()

    def strength(
        self, data: FieldsData, counters: Counters, table: PrintedTable[int], conditions: Conditions, roll: Roll
    ) -> Self:
        """Return the answer with the result of step 2: with how much they answer."""
        reading, wanted = table.read(roll, self.available, table.weigh(data, conditions))
        placed = counters_for(data, counters, wanted)
        also = counters.making_as_much(placed)
        return self.replace(readings=(reading,), answer="Y", wanted=wanted, placed=placed, also=also)

    def tell_counters(self, data: FieldsData) -> Iterator[Public]:
        """Tell which counters were placed, and how the tables were read."""
        yield self._tell_answer()
        if self.answer is None and self.least:
            yield data.rulings.counters_that_do_not_fit.tell()
        if self.wanted:
            yield from self._tell_placed(data)
        yield from tell_readings(data, self.readings, self.hex)

    def _tell_answer(self) -> Public:
        hex_, hexes, arm = Shown(self.hex), Gathered([self.hex]), Shown(self.arm)
        placed, wanted, least = sum(self.placed), self.wanted, self.least
        if self.answer is None and least:
            return tell_all(
                "{hexes}: **no** CP {arm}: no cell reaches the smallest counter, {least}.",
                hexes=hexes,
                arm=arm,
                least=least,
            )
        if self.answer is None:
            return tell_all("{hexes}: **no** CP {arm}, because no counter is available.", hexes=hexes, arm=arm)
        if self.answer == "N":
            return tell_all("{hex}: **no** CP {arm}.", hex=hex_, arm=arm)
        if not self.placed and least:
            return tell_all(
                "{hex}: **no** CP {arm} (table: {wanted}, smallest counter: {least}).",
                hex=hex_,
                arm=arm,
                wanted=wanted,
                least=least,
            )
        if self.also:
            chosen, also = Listed(self.placed, "+"), Listed(Listed(each, "+") for each in self.also)
            return tell_all("{hex}: CP {arm} **{placed}**, not {also}.", hex=hex_, arm=arm, placed=chosen, also=also)
        if placed != wanted:
            return tell_all(
                "{hex}: CP {arm} **{placed}** (table: {wanted}).", hex=hex_, arm=arm, placed=placed, wanted=wanted
            )
        return tell_all("{hex}: CP {arm} **{placed}**.", hex=hex_, arm=arm, placed=placed)

    def _tell_placed(self, data: FieldsData) -> Iterator[Public]:
        arm, hex_ = Shown(self.arm), Shown(self.hex)
        if self.placed:
            yield tell_board("{hex}: place CP {arm} {values}.", hex=hex_, arm=arm, values=listed(self.placed))
        if self.also:
            yield tell_rule("The fewest counters that make the value go; of as many, the smaller ones.")
        if self.wanted > self.available:
            yield tell_proof("The available counters total only {available}.", available=self.available)
        elif sum(self.placed) != self.wanted:
            yield data.rulings.counters_that_do_not_fit.tell()
