"""Dice of the players' table that no table called for."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import listed
from rules.notice import Public, tell_all


class DiceLeftOver(FieldsEvent):
    """More dice were given than the tables called for; they count for nothing."""

    faces: tuple[int, ...]

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("Not needed: {faces}.", faces=listed(self.faces))
