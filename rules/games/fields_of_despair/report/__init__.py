"""What is told of Fields of Despair. Nothing here is secret: the Central Powers have no player."""

from collections.abc import Iterator

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.events import FieldsEvent
from rules.games.fields_of_despair.report.allied import tell_allied_turn
from rules.games.fields_of_despair.report.central import tell_central_turn
from rules.games.fields_of_despair.report.sequence import tell_sequence
from rules.notice import Public


def report(data: FieldsData, event: FieldsEvent) -> Iterator[Public]:
    """What is told of an event."""
    yield from tell_sequence(data, event)
    yield from tell_allied_turn(data, event)
    yield from tell_central_turn(data, event)
