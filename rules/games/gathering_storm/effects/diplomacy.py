"""DIPLOMACY: modifiers in countries, civil wars, counters, Russia's own, and the Minor country dispute."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import override

from rules.games.gathering_storm.data import BoardData, BoardEvent
from rules.games.gathering_storm.effects.base import Account, Change, Changing, Effect, EffectContext, Options, Problem
from rules.games.gathering_storm.powers import AXIS, RUSSIA, alliance_of
from rules.games.gathering_storm.rulings import CivilWarFifth, IneffectiveDiplomacy
from rules.games.gathering_storm.state import Counter, State
from rules.games.gathering_storm.written import Whole
from rules.line import Line, line
from rules.notice import Notice, Public, tell_all, tell_board, tell_rule
from rules.seat import SideSeat
from rules.secrets import Shown, plain

Modifier = Annotated[Whole, Field(ge=1, le=9)]
Targets = Annotated[tuple[str, ...], Field(min_length=1)]
ANTI_COMINTERN_TARGET = "Rumania"
CIVIL_WAR_PARTIES = ("Greece", "Yugoslavia")


class CivilWarNeared(BoardEvent):
    """A card touched a country that can fall into civil war: ``change`` of its counters."""

    country: str
    change: int
    is_on: bool
    ruling: str | None = None

    def apply(self, data: BoardData, state: State) -> State:
        before = state.civil_war(self.country)
        after = before.replace(events=before.events + 1, counters=before.counters + self.change)
        return state.replace(civil={**state.civil, self.country: after})

    def tell(self, data: BoardData) -> Iterator[Notice]:
        where = Shown(self.country)
        if self.change > 0:
            yield tell_board("Place a civil war counter in {where}.", where=where)
        elif self.change < 0:
            yield tell_board("Remove a civil war counter from {where}.", where=where)
        if self.is_on:
            yield tell_all("The civil war in {where} comes closer to its end.", where=where)
        else:
            yield tell_all("{where} comes closer to civil war.", where=where)
        if self.ruling:
            yield data.rulings[self.ruling].tell()


def modifier(context: EffectContext, target: str, power: SideSeat, amount: int, *, ruling: str | None = None) -> Change:
    """Return a modifier in a country; without effect there, it is support for the power that drew the event instead."""
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

    says = Line("Diplomacy in {target}: {amount:+} for {power} this turn.")
    kind: Literal["general diplomacy", "compound diplomacy", "diplomacy", "civil war diplomacy"]
    power: SideSeat
    target: str
    amount: Modifier

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield modifier(context, self.target, self.power, self.amount)

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        return neared(context, self.target)

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

    says = Line("Civil war comes closer in {target}, unless it has already broken out.")
    kind: Literal["civil war event"]
    target: str

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        return civil_war_event(context, self.target)

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        if self.target not in data.regions.civil_wars:
            yield "target", line("{country} is not a civil war country", country=plain(self.target))


def civil_war_event(context: EffectContext, country: str) -> Iterator[BoardEvent]:
    """Civil war event: place a counter; it has no effect once the war is on."""
    if not context.state.civil_war(country).is_on:
        yield from neared(context, country)


def neared(context: EffectContext, country: str) -> Iterator[BoardEvent]:
    """Civil war: place a counter; with the war on and enough events past, remove one instead."""
    if country in context.data.regions.civil_wars and country not in context.state.world.conquered:
        before = context.state.civil_war(country)
        enough = context.data.limits.civil_war_events - context.data.is_ruled(CivilWarFifth.THE_EVENT_ITSELF_TOO)
        ends = before.is_on and before.events >= enough
        change = -min(1, before.counters) if ends else 1
        ruling = context.data.rulings.civil_war_fifth.name if before.is_on else None
        yield CivilWarNeared(country=country, change=change, is_on=before.is_on, ruling=ruling)


class ExtraCounter(Changing):
    """Additional diplomatic counter: one more can be placed, at its normal cost. No purge forbids it."""

    account = Account.COUNTERS
    says = Line("{power} can place one more diplomatic counter this turn, at its normal cost.")
    rule = Line("An alliance has at most one counter in a country. The Axis place this one in their first placement.")
    is_of_drawer = True
    is_used = True
    kind: Literal["diplomatic counter"]


class FlexibleDiplomacy(Effect):
    """Diplomacy, Flexible: a modifier in one of several countries, whatever their status, as the drawer chooses."""

    says = Line("Diplomacy in one of {targets}: {amount:+} for {power} this turn.")
    kind: Literal["flexible diplomacy"]
    power: SideSeat
    targets: Targets
    amount: Modifier

    @override
    def options(self, context: EffectContext) -> Options:
        return {"target": self.targets}

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield modifier(context, context.choice.target, self.power, self.amount)

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        return neared(context, context.choice.target)


class OfRussia(Effect):
    """An event that only Russia draws, in one of several countries."""

    targets: Targets

    @override
    def options(self, context: EffectContext) -> Options:
        return {"target": self.targets}

    @override
    def problems(self, data: BoardData, power: SideSeat | None) -> Iterator[Problem]:
        yield from super().problems(data, power)
        if power != RUSSIA:
            yield "kind", line("{kind} is Russia's", kind=plain(self.kind))


class RussianDiplomacy(OfRussia):
    """Russian diplomacy: Russia can place a counter in a country that is closed to it, within its limit."""

    says = Line("Russia can place a diplomatic counter in one of {targets}, even during a purge.")
    rule = Line("Russian diplomacy: this counter counts against Russia's limit.")
    is_used = True
    kind: Literal["Russian diplomacy"]


class RussianSubversion(OfRussia):
    """Russian subversion: a free subversion result next to Russia, secret until subversion is announced."""

    says = Line("Russia has a free subversion result in one of {targets}.")
    board = Line("Do not write this result on Russia's research record sheet.")
    kind: Literal["Russian subversion"]

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        size = context.data.rulings.subversion_value
        yield modifier(context, context.choice.target, RUSSIA, size.answer, ruling=size.name)


class Dispute(Effect):
    """Minor country dispute: the Axis must support one of two countries, Russia or the Allies the other."""

    kind: Literal["minor country dispute"]
    countries: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """Yield a civil war event for each party in danger of one, unless the war is on or it is occupied."""
        for country in self.countries:
            if country in CIVIL_WAR_PARTIES:
                yield from civil_war_event(context, country)

    @property
    @override
    def is_seen(self) -> bool:
        return False

    @override
    def tell(self) -> Iterator[Public]:
        one, other = map(Shown, self.countries)
        yield tell_all(
            "The Axis must support {one} or {other}. Then Russia or the Allies must support the other.",
            one=one,
            other=other,
        )
        yield tell_rule(
            "A counter worth at least 1 supports a side. Each alliance can place counters only in its side."
        )
        yield tell_rule("This does not limit covert operations, subversion or the military counters of a civil war.")

    def is_void(self, state: State) -> bool:
        """Return whether the dispute binds nobody, because the Axis occupy both countries."""
        return all(map(state.is_axis_conquest, self.countries))

    def axis_side(self, state: State) -> str | None:
        """Return the side that the Axis support: one that they occupy, or where they have a counter. While their duty
        binds, the counter counts whatever its value: nobody can guess that from where others are allowed to place.
        """
        occupied = [country for country in self.countries if state.is_axis_conquest(country)]
        placed = [
            each.target for each in state.counters if each.target in self.countries and alliance_of(each.power) == AXIS
        ]
        return next(iter((*occupied, *placed)), None)

    def supports(self, counter: Counter) -> bool:
        """Return whether a counter supports a side: worth at least one, or the anti-Comintern counter in Rumania."""
        is_anti = counter.kind == "anti-Comintern" and counter.target == ANTI_COMINTERN_TARGET
        return counter.target in self.countries and (counter.value >= 1 or is_anti)

    def other_side(self, state: State) -> str | None:
        """Return the side left to Russia or the Allies, once the Axis have theirs."""
        mine = self.axis_side(state)
        return next(country for country in self.countries if country != mine) if mine else None

    def awaits_axis(self, state: State) -> bool:
        """Return whether the Axis must still support a side."""
        return self.axis_side(state) is None

    def awaits_others(self, state: State) -> bool:
        """Return whether Russia or the Allies must still support the other side."""
        if self.is_void(state):
            return False
        other = self.other_side(state)
        return not any(
            self.supports(each) and each.target == other and alliance_of(each.power) != AXIS for each in state.counters
        )


DiplomacyEffect = (
    Diplomacy | CivilWarEvent | Dispute | FlexibleDiplomacy | ExtraCounter | RussianDiplomacy | RussianSubversion
)
