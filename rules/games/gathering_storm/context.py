"""The context in which an effect is evaluated, and its changes while its card is in play."""

from dataclasses import dataclass
from enum import StrEnum

from rules.games.gathering_storm.data import BoardData
from rules.games.gathering_storm.state import CardChoice, State
from rules.seat import SideSeat

NOTHING = CardChoice()


class Account(StrEnum):
    """What the ledger adds up."""

    SUPPORT = "support"
    INCOME = "income"
    TILES = "income tiles"
    CONVERSION = "factory conversion cost"
    COUNTERS = "diplomatic counters"
    RESEARCH_COUNTERS = "activity counters for research"
    EAI = "EAI"
    DIPLOMACY = "diplomacy"


@dataclass(frozen=True, slots=True)
class Change:
    """What an effect does to an account in the state that it was evaluated for.

    ``draws_none`` sets an account to nothing whatever else is in it. ``ruling`` names the ruling that decided.
    """

    account: Account
    amount: int
    power: SideSeat | None = None
    target: str | None = None
    draws_none: bool = False
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class EffectContext:
    """The data and the state, the power whose card it is (None for the general event), its choices, and the EAI."""

    data: BoardData
    state: State
    power: SideSeat | None = None
    choice: CardChoice = NOTHING
    eai: int = 0

    @property
    def drawer(self) -> SideSeat:
        """Return the power that drew the card; the kinds that ask for it are on national cards only."""
        assert self.power is not None, "a national kind"
        return self.power
