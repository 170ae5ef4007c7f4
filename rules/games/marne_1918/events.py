"""What happens in Marne 1918. A marker whose face the other side has not seen is ``Hidden``."""

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter

from rules.game import Event
from rules.notice import Hidden, Seat
from rules.pool import Place


class Drawn(Event):
    """A side drew markers; those with $ (``back``, face up) went back at once. ``asked`` is how many it should draw."""

    reveals: ClassVar[bool] = True
    was: Literal["drawn"] = "drawn"
    seat: Seat
    markers: Hidden[tuple[str, ...]]
    back: tuple[str, ...]
    asked: int


class Kept(Event):
    """A side keeps a marker for a later turn."""

    was: Literal["kept"] = "kept"
    seat: Seat
    marker: Hidden[str]


class Returned(Event):
    """A side returned a marker unused and unseen."""

    was: Literal["returned"] = "returned"
    seat: Seat
    marker: Hidden[str]


class Played(Event):
    """A side played a marker."""

    reveals: ClassVar[bool] = True
    was: Literal["played"] = "played"
    seat: Seat
    marker: str
    place: Place
    track: str | None


class PutBack(Event):
    """A ¤ marker went back to the pool after use."""

    was: Literal["put_back"] = "put_back"
    seat: Seat
    marker: str


class Removed(Event):
    """A ¤ marker was removed after use, by its owner's choice."""

    was: Literal["removed"] = "removed"
    seat: Seat
    marker: str


class Lapsed(Event):
    """An @ marker did not occur and went back unseen at the end of the turn."""

    was: Literal["lapsed"] = "lapsed"
    seat: Seat
    marker: Hidden[str]


class MovedOn(Event):
    """A marker in play met its fate at the end of the turn."""

    was: Literal["moved_on"] = "moved_on"
    seat: Seat
    marker: str
    place: Place
    track: str | None


class TurnBegan(Event):
    """A turn began, and markers entered the pools."""

    was: Literal["turn_began"] = "turn_began"
    turn: int
    entered: tuple[str, ...]


MarneEvent = Drawn | Kept | Returned | Played | PutBack | Removed | Lapsed | MovedOn | TurnBegan
EVENTS: TypeAdapter[Any] = TypeAdapter(Annotated[MarneEvent, Field(discriminator="was")])
