"""Which available CP air or artillery counters make the value that a table gives."""

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.pieces import Counters
from rules.games.fields_of_despair.rulings import CountersThatDoNotFit


def counters_for(data: FieldsData, counters: Counters, wanted: int) -> tuple[int, ...]:
    """The counters to place for a value; none for 0 (ruling ``counters_that_do_not_fit``)."""
    at_most = data.is_ruled(CountersThatDoNotFit.LARGEST_SUM_BELOW)
    return counters.making(wanted, at_most=at_most) if wanted else ()
