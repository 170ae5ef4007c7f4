"""8.0: troops from the Eastern Front, in turn 7."""

from collections.abc import Iterator

from pydantic import Field

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.notation import Sps
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.sequence import check_step, is_at, play_on
from rules.games.fields_of_despair.state import FieldsCorrection, FieldsEvent, State
from rules.notice import Public, tell_board, tell_rule
from rules.seat import Seat


class EasternTroopsArrived(FieldsEvent):
    """8.0: the CP total rose by the value of the Eastern Front marker."""

    value: Count
    total: Count

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(total=self.total, is_done=True)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_board(
            "CP track: {before} + {value} = **{total}**.",
            before=self.total - self.value,
            value=self.value,
            total=self.total,
        )
        yield tell_rule("8.0, turn 7 only")


class BringEasternTroops(FieldsCorrection, named="from_the_east"):
    """8.0: raise the CP total by the Eastern Front marker."""

    title = "Eastern Front troops arrived"
    value: Sps = Field(title="Value of the Eastern Front marker")

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        check_step(data, state, "eastern_front")
        state = yield EasternTroopsArrived(value=self.value, total=state.total + self.value)
        yield from play_on(data, state)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the marker, once."""
    if is_at(data, state, "eastern_front"):
        yield Offer(BringEasternTroops(value=0), "Eastern Front marker…", inputs=("value",))
