"""What happens in Marne 1918. A marker whose face the other side has not seen is ``Hidden``."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.command import Event
from rules.dice import Roll
from rules.games.marne_1918.phases import Moment
from rules.games.marne_1918.state import Doctrine, Waiting
from rules.pool import Zone
from rules.seat import Seat
from rules.secrets import Hidden


class Drawn(Event):
    """A side drew markers; those with $ (``back``, face up) went back at once. ``asked`` is how many it should draw."""

    reveals: ClassVar[bool] = True
    type: Literal["drawn"] = "drawn"
    seat: Seat
    markers: Hidden[tuple[str, ...]]
    back: tuple[str, ...]
    asked: int


class Kept(Event):
    """A side keeps a marker for a later turn."""

    type: Literal["kept"] = "kept"
    seat: Seat
    marker: Hidden[str]


class Returned(Event):
    """A side returned a marker unused and unseen."""

    type: Literal["returned"] = "returned"
    seat: Seat
    marker: Hidden[str]


class Played(Event):
    """A side played a marker, by its ``choice`` where it has one, on an ``hq`` where it lies on one; ``fact`` is what
    the players told of their map; ``with_other`` is the marker that it is played together with; ``must`` says that it
    occurred by itself."""

    reveals: ClassVar[bool] = True
    type: Literal["played"] = "played"
    seat: Seat
    marker: str
    zone: Zone
    track: str | None = None
    choice: str = ""
    hq: str = ""
    fact: bool | None = None
    with_other: str | None = None
    must: bool = False


class PutBack(Event):
    """A ¤ marker went back to the pool after use."""

    type: Literal["put_back"] = "put_back"
    seat: Seat
    marker: str


class Removed(Event):
    """A ¤ marker was removed after use, by its owner's choice."""

    type: Literal["removed"] = "removed"
    seat: Seat
    marker: str


class Lapsed(Event):
    """An @ marker did not occur and went back unseen at the end of the turn."""

    type: Literal["lapsed"] = "lapsed"
    seat: Seat
    marker: Hidden[str]


class MovedOn(Event):
    """A marker in play met its fate at the end of the turn."""

    type: Literal["moved_on"] = "moved_on"
    seat: Seat
    marker: str
    zone: Zone
    track: str | None


class Waited(Event):
    """Somebody must answer before the turn goes on."""

    reveals: ClassVar[bool] = True
    type: Literal["waited"] = "waited"
    waiting: Waiting


class Passed(Event):
    """A side plays no event before a combat; ``done`` says that the exchange is over."""

    type: Literal["passed"] = "passed"
    seat: Seat
    waiting: Waiting
    done: bool


class FlightResolved(Event):
    """The Government's flight: what was told, and what came of it."""

    type: Literal["flight_resolved"] = "flight_resolved"
    seat: Seat
    marker: str
    vp: int
    crossed: bool
    result: Literal["occurs", "cancelled", "returns", "no effect"]
    taken_off: tuple[str, ...] = ()


class ShakeupPlaced(Event):
    """The German player put a Command Shakeup on an Allied HQ."""

    type: Literal["shakeup_placed"] = "shakeup_placed"
    marker: str
    hq: str


class AttacksReported(Event):
    """Mangin's force made so many attacks."""

    type: Literal["attacks_reported"] = "attacks_reported"
    attacks: int
    missing: int


class ForceArrives(Event):
    """Mangin's force can be placed in this Allied movement phase."""

    type: Literal["force_arrives"] = "force_arrives"
    by_telegram: bool


class ForceWaits(Event):
    """The force of the Victory Telegram did not come now; after the third sequence it no longer does."""

    type: Literal["force_waits"] = "force_waits"
    lost: bool


class PointsChanged(Event):
    """The German victory points changed, to a total."""

    type: Literal["points_changed"] = "points_changed"
    by: int
    total: int
    why: str
    by_mangin: bool = False


class PointsEntered(Event):
    """The German victory points were entered as they stand on the board."""

    type: Literal["points_entered"] = "points_entered"
    total: int


class HexTaken(Event):
    """A victory hex changed hands."""

    type: Literal["hex_taken"] = "hex_taken"
    by: Literal["Germans", "Allies"]
    hex: str


class MoraleRose(Event):
    """American morale rose by 1; ``total`` counts all its changes."""

    type: Literal["morale_rose"] = "morale_rose"
    total: int


class DoctrineChanged(Event):
    """The Allies fight by another doctrine."""

    type: Literal["doctrine_changed"] = "doctrine_changed"
    to: Doctrine
    ruling: str | None = None


class HandSeen(Event):
    """Spies: a side learned what the other holds."""

    reveals: ClassVar[bool] = True
    type: Literal["hand_seen"] = "hand_seen"
    seat: Seat
    other: Seat
    markers: Hidden[tuple[str, ...]]


class OffensiveDeclared(Event):
    """An offensive begins: by the Germans, or by an Allied marker."""

    type: Literal["offensive_declared"] = "offensive_declared"
    seat: Seat
    marker: str | None = None


class Organized(Event):
    """Improved Organization: units move on, or there is a transport point more."""

    type: Literal["organized"] = "organized"
    transport: bool


class HqEntered(Event):
    """The HQ of the American First Army can enter."""

    type: Literal["hq_entered"] = "hq_entered"


class ExitRolled(Event):
    """The die for the Americans' leaving, with what was added to it."""

    type: Literal["exit_rolled"] = "exit_rolled"
    roll: Roll
    modifier: int
    leave: bool


class PhaseBegan(Event):
    """A phase began; ``passed`` says that the table goes on through it."""

    type: Literal["phase_began"] = "phase_began"
    now: Moment
    passed: bool = False


class TurnBegan(Event):
    """A turn began, and markers entered the pools."""

    type: Literal["turn_began"] = "turn_began"
    turn: int
    entered: tuple[str, ...]


MarneEvent = (
    Drawn
    | Kept
    | Returned
    | Played
    | PutBack
    | Removed
    | Lapsed
    | MovedOn
    | Waited
    | Passed
    | FlightResolved
    | ShakeupPlaced
    | AttacksReported
    | ForceArrives
    | ForceWaits
    | PointsChanged
    | PointsEntered
    | HexTaken
    | MoraleRose
    | DoctrineChanged
    | HandSeen
    | OffensiveDeclared
    | Organized
    | HqEntered
    | ExitRolled
    | PhaseBegan
    | TurnBegan
)
EVENTS: TypeAdapter[Any] = TypeAdapter(Annotated[MarneEvent, Field(discriminator="type")])
