"""Events of research: what cards double and advance, and what each side records."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, ClassVar

from typing_extensions import override

from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.powers import alliance_of, members
from rules.games.gathering_storm.state import State
from rules.line import Gathered
from rules.notice import Kind, Notice, Public, tell_all, tell_rule, tell_seat, tell_section
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown


def _with_progress(data: BoardData, state: State, key: str, **changes: Any) -> State:
    progress = data.recorded(state, key).replace(**changes)
    return state.replace(research={**state.research, key: progress})


class Doubled(BoardEvent):
    """Earlier points were doubled in a project. ``was_barred``: no side was permitted to assign any until now."""

    reveals: ClassVar[bool] = True
    project: str
    added: Hidden[int]
    surplus: Hidden[int]
    ruling: str | None = None
    was_barred: bool = False

    @override
    def apply(self, data: BoardData, state: State) -> State:
        was = data.progress(state, self.project)
        added = self.added.value
        gained = {"before": was.before + added, "gifts": was.gifts + added, "doubled": was.doubled + added}
        return _with_progress(data, state, self.project, surplus=was.surplus + self.surplus.value, **gained)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        project = data.by_key[self.project]
        name, owners = Shown(project.name), Gathered([Shown(project.owner)])
        yield tell_section("Research", "Doubled in {project}: {owners}.", project=name, owners=owners)
        yield tell_rule("Only its own side sees by how many points a project was doubled.")
        # hardly anybody has points in what was not permitted; who has reads them on the record sheet
        yield from map(self._tell_side, () if self.was_barred else members(project.owner))
        if self.ruling:
            yield data.rulings[self.ruling].tell()

    def _tell_side(self, power: SideSeat) -> Notice:
        if self.surplus.value and not self.added.value:
            said = "{project}: {surplus} doubled points do not fit and can go to other projects."
        elif self.surplus.value:
            said = "{project}: +{added} from doubling. {surplus} more did not fit and can go to other projects."
        elif self.added.value:
            said = "{project}: +{added} from doubling."
        else:
            said = (
                "{project}: nothing is recorded that could be doubled. If your sheet shows points, record them doubled."
            )
        return tell_seat(power, said, project=Shown(self.project), added=self.added, surplus=self.surplus)


class AtomicPermitted(BoardEvent):
    """Atomic research is permitted from now on."""

    @override
    def apply(self, data: BoardData, state: State) -> State:
        return state.replace(world=state.world.replace(is_atomic_permitted=True))

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield tell_section("Research", "Atomic research is permitted.")


class Advanced(BoardEvent):
    """A card advanced a project up to its maximum, or one that (``is_secret``) only its side knows."""

    project: str
    steps: int
    added: Hidden[int]
    is_secret: bool = False

    @override
    def apply(self, data: BoardData, state: State) -> State:
        was, added = data.progress(state, self.project), self.added.value
        return _with_progress(data, state, self.project, now=was.now + added, advanced=was.advanced + added)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield self._tell_all().under("Research")
        yield tell_rule("Two steps make a level. Write it on the research record sheet.")
        yield from map(self._tell_side, members(data.by_key[self.project].owner))

    def _tell_all(self) -> Public:
        if self.is_secret:
            return tell_all("The event advanced one research project. Only its own side sees which.")
        if self.steps == 1:
            return tell_all("The event advanced {project} one step.", project=Shown(self.project))
        return tell_all("The event advanced {project} {steps} steps.", project=Shown(self.project), steps=self.steps)

    def _tell_side(self, power: SideSeat) -> Notice:
        project, added = Shown(self.project), self.added
        if added.value == 1 == self.steps:
            return tell_seat(power, "{project}: +1 step.", project=project)
        if added.value == self.steps:
            return tell_seat(power, "{project}: +{added} steps.", project=project, added=added)
        capped = "{project}: +{added} of {steps} steps, because it is at its maximum."
        return tell_seat(power, capped, project=project, added=added, steps=self.steps)


class Recorded(BoardEvent):
    """A side recorded how far a project is."""

    power: SideSeat
    project: Hidden[str]
    before: Hidden[int]
    now: Hidden[int]
    results: Hidden[int]
    maximum: Hidden[int | None]

    @override
    def apply(self, data: BoardData, state: State) -> State:
        noted = {"before": self.before.value, "results": self.results.value, "maximum": self.maximum.value}
        gifts = min(self.before.value, data.progress(state, self.project.value).gifts)
        return _with_progress(data, state.with_record(self.power), self.project.value, gifts=gifts, **noted)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield tell_seat(
            self.power,
            "Recorded for {project}: {before} from earlier turns, {now} from this turn, results {results}.",
            project=self.project,
            before=self.before,
            now=self.now,
            results=self.results,
        )


class ResultRevealed(BoardEvent):
    """A side showed a research result to all."""

    reveals: ClassVar[bool] = True
    project: str

    @override
    def apply(self, data: BoardData, state: State) -> State:
        return _with_progress(data, state, self.project, is_revealed=True)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield tell_all("A research result in {project} is revealed.", project=Shown(self.project))


class Assigned(BoardEvent):
    """A side assigned research points; those that ``is_planned`` by its plan for the turn, when the phase ended."""

    power: SideSeat
    project: Hidden[str]
    points: Hidden[int]
    is_planned: bool = False

    @override
    def apply(self, data: BoardData, state: State) -> State:
        key, points = self.project.value, self.points.value
        now = data.progress(state, key).now + points
        assigned = state.assigned | {alliance_of(self.power)}
        after = _with_progress(data, state.with_record(self.power), key, now=now)
        return after.with_habit(self.power, research=((key, points),)).replace(assigned=assigned)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        told = tell_seat(self.power, "{project}: +{points} this turn.", project=self.project, points=self.points)
        yield replace(told, kind=Kind.UNSEEN) if self.is_planned else told


class Reassigned(BoardEvent):
    """A side moved surplus points of a doubling to another project."""

    power: SideSeat
    source: Hidden[str]
    project: Hidden[str]
    points: Hidden[int]
    ruling: str | None = None

    @override
    def apply(self, data: BoardData, state: State) -> State:
        left = data.progress(state, self.source.value).surplus - self.points.value
        moved = _with_progress(data, state.with_record(self.power), self.source.value, surplus=left)
        now = data.progress(moved, self.project.value).now + self.points.value
        return _with_progress(data, moved, self.project.value, now=now)

    @override
    def tell(self, data: BoardData) -> Iterator[Notice]:
        moved = "Surplus points moved from {source} to {project}: {points}."
        yield tell_seat(self.power, moved, points=self.points, source=self.source, project=self.project)
        if self.ruling:
            ruling = data.rulings[self.ruling]
            values = {"question": Shown(ruling.question), "choice": Shown(ruling.words)}
            yield tell_seat(self.power, "Ruling: {question} **{choice}**", **values)
