"""CP air and artillery counters that answer the Allies: which of them make the value that a table gives."""

from collections.abc import Iterator
from typing import ClassVar, LiteralString, Self

from rules.dice import Roll
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.hexes import Hex
from rules.games.fields_of_despair.pieces import Answer, Count, Counters
from rules.games.fields_of_despair.rulings import CountersThatDoNotFit
from rules.games.fields_of_despair.state import FieldsEvent
from rules.line import Gathered, Listed, one_of
from rules.notice import Open, Public, tell_all, tell_board, tell_proof, tell_rule
from rules.printed.lookup import Conditions, PrintedTable, Reading, prove
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
        values: dict[str, Open] = {"hex": Shown(self.hex), "arm": Shown(self.arm), "values": Listed(self.placed, "+")}
        if self.placed and self.also:
            also = one_of(Listed(each, "+") for each in self.also)
            yield tell_board("{hex}: CP {arm} {values} (or {also}).", also=also, **values)
        elif self.placed:
            yield tell_board("{hex}: CP {arm} {values}.", **values)
        else:
            yield tell_all("{hexes}: **no** CP {arm}.", hexes=Gathered([self.hex]), arm=Shown(self.arm))
            yield self._why_none()
        if self.answer is None and self.least:
            yield data.rulings.counters_that_do_not_fit.tell()
        if self.wanted:
            yield from self._tell_placed(data)
        yield from (each for reading in self.readings for each in prove(data, reading, self.hex))

    def _why_none(self) -> Public:
        values: dict[str, Open] = {"hex": Shown(self.hex), "least": self.least, "wanted": self.wanted}
        if self.answer is None and self.least:
            return tell_proof("{hex}: no cell reaches the smallest counter, {least}.", **values)
        if self.answer is None:
            return tell_proof("{hex}: no counter is available.", **values)
        if self.answer == "N":
            return tell_proof("{hex}: step 1 was N.", **values)
        return tell_proof("{hex}: the table gives {wanted}, the smallest counter is {least}.", **values)

    def _tell_placed(self, data: FieldsData) -> Iterator[Public]:
        if self.also:
            yield tell_rule("The fewest counters that make the value go; of as many, the smaller ones.")
        if self.wanted > self.available:
            yield tell_proof("The available counters total only {available}.", available=self.available)
        elif sum(self.placed) != self.wanted:
            yield data.rulings.counters_that_do_not_fit.tell()
