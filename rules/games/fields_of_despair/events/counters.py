"""CP air and artillery counters that answer the Allies in a hex."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import FieldsData, Hex
from rules.games.fields_of_despair.state import Answer, Count, FieldsEvent
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all, tell_board
from rules.printed.lookup import Reading, tell_reading
from rules.secrets import Shown


class CountersAnswered(FieldsEvent):
    """An answer in a hex: step 1, and step 2 if that was Y.

    ``available`` is the sum of the counters before, ``wanted`` the value of step 2, ``placed`` the counters chosen for
    it. Without an ``answer`` none was available.
    """

    hex: Hex
    available: Count
    readings: tuple[Reading, ...]
    answer: Answer | None
    wanted: Count
    placed: tuple[int, ...]

    def tell_counters(self, data: FieldsData) -> Iterator[Public]:
        """Tell which counters were placed, and how the tables were read."""
        if self.wanted:
            yield from self._tell_placed(data)
        for reading in self.readings:
            yield from tell_reading(data, reading, self.hex)

    def _tell_placed(self, data: FieldsData) -> Iterator[Public]:
        if self.placed:
            yield tell_board("{hex}: place CP counters {counters}.", hex=Shown(self.hex), counters=listed(self.placed))
        else:
            yield tell_all("Every available counter is larger, so none is placed.")
        if self.wanted > self.available:
            yield tell_all("The available counters total only {available}.", available=self.available)
        elif sum(self.placed) != self.wanted:
            yield data.tell_ruling("counters_that_do_not_fit")
        left = self.available - sum(self.placed)
        yield tell_board("CP counters still available: a total of {left}.", left=left)
