"""Research: assigning points, moving the surplus of a doubling, the record sheet as its side enters and reads it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Annotated

from pydantic import Field

from rules.command import Offer, Part
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours, passes
from rules.games.gathering_storm.command import Count, Group, StormCommand, TextInput
from rules.games.gathering_storm.data import ATOMIC, BoardData, BoardEvent, Project
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.effects.research import with_progress
from rules.games.gathering_storm.pairs import Pairing, Pairs, read_pairs, written
from rules.games.gathering_storm.powers import alliance_of, belongs_to
from rules.games.gathering_storm.rulings import AtomicSurplus, SurplusUntil
from rules.games.gathering_storm.state import Progress, SheetLine, State
from rules.line import Line, Listed, line
from rules.notice import Kind, Notice, Secret, Value, tell_all, tell_seat
from rules.seat import Seat, SideSeat
from rules.secrets import Hidden, Shown


class Recorded(BoardEvent):
    """A side recorded how far a project is."""

    power: SideSeat
    project: Hidden[str]
    before: Hidden[int]
    now: Hidden[int]
    results: Hidden[int]
    maximum: Hidden[int | None]

    def apply(self, data: BoardData, state: State) -> State:
        noted = {"before": self.before.value, "results": self.results.value, "maximum": self.maximum.value}
        gifts = min(self.before.value, data.progress(state, self.project.value).gifts)
        return with_progress(data, state.with_record(self.power), self.project.value, gifts=gifts, **noted)

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

    reveals = True
    project: str

    def apply(self, data: BoardData, state: State) -> State:
        return with_progress(data, state, self.project, is_revealed=True)

    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield tell_all("A research result in {project} is revealed.", project=Shown(self.project))


class Assigned(BoardEvent):
    """A side assigned research points; those that ``is_planned`` by its plan for the turn, when the phase ended."""

    power: SideSeat
    project: Hidden[str]
    points: Hidden[int]
    is_planned: bool = False

    def apply(self, data: BoardData, state: State) -> State:
        key, points = self.project.value, self.points.value
        now = data.progress(state, key).now + points
        assigned = state.assigned | {alliance_of(self.power)}
        after = with_progress(data, state.with_record(self.power), key, now=now)
        return after.with_habit(self.power, research=((key, points),)).replace(assigned=assigned)

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

    def apply(self, data: BoardData, state: State) -> State:
        left = data.progress(state, self.source.value).surplus - self.points.value
        moved = with_progress(data, state.with_record(self.power), self.source.value, surplus=left)
        now = data.progress(moved, self.project.value).now + self.points.value
        return with_progress(data, moved, self.project.value, now=now)

    def tell(self, data: BoardData) -> Iterator[Notice]:
        values: dict[str, Value] = {"points": self.points, "source": self.source, "project": self.project}
        yield tell_seat(self.power, "Surplus points moved from {source} to {project}: {points}.", **values)
        if self.ruling:
            ruling = data.rulings[self.ruling]
            values = {"question": Shown(ruling.question), "choice": Shown(ruling.words)}
            yield tell_seat(self.power, "Ruling: {question} **{choice}**", **values)


class SheetCommand(StormCommand, named=""):
    """The base of what a power does with the research of its side, unseen by the others."""

    is_private = True
    power: SideSeat

    def own(self, data: StormData, seat: Seat, name: str) -> Project:
        """Return a project of the power. Raises ``NotYours`` unless its player asks for a project of that side."""
        if self.power != seat:
            raise NotYours("You can record only the research of your own side.")
        project = data.project(name)
        if not belongs_to(project.owner, self.power):
            raise NotYours("That project belongs to another side.")
        return project


class Assign(SheetCommand):
    """Assign research points of this turn."""

    title = "Research points assigned"
    project: Annotated[TextInput, Field(title="Research project")]
    points: Annotated[int, Field(ge=1, le=20, title="Points")] = 1
    others: Annotated[Pairing, Field(title="Other projects and their points")] = ""

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A power assigns points to projects of its side in the research phase: all of them, or none."""
        project = self.own(data, seat, self.project)
        if data.phase(state).name != data.phases.research:
            raise NotNow("Research points can be assigned only in the phase “{phase}”.", phase=data.phases.research)
        every = ((project.key, self.points), *read_points(data, self.power, self.others))
        for key, _ in every:
            check_points(data, state, key, sum(points for other, points in every if other == key))
        for key, points in every:
            state = yield from assign(data, state, self.power, key, points)
        return state


def read_points(data: StormData, power: SideSeat, text: str) -> Pairs:
    """Return projects of a power with points, as its player typed them. Raises ``NotThere``."""
    own = {each.key: each.name for each in data.projects_of[power]}
    return read_pairs(text, own, Line("there is no such project of your side."))


def check_points(data: StormData, state: State, key: str, points: int) -> None:
    """Raises ``NotNow`` for points that a project cannot take."""
    project = data.by_key[key]
    if data.category(project) == ATOMIC and not state.world.is_atomic_permitted:
        raise NotNow("Atomic research is not permitted until an event allows it.")
    check_room(data, state, project, points)


def assign(
    data: StormData, state: State, power: SideSeat, key: str, points: int, *, is_planned: bool = False
) -> Part[State]:
    """Assign points to a project."""
    check_points(data, state, key, points)
    return (yield Assigned(power=power, project=Hidden(key), points=Hidden(points), is_planned=is_planned))


class Reassign(SheetCommand):
    """Move surplus points of a doubling to another project."""

    title = "Surplus points moved"
    source: Annotated[TextInput, Field(title="From")]
    project: Annotated[TextInput, Field(title="To")]
    points: Annotated[int, Field(ge=1, le=20, title="Points")] = 1

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Doubling: points that the doubled project could not take go to another of the same category."""
        source, project = self.own(data, seat, self.source), self.own(data, seat, self.project)
        if not can_reassign(data, state):
            raise NotNow("The surplus of a doubling expired with the research phase, by your ruling on it.")
        surplus = data.progress(state, source.key).surplus
        if self.points > surplus:
            raise NotNow("{project} has a surplus of only {surplus}.", project=source.key, surplus=surplus)
        if project.key == source.key:
            raise NotThere("Choose another project for the surplus.")
        ruling = check_category(data, state, source, project)
        check_room(data, state, project, self.points)
        facts = {"source": Hidden(source.key), "project": Hidden(project.key), "points": Hidden(self.points)}
        return (yield Reassigned(power=self.power, ruling=ruling, **facts))


class Record(SheetCommand):
    """Record how far a project is, as the research record sheet shows it. Empty fields stay as they are."""

    title = "Research recorded"
    project: Annotated[TextInput, Field(title="Research project")]
    steps: Annotated[Count, Field(title="Steps from earlier turns (empty: no change)")] = None
    results: Annotated[Count, Field(title="Results so far (empty: no change)")] = None
    revealed: Annotated[bool, Field(title="Reveal its results to everyone?")] = False
    maximum: Annotated[Count, Field(title="Maximum step (empty: no change)")] = None

    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """A power records a project of its side at any time."""
        project = self.own(data, seat, self.project)
        was, known = data.progress(state, project.key), data.recorded(state, project.key)
        before = was.before if self.steps is None else self.steps
        results = was.results if self.results is None else self.results
        maximum = known.maximum if self.maximum is None else self.maximum
        printed = data.printed(state, project.key).maximum
        if project.maximum is not None and maximum != project.maximum:
            raise NotNow("{project} has a printed maximum of {maximum} steps.", project=project.key, maximum=printed)
        last = printed if maximum is None else maximum
        if last is not None and before + was.now > last:
            raise NotNow("{project} cannot go past step {maximum}.", project=project.key, maximum=last)
        if self.revealed and not results:
            raise NotNow("This project has no result to reveal. Record its results first.")
        # the group's own sheet can still be corrected, for all projects at once
        recorded = None if project.maximum is None and maximum == printed else maximum
        state = yield Recorded(
            power=self.power,
            project=Hidden(project.key),
            before=Hidden(before),
            now=Hidden(was.now),
            results=Hidden(results),
            maximum=Hidden(recorded),
        )
        if self.revealed and not was.is_revealed:
            state = yield ResultRevealed(project=project.key)
        return state


def can_reassign(data: StormData, state: State) -> bool:
    """Return whether the surplus of a doubling can still be reassigned (ruling ``surplus_until``)."""
    in_time = state.phase <= data.phase_index(data.phases.research)
    return in_time or data.is_ruled(SurplusUntil.END_OF_THE_TURN)


def check_category(data: StormData, state: State, source: Project, project: Project) -> str | None:
    """Raise ``NotThere`` unless a surplus stays in its category (and with its owners: an ally's own project is not
    theirs); a ruling lets it go into atomic research. Return the ruling that decided, if one did.
    """
    if data.category(project) == ATOMIC:
        if data.is_ruled(AtomicSurplus.NO) and not state.world.is_atomic_permitted:
            raise NotNow("By your ruling, no surplus can go into atomic research until it is permitted.")
        return data.rulings.atomic_surplus.name
    if data.category(project) != data.category(source):
        raise NotThere(
            "The surplus of {project} can go only to another {category} project.",
            project=source.key,
            category=data.category(source),
        )
    return project.category_by or source.category_by


def check_room(data: StormData, state: State, project: Project, points: int) -> None:
    """Raises ``NotNow`` when the points would take a project past its last step."""
    room = data.progress(state, project.key).room(points)
    if room < points:
        raise NotNow("{project} has room for only {room} more.", project=project.key, room=room)


def offers(data: StormData, state: State, seat: Seat) -> Iterator[Offer]:
    """Offer what a power does with its side's research, for its own eyes."""
    if not isinstance(seat, SideSeat):
        return
    own, on_sheet = data.projects_of[seat], [*kept(data, state, seat)]
    if data.phase(state).name == data.phases.research:
        open_ = (each for each in own if state.world.is_atomic_permitted or data.category(each) != ATOMIC)
        fits = tuple(each.key for each in open_ if data.progress(state, each.key).room(1))
        habit = state.habit(seat)
        last = [each for each in habit.research if each[0] in fits] if habit.research_turn < state.turn else []
        for offer in _offer_one_of(state, fits, Assign, seat, line("Assign {seat}'s research points", seat=seat)):
            for count in range(len(last), 0, -1):
                (key, points), others = last[0], tuple(last[1:count])
                as_last = Assign(power=seat, project=key, points=points, others=written(others))
                if as_last.works(data, state, seat):
                    offer = replace(offer, command=as_last)
                    break
            yield offer
    for project, progress in on_sheet:
        yield _offer_change(data, state, seat, project, progress)
        if progress.surplus and can_reassign(data, state):
            takers = (each for each in own if each.key != project.key and passes(check_room, data, state, each, 1))
            fits = tuple(each.key for each in takers if passes(check_category, data, state, project, each))
            label = line("Move surplus of {project}", project=project.key)
            yield from _offer_one_of(state, fits, Reassign, seat, label, project.key)
    recorded = {project.key for project, _ in on_sheet}
    fresh = tuple(project.key for project in own if project.key not in recorded)
    yield from _offer_one_of(state, fresh, Record, seat, line("Record {seat}'s research", seat=seat))


def _offer_one_of(
    state: State, fits: tuple[str, ...], command: type[SheetCommand], seat: SideSeat, label: Line, source: str = ""
) -> Iterator[Offer]:
    """Offer a form in which one of several projects is chosen; of surplus under the project that it comes from."""
    if fits:
        given = {"power": seat, "project": fits[0]} | ({"source": source} if source else {})
        yield Offer(
            command=command.model_validate(given),
            label=label,
            subject=source or Group.RESEARCH,
            is_group=not source,
            version=_version(state, seat),
            inputs=tuple(name for name in command.model_fields if name not in ("type", "power", "source")),
            choices={"project": fits},
            secret=True,
        )


def _offer_change(data: StormData, state: State, seat: SideSeat, project: Project, progress: Progress) -> Offer:
    """Offer a project on the sheet as a form that proposes what stands there."""
    results = max(progress.results, data.printed(state, project.key).reached(progress.steps))
    now = {"steps": progress.before, "results": results, "maximum": progress.maximum}
    return Offer(
        command=Record(power=seat, project=project.key, revealed=progress.is_revealed, **now),
        label="Record",
        subject=project.key,
        version=_version(state, seat),
        inputs=("steps", "results", "revealed", "maximum"),
        secret=True,
    )


def _version(state: State, seat: SideSeat) -> int:
    """Count the records of a side: each makes the forms that were open for it stale."""
    return state.records.get(alliance_of(seat), 0)


def kept(data: StormData, state: State, power: SideSeat) -> Iterator[tuple[Project, Progress]]:
    """Yield the projects of a power's side of which something stands on the sheet, in the order of the sheet."""
    for project in data.projects_of[power]:
        known = data.recorded(state, project.key)
        if known.steps or known.results or known.surplus:
            yield project, data.progress(state, project.key)


def row(data: StormData, state: State, power: SideSeat, project: Project, progress: Progress) -> Secret:
    """Tell a line of the sheet: how far a project is."""
    printed = data.printed(state, project.key)
    steps = line("{steps} {steps:step|steps}", steps=progress.steps)
    if progress.maximum is not None:
        steps = line("{steps} of {maximum} steps", steps=progress.steps, maximum=progress.maximum)
    level, facts = Hidden(progress.levels), Hidden(Listed((steps, *details_of(data, printed, progress))))
    return tell_seat(power, "{project}: level {level}, {facts}.", project=Hidden(project.key), level=level, facts=facts)


def details_of(data: StormData, printed: SheetLine, each: Progress) -> Iterator[Line]:
    """Yield what this turn and events gave of its steps, its results, and what can still be moved."""
    if assigned := each.now - each.advanced:
        yield line("{count} assigned this turn", count=assigned)
    if each.advanced:
        yield line("{count} from an event this turn", count=each.advanced)
    if each.doubled:
        yield line("{count} from doubling this turn", count=each.doubled)
    if given := each.gifts - each.doubled:
        yield line("{count} from events of earlier turns", count=given)
    if each.results:
        yield line("{count} {count:result|results}", count=each.results)
    reached = printed.reached(each.steps)
    if (due := reached - each.results) > 0:
        yield line("{count} {count:result|results} to record", count=due)
    if ahead := printed.results[reached:]:
        yield line("the next result at step {step}", step=ahead[0])
    if each.is_revealed:
        yield Line("shown to all")
    if each.surplus:
        until = Shown(data.rulings.surplus_until.words)
        yield line("a surplus of {surplus} to move until {until}", surplus=each.surplus, until=until)
