"""What the referee entered."""

from typing import Literal

from rules.command import Event
from rules.games.gathering_storm.state import Flags
from rules.seat import Seat


class PowerEntered(Event):
    """The referee entered a power's numbers."""

    type: Literal["power_entered"] = "power_entered"
    power: Seat
    support: int | None
    income: int | None
    tiles: int | None
    conversion: int | None
    counters: int | None


class WorldEntered(Event):
    """The referee entered the Economic Climate and the Balance of Power (positive: the Axis ahead)."""

    type: Literal["world_entered"] = "world_entered"
    climate: int
    balance: int


class AggressionEntered(Event):
    """The referee entered an aggression, or its success."""

    type: Literal["aggression_entered"] = "aggression_entered"
    target: str
    power: Seat
    value: int
    has_succeeded: bool


class PactSigned(Event):
    """The Nazi-Soviet Pact was signed, or its numbers changed: events drawn beside the one of each turn."""

    type: Literal["pact_signed"] = "pact_signed"
    germany: int
    russia: int


class CivilWarEntered(Event):
    """The referee entered that a civil war broke out or ended, and how many counters lie there."""

    type: Literal["civil_war_entered"] = "civil_war_entered"
    country: str
    is_on: bool
    counters: int


class ConquestEntered(Event):
    """The referee entered who holds a country; None frees it."""

    type: Literal["conquest_entered"] = "conquest_entered"
    country: str
    power: Seat | None


class TradeEntered(Event):
    """The referee entered a trade pact, or that it ended."""

    type: Literal["trade_entered"] = "trade_entered"
    owner: str
    country: str
    holds: bool


class FlagsEntered(Event):
    """The referee entered the flags of a country as far as they matter to events."""

    type: Literal["flags_entered"] = "flags_entered"
    country: str
    flags: Flags | None


class RussiaEntered(Event):
    """The referee entered what binds Russian diplomacy; ``opens`` is one more country that it may be placed in,
    ``closes`` one that was entered and is no longer."""

    type: Literal["russia_entered"] = "russia_entered"
    is_purged: bool
    has_cohesion: bool
    opens: str | None
    closes: str | None = None
