"""RESEARCH, national: advances before or after points are assigned, espionage, an additional counter."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.errors import NotNow, NotThere
from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.data import BoardData, BoardEvent, Category, Project
from rules.games.gathering_storm.effects.base import AFTER, BEFORE, Effect, Problem
from rules.games.gathering_storm.log_events.research import Advanced
from rules.games.gathering_storm.powers import OWNERS, POWERS, alliance_of, belongs_to, called
from rules.games.gathering_storm.rulings import ResearchSecrecy
from rules.games.gathering_storm.written import Whole
from rules.line import line
from rules.notice import Public, tell_all, tell_board, tell_rule
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown, plain

STEPS_A_LEVEL = 2
WHEN = (BEFORE, AFTER)


class NationalResearch(Effect):
    """A national research event: it is carried out before or after research points are assigned, as its player
    likes.
    """

    is_chosen: ClassVar[bool] = False
    """Whether its player chooses the project."""

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"when": WHEN[1:] if _has_assigned(context) else WHEN}

    @override
    def questions(self) -> Mapping[str, str]:
        return {"when": "Before or after your side assigns its research points?"}

    @override
    def check(self, context: EffectContext) -> None:
        """Raises ``NotNow`` for an advance before points that are assigned already."""
        if context.choice.when == WHEN[0] and _has_assigned(context):
            raise NotNow("Your side has already assigned research points this turn. For “When”, choose “after”.")
        super().check(context)

    @override
    def waits(self, context: EffectContext) -> bool:
        """After: until the side's points are assigned, which ends with the research phase."""
        return context.choice.when == WHEN[1] and context.state.phase <= context.data.phase_index(
            context.data.phases.research
        )

    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """The projects that advance, and by how many steps."""
        raise NotImplementedError

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        for key, steps in self.advances(context):
            yield advanced(context, key, steps, is_chosen=self.is_chosen)


def advanced(context: EffectContext, key: str, steps: int, *, is_chosen: bool) -> Advanced:
    """An advance by ``steps``; what is past the project's maximum is lost. A project that a player chose can be that
    side's secret (ruling ``research_secrecy``).
    """
    room = context.data.progress(context.state, key).room(steps)
    is_secret = is_chosen and context.data.is_ruled(ResearchSecrecy.ITS_SIDE_ALONE)
    return Advanced(project=key, steps=steps, added=Hidden(room), is_secret=is_secret)


def _has_assigned(context: EffectContext) -> bool:
    return alliance_of(context.drawer) in context.state.assigned


class ResearchAdvance(NationalResearch):
    """Research, Basic: a project advances one level."""

    kind: Literal["research advance"]
    project: str
    levels: Annotated[Whole, Field(ge=1, le=3)] = 1

    @override
    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """One project by its levels."""
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
        """The project is the drawer's."""
        yield from super().problems(data, power)
        if self.project not in data.by_key:
            yield "project", line("there is no project {name}", name=plain(self.project))
        elif power is not None and not belongs_to(data.by_key[self.project].owner, power):
            yield "project", line("{project} is not of {power}", project=Shown(self.project), power=Shown(power))


class ResearchChoice(NationalResearch):
    """A national research event that leaves its player a choice among an owner's projects of a category."""

    is_chosen: ClassVar[bool] = True
    owner: str
    category: Category

    def among(self, data: BoardData) -> tuple[str, ...]:
        """The projects to choose from."""
        return tuple(p.key for p in data.projects if self._has(p) and data.category(p) == self.category)

    def _has(self, project: Project) -> bool:
        """Whether a project is the owner's. A power has its own and those that its alliance researches jointly."""
        return project.owner in (self.owner, *((alliance_of(SideSeat(self.owner)),) if self.owner in POWERS else ()))

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """The owner is the drawer or its alliance, and has enough such projects."""
        yield from super().problems(data, power)
        if self.owner not in OWNERS:
            yield "owner", line("there is no owner {name}", name=plain(self.owner))
        elif power is not None and not belongs_to(self.owner, power):
            yield "owner", line("{owner} is not {power} or its alliance", owner=Shown(self.owner), power=Shown(power))
        elif len(self.among(data)) < len([*self.fields()]):
            names = {"owner": Shown(self.owner), "category": Shown(self.category)}
            yield "category", line("{owner} has too few {category} projects", **names)

    def fields(self) -> tuple[str, ...]:
        """The fields of a choice that name projects."""
        return ("project",)

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        among = self.among(context.data)
        turned = {field: among[place:] + among[:place] for place, field in enumerate(self.fields())}
        return {**turned, **super().options(context)}


class FlexibleResearch(ResearchChoice):
    """Research, Flexible: one of several projects advances one level."""

    kind: Literal["flexible research"]

    @override
    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """The chosen project by a level."""
        yield context.choice.project, STEPS_A_LEVEL

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "One {category} project of {owner} advances one level.",
            category=Shown(self.category),
            owner=Shown(called(self.owner)),
        )


class DoubleResearch(ResearchChoice):
    """Research, Double: two projects advance one step each."""

    kind: Literal["double research"]

    @override
    def fields(self) -> tuple[str, ...]:
        return ("project", "second")

    @override
    def check(self, context: EffectContext) -> None:
        """Raises ``NotThere`` when both are the same."""
        super().check(context)
        if context.choice.project == context.choice.second:
            raise NotThere("“Second research project”: choose a different project from the first.")

    @override
    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """Each of the two by a step."""
        yield context.choice.project, 1
        yield context.choice.second, 1

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "Two {category} projects of {owner} advance one step each.",
            category=Shown(self.category),
            owner=Shown(called(self.owner)),
        )


class Espionage(ResearchChoice):
    """Research, Espionage effect: one extra point in a project, as if there were a spy ring in that category."""

    kind: Literal["espionage"]
    against: str

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"project": self.among(context.data)}

    @override
    def waits(self, context: EffectContext) -> bool:
        """The point is assigned at once."""
        return False

    @override
    def check(self, context: EffectContext) -> None:
        """The project is one of those."""
        Effect.check(self, context)

    @override
    def advances(self, context: EffectContext) -> Iterator[tuple[str, int]]:
        """The chosen project by a step."""
        yield context.choice.project, 1

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "One {category} project of {owner} gets an extra point at no cost.",
            owner=Shown(called(self.owner)),
            category=Shown(self.category),
        )
        yield tell_rule(
            "Espionage effect: as a spy ring in {against} {category}, or as a second one if there is one already.",
            against=Shown(self.against),
            category=Shown(self.category),
        )

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """It is against another side."""
        yield from super().problems(data, power)
        if self.against not in OWNERS or (power is not None and belongs_to(self.against, power)):
            yield "against", line("{name} is no other side", name=plain(self.against))


class ResearchCounter(Effect):
    """Research, Additional expenditure: one more activity counter can be assigned to research, whatever a purge
    says.
    """

    is_of_drawer: ClassVar[bool] = True
    is_used: ClassVar[bool] = True
    kind: Literal["research counter"]
    power: SideSeat

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.RESEARCH_COUNTERS, 1, self.power)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("{power} can assign one more activity counter to research this turn.", power=self.power)
        yield tell_board(
            "{power}'s extra research counter can be a third one, and no purge forbids it.", power=self.power
        )
