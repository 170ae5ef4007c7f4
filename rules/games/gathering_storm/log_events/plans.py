"""Events of a power's plan for the turn: it is given, and a part of it cannot be followed."""

from collections.abc import Iterator

from typing_extensions import override

from rules.games.gathering_storm.deck import StormData, StormEvent, StormNote
from rules.games.gathering_storm.state import Plan, State
from rules.line import Gathered, Line
from rules.notice import Notice, tell_all, tell_seat, tell_unseen
from rules.seat import SideSeat
from rules.secrets import Hidden


class PlanGiven(StormEvent):
    """A power has planned its turn, unseen; all read that it did. ``count`` is how often it has."""

    power: SideSeat
    plan: Hidden[Plan]
    count: int

    @override
    def apply(self, data: StormData, state: State) -> State:
        counts = {**state.plan_counts, self.power: self.count}
        return state.replace(plans={**state.plans, self.power: self.plan.value}, plan_counts=counts)

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_all("Planned: {powers}.", powers=Gathered([self.power]))
        yield tell_seat(self.power, "Play goes on without you until the turn ends. You can still act at any time.")


class NotFollowed(StormNote):
    """A part of a plan cannot be followed any more, which its power alone learns."""

    power: SideSeat
    what: Hidden[Line]
    why: Hidden[Line]

    @override
    def tell(self, data: StormData) -> Iterator[Notice]:
        yield tell_unseen(self.power, "Not done as you planned, {what}: {why}", what=self.what, why=self.why)
