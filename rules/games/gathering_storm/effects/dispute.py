"""Minor country dispute: the Axis must support one side, Russia or the Allies the other."""

from collections.abc import Iterator
from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import override

from rules.games.gathering_storm.context import EffectContext
from rules.games.gathering_storm.data import BoardEvent
from rules.games.gathering_storm.effects.base import Effect
from rules.games.gathering_storm.effects.diplomacy import civil_war_event
from rules.games.gathering_storm.powers import AXIS, alliance_of
from rules.games.gathering_storm.state import Counter, State
from rules.notice import Public, tell_all, tell_rule
from rules.secrets import Shown

ANTI_COMINTERN_TARGET = "Rumania"
CIVIL_WAR_PARTIES = ("Greece", "Yugoslavia")


class Dispute(Effect):
    """Minor country dispute between two countries."""

    kind: Literal["minor country dispute"]
    countries: Annotated[tuple[str, ...], Field(min_length=2, max_length=2)]

    @override
    def lasting(self, context: EffectContext) -> Iterator[BoardEvent]:
        """A civil war event for Greece or Yugoslavia if it is a party: nothing once the war is on, nor where it is
        occupied.
        """
        for country in self.countries:
            if country in CIVIL_WAR_PARTIES:
                yield from civil_war_event(context, country)

    @property
    @override
    def is_seen(self) -> bool:
        return False

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "The Axis must support {one} or {other}. Then Russia or the Allies must support the other.",
            one=Shown(self.countries[0]),
            other=Shown(self.countries[1]),
        )
        yield tell_rule(
            "A counter worth at least 1 supports a side. Each alliance can place counters only in its side."
        )
        yield tell_rule("This does not limit covert operations, subversion or the military counters of a civil war.")

    def is_void(self, state: State) -> bool:
        """Both occupied by the Axis: the dispute binds nobody."""
        return all(map(state.is_axis_conquest, self.countries))

    def axis_side(self, state: State) -> str | None:
        """The side that the Axis support: one that they occupy, or where they have a counter. While their duty binds,
        the counter counts whatever its value: nobody can guess that from where others are allowed to place.
        """
        occupied = [country for country in self.countries if state.is_axis_conquest(country)]
        if occupied:
            return occupied[0]
        return next(
            (c.target for c in state.counters if c.target in self.countries and alliance_of(c.power) == AXIS), None
        )

    def supports(self, counter: Counter) -> bool:
        """Whether a counter supports a side: worth at least one, or the anti-Comintern counter in Rumania."""
        is_anti = counter.kind == "anti-Comintern" and counter.target == ANTI_COMINTERN_TARGET
        return counter.target in self.countries and (counter.value >= 1 or is_anti)

    def other_side(self, state: State) -> str | None:
        """The side left to Russia or the Allies, once the Axis have theirs."""
        mine = self.axis_side(state)
        return next(country for country in self.countries if country != mine) if mine else None

    def awaits_axis(self, state: State) -> bool:
        """Whether the Axis must still support a side."""
        return self.axis_side(state) is None

    def awaits_others(self, state: State) -> bool:
        """Whether Russia or the Allies must still support the other side."""
        if self.is_void(state):
            return False
        other = self.other_side(state)
        return not any(
            self.supports(each) and each.target == other and alliance_of(each.power) != AXIS for each in state.counters
        )
