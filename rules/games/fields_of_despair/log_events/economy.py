"""6.5-S: the Central Powers spend their economic points."""

from collections.abc import Iterable, Iterator, Mapping

from typing_extensions import override

from rules.games.fields_of_despair.data import FieldsData
from rules.games.fields_of_despair.pieces import Count
from rules.games.fields_of_despair.state import FieldsEvent, State
from rules.games.fields_of_despair.wording import listed
from rules.line import line
from rules.notice import Public, tell_all, tell_proof, tell_rule
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

    @override
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

    @override
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
        yield from data.cite("ep_cost")
        if self.left and self.turn == data.first_turn:
            yield from data.cite("choice_names")


class ItemChosen(FieldsEvent):
    """6.5-S: a point that was left went to a Choice item."""

    item: str
    left: Count

    @override
    def apply(self, data: FieldsData, state: State) -> State:
        return state.replace(items=_with_more(state.items, [(self.item, 1)]), eps=self.left, choices_left=self.left)

    @override
    def tell(self, data: FieldsData) -> Iterator[Public]:
        yield tell_all("Chosen for 1 EP: **{item}**.", item=Shown(self.item))
        yield tell_rule("6.5-S, Choice")


def _items(bought: Iterable[tuple[str, int]]) -> Shown:
    return listed(line("{item} ({number})", item=item, number=number) for item, number in bought)


def _with_more(items: Mapping[str, int], bought: Iterable[tuple[str, int]]) -> dict[str, int]:
    more = dict(items)
    for item, number in bought:
        more[item] = more.get(item, 0) + number
    return more
