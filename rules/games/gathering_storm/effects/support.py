"""SUPPORT, fixed and conditional, and the EUROPEAN AGGRESSION INDEX.

A conditional support is a formula: it follows its inputs for as long as it runs.
"""

from abc import abstractmethod
from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import override

from rules.games.gathering_storm.data import BoardData, Category, Project
from rules.games.gathering_storm.effects.base import (
    Account,
    Amount,
    Base,
    Change,
    Changing,
    Effect,
    EffectContext,
    Fixed,
    Problem,
    not_of,
)
from rules.games.gathering_storm.powers import AXIS, alliance_of, members
from rules.games.gathering_storm.rulings import ResultsCount
from rules.games.gathering_storm.written import NotZero, Whole
from rules.line import Line, line
from rules.seat import SideSeat
from rules.secrets import plain

NetCap = Annotated[Whole, Field(ge=0, le=20)]
Cap = Annotated[NotZero, Field(ge=0, le=20)]


def within(amount: int, cap: int) -> int:
    """Return an amount held to a cap either way."""
    return max(-cap, min(cap, amount))


class AggressionIndex(Effect):
    """EAI, Basic, or Ancillary to a diplomatic or support effect: the index is changed for the turn."""

    says = Line("European Aggression Index (EAI): {amount:+} this turn.")
    kind: Literal["EAI", "ancillary EAI"]
    amount: Amount

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.EAI, self.amount)


class Support(Fixed):
    """Support, Basic, Compound (two powers) or Ancillary (with diplomacy or the EAI): changed for the turn."""

    account = Account.SUPPORT
    says = Line("{power}'s support level: {amount:+} this turn.")
    kind: Literal["general support", "compound support", "general ancillary support", "support", "ancillary support"]


class SupportByResults(Changing):
    """Conditional (research results): ``base``, and +1 a project of the category with a result, up to ``cap`` net.

    A joint project counts for each power of the alliance; further results in one project do not count; intelligence
    results count once they are revealed.
    """

    account = Account.SUPPORT
    says = Line(
        "{power}'s support level: {base:+}, and +1 for each {category} project with a result, up to {cap:+} net."
    )
    kind: Literal["support by research results"]
    base: Base
    cap: NetCap
    category: Category

    @override
    def amount_now(self, context: EffectContext) -> int:
        return min(self.cap, self.base + self.results(context))

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        ruling = next((project.category_by for project in self.counted(context) if project.category_by), None)
        yield Change(self.account, self.amount_now(context), self.power, ruling=ruling)

    def results(self, context: EffectContext) -> int:
        """Count the results: one for each project, or (ruling ``results_count``) every one."""
        if context.data.is_ruled(ResultsCount.EVERY_RESULT):
            return sum(context.data.progress(context.state, each.key).results for each in self.counted(context))
        return len(self.counted(context))

    def counted(self, context: EffectContext) -> tuple[Project, ...]:
        """Return the projects of the category, the power's own and its alliance's, that have a result that counts."""
        among = [(each, context.data.progress(context.state, each.key)) for each in self.among(context.data)]
        needs_showing = self.category == "intelligence"
        return tuple(each for each, so_far in among if so_far.results and (so_far.is_revealed or not needs_showing))

    def among(self, data: BoardData) -> tuple[Project, ...]:
        """Return the power's own projects and its alliance's whose results count by the printed lists."""
        return tuple(
            each for each in data.projects_of[self.power] if data.category(each) == self.category and data.counts(each)
        )


class SupportByProgress(Changing):
    """Conditional (research progress): ``base``, and +1 a level of one project, up to ``cap`` net."""

    account = Account.SUPPORT
    says = Line("{power}'s support level: {base:+}, and +1 for each level of {project}, up to {cap:+} net.")
    kind: Literal["support by research progress"]
    base: Base
    cap: NetCap
    project: str

    @override
    def amount_now(self, context: EffectContext) -> int:
        return min(self.cap, self.base + context.data.progress(context.state, self.project).levels)

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        yield from not_of(data, self.project, self.power)


class SupportByTrade(Changing):
    """Conditional (economic): +1 a trade pact of the power's alliance in a region, some worth 2, up to ``cap``."""

    account = Account.SUPPORT
    says = Line(
        "{power}'s support level: +1 for each trade pact of its alliance in {region} (some are worth 2), up to {cap:+}."
    )
    kind: Literal["support by trade pacts"]
    cap: Cap
    region: str

    @override
    def amount_now(self, context: EffectContext) -> int:
        """Return the worth of the pacts, each country counted once for the alliance, at most the cap."""
        region, alliance = context.data.regions.countries[self.region], alliance_of(self.power)
        pacts = {
            country
            for owner, country in context.state.world.pacts
            if country in region and owner in (alliance, *members(alliance))
        }
        return min(self.cap, sum(map(context.data.worth, pacts)))

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        if self.region not in data.regions.countries:
            yield "region", line("there is no region {name}", name=plain(self.region))


class Following(Changing):
    """A support level that changes by a number of the board, at most ``cap`` either way."""

    account = Account.SUPPORT
    cap: Cap

    @abstractmethod
    def followed(self, context: EffectContext) -> int:
        """Return the number that it follows."""

    @override
    def amount_now(self, context: EffectContext) -> int:
        return within(self.followed(context), self.cap)


class SupportByIndex(Following):
    """Conditional (European Aggression Index): the EAI itself."""

    says = Line("{power}'s support level changes by the EAI, up to {cap} either way.")
    kind: Literal["support by EAI"]

    def followed(self, context: EffectContext) -> int:
        return context.eai


class SupportByClimate(Following):
    """Conditional (Economic Climate): the inverse of the climate."""

    says = Line("{power}'s support level changes by the inverse of the Economic Climate, up to {cap} either way.")
    kind: Literal["support by Economic Climate"]

    def followed(self, context: EffectContext) -> int:
        return -context.state.world.climate


class SupportByBalance(Following):
    """Conditional (Balance of Power): for Germany and Italy the Axis advantage, for Britain and France its inverse."""

    says = Line(
        "{power}'s support level changes by its alliance's advantage in the Balance of Power, up to {cap} either way."
    )
    kind: Literal["support by Balance of Power"]

    def followed(self, context: EffectContext) -> int:
        balance = context.state.world.balance
        return balance if alliance_of(self.power) == AXIS else -balance

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        if self.power == "Russia":
            yield "power", Line("the Balance of Power is between the Axis and the Allies")


SupportEffect = (
    Support
    | SupportByResults
    | SupportByProgress
    | SupportByTrade
    | SupportByIndex
    | SupportByClimate
    | SupportByBalance
    | AggressionIndex
)
