"""CP air and artillery counters that answer the Allies in a hex."""

from collections.abc import Iterator
from typing import ClassVar, LiteralString

from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.pieces import Answer, Count
from rules.games.fields_of_despair.state import FieldsEvent
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_board, tell_proof
from rules.printed.lookup import Reading, tell_readings
from rules.secrets import Shown, Tally


class CountersAnswered(FieldsEvent):
    """An answer in a hex: step 1, and step 2 if that was Y.

    ``available`` is the sum of the counters before and ``least`` the smallest of them, ``wanted`` the value of step 2,
    ``placed`` the counters chosen for it, and ``left`` those still available. Without an ``answer`` none was
    available.
    """

    arm: ClassVar[LiteralString]
    """How a player calls the counters: ``air``, ``artillery``."""

    hex: Hex
    available: Count
    readings: tuple[Reading, ...]
    answer: Answer | None
    wanted: Count
    placed: tuple[int, ...]
    left: tuple[int, ...] = ()
    least: Count = 0

    def tell_counters(self, data: FieldsData) -> Iterator[Public]:
        """Tell which counters were placed, and how the tables were read."""
        yield self._tell_answer()
        if self.answer is None:
            yield from data.cite("no_counters")
        if self.wanted:
            yield from self._tell_placed(data)
        yield from tell_readings(data, self.readings, self.hex)

    def _tell_answer(self) -> Public:
        hex_, arm, placed = Shown(self.hex), Shown(self.arm), sum(self.placed)
        if self.answer is None:
            return tell_all("{hex}: **no** CP {arm}, because no counter is available.", hex=hex_, arm=arm)
        if self.answer == "N":
            return tell_all("{hex}: **no** CP {arm}.", hex=hex_, arm=arm)
        if not self.placed and self.least:
            return tell_all(
                "{hex}: **no** CP {arm} (table: {wanted}, smallest counter: {least}).",
                hex=hex_,
                arm=arm,
                wanted=self.wanted,
                least=self.least,
            )
        if placed != self.wanted:
            return tell_all(
                "{hex}: CP {arm} **{placed}** (table: {wanted}).", hex=hex_, arm=arm, placed=placed, wanted=self.wanted
            )
        return tell_all("{hex}: CP {arm} **{placed}**.", hex=hex_, arm=arm, placed=placed)

    def _tell_placed(self, data: FieldsData) -> Iterator[Public]:
        arm, hex_ = Shown(self.arm), Shown(self.hex)
        if self.placed:
            yield tell_board(
                "{hex}: place the CP {arm} {count:counter|counters} worth {values}.",
                hex=hex_,
                arm=arm,
                count=len(self.placed),
                values=listed(self.placed),
            )
        if self.wanted > self.available:
            yield tell_proof("The available counters total only {available}.", available=self.available)
        elif sum(self.placed) != self.wanted:
            yield data.rulings.counters_that_do_not_fit.tell()
        yield tell_board("CP {arm} left: {left}.", arm=arm, left=Tally(str(listed(self.left))))
