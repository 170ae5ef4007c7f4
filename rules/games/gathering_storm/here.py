"""Where and for whom an effect is worked out, and what it changes while its card is in play."""

from dataclasses import dataclass
from enum import StrEnum

from rules.games.gathering_storm.printed import Printed
from rules.games.gathering_storm.state import Choice, State
from rules.seat import Seat

NOTHING = Choice()


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
    """What an effect does to an account as things stand: ``amount`` is worked out anew whenever it is asked for.

    ``draws_none`` sets an account to nothing whatever else is in it. ``ruling`` names the ruling that decided.
    """

    account: Account
    amount: int
    power: Seat | None = None
    target: str | None = None
    draws_none: bool = False
    ruling: str | None = None


@dataclass(frozen=True, slots=True)
class Here:
    """The data and the state, the power whose card it is (None for the general event), what was chosen, the EAI."""

    data: Printed
    state: State
    power: Seat | None = None
    choice: Choice = NOTHING
    eai: int = 0

    @property
    def drawer(self) -> Seat:
        """The power that drew the card; the kinds that ask for it are on national cards only."""
        assert self.power is not None, "a national kind"
        return self.power
