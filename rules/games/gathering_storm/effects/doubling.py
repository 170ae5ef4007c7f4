"""RESEARCH, general: doubling, and the permission of atomic research with its doubling."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.games.gathering_storm.context import EffectContext
from rules.games.gathering_storm.data import ATOMIC, BoardData, BoardEvent, Project
from rules.games.gathering_storm.effects.base import Effect, Problem
from rules.games.gathering_storm.log_events.research import AtomicPermitted, Doubled
from rules.games.gathering_storm.powers import POWERS, RUSSIA
from rules.games.gathering_storm.rulings import BattleshipDoubling, DoubledGifts
from rules.line import line
from rules.notice import Public, tell_all, tell_rule
from rules.seat import SideSeat
from rules.secrets import Hidden, Shown, plain


class Doubling(Effect):
    """Research, Doubling: points of earlier turns in a project are doubled, for each side (or power) that has it."""

    kind: Literal["research doubling"]
    project: str

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        for project in context.data.projects:
            if project.name == self.project:
                yield doubled(context, project)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "Research in {project}: points from earlier turns are doubled, up to the limit.",
            project=Shown(self.project),
        )
        yield tell_rule("Points assigned this turn are not doubled. Doubled points that do not fit can be reassigned.")

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """Somebody has such a project."""
        yield from super().problems(data, power)
        if all(project.name != self.project for project in data.projects):
            yield "project", line("nobody has a project {name}", name=plain(self.project))


def doubled(context: EffectContext, project: Project) -> Doubled:
    """The doubling of one project: what fits is added, the surplus waits to be reassigned."""
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


class AtomicResearch(Effect):
    """Research, Atomic: atomic research is permitted, and what was invested in it before is doubled."""

    kind: Literal["atomic research"]

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        yield AtomicPermitted()
        for project in context.data.projects:
            if context.data.category(project) == ATOMIC:
                yield doubled(context, project)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("Atomic research is permitted. Its points from earlier turns are doubled, up to the limit.")
