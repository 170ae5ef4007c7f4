"""Events of entries: facts of the board, and aggressions, as players entered them."""

from collections.abc import Iterator
from typing import ClassVar

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.facts import FACTS
from rules.games.gathering_storm.log_events.entry import EntryEvent, moved
from rules.games.gathering_storm.state import Aggression, State
from rules.kit.facts import Entered, Facts
from rules.notice import Notice, tell_all, tell_board, tell_rule
from rules.seat import SideSeat
from rules.secrets import Shown


class FactsEntered(Entered[BoardData, State], BoardEvent):
    """Facts were entered or corrected; ``is_change`` says that one corrects what had been entered before."""

    facts: ClassVar[Facts] = FACTS
    is_change: bool = False

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Entries are counted, so that each form is offered anew."""
        entered = {**state.entered, **{each.fact: state.turn for each in self.changes}}
        return super().apply(data, state).replace(entries=state.entries + 1, entered=entered)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield from super().tell(data)
        if self.is_change:
            yield tell_board("Check that your board shows the same.")


class AggressionEntered(EntryEvent):
    """An aggression was entered, or its success."""

    target: str
    power: SideSeat
    value: int
    has_succeeded: bool

    @property
    @override
    def about(self) -> str:
        return f"aggression {self.target}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """A new aggression, or the success of one that is under way; what is won is conquered."""
        world = state.world
        known = world.aggression(self.target)
        conquered = state.turn if self.has_succeeded else None
        if known is None:
            new = Aggression(
                target=self.target, power=self.power, value=self.value, turn=state.turn, conquered=conquered
            )
            aggressions = (*world.aggressions, new)
        else:
            updated = known.replace(conquered=conquered, value=self.value)
            aggressions = tuple(updated if each is known else each for each in world.aggressions)
        owners = {**world.conquered, self.target: self.power} if self.has_succeeded else world.conquered
        return self.entered(state, world=world.replace(aggressions=aggressions, conquered=owners))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        target = Shown(self.target)
        if self.has_succeeded:
            yield tell_all(
                "{power}'s aggression against {target} has succeeded (victory points: {value}).",
                power=self.power,
                target=target,
                value=self.value,
            )
        else:
            yield tell_all("{power} begins an aggression against {target}.", power=self.power, target=target)
        yield tell_rule(
            "From next turn it adds to the EAI (23.2). An Axis power whose aggression succeeded "
            "draws additional events (9.14)."
        )


class AggressionCorrected(EntryEvent):
    """A wrong aggression was corrected (``now``), or withdrawn (None). The conquest that it brought goes with it,
    unless somebody else holds it by now, or nobody does.
    """

    was: Aggression
    now: Aggression | None

    @property
    @override
    def about(self) -> str:
        return f"aggression {self.was.target}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """The aggression stands as it is now, and so does what it conquered."""
        world, target, now = state.world, self.was.target, self.now
        others = tuple(each for each in world.aggressions if each.target != target)
        owners = dict(world.conquered)
        holds_it = self.was.conquered is not None and owners.get(target) == self.was.power
        if holds_it:
            del owners[target]
        if now is not None and now.conquered is not None and (holds_it or self.was.conquered is None):
            owners[target] = now.power
        aggressions = others if now is None else (*others, now)
        return self.entered(state, world=world.replace(aggressions=aggressions, conquered=owners))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        target, was, now = Shown(self.was.target), self.was, self.now
        if now is None:
            yield tell_all("{power}'s aggression against {target} is withdrawn.", power=was.power, target=target)
            return
        power = Shown(now.power if was.power == now.power else f"{was.power} → {now.power}")
        value = moved(was.value, now.value)
        if now.conquered is None:
            yield tell_all(
                "{power} against {target}, victory points {value}: not succeeded yet.",
                power=power,
                target=target,
                value=value,
            )
        else:
            yield tell_all(
                "{power} against {target}, victory points {value}: succeeded.",
                power=power,
                target=target,
                value=value,
            )
