"""Which available CP air or artillery counters make the value that a table gives."""

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.pieces import Counters
from rules.games.fields_of_despair.rulings import CountersThatDoNotFit
from rules.printed.lookup import PrintedTable


def counters_for(data: FieldsData, counters: Counters, wanted: int) -> tuple[int, ...]:
    """The counters to place for a value; none for 0 (ruling ``counters_that_do_not_fit``)."""
    at_most = data.is_ruled(CountersThatDoNotFit.LARGEST_SUM_BELOW)
    return counters.making(wanted, at_most=at_most) if wanted else ()


def can_answer(data: FieldsData, counters: Counters, strength: PrintedTable[int]) -> bool:
    """Whether any cell in the column of step 2 lets the available counters be placed. Where none does, neither step is
    rolled: no die could change anything until counters come back.
    """
    if not counters.available:
        return False
    place = strength.column_of(counters.available)
    return any(counters_for(data, counters, cells[place]) for cells in strength.rows.values())
