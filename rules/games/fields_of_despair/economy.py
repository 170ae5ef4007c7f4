"""6.5-S, the Economic Guide."""

from collections.abc import Iterator
from typing import Annotated, ClassVar

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.log_events.economy import ItemChosen, PointsSpent
from rules.games.fields_of_despair.notation import MOST_POINTS, Sps, read_number
from rules.games.fields_of_despair.sequence import check_step, is_at, leads_to, reach
from rules.games.fields_of_despair.state import FieldsCommand, FieldsCorrection, State
from rules.line import Listed
from rules.seat import Seat


class SpendPoints(FieldsCorrection, named="economy"):
    """6.5-S: the Central Powers spend their economic points."""

    title: ClassVar[str] = "CP economic points spent"
    eps: Sps = Field(title="CP economic points")
    supply: Annotated[int, Field(ge=0, le=2)] = Field(
        title="Supply Capacity needed", description="0 to 2: enough to keep hexes in supply"
    )

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        """Free items, then the primary ones in order while points last; of Supply Capacity only what is needed."""
        state = yield from reach(data, state, "economy")
        check_step(data, state, "economy")
        read_number(str(self.eps), MOST_POINTS)
        guide = data.economy.turns[state.turn]
        cost = data.economy.cost
        bought, short, left = [], None, self.eps
        for item, printed in guide.primary:
            wanted = min(self.supply, printed) if item == data.economy.supply.item else printed
            number = min(wanted, left // cost)
            left -= number * cost
            if number:
                bought.append((item, number))
            if number < wanted:
                short = item
                break
        yield PointsSpent(
            turn=state.turn,
            free=guide.free,
            bought=tuple(bought),
            short=short,
            eps=self.eps,
            left=left,
            before=state.eps,
        )


class ChooseItem(FieldsCommand, named="choose"):
    """6.5-S: spend a leftover economic point on a Choice item."""

    title: ClassVar[str] = "CP Choice item bought"
    item: Annotated[str, Field(max_length=40)]

    @override
    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        cost = data.economy.cost
        if state.choices_left < cost:
            raise NotNow("The Central Powers have no economic points left to spend.")
        choice = data.economy.turns[state.turn].choice
        if self.item not in choice:
            raise NotThere("The Choice items of this turn are {names}.", names=Listed(choice))
        yield ItemChosen(item=self.item, left=state.choices_left - cost)


def offers(data: FieldsData, state: State, _seat: Seat) -> Iterator[Offer]:
    """Offer the purchases; then a button for each Choice item while points are left."""
    if is_at(data, state, "economy") or leads_to(data, state, "economy"):
        command = SpendPoints(eps=state.eps, supply=0)
        yield Offer(command, "Spend economic points…", inputs=("eps", "supply"))
    elif state.choices_left >= data.economy.cost:
        for item in data.economy.turns[state.turn].choice:
            yield Offer(ChooseItem(item=item), item)
