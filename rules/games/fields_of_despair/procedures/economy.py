"""6.5-S, the Economic Guide; and 8.0, the Eastern Front marker of turn 7."""

from rules.errors import NotNow, NotThere
from rules.games.fields_of_despair.data import FieldsData, Purchases
from rules.games.fields_of_despair.events.sequence import (
    EastCame,
    ItemChosen,
    PointsSpent,
)
from rules.games.fields_of_despair.procedures.steps import Steps, check_step
from rules.games.fields_of_despair.state import State


def spend(data: FieldsData, state: State, eps: int, supply: int) -> Steps:
    """Free items, then the primary ones in order as far as the points go; ``supply`` is the capacity needed."""
    check_step(data, state, "economy")
    guide = data.economy.turns[state.turn]
    cost = int(data.ruling("ep_cost"))
    bought, short, left = [], None, eps
    for item, wanted in _wanted(data, guide, supply):
        number = min(wanted, left // cost)
        left -= number * cost
        if number:
            bought.append((item, number))
        if number < wanted:
            short = item
            break
    yield PointsSpent(turn=state.turn, free=guide.free, bought=tuple(bought), short=short, eps=eps, left=left)


def _wanted(data: FieldsData, guide: Purchases, supply: int) -> list[tuple[str, int]]:
    """The primary items; of Supply Capacity only what is needed."""
    only = data.economy.supply.item
    return [(item, min(supply, number) if item == only else number) for item, number in guide.primary]


def choose(data: FieldsData, state: State, item: str) -> Steps:
    """A point that is left goes to a Choice item, at the players' discretion."""
    cost = int(data.ruling("ep_cost"))
    if state.choices_left < cost:
        raise NotNow("No economic point of the Central Powers is left to choose for.")
    choice = data.economy.turns[state.turn].choice
    if item not in choice:
        raise NotThere(f"The Choice items of this turn are {', '.join(choice)}.")
    yield ItemChosen(item=item, left=state.choices_left - cost)


def from_the_east(data: FieldsData, state: State, value: int) -> Steps:
    """8.0, turn 7 only: the CP Strength Point Track rises by the Eastern Front marker."""
    check_step(data, state, "eastern_front")
    yield EastCame(value=value, total=state.total + value)
