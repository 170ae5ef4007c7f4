"""Facts of the board were entered or corrected."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.facts import FACTS
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import block_values, tell_marker
from rules.kit.facts import Entered, Facts
from rules.notice import Notice, tell_board
from rules.secrets import Shown


class FactsEntered(Entered[FieldsData, State], FieldsEvent):
    """Facts were entered or corrected. ``blocks`` are the SPs of each block of the hex, if one was corrected;
    ``revealed`` is what the Revealed SPs marker reads now, if it moves.
    """

    facts: ClassVar[Facts] = FACTS
    blocks: tuple[Count, ...] = ()
    revealed: Count | None = None

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        after = super().apply(data, state)
        return after if self.revealed is None else after.replace(marker=self.revealed)

    @override
    def tell(self, data: FieldsData) -> Iterator[Notice]:
        yield from super().tell(data)
        if self.blocks:
            hex_ = Shown(self.changes[0].fact.partition(" ")[2])
            yield tell_board("{hex}: the CP blocks hold {blocks}.", hex=hex_, blocks=block_values(self.blocks))
        if self.revealed is not None:
            yield tell_marker(self.revealed)
