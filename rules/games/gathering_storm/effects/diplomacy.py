"""DIPLOMACY: modifiers in countries, civil wars, counters, Russia's own."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.effects.base import Effect, Problem
from rules.games.gathering_storm.log_events.placement import CivilWarNeared
from rules.games.gathering_storm.powers import RUSSIA
from rules.games.gathering_storm.rulings import CivilWarFifth, IneffectiveDiplomacy
from rules.games.gathering_storm.written import Whole
from rules.line import Listed, line
from rules.notice import Public, tell_all, tell_board, tell_rule
from rules.seat import SideSeat
from rules.secrets import Shown, plain

Modifier = Annotated[Whole, Field(ge=1, le=9)]


def modifier(context: EffectContext, target: str, power: SideSeat, amount: int, *, ruling: str | None = None) -> Change:
    """A modifier in a country; without effect there, it is support for the power that drew the event instead."""
    if not context.state.is_without_effect(target):
        return Change(Account.DIPLOMACY, amount, power, target, ruling=ruling)
    size = amount if context.data.is_ruled(IneffectiveDiplomacy.PRINTED_NUMBER) else 1
    return Change(
        Account.SUPPORT, size, context.power or power, target, ruling=context.data.rulings.ineffective_diplomacy.name
    )


class Diplomacy(Effect):
    """Diplomacy, Basic, Compound (two targets) or Civil war: a power's diplomacy in a country is helped for the
    turn. In a country that can fall into civil war it brings that war closer, or closer to its end.
    """

    kind: Literal["general diplomacy", "compound diplomacy", "diplomacy", "civil war diplomacy"]
    power: SideSeat
    target: str
    amount: Modifier

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield modifier(context, self.target, self.power, self.amount)

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        yield from neared(context, self.target)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "Diplomacy in {target}: {amount:+} for {power} this turn.",
            target=Shown(self.target),
            amount=self.amount,
            power=self.power,
        )

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """A national event in a civil war country is of the civil war kind, and no other is."""
        yield from super().problems(data, power)
        can_fall = self.target in data.regions.civil_wars
        is_of_civil_war = self.kind == "civil war diplomacy"
        if power is not None and can_fall and not is_of_civil_war:
            yield "kind", line("{country} is a civil war country", country=Shown(self.target))
        elif power is not None and is_of_civil_war and not can_fall:
            yield "kind", line("{country} is not a civil war country", country=plain(self.target))


class CivilWarEvent(Effect):
    """Civil war event: no modifier for anybody, but a civil war counter; nothing once the war is on."""

    kind: Literal["civil war event"]
    target: str

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        yield from civil_war_event(context, self.target)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "Civil war comes closer in {target}, unless it has already broken out.", target=Shown(self.target)
        )

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """Civil war can break out in the country."""
        yield from super().problems(data, power)
        if self.target not in data.regions.civil_wars:
            yield "target", line("{country} is not a civil war country", country=plain(self.target))


def civil_war_event(context: EffectContext, country: str) -> Iterator[BoardEvent]:
    """Civil war event: a counter, but no effect once the war is on."""
    if not context.state.civil_war(country).is_on:
        yield from neared(context, country)


def neared(context: EffectContext, country: str) -> Iterator[BoardEvent]:
    """Civil war: a counter is placed; with the war on and enough events past, one is removed instead."""
    if country in context.data.regions.civil_wars and country not in context.state.world.conquered:
        before = context.state.civil_war(country)
        enough = context.data.limits.civil_war_events - context.data.is_ruled(CivilWarFifth.THE_EVENT_ITSELF_TOO)
        ends = before.is_on and before.events >= enough
        change = -min(1, before.counters) if ends else 1
        ruling = context.data.rulings.civil_war_fifth.name if before.is_on else None
        yield CivilWarNeared(country=country, change=change, is_on=before.is_on, ruling=ruling)


class FlexibleDiplomacy(Effect):
    """Diplomacy, Flexible: a modifier in one of several countries, whatever their status, as the drawer chooses."""

    kind: Literal["flexible diplomacy"]
    power: SideSeat
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    amount: Modifier

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"target": self.targets}

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield modifier(context, context.choice.target, self.power, self.amount)

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        yield from neared(context, context.choice.target)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "Diplomacy in one of {targets}: {amount:+} for {power} this turn.",
            targets=Listed(self.targets),
            amount=self.amount,
            power=self.power,
        )


class ExtraCounter(Effect):
    """Additional diplomatic counter: one more can be placed, at its normal cost. No purge forbids it."""

    is_of_drawer: ClassVar[bool] = True
    is_used: ClassVar[bool] = True
    kind: Literal["diplomatic counter"]
    power: SideSeat

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.COUNTERS, 1, self.power)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("{power} can place one more diplomatic counter this turn, at its normal cost.", power=self.power)
        yield tell_rule(
            "An alliance has at most one counter in a country. The Axis place this one in their first placement."
        )


class RussianDiplomacy(Effect):
    """Russian diplomacy: Russia can place a counter in a country that is closed to it, within its limit."""

    is_used: ClassVar[bool] = True
    kind: Literal["Russian diplomacy"]
    targets: Annotated[tuple[str, ...], Field(min_length=1)]

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"target": self.targets}

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "Russia can place a diplomatic counter in one of {targets}, even during a purge.",
            targets=Listed(self.targets),
        )
        yield tell_rule("Russian diplomacy: this counter counts against Russia's limit.")

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """Only Russia draws it."""
        yield from super().problems(data, power)
        if power != RUSSIA:
            yield "kind", line("{kind} is Russia's", kind=plain(self.kind))


class RussianSubversion(Effect):
    """Russian subversion: a free subversion result next to Russia, secret until subversion is announced."""

    kind: Literal["Russian subversion"]
    targets: Annotated[tuple[str, ...], Field(min_length=1)]

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"target": self.targets}

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        size = context.data.rulings.subversion_value
        yield modifier(context, context.choice.target, RUSSIA, size.answer, ruling=size.name)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("Russia has a free subversion result in one of {targets}.", targets=Listed(self.targets))
        yield tell_board("Do not write this result on Russia's research record sheet.")

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        """Only Russia draws it."""
        yield from super().problems(data, power)
        if power != RUSSIA:
            yield "kind", line("{kind} is Russia's", kind=plain(self.kind))
