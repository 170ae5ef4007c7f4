"""SUPPORT, fixed and conditional. A conditional support is a formula: it follows its inputs for as long as it runs."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import override

from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.data import BoardData, Category, Project
from rules.games.gathering_storm.effects.base import Amount, Base, Effect, Problem
from rules.games.gathering_storm.powers import AXIS, alliance_of, belongs_to, members
from rules.games.gathering_storm.rulings import ResultsCount
from rules.games.gathering_storm.state import Progress
from rules.games.gathering_storm.written import NotZero, Whole
from rules.line import Line, line
from rules.notice import Public, tell_all
from rules.seat import SideSeat
from rules.secrets import Shown, plain

NetCap = Annotated[Whole, Field(ge=0, le=20)]
Cap = Annotated[NotZero, Field(ge=0, le=20)]


class Support(Effect):
    """Support, Basic, Compound (two powers) or Ancillary (with diplomacy or the EAI): changed for the turn."""

    kind: Literal["general support", "compound support", "general ancillary support", "support", "ancillary support"]
    power: SideSeat
    amount: Amount

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.SUPPORT, self.amount, self.power)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("{power}'s support level: {amount:+} this turn.", power=self.power, amount=self.amount)


class Conditional(Effect):
    """A support level that depends on the state of the game, within limits on the NET result."""

    power: SideSeat

    def amount_now(self, context: EffectContext) -> int:
        """The net change as things stand."""
        raise NotImplementedError

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.SUPPORT, self.amount_now(context), self.power)


class SupportByResults(Conditional):
    """Conditional (research results): ``base``, and +1 a project of the category with a result, up to ``cap`` net.

    A joint project counts for each power of the alliance; further results in one project do not count; intelligence
    results count once they are revealed.
    """

    kind: Literal["support by research results"]
    base: Base
    cap: NetCap
    category: Category

    @override
    def amount_now(self, context: EffectContext) -> int:
        """The base, offset by the results, at most the cap."""
        return min(self.cap, self.base + self.results(context))

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        ruling = next((project.category_by for project in self.counted(context) if project.category_by), None)
        yield Change(Account.SUPPORT, self.amount_now(context), self.power, ruling=ruling)

    def results(self, context: EffectContext) -> int:
        """How many results count: one for each project, or (ruling ``results_count``) every one."""
        if context.data.is_ruled(ResultsCount.EVERY_RESULT):
            return sum(context.data.progress(context.state, each.key).results for each in self.counted(context))
        return len(self.counted(context))

    def counted(self, context: EffectContext) -> tuple[Project, ...]:
        """The projects of the category, the power's own and its alliance's, that have a result that counts."""
        progress = context.data.progress
        return tuple(each for each in self.among(context.data) if self._has_result(progress(context.state, each.key)))

    def among(self, data: BoardData) -> tuple[Project, ...]:
        """The projects whose results can count: the power's own and its alliance's, as the printed lists have them."""
        return tuple(
            each for each in data.projects_of[self.power] if data.category(each) == self.category and data.counts(each)
        )

    def _has_result(self, progress: Progress) -> bool:
        return progress.results > 0 and (self.category != "intelligence" or progress.is_revealed)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power}'s support level: {base:+}, and +1 for each {category} project with a result, up to {cap:+} net.",
            power=self.power,
            base=self.base,
            category=Shown(self.category),
            cap=self.cap,
        )


class SupportByProgress(Conditional):
    """Conditional (research progress): ``base``, and +1 a level of one project, up to ``cap`` net."""

    kind: Literal["support by research progress"]
    base: Base
    cap: NetCap
    project: str

    @override
    def amount_now(self, context: EffectContext) -> int:
        """The base, offset by the levels, at most the cap."""
        return min(self.cap, self.base + context.data.progress(context.state, self.project).levels)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power}'s support level: {base:+}, and +1 for each level of {project}, up to {cap:+} net.",
            power=self.power,
            base=self.base,
            project=Shown(self.project),
            cap=self.cap,
        )

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """The project is one of the power's own."""
        yield from super().problems(data, power)
        if self.project not in data.by_key:
            yield "project", line("there is no project {name}", name=plain(self.project))
        elif not belongs_to(data.by_key[self.project].owner, self.power):
            yield "project", line("{project} is not of {power}", project=Shown(self.project), power=Shown(self.power))


class SupportByTrade(Conditional):
    """Conditional (economic): +1 a trade pact of the power's alliance in a region, some worth 2, up to ``cap``."""

    kind: Literal["support by trade pacts"]
    cap: Cap
    region: str

    @override
    def amount_now(self, context: EffectContext) -> int:
        """The worth of the pacts, each country counted once for the alliance, at most the cap."""
        region, alliance = context.data.regions.countries[self.region], alliance_of(self.power)
        pacts = {
            country
            for owner, country in context.state.world.pacts
            if country in region and owner in (alliance, *members(alliance))
        }
        return min(self.cap, sum(map(context.data.worth, pacts)))

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power}'s support level: +1 for each trade pact of its alliance in {region} (some are worth 2), up to "
            "{cap:+}.",
            power=self.power,
            region=Shown(self.region),
            cap=self.cap,
        )

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """The region is printed."""
        yield from super().problems(data, power)
        if self.region not in data.regions.countries:
            yield "region", line("there is no region {name}", name=plain(self.region))


class SupportByIndex(Conditional):
    """Conditional (European Aggression Index): the EAI itself, at most ``cap`` either way."""

    kind: Literal["support by EAI"]
    cap: Cap

    @override
    def amount_now(self, context: EffectContext) -> int:
        """The EAI within the limits."""
        return within(context.eai, self.cap)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power}'s support level changes by the EAI, up to {cap} either way.", power=self.power, cap=self.cap
        )


class SupportByClimate(Conditional):
    """Conditional (Economic Climate): the inverse of the climate, at most ``cap`` either way."""

    kind: Literal["support by Economic Climate"]
    cap: Cap

    @override
    def amount_now(self, context: EffectContext) -> int:
        """The climate turned around, within the limits."""
        return within(-context.state.world.climate, self.cap)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power}'s support level changes by the inverse of the Economic Climate, up to {cap} either way.",
            power=self.power,
            cap=self.cap,
        )


class SupportByBalance(Conditional):
    """Conditional (Balance of Power): for Germany and Italy the Axis advantage, for Britain and France its inverse."""

    kind: Literal["support by Balance of Power"]
    cap: Cap

    @override
    def amount_now(self, context: EffectContext) -> int:
        """The balance as the power's alliance sees it, within the limits."""
        balance = context.state.world.balance
        return within(balance if alliance_of(self.power) == AXIS else -balance, self.cap)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power}'s support level changes by its alliance's advantage in the Balance of Power, up to {cap} either "
            "way.",
            power=self.power,
            cap=self.cap,
        )

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """The balance is between the Axis and the Allies."""
        yield from super().problems(data, power)
        if self.power == "Russia":
            yield "power", Line("the Balance of Power is between the Axis and the Allies")


def within(amount: int, cap: int) -> int:
    """An amount held to a cap either way."""
    return max(-cap, min(cap, amount))
