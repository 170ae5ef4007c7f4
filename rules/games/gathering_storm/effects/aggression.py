"""EUROPEAN AGGRESSION INDEX."""

from collections.abc import Iterator
from typing import Literal

from typing_extensions import override

from rules.games.gathering_storm.context import Account, Change, EffectContext
from rules.games.gathering_storm.effects.base import Amount, Effect
from rules.notice import Public, tell_all


class AggressionIndex(Effect):
    """EAI, Basic, or Ancillary to a diplomatic or support effect: the index is changed for the turn."""

    kind: Literal["EAI", "ancillary EAI"]
    amount: Amount

    @override
    def changes(self, context: EffectContext) -> Iterator[Change]:
        yield Change(Account.EAI, self.amount)

    @override
    def tell(self) -> Iterator[Public]:
        yield tell_all("European Aggression Index (EAI): {amount:+} this turn.", amount=self.amount)
