"""What happens in Gathering Storm. What only some may know is ``Hidden``."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.command import Event
from rules.frozen import Frozen
from rules.games.gathering_storm.entered import (
    AggressionEntered,
    CivilWarEntered,
    ConquestEntered,
    FlagsEntered,
    PactSigned,
    PowerEntered,
    RussiaEntered,
    TradeEntered,
    WorldEntered,
)
from rules.games.gathering_storm.here import Account
from rules.games.gathering_storm.state import Choice, CounterKind
from rules.seat import Seat
from rules.secrets import Hidden


class GeneralDrawn(Event):
    """The general event was turned up, or none because its pile is empty."""

    reveals: ClassVar[bool] = True
    type: Literal["general_drawn"] = "general_drawn"
    card: str | None
    is_reshuffled: bool = False


class Dealt(Event):
    """A power was dealt its national events: those face up, those only it sees, and how many its pile lacked."""

    reveals: ClassVar[bool] = True
    type: Literal["dealt"] = "dealt"
    power: Seat
    shown: tuple[str, ...]
    unseen: Hidden[tuple[str, ...]]
    lacking: int
    is_reshuffled: bool = False


class Played(Event):
    """A card came into effect; ``is_forced`` when its power had to play it. ``waits`` for the research points."""

    reveals: ClassVar[bool] = True
    type: Literal["played"] = "played"
    card: str
    power: Seat | None
    choice: Choice = Choice()
    is_forced: bool = False
    waits: bool = False


class TookEffect(Event):
    """What waited for the research points to be assigned has taken effect."""

    type: Literal["took_effect"] = "took_effect"
    card: str
    power: Seat


class Discarded(Event):
    """A card that was not played was shown and discarded at the end of its phase."""

    reveals: ClassVar[bool] = True
    type: Literal["discarded"] = "discarded"
    card: str
    power: Seat
    had_to_be_played: bool = False


class FellDue(Event):
    """A power's only event was not played in its phase and leaves a choice: it lies face up until it is played."""

    reveals: ClassVar[bool] = True
    type: Literal["fell_due"] = "fell_due"
    card: str
    power: Seat


class Moved(Event):
    """What a card in play gives moved, or came in (``before`` is None)."""

    type: Literal["moved"] = "moved"
    card: str
    kind: str
    account: Account
    power: Seat | None
    target: str | None
    before: int | None
    after: int
    draws_none: bool = False
    ruling: str | None = None


class IndexMoved(Event):
    """The EAI moved."""

    type: Literal["index_moved"] = "index_moved"
    before: int
    after: int


class Doubled(Event):
    """Points of earlier turns were doubled in a project; what did not fit may be reassigned."""

    reveals: ClassVar[bool] = True
    type: Literal["doubled"] = "doubled"
    project: str
    added: Hidden[int]
    surplus: Hidden[int]
    ruling: str | None = None


class AtomicPermitted(Event):
    """Atomic research is permitted from now on."""

    type: Literal["atomic_permitted"] = "atomic_permitted"


class Advanced(Event):
    """A project advanced by an event; what did not fit below its maximum is lost."""

    type: Literal["advanced"] = "advanced"
    project: str
    steps: int
    added: Hidden[int]


class CivilWarNeared(Event):
    """An event touched a country that may fall into civil war: ``change`` of its counters."""

    type: Literal["civil_war_neared"] = "civil_war_neared"
    country: str
    change: int
    is_on: bool
    ruling: str | None = None


class Due(Frozen):
    """Cards of a power that are due: those face up, and those only it knows. ``holds`` counts its unseen cards."""

    power: Seat
    shown: tuple[str, ...]
    unseen: Hidden[tuple[str, ...]]
    holds: int


class PhaseBegan(Event):
    """A phase began, with the events that are due in it."""

    type: Literal["phase_began"] = "phase_began"
    phase: int
    due: tuple[Due, ...]


class TurnBegan(Event):
    """A turn began: what was in play has run out, and the powers in ``draws`` draw more than one event."""

    type: Literal["turn_began"] = "turn_began"
    turn: int
    draws: tuple[tuple[Seat, int], ...]


class Placed(Event):
    """A counter was placed for diplomacy."""

    type: Literal["placed"] = "placed"
    power: Seat
    target: str
    value: Hidden[int]
    kind: CounterKind


class CountersShown(Event):
    """The counters placed this turn were turned up: each power's target and value."""

    reveals: ClassVar[bool] = True
    type: Literal["counters_shown"] = "counters_shown"
    counters: tuple[tuple[Seat, str, int], ...]


class DutyWaived(Event):
    """The referee released the powers from their duty in a dispute."""

    type: Literal["duty_waived"] = "duty_waived"


class Recorded(Event):
    """A side wrote down how far a project is."""

    type: Literal["recorded"] = "recorded"
    power: Seat
    project: Hidden[str]
    before: Hidden[int]
    now: Hidden[int]
    results: Hidden[int]
    maximum: Hidden[int | None]


class ResultRevealed(Event):
    """A research result was shown to all."""

    reveals: ClassVar[bool] = True
    type: Literal["result_revealed"] = "result_revealed"
    project: str


class Assigned(Event):
    """A side assigned research points."""

    type: Literal["assigned"] = "assigned"
    power: Seat
    project: Hidden[str]
    points: Hidden[int]


class Reassigned(Event):
    """A side moved surplus points of a doubling to another project."""

    type: Literal["reassigned"] = "reassigned"
    power: Seat
    source: Hidden[str]
    project: Hidden[str]
    points: Hidden[int]
    ruling: str | None = None


StormEvent = (
    GeneralDrawn
    | Dealt
    | Played
    | TookEffect
    | Discarded
    | FellDue
    | Moved
    | IndexMoved
    | Doubled
    | AtomicPermitted
    | Advanced
    | CivilWarNeared
    | PhaseBegan
    | TurnBegan
    | Placed
    | CountersShown
    | DutyWaived
    | Recorded
    | ResultRevealed
    | Assigned
    | Reassigned
    | PowerEntered
    | WorldEntered
    | AggressionEntered
    | PactSigned
    | CivilWarEntered
    | ConquestEntered
    | TradeEntered
    | FlagsEntered
    | RussiaEntered
)
EVENTS: TypeAdapter[Any] = TypeAdapter(Annotated[StormEvent, Field(discriminator="type")])
