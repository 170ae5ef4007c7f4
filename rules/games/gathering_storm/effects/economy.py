"""INCOME and FACTORY CONVERSION."""

from collections.abc import Iterator
from typing import ClassVar, Literal

from typing_extensions import override

from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.effects.base import Amount, Effect
from rules.notice import Public, tell_all
from rules.seat import SideSeat


class Income(Effect):
    """Income, Basic: a power's income is changed for the turn."""

    kind: Literal["general income", "income"]
    power: SideSeat
    amount: Amount

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.INCOME, self.amount, self.power)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("{power}'s income: {amount:+} this turn.", power=self.power, amount=self.amount)


class TileDraw(Effect):
    """Income, Tile draw: more or fewer income tiles this turn, or (without an amount) none at all."""

    is_of_drawer: ClassVar[bool] = True
    kind: Literal["tile draw"]
    power: SideSeat
    amount: Amount | None = None

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.TILES, self.amount or 0, self.power, draws_none=self.amount is None)

    @override
    def tell(self) -> Iterator[Public]:
        if self.amount is None:
            yield tell_all("{power} draws no income tiles this turn.", power=self.power)
        else:
            yield tell_all("{power}'s income tiles: {amount:+} this turn.", power=self.power, amount=self.amount)


class FactoryConversion(Effect):
    """Factory conversion, Basic: converting or mobilizing costs more or less this turn."""

    is_of_drawer: ClassVar[bool] = True
    kind: Literal["factory conversion"]
    power: SideSeat
    amount: Amount

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.CONVERSION, self.amount, self.power)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("{power}'s factory conversion cost: {amount:+} this turn.", power=self.power, amount=self.amount)
