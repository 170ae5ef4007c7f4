"""6.5-S, the Economic Guide; and 8.0: troops from the Eastern Front, in turn 7."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated

from pydantic import Field

from rules.command import Offer, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.notation import MOST_POINTS, Sps, read_number
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.sequence import check_step, is_at, leads_to, play_on, reach
from rules.games.fields_of_despair.state import FieldsCommand, FieldsCorrection, FieldsEvent, State
from rules.games.fields_of_despair.wording import listed
from rules.line import Listed, line
from rules.notice import Public, tell_all, tell_board, tell_next, tell_proof, tell_rule
from rules.seat import Seat
from rules.secrets import Shown

LOGISTIC = "Logistic Points"


class PointsSpent(FieldsEvent):
    """6.5-S: free items, then primary ones in order; ``short`` is the first that the points did not reach.

    ``before`` are the economic points that the bot knew of until now, if it knew of any.
    """

    turn: int
    free: tuple[tuple[str, int], ...]
    bought: tuple[tuple[str, int], ...]
    short: str | None
    eps: Count
    left: Count
    before: Count

    def apply(self, data: FieldsData, state: State) -> State:
        """The items are on the player board; Logistic Points are counted apart."""
        given = (*self.free, *self.bought)
        kept = (each for each in given if each[0] != LOGISTIC)
        return state.replace(
            items=_with_more(state.items, kept),
            logistic=state.logistic + sum(number for item, number in given if item == LOGISTIC),
            eps=self.left,
            choices_left=self.left,
            is_done=True,
        )

    def tell(self, data: FieldsData) -> Iterator[Public]:
        if self.before != self.eps:
            yield tell_proof("CP economic points: {before} → **{eps}**.", before=self.before, eps=self.eps)
        yield tell_all("Free: {items}.", items=_items(self.free))
        spent, items = self.eps - self.left, _items(self.bought)
        if self.bought and self.left:
            yield tell_all("Bought with {spent} of {eps} EP: {items}.", spent=spent, eps=self.eps, items=items)
        elif self.bought:
            yield tell_all("Bought with {eps} EP: {items}.", eps=self.eps, items=items)
        else:
            yield tell_all("{eps} EP: nothing bought.", eps=self.eps)
        if self.short is not None and self.eps:
            yield tell_all("The EP ran out at {item}.", item=Shown(self.short))
        yield tell_rule("6.5-S, turn {turn}", turn=self.turn)
        yield from _to_choose(self.left)
        if self.left and self.turn == data.first_turn:
            yield from data.cite("choice_names")


class ItemChosen(FieldsEvent):
    """6.5-S: a point that was left went to a Choice item."""

    item: str
    left: Count

    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(items=_with_more(state.items, [(self.item, 1)]), eps=self.left, choices_left=self.left)

    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("Chosen for 1 EP: **{item}**.", item=Shown(self.item))
        yield tell_rule("6.5-S, Choice")
        yield from _to_choose(self.left)


def _to_choose(left: Count) -> Iterator[Public]:
    """Ask what is bought with the points that are left."""
    if left:
        yield tell_next("{left} {left:EP is|EP are} left: choose an item for {left:it|each}.", left=left)


def _items(bought: Iterable[tuple[str, int]]) -> Shown:
    return listed(line("{item} ({number})", item=item, number=number) for item, number in bought)


def _with_more(items: Mapping[str, int], bought: Iterable[tuple[str, int]]) -> dict[str, int]:
    more = dict(items)
    for item, number in bought:
        more[item] = more.get(item, 0) + number
    return more


class SpendPoints(FieldsCorrection, named="economy"):
    """6.5-S: the Central Powers spend their economic points."""

    title = "CP economic points spent"
    eps: Sps = Field(title="CP economic points")
    supply: Annotated[int, Field(ge=0, le=2)] = Field(
        title="Supply Capacity needed", description="0 to 2: enough to keep hexes in supply"
    )

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

    title = "CP Choice item bought"
    item: Annotated[str, Field(max_length=40)]

    def decide(self, data: FieldsData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        cost = data.economy.cost
        if state.choices_left < cost:
            raise NotNow("The Central Powers have no economic points left to spend.")
        choice = data.economy.turns[state.turn].choice
        if self.item not in choice:
            raise NotThere("The Choice items of this turn are {names}.", names=Listed(choice))
        yield ItemChosen(item=self.item, left=state.choices_left - cost)


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
    """Offer the purchases; then a button for each Choice item while points are left; in turn 7 the marker, once."""
    if is_at(data, state, "economy") or leads_to(data, state, "economy"):
        command = SpendPoints(eps=state.eps, supply=0)
        yield Offer(command, "Spend economic points…", inputs=("eps", "supply"))
    elif state.choices_left >= data.economy.cost:
        for item in data.economy.turns[state.turn].choice:
            yield Offer(ChooseItem(item=item), item)
    if is_at(data, state, "eastern_front"):
        yield Offer(BringEasternTroops(value=0), "Eastern Front marker…", inputs=("value",))
