"""RESEARCH, general: doubling, and the permission of atomic research with its doubling; and national: advances before
or after points are assigned, espionage, an additional counter.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.data import ATOMIC, BoardData, BoardEvent, Category, Project
from rules.games.gathering_storm.effects.base import (
    AFTER,
    BEFORE,
    Account,
    Changing,
    Effect,
    EffectContext,
    Options,
    Problem,
    not_of,
)
from rules.games.gathering_storm.powers import OWNERS, POWERS, RUSSIA, alliance_of, belongs_to, called, members
from rules.games.gathering_storm.rulings import BattleshipDoubling, DoubledGifts, ResearchSecrecy
from rules.games.gathering_storm.state import State
from rules.games.gathering_storm.written import Whole
from rules.line import Gathered, Line, line
from rules.notice import Notice, Open, Public, Value, tell_all, tell_rule, tell_seat, tell_section
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown, plain

STEPS_A_LEVEL = 2
WHEN = {"when": "Before or after your side assigns its research points?"}


def with_progress(data: BoardData, state: State, key: str, **changes: Any) -> State:
    """Return the state after a change of what is recorded of a project."""
    progress = data.recorded(state, key).replace(**changes)
    return state.replace(research={**state.research, key: progress})


class Doubled(BoardEvent):
    """Earlier points were doubled in a project. ``was_barred``: no side was permitted to assign any until now."""

    reveals = True
    project: str
    added: Hidden[int]
    surplus: Hidden[int]
    ruling: str | None = None
    was_barred: bool = False

    def apply(self, data: BoardData, state: State) -> State:
        was = data.progress(state, self.project)
        added = self.added.value
        gained = {"before": was.before + added, "gifts": was.gifts + added, "doubled": was.doubled + added}
        return with_progress(data, state, self.project, surplus=was.surplus + self.surplus.value, **gained)

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
        values: dict[str, Value] = {"project": Shown(self.project), "added": self.added, "surplus": self.surplus}
        if self.surplus.value and not self.added.value:
            return tell_seat(
                power, "{project}: {surplus} doubled points do not fit and can go to other projects.", **values
            )
        if self.surplus.value:
            return tell_seat(
                power,
                "{project}: +{added} from doubling. {surplus} more did not fit and can go to other projects.",
                **values,
            )
        if self.added.value:
            return tell_seat(power, "{project}: +{added} from doubling.", **values)
        return tell_seat(
            power,
            "{project}: nothing is recorded that could be doubled. If your sheet shows points, record them doubled.",
            **values,
        )


class AtomicPermitted(BoardEvent):
    """Atomic research is permitted from now on."""

    def apply(self, data: BoardData, state: State) -> State:
        return state.replace(world=state.world.replace(is_atomic_permitted=True))

    def tell(self, data: BoardData) -> Iterator[Notice]:
        yield tell_section("Research", "Atomic research is permitted.")


class Advanced(BoardEvent):
    """A card advanced a project up to its maximum, or one that (``is_secret``) only its side knows."""

    project: str
    steps: int
    added: Hidden[int]
    is_secret: bool = False

    def apply(self, data: BoardData, state: State) -> State:
        was, added = data.progress(state, self.project), self.added.value
        return with_progress(data, state, self.project, now=was.now + added, advanced=was.advanced + added)

    def tell(self, data: BoardData) -> Iterator[Notice]:
        advanced = tell_all(
            "The event advanced {project} {steps} steps.", project=Shown(self.project), steps=self.steps
        )
        if self.is_secret:
            advanced = tell_all("The event advanced one research project. Only its own side sees which.")
        elif self.steps == 1:
            advanced = tell_all("The event advanced {project} one step.", project=Shown(self.project))
        yield advanced.under("Research")
        yield tell_rule("Two steps make a level. Write it on the research record sheet.")
        yield from map(self._tell_side, members(data.by_key[self.project].owner))

    def _tell_side(self, power: SideSeat) -> Notice:
        values: dict[str, Value] = {"project": Shown(self.project), "added": self.added, "steps": self.steps}
        if self.added.value == 1 == self.steps:
            return tell_seat(power, "{project}: +1 step.", **values)
        if self.added.value == self.steps:
            return tell_seat(power, "{project}: +{added} steps.", **values)
        return tell_seat(power, "{project}: +{added} of {steps} steps, because it is at its maximum.", **values)


class Doubling(Effect):
    """Research, Doubling: points of earlier turns in a project are doubled, for each side (or power) that has it."""

    says = Line("Research in {project}: points from earlier turns are doubled, up to the limit.")
    rule = Line("Points assigned this turn are not doubled. Doubled points that do not fit can be reassigned.")
    kind: Literal["research doubling"]
    project: str

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        data = context.data
        return (doubled(context, each) for each in data.projects if each.name == self.project and data.has(each))

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        if all(project.name != self.project for project in data.projects):
            yield "project", line("nobody has a project {name}", name=plain(self.project))


class AtomicResearch(Effect):
    """Research, Atomic: atomic research is permitted, and what was invested in it before is doubled."""

    says = Line("Atomic research is permitted. Its points from earlier turns are doubled, up to the limit.")
    kind: Literal["atomic research"]

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        was_barred = not context.state.world.is_atomic_permitted
        yield AtomicPermitted()
        for project in context.data.projects:
            if context.data.category(project) == ATOMIC:
                yield doubled(context, project).replace(was_barred=was_barred)


def doubled(context: EffectContext, project: Project) -> Doubled:
    """Double one project: what fits is added, the surplus waits to be reassigned."""
    data = context.data
    progress = data.progress(context.state, project.key)
    is_of_one_ally = project.owner in POWERS and project.owner != RUSSIA
    ruling = data.rulings.battleship_doubling.name if is_of_one_ally else None
    points = progress.before
    if data.is_ruled(DoubledGifts.ONLY_ASSIGNED_POINTS):
        points = max(0, points - progress.gifts)
    most = points if is_of_one_ally and data.is_ruled(BattleshipDoubling.ALL) else data.limits.doubling
    bonus = min(points, most)
    added = progress.room(bonus)
    return Doubled(project=project.key, added=Hidden(added), surplus=Hidden(bonus - added), ruling=ruling)


class NationalResearch(Effect):
    """A national research event: carried out before or after points are assigned, as its player likes."""

    questions = WHEN
    is_chosen: ClassVar[bool] = False
    """Whether its player chooses the project."""

    @override
    def options(self, context: EffectContext) -> Options:
        return {"when": (AFTER,) if _has_assigned(context) else (BEFORE, AFTER)}

    @override
    def check(self, context: EffectContext) -> None:
        """Raise ``NotNow`` for an advance before points that are assigned already."""
        if context.choice.when == BEFORE and _has_assigned(context):
            raise NotNow("Your side has already assigned research points this turn. For “When”, choose “after”.")
        super().check(context)

    @override
    def waits(self, context: EffectContext) -> bool:
        """After: until the side's points are assigned, which ends with the research phase."""
        data = context.data
        return context.choice.when == AFTER and context.state.phase <= data.phase_index(data.phases.research)

    @abstractmethod
    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """Yield the projects that advance, and by how many steps."""

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """Advance the projects up to their maximum, in secret where a player chose (``research_secrecy``)."""
        is_secret = self.is_chosen and context.data.is_ruled(ResearchSecrecy.ITS_SIDE_ALONE)
        for key, steps in self.advances(context):
            room = context.data.progress(context.state, key).room(steps)
            yield Advanced(project=key, steps=steps, added=Hidden(room), is_secret=is_secret)


def _has_assigned(context: EffectContext) -> bool:
    return alliance_of(context.drawer) in context.state.assigned


class ResearchAdvance(NationalResearch):
    """Research, Basic: a project advances one level."""

    kind: Literal["research advance"]
    project: str
    levels: Annotated[Whole, Field(ge=1, le=3)] = 1

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        yield self.project, self.levels * STEPS_A_LEVEL

    @override
    def tell(self) -> Iterator[Public]:
        project = Shown(self.project)
        if self.levels == 1:
            yield tell_all("The event advances {project} one level.", project=project)
        else:
            yield tell_all("The event advances {project} {levels} levels.", project=project, levels=self.levels)
        yield tell_rule("Research: two steps make a level. It advances before or after points are assigned.")

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        yield from not_of(data, self.project, power)


class ResearchChoice(NationalResearch):
    """A national research event that leaves its player a choice among an owner's projects of a category."""

    is_chosen = True
    chosen: ClassVar[tuple[str, ...]] = ("project",)
    """The fields of a choice that name projects."""
    steps: ClassVar[int] = 1
    """By how many steps each of them advances."""

    owner: str
    category: Category

    def among(self, data: BoardData) -> tuple[str, ...]:
        """Return the projects to choose from: a power's own and those that its alliance researches jointly."""
        owners = (self.owner, *((alliance_of(SideSeat(self.owner)),) if self.owner in POWERS else ()))
        return tuple(p.key for p in data.projects if p.owner in owners and data.category(p) == self.category)

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """The owner is the drawer or its alliance, and has enough such projects."""
        yield from super().problems(data, power)
        if self.owner not in OWNERS:
            yield "owner", line("there is no owner {name}", name=plain(self.owner))
        elif power is not None and not belongs_to(self.owner, power):
            yield "owner", line("{owner} is not {power} or its alliance", owner=Shown(self.owner), power=Shown(power))
        elif len(self.among(data)) < len(self.chosen):
            names = {"owner": Shown(self.owner), "category": Shown(self.category)}
            yield "category", line("{owner} has too few {category} projects", **names)

    @override
    def options(self, context: EffectContext) -> Options:
        among = self.among(context.data)
        turned = {field: among[place:] + among[:place] for place, field in enumerate(self.chosen)}
        return {**turned, **super().options(context)}

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        return ((getattr(context.choice, field), self.steps) for field in self.chosen)

    @override
    def shown(self, field: str) -> Open:
        return Shown(called(self.owner)) if field == "owner" else super().shown(field)


class FlexibleResearch(ResearchChoice):
    """Research, Flexible: one of several projects advances one level."""

    steps = STEPS_A_LEVEL
    says = Line("One {category} project of {owner} advances one level.")
    kind: Literal["flexible research"]


class DoubleResearch(ResearchChoice):
    """Research, Double: two projects advance one step each."""

    chosen = ("project", "second")
    says = Line("Two {category} projects of {owner} advance one step each.")
    kind: Literal["double research"]

    @override
    def check(self, context: EffectContext) -> None:
        """Raise ``NotThere`` when both are the same."""
        super().check(context)
        if context.choice.project == context.choice.second:
            raise NotThere("“Second research project”: choose a different project from the first.")


class Espionage(ResearchChoice):
    """Research, Espionage effect: one extra point at once, as if there were a spy ring in that category."""

    says = Line("One {category} project of {owner} gets an extra point at no cost.")
    rule = Line("Espionage effect: as a spy ring in {against} {category}, or as a second one if there is one already.")
    kind: Literal["espionage"]
    against: str

    @override
    def options(self, context: EffectContext) -> Options:
        return {"project": self.among(context.data)}

    @override
    def waits(self, context: EffectContext) -> bool:
        return False

    @override
    def check(self, context: EffectContext) -> None:
        Effect.check(self, context)

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        if self.against not in OWNERS or (power is not None and belongs_to(self.against, power)):
            yield "against", line("{name} is no other side", name=plain(self.against))


class ResearchCounter(Changing):
    """Research, Additional expenditure: one more activity counter for research, whatever a purge says."""

    account = Account.RESEARCH_COUNTERS
    says = Line("{power} can assign one more activity counter to research this turn.")
    board = Line("No purge forbids {power}'s extra research counter. Where factories allow two, it can be a third.")
    is_of_drawer = True
    is_used = True
    kind: Literal["research counter"]


ResearchEffect = (
    Doubling | AtomicResearch | ResearchAdvance | FlexibleResearch | DoubleResearch | Espionage | ResearchCounter
)
