"""DIPLOMACY: modifiers in countries, civil wars, counters, Russia's own."""

from collections.abc import Iterator, Mapping
from typing import Annotated, ClassVar, Literal

from pydantic import Field

from rules.games.gathering_storm.effects.base import Effect
from rules.games.gathering_storm.events import CivilWarNeared, StormEvent
from rules.games.gathering_storm.here import Account, Change, Here
from rules.games.gathering_storm.powers import RUSSIA
from rules.games.gathering_storm.printed import Printed
from rules.games.gathering_storm.state import CivilWar
from rules.notice import Public, tell_all, tell_board, tell_rule
from rules.seat import Seat
from rules.secrets import Shown

Modifier = Annotated[int, Field(ge=1, le=9)]
INEFFECTIVE = "ineffective_diplomacy"
FIFTH = "civil_war_fifth"
EVENTS_IN_ALL = 5


def modifier(here: Here, target: str, power: Seat, amount: int, *, ruling: str | None = None) -> Change:
    """A modifier in a country; without effect there, it is support for the power that drew the event instead."""
    if not here.state.is_without_effect(target):
        return Change(Account.DIPLOMACY, amount, power, target, ruling=ruling)
    size = amount if here.data.ruling(INEFFECTIVE) == "its number" else 1
    return Change(Account.SUPPORT, size, here.power or power, target, ruling=INEFFECTIVE)


class Diplomacy(Effect):
    """Diplomacy, Basic, Compound (two targets) or Civil war: a power's diplomacy in a country is helped for the
    turn. In a country that may fall into civil war it brings that war nearer, or nearer to its end."""

    kind: Literal["general diplomacy", "compound diplomacy", "diplomacy", "civil war diplomacy"]
    power: Seat
    target: str
    amount: Modifier

    def changes(self, here: Here) -> Iterator[Change]:
        """The modifier, or the support that it becomes."""
        yield modifier(here, self.target, self.power, self.amount)

    def lasting(self, here: Here) -> Iterator[StormEvent]:
        """A civil war counter, where there may be a civil war."""
        yield from neared(here, self.target)

    def told(self) -> Iterator[Public]:
        """The modifier."""
        yield tell_all(
            "Diplomacy in {target}: {amount:+} for {power} this turn.",
            target=Shown(self.target),
            amount=self.amount,
            power=self.power,
        )

    def problems(self, data: Printed, power: Seat | None) -> Iterator[str]:
        """A national event in a civil war country is of the civil war kind, and no other is."""
        yield from super().problems(data, power)
        if power is not None and (self.target in data.regions.civil_wars) != (self.kind == "civil war diplomacy"):
            yield f"kind: {self.target} is {'not ' if self.kind == 'civil war diplomacy' else ''}a civil war country"


class CivilWarEvent(Effect):
    """Civil war event: no modifier for anybody, but a civil war counter; nothing once the war is on."""

    kind: Literal["civil war event"]
    target: str

    def lasting(self, here: Here) -> Iterator[StormEvent]:
        """A counter, unless the war is on."""
        yield from civil_war_event(here, self.target)

    def told(self) -> Iterator[Public]:
        """The counter."""
        yield tell_all("A civil war in {target} comes nearer, unless it is on.", target=Shown(self.target))

    def problems(self, data: Printed, power: Seat | None) -> Iterator[str]:
        """There may be a civil war."""
        yield from super().problems(data, power)
        if self.target not in data.regions.civil_wars:
            yield f"target: {self.target} is not a civil war country"


def civil_war_event(here: Here, country: str) -> Iterator[StormEvent]:
    """Civil war event: a counter, but no effect once the war is on."""
    if not here.state.civil_war(country).is_on:
        yield from neared(here, country)


def neared(here: Here, country: str) -> Iterator[StormEvent]:
    """Civil war: a counter is placed; with the war on and five events past, one is removed instead."""
    if country in here.data.regions.civil_wars and country not in here.state.world.conquered:
        before = here.state.civil_war(country)
        enough = EVENTS_IN_ALL - (here.data.ruling(FIFTH) == "the event itself counts")
        ends = before.is_on and before.events >= enough
        change = -min(1, before.counters) if ends else 1
        yield CivilWarNeared(country=country, change=change, is_on=before.is_on, ruling=FIFTH if before.is_on else None)


def after(before: CivilWar, change: int) -> CivilWar:
    """A country after one more event in it."""
    return before.replace(events=before.events + 1, counters=before.counters + change)


class FlexibleDiplomacy(Effect):
    """Diplomacy, Flexible: a modifier in one of several countries, whatever their status, as the drawer chooses."""

    kind: Literal["flexible diplomacy"]
    power: Seat
    targets: Annotated[tuple[str, ...], Field(min_length=1)]
    amount: Modifier

    def options(self, here: Here) -> Mapping[str, tuple[str, ...]]:
        """The countries."""
        del here
        return {"target": self.targets}

    def changes(self, here: Here) -> Iterator[Change]:
        """The modifier in the chosen country, or the support that it becomes."""
        yield modifier(here, here.choice.target, self.power, self.amount)

    def lasting(self, here: Here) -> Iterator[StormEvent]:
        """A civil war counter, where there may be a civil war."""
        yield from neared(here, here.choice.target)

    def told(self) -> Iterator[Public]:
        """The choice."""
        yield tell_all(
            "Diplomacy in one of {targets}: {amount:+} for {power} this turn.",
            targets=Shown(", ".join(self.targets)),
            amount=self.amount,
            power=self.power,
        )


class ExtraCounter(Effect):
    """Additional diplomatic counter: one more may be placed, at its normal cost; no purge forbids it."""

    is_of_drawer: ClassVar[bool] = True
    kind: Literal["diplomatic counter"]
    power: Seat

    def changes(self, here: Here) -> Iterator[Change]:
        """One more."""
        del here
        yield Change(Account.COUNTERS, 1, self.power)

    def told(self) -> Iterator[Public]:
        """One more."""
        yield tell_all("{power} may place one more diplomatic counter this turn, at its normal cost.", power=self.power)
        yield tell_rule("An alliance places at most one in a country; the Axis place theirs initially.")


class RussianDiplomacy(Effect):
    """Russian diplomacy: Russia may place a counter in a country that is closed to it, within its limit."""

    kind: Literal["Russian diplomacy"]
    targets: Annotated[tuple[str, ...], Field(min_length=1)]

    def options(self, here: Here) -> Mapping[str, tuple[str, ...]]:
        """The countries."""
        del here
        return {"target": self.targets}

    def told(self) -> Iterator[Public]:
        """The countries."""
        yield tell_all(
            "Russia may place a diplomatic counter in one of {targets}, purge or not.",
            targets=Shown(", ".join(self.targets)),
        )
        yield tell_rule("Russian diplomacy: it counts against Russia's limit of counters.")

    def problems(self, data: Printed, power: Seat | None) -> Iterator[str]:
        """Only Russia draws it."""
        yield from super().problems(data, power)
        if power != RUSSIA:
            yield f"kind: {self.kind} is Russia's"


class RussianSubversion(Effect):
    """Russian subversion: a free subversion result next to Russia, secret until subversion is announced."""

    kind: Literal["Russian subversion"]
    targets: Annotated[tuple[str, ...], Field(min_length=1)]

    def options(self, here: Here) -> Mapping[str, tuple[str, ...]]:
        """The countries."""
        del here
        return {"target": self.targets}

    def changes(self, here: Here) -> Iterator[Change]:
        """A modifier in the chosen country; its size is a ruling."""
        size = int(here.data.ruling("subversion_value"))
        yield modifier(here, here.choice.target, RUSSIA, size, ruling="subversion_value")

    def told(self) -> Iterator[Public]:
        """The countries."""
        yield tell_all(
            "Russia has a free subversion result in one of {targets}.", targets=Shown(", ".join(self.targets))
        )
        yield tell_board("Write no subversion result on Russia's research record sheet.")

    def problems(self, data: Printed, power: Seat | None) -> Iterator[str]:
        """Only Russia draws it."""
        yield from super().problems(data, power)
        if power != RUSSIA:
            yield f"kind: {self.kind} is Russia's"
