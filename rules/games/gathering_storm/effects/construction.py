"""CONSTRUCTION: units and ships. The bot keeps no shipyards: it says what can be built and records the choice."""

from collections.abc import Iterator, Mapping
from typing import ClassVar, Literal

from typing_extensions import override

from rules.games.gathering_storm.context import EffectContext
from rules.games.gathering_storm.effects.base import AFTER, BEFORE, BOTH, TYPED, Effect
from rules.notice import Public, tell_all, tell_rule
from rules.seat import SideSeat

CONSTRUCTION = "Before or after your normal naval construction?"


class ExtraConstruction(Effect):
    """Additional construction: one more unit, without tile points, activity counter or the normal limits."""

    is_of_drawer: ClassVar[bool] = True
    is_used: ClassVar[bool] = True
    kind: Literal["additional construction"]
    power: SideSeat

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"unit": TYPED}

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all(
            "{power} activates one unit without spending tile points or an activity counter.", power=self.power
        )
        yield tell_rule("Normal construction limits do not apply to this unit.")


class FreeShip(Effect):
    """Free naval construction: a ship is laid down for nothing, within the normal limits."""

    is_of_drawer: ClassVar[bool] = True
    is_used: ClassVar[bool] = True
    kind: Literal["free ship"]
    power: SideSeat

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"unit": TYPED}

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("{power} lays down one ship at no cost.", power=self.power)
        yield tell_rule(
            "The usual limits of shipyards, shipbuilding points and battleship design apply. Later turns cost as usual."
        )


class GeneralAcceleration(Effect):
    """Acceleration (general): every ship under construction moves one space, before or after normal construction."""

    is_of_drawer: ClassVar[bool] = True
    is_used: ClassVar[bool] = True
    kind: Literal["general acceleration"]
    power: SideSeat

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"when": (BEFORE, AFTER, BOTH)}

    @override
    def questions(self) -> Mapping[str, str]:
        return {"when": CONSTRUCTION}

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("Every ship of {power} under construction moves one space at no cost.", power=self.power)
        yield tell_rule("Ships laid down this turn move too. This move alone cannot take a ship into the next row.")


class SpecificAcceleration(Effect):
    """Acceleration (specific): one ship under construction moves two spaces, before or after normal construction."""

    is_of_drawer: ClassVar[bool] = True
    is_used: ClassVar[bool] = True
    kind: Literal["specific acceleration"]
    power: SideSeat

    @override
    def options(self, context: EffectContext) -> Mapping[str, tuple[str, ...]]:
        return {"unit": TYPED, "when": (BEFORE, AFTER)}

    @override
    def questions(self) -> Mapping[str, str]:
        return {"when": CONSTRUCTION}

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("One ship of {power} under construction moves two spaces at no cost.", power=self.power)
        yield tell_rule("This move alone cannot take it into the next row.")
