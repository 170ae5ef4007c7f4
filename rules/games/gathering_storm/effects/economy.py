"""INCOME, FACTORY CONVERSION and CONSTRUCTION. The bot keeps no shipyards: it says what can be built and records the
choice.
"""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.games.gathering_storm.effects import base
from rules.line import Line
from rules.notice import Public, tell_all
from rules.seat import SideSeat

NAVAL = {"when": "Before or after your normal naval construction?"}


class Income(base.Fixed):
    """Income, Basic: a power's income is changed for the turn."""

    account = base.Account.INCOME
    says = Line("{power}'s income: {amount:+} this turn.")
    kind: Literal["general income", "income"]


class TileDraw(base.Effect):
    """Income, Tile draw: more or fewer income tiles this turn, or (without an amount) none at all."""

    is_of_drawer = True
    kind: Literal["tile draw"]
    power: SideSeat
    amount: base.Amount | None = None

    @override
    def changes(self, context: base.EffectContext) -> Iterator[base.Change]:
        yield base.Change(base.Account.TILES, self.amount or 0, self.power, draws_none=self.amount is None)

    @override
    def tell(self) -> Iterator[Public]:
        if self.amount is None:
            yield tell_all("{power} draws no income tiles this turn.", power=self.power)
        else:
            yield tell_all("{power}'s income tiles: {amount:+} this turn.", power=self.power, amount=self.amount)


class FactoryConversion(base.Fixed):
    """Factory conversion, Basic: converting or mobilizing costs more or less this turn."""

    account = base.Account.CONVERSION
    says = Line("{power}'s factory conversion cost: {amount:+} this turn.")
    is_of_drawer = True
    kind: Literal["factory conversion"]


class ExtraConstruction(base.ForDrawer):
    """Additional construction: one more unit, without tile points, activity counter or the normal limits."""

    asks: ClassVar[base.Options] = {"unit": base.TYPED}
    says = Line("{power} activates one unit without spending tile points or an activity counter.")
    rule = Line("Normal construction limits do not apply to this unit.")
    kind: Literal["additional construction"]


class FreeShip(base.ForDrawer):
    """Free naval construction: a ship is laid down for nothing, within the normal limits."""

    asks: ClassVar[base.Options] = {"unit": base.TYPED}
    says = Line("{power} lays down one ship at no cost.")
    rule = Line(
        "The usual limits of shipyards, shipbuilding points and battleship design apply. Later turns cost as usual."
    )
    kind: Literal["free ship"]


class GeneralAcceleration(base.ForDrawer):
    """Acceleration (general): every ship under construction moves one space, before or after normal construction."""

    asks: ClassVar[base.Options] = {"when": (base.BEFORE, base.AFTER, base.BOTH)}
    questions = NAVAL
    says = Line("Every ship of {power} under construction moves one space at no cost.")
    rule = Line("Ships laid down this turn move too. This move alone cannot take a ship into the next row.")
    kind: Literal["general acceleration"]


class SpecificAcceleration(base.ForDrawer):
    """Acceleration (specific): one ship under construction moves two spaces, before or after normal construction."""

    asks: ClassVar[base.Options] = {"unit": base.TYPED, "when": (base.BEFORE, base.AFTER)}
    questions = NAVAL
    says = Line("One ship of {power} under construction moves two spaces at no cost.")
    rule = Line("This move alone cannot take it into the next row.")
    kind: Literal["specific acceleration"]


EconomyEffect = (
    Income | TileDraw | FactoryConversion | ExtraConstruction | FreeShip | GeneralAcceleration | SpecificAcceleration
)
