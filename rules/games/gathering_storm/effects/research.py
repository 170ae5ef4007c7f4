"""RESEARCH: doubling, atomic permission, advances, espionage, an additional counter."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.data import BoardData, BoardEvent, Category, Project
from rules.games.gathering_storm.effects.base import Effect
from rules.games.gathering_storm.events.research import Advanced, AtomicPermitted, Doubled
from rules.games.gathering_storm.powers import OWNERS, POWERS, RUSSIA, alliance_of, belongs_to, called
from rules.notice import Public, tell_all, tell_board, tell_rule
from rules.seat import Seat
from rules.secrets import Hidden, Shown

STEPS_A_LEVEL = 2
ATOMIC = "atomic"
WHEN = ("before", "after")
BATTLESHIPS = "battleship_doubling"


class Doubling(Effect):
    """Research, Doubling: points of earlier turns in a project are doubled, for each side (or power) that has it."""

    kind: Literal["research doubling"]
    project: str

    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """Each side's doubling."""
        for project in context.data.projects:
            if project.name == self.project:
                yield doubled(context, project)

    def tell(self) -> Iterator[Public]:
        """What is doubled."""
        yield tell_all(
            "Research in {project}: points from earlier turns are doubled, up to three.",
            project=Shown(self.project),
        )
        yield tell_rule("Doubling: points of this turn are not doubled. Points that do not fit can be reassigned.")

    def problems(self, data: BoardData, power: Seat | None) -> Iterator[str]:
        """Somebody has such a project."""
        yield from super().problems(data, power)
        if all(project.name != self.project for project in data.projects):
            yield f"project: nobody has a project {self.project}"


def doubled(context: EffectContext, project: Project) -> Doubled:
    """The doubling of one project: what fits is added, the surplus waits to be reassigned."""
    data = context.data
    progress = data.progress(context.state, project.key)
    is_of_one_ally = project.owner in POWERS and project.owner != RUSSIA
    ruling = BATTLESHIPS if is_of_one_ally else None
    most = progress.before if ruling and data.ruling(ruling) == "all" else data.limits.doubling
    bonus = min(progress.before, most)
    added = progress.room(bonus)
    return Doubled(project=project.key, added=Hidden(added), surplus=Hidden(bonus - added), ruling=ruling)


class AtomicResearch(Effect):
    """Research, Atomic: atomic research is permitted, and what was invested in it before is doubled."""

    kind: Literal["atomic research"]

    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """The permission, then the doubling of every atomic project."""
        yield AtomicPermitted()
        for project in context.data.projects:
            if context.data.category(project) == ATOMIC:
                yield doubled(context, project)

    def tell(self) -> Iterator[Public]:
        """The permission and the doubling."""
        yield tell_all("Atomic research is permitted. Points from earlier turns in it are doubled, up to three.")


class NationalResearch(Effect):
    """A national research event: it is carried out before or after research points are assigned, as its player
    likes.
    """

    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        """Before or after; once the points are assigned, only after."""
        return {"when": WHEN[1:] if _has_assigned(context) else WHEN}

    def check(self, context: EffectContext) -> None:
        """Raises ``NotNow`` for an advance before points that are assigned already."""
        if context.choice.when == WHEN[0] and _has_assigned(context):
            raise NotNow("`when`: your side has already assigned research points this turn. Choose after.")
        super().check(context)

    def waits(self, context: EffectContext) -> bool:
        """After: until the side's points are assigned, which ends with the research phase."""
        return context.choice.when == WHEN[1] and context.state.phase <= context.data.phase_index(
            context.data.phases.research
        )

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """The projects that advance, and by how many steps."""
        raise NotImplementedError

    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """The advances, as far as the projects have room."""
        for key, steps in self.advances(context):
            yield advanced(context, key, steps)


def advanced(context: EffectContext, key: str, steps: int) -> Advanced:
    """An advance by ``steps``; what is past the project's maximum is lost."""
    room = context.data.progress(context.state, key).room(steps)
    return Advanced(project=key, steps=steps, added=Hidden(room))


def _has_assigned(context: EffectContext) -> bool:
    return alliance_of(context.drawer) in context.state.assigned


class ResearchAdvance(NationalResearch):
    """Research, Basic: a project advances one level."""

    kind: Literal["research advance"]
    project: str
    levels: Annotated[int, Field(ge=1, le=3)] = 1

    @override
    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """One project by its levels."""
        yield self.project, self.levels * STEPS_A_LEVEL

    def tell(self) -> Iterator[Public]:
        """The project."""
        project = Shown(self.project)
        if self.levels == 1:
            yield tell_all("{project}: advances one level.", project=project)
        else:
            yield tell_all("{project}: advances {levels} levels.", project=project, levels=self.levels)
        yield tell_rule("Research: two steps make a level. It advances before or after points are assigned.")

    def problems(self, data: BoardData, power: Seat | None) -> Iterator[str]:
        """The project is the drawer's."""
        yield from super().problems(data, power)
        if self.project not in data.by_key:
            yield f"project: there is no project {self.project}"
        elif power is not None and not belongs_to(data.by_key[self.project].owner, power):
            yield f"project: {self.project} is not of {power}"


class ResearchChoice(NationalResearch):
    """A national research event that leaves its player a choice among an owner's projects of a category."""

    owner: str
    category: Category

    def among(self, data: BoardData) -> tuple[str, ...]:
        """The projects to choose from."""
        return tuple(p.key for p in data.projects if p.owner == self.owner and data.category(p) == self.category)

    def problems(self, data: BoardData, power: Seat | None) -> Iterator[str]:
        """The owner is the drawer or its alliance, and has enough such projects."""
        yield from super().problems(data, power)
        if self.owner not in OWNERS:
            yield f"owner: there is no owner {self.owner}"
        elif power is not None and not belongs_to(self.owner, power):
            yield f"owner: {self.owner} is not {power} or its alliance"
        elif len(self.among(data)) < len([*self.fields()]):
            yield f"category: {self.owner} has too few {self.category} projects"

    def fields(self) -> tuple[str, ...]:
        """The fields of a choice that name projects."""
        return ("project",)

    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        """The projects, and when."""
        among = self.among(context.data)
        turned = {field: among[place:] + among[:place] for place, field in enumerate(self.fields())}
        return {**turned, **super().options(context)}


class FlexibleResearch(ResearchChoice):
    """Research, Flexible: one of several projects advances one level."""

    kind: Literal["flexible research"]

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """The chosen project by a level."""
        yield context.choice.project, STEPS_A_LEVEL

    def tell(self) -> Iterator[Public]:
        """The choice."""
        yield tell_all(
            "One {category} project of {owner} advances one level.",
            category=Shown(self.category),
            owner=Shown(called(self.owner)),
        )


class DoubleResearch(ResearchChoice):
    """Research, Double: two projects advance one step each."""

    kind: Literal["double research"]

    def fields(self) -> tuple[str, ...]:
        """Two projects."""
        return ("project", "second")

    def check(self, context: EffectContext) -> None:
        """Raises ``NotThere`` when both are the same."""
        super().check(context)
        if context.choice.project == context.choice.second:
            raise NotThere("`second`: choose a different project from the first.")

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """Each of the two by a step."""
        yield context.choice.project, 1
        yield context.choice.second, 1

    def tell(self) -> Iterator[Public]:
        """The choice."""
        yield tell_all(
            "Two {category} projects of {owner} advance one step each.",
            category=Shown(self.category),
            owner=Shown(called(self.owner)),
        )


class Espionage(ResearchChoice):
    """Research, Espionage effect: one extra point in a project, as if there were a spy ring in that category."""

    kind: Literal["espionage"]
    against: str

    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        """The project that gets the point."""
        return {"project": self.among(context.data)}

    @override
    def waits(self, context: EffectContext) -> bool:
        """The point is assigned at once."""
        return False

    def check(self, context: EffectContext) -> None:
        """The project is one of those."""
        Effect.check(self, context)

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """The chosen project by a step."""
        yield context.choice.project, 1

    def tell(self) -> Iterator[Public]:
        """The point, and what it is like."""
        yield tell_all(
            "One {category} project of {owner} gets an extra point at no cost.",
            owner=Shown(called(self.owner)),
            category=Shown(self.category),
        )
        yield tell_rule(
            "Espionage effect: like a spy ring in {against} {category}, or a second one if there is one already.",
            against=Shown(self.against),
            category=Shown(self.category),
        )

    def problems(self, data: BoardData, power: Seat | None) -> Iterator[str]:
        """It is against another side."""
        yield from super().problems(data, power)
        if self.against not in OWNERS or (power is not None and belongs_to(self.against, power)):
            yield f"against: {self.against} is no other side"


class ResearchCounter(Effect):
    """Research, Additional expenditure: one more activity counter may be assigned to research, whatever a purge
    says.
    """

    is_of_drawer: ClassVar[bool] = True
    kind: Literal["research counter"]
    power: Seat

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        """One more."""
        yield Change(Account.RESEARCH_COUNTERS, 1, self.power)

    def tell(self) -> Iterator[Public]:
        """One more."""
        yield tell_all("{power} can assign one more activity counter to research this turn.", power=self.power)
        yield tell_board("It can be a third counter, and no purge forbids it.")
