"""EUROPEAN AGGRESSION INDEX."""

from collections.abc import Iterator
from typing import Literal

from rules.games.gathering_storm.effects.base import Amount, Effect
from rules.games.gathering_storm.here import Account, Change, Here
from rules.notice import Public, tell_all


class AggressionIndex(Effect):
    """EAI, Basic, or Ancillary to a diplomatic or support effect: the index is changed for the turn."""

    kind: Literal["EAI", "ancillary EAI"]
    amount: Amount

    def changes(self, here: Here) -> Iterator[Change]:
        """The printed amount."""
        del here
        yield Change(Account.EAI, self.amount)

    def told(self) -> Iterator[Public]:
        """The amount."""
        yield tell_all("European Aggression Index (EAI): {amount:+} this turn.", amount=self.amount)
