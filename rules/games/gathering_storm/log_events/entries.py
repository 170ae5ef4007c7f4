"""Events of entries: facts of the board, aggressions, the record sheet and duties, as players entered them."""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Any, ClassVar

from typing_extensions import override

from rules.correction import tell_reason
from rules.games.gathering_storm.board_facts import FACTS
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.state import Aggression, SheetLine, State
from rules.kit.facts import Entered, Facts
from rules.line import Listed
from rules.notice import Notice, Open, tell_all, tell_board, tell_rule
from rules.seat import SideSeat
from rules.secrets import Shown
from rules.written import Written


class EntryEvent(BoardEvent, named=""):
    """Something was entered from the board, or (``is_change``) corrected for a ``reason``."""

    reason: Written = ""
    is_change: bool = False

    @property
    @abstractmethod
    def about(self) -> str:
        """Return what was entered: entries about the same thing replace one another."""

    @abstractmethod
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        """Tell what was entered, with what held before."""

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield from self.tell_entry(data)
        yield from tell_reason(self.reason)
        if self.is_change:
            yield tell_board("Check that your board shows the same.")

    def entered(self, state: State, **changes: Any) -> State:
        """Return the state after the entry. Entries are counted: forms that were offered before it are stale."""
        entered = {**state.entered, self.about: state.turn}
        return state.replace(entries=state.entries + 1, entered=entered, **changes)


class FactsEntered(Entered[BoardData, State], BoardEvent):
    """Facts were entered or corrected; ``is_change`` says that one corrects what had been entered before."""

    facts: ClassVar[Facts] = FACTS
    is_change: bool = False

    @override
    def apply(self, data: BoardData, state: State) -> State:
        """Entries are counted: forms that were offered before it are stale."""
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
        world = state.world
        new = Aggression(target=self.target, power=self.power, value=self.value, turn=state.turn)
        known = {each.target: each for each in world.aggressions}
        now = known.get(self.target, new).replace(
            conquered=state.turn if self.has_succeeded else None, value=self.value
        )
        aggressions = tuple({**known, self.target: now}.values())
        owners = {**world.conquered, self.target: self.power} if self.has_succeeded else world.conquered
        return self.entered(state, world=world.replace(aggressions=aggressions, conquered=owners))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        yield tell_all(
            "{power}'s aggression against {target} has succeeded (victory points: {value})."
            if self.has_succeeded
            else "{power} begins an aggression against {target}.",
            power=self.power,
            target=Shown(self.target),
            value=self.value,
        )
        yield tell_rule(
            "From next turn it adds to the EAI (23.2). An Axis power whose aggression succeeded "
            "draws additional events (9.14)."
        )


class AggressionCorrected(EntryEvent):
    """A wrong aggression was corrected, or withdrawn (None), and with it the conquest, if that still stands."""

    was: Aggression
    now: Aggression | None

    @property
    @override
    def about(self) -> str:
        return f"aggression {self.was.target}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
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
        power, value = _moved(was.power, now.power), _moved(was.value, now.value)
        values: dict[str, Open] = {"power": power, "target": target, "value": value}
        if now.conquered is None:
            yield tell_all("{power} against {target}, victory points {value}: not succeeded yet.", **values)
        else:
            yield tell_all("{power} against {target}, victory points {value}: succeeded.", **values)


class SheetLineEntered(EntryEvent):
    """It was entered what the group's own record sheet prints of a project, for every side that has it."""

    project: str
    printed: SheetLine

    @property
    @override
    def about(self) -> str:
        return f"sheet {self.project}"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        sheet = {**state.world.sheet, self.project: self.printed}
        return self.entered(state, world=state.world.replace(sheet=sheet))

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        project, results = Shown(self.project), Listed(self.printed.results)
        if self.printed.results:
            yield tell_all("Research, {project}: results at {results}.", project=project, results=results)
        else:
            yield tell_all("Research, {project}: the record sheet prints no results.", project=project)
        if self.printed.maximum is not None:
            yield tell_all("{project}: the last step is {maximum}.", project=project, maximum=self.printed.maximum)


class DutyWaived(EntryEvent):
    """The powers were released from their duties in a dispute, for this turn, or that was taken back."""

    is_waived: bool = True

    @property
    @override
    def about(self) -> str:
        return "duties"

    @override
    def apply(self, data: BoardData, state: State) -> State:
        return self.entered(state, is_waived=self.is_waived)

    @override
    def tell_entry(self, data: BoardData) -> Iterator[Notice]:
        yield tell_all(
            "The duties of this turn's disputes are waived."
            if self.is_waived
            else "The duties of this turn's disputes bind again."
        )


def _moved(before: object, after: object) -> Shown:
    """Show a value, or two where it changed: ``3 → 2``."""
    return Shown(f"{after}" if before == after else f"{before} → {after}")
