"""Markers, the symbols printed on them, and the pool they are drawn from.

A marker is always in exactly one zone. The symbols say where it can go:

=====  ======================================================================
``@``  occurs this turn if its conditions are met; otherwise it expires and returns to the pool
``£``  can be kept for a later turn, or returned to the pool
``#``  occurs once and never returns to the pool
``¤``  after use, its owner returns it to the pool or removes it from the game
``$``  returns to the pool as soon as it is drawn, and cannot be removed
=====  ======================================================================
"""

from collections.abc import Callable, Collection, Mapping
from enum import StrEnum
from functools import cached_property
from typing import Annotated, Self

from pydantic import Field, SkipValidation, model_validator

from rules.errors import NotNow, NotThere
from rules.frozen import Frozen


class Symbol(StrEnum):
    """The symbols printed on markers; the module docstring says what they mean."""

    MUST_OCCUR = "@"
    KEEPABLE = "£"
    ONCE = "#"
    REUSABLE = "¤"
    GOES_BACK = "$"


class Zone(StrEnum):
    """Where a marker can be."""

    NOT_ENTERED = "not yet entered"
    POOL = "in the pool"
    HAND = "in hand"
    IN_PLAY = "in play"
    TRACK = "on a track"
    REMOVED = "removed"


class Marker(Frozen):
    """One marker: its id, the kind of event it is, and its symbols."""

    id: Annotated[str, Field(pattern=r"^[a-z0-9-]+$", max_length=40)]
    kind: str
    symbols: frozenset[Symbol]

    @model_validator(mode="after")
    def _one_way_in_one_way_out(self) -> Self:
        first = self.symbols & {Symbol.MUST_OCCUR, Symbol.KEEPABLE, Symbol.GOES_BACK}
        after = self.symbols & {Symbol.ONCE, Symbol.REUSABLE}
        if len(first) != 1 or len(after) != (0 if Symbol.GOES_BACK in first else 1):
            raise ValueError("a marker shows $ alone, or one of @ £ with one of # ¤")
        return self

    @cached_property
    def has(self) -> Callable[[Symbol], bool]:
        """Whether a symbol is printed on it."""
        return self.symbols.__contains__


class Fate(Frozen):
    """Where a played marker goes: out of the game, on a track or in play (for good, or until ``at_turn_end``)."""

    zone: Zone = Zone.REMOVED
    track: str | None = None
    at_turn_end: "Fate | None" = None

    @model_validator(mode="after")
    def _a_place_for_the_played(self) -> Self:
        if self.zone not in (Zone.REMOVED, Zone.IN_PLAY, Zone.TRACK):
            raise ValueError("a played marker is removed, in play or on a track")
        if (self.zone is Zone.TRACK) != (self.track is not None):
            raise ValueError("a track must be named if, and only if, the marker goes on one")
        if self.at_turn_end is not None and self.zone is not Zone.IN_PLAY:
            raise ValueError("only a marker in play moves at the end of the turn")
        return self


def zone_after(marker: Marker, fate: Fate) -> Zone:
    """Return a marker's zone after play: ¤ stays in play until its owner decides, # goes where its ``fate`` says."""
    return Zone.IN_PLAY if marker.has(Symbol.REUSABLE) else fate.zone


class Pool(Frozen):
    """The markers of one side and the zone of each. ``undecided`` are the £ markers just drawn, which their owner must
    still keep, play or return.
    """

    markers: SkipValidation[Mapping[str, Marker]]  # they never change: validated once, when the data was read
    zones: Mapping[str, Zone]
    undecided: frozenset[str] = frozenset()

    @classmethod
    def of(cls, markers: Collection[Marker]) -> Self:
        """Return a pool of these markers, none of which has entered yet."""
        by_id = {marker.id: marker for marker in markers}
        if len(by_id) != len(markers):
            raise ValueError("two markers share an id")
        return cls(markers=by_id, zones=dict.fromkeys(by_id, Zone.NOT_ENTERED))

    @model_validator(mode="after")
    def _each_in_one_place(self) -> Self:
        if self.zones.keys() != self.markers.keys():
            raise ValueError("every marker needs exactly one zone")
        if self.undecided and {self.zones[id_] for id_ in self.undecided} != {Zone.HAND}:
            raise ValueError("only markers in hand can be undecided")
        return self

    @cached_property
    def at(self) -> Callable[[Zone], tuple[Marker, ...]]:
        """The markers in a zone, in printed order."""
        found: dict[Zone, tuple[Marker, ...]] = dict.fromkeys(Zone, ())
        for id_, marker in self.markers.items():
            found[self.zones[id_]] += (marker,)
        return found.__getitem__

    def kept(self, *, with_must_occur: bool = False) -> tuple[Marker, ...]:
        """Return the markers that count against the hand limit: those in hand that are not undecided, @ markers among
        them only ``with_must_occur``.
        """
        return tuple(
            marker
            for marker in self.at(Zone.HAND)
            if marker.id not in self.undecided and (with_must_occur or not marker.has(Symbol.MUST_OCCUR))
        )

    # ---- changes; the log may come from earlier rules, so these never refuse ----

    def enter(self, ids: Collection[str]) -> Self:
        """Put the markers into the pool. Ids of another pool are ignored."""
        return self._move([id_ for id_ in ids if id_ in self.markers], Zone.POOL)

    def draw(self, ids: Collection[str]) -> Self:
        """Move markers from the pool into the hand. $ stays in the pool, £ is undecided."""
        staying = [id_ for id_ in ids if not self.markers[id_].has(Symbol.GOES_BACK)]
        waiting = {id_ for id_ in staying if self.markers[id_].has(Symbol.KEEPABLE)}
        moved = self._move(staying, Zone.HAND)
        return moved.replace(undecided=moved.undecided | waiting)

    def keep(self, id_: str) -> Self:
        """Keep a £ marker just drawn for a later turn."""
        return self.replace(undecided=self.undecided - {id_})

    def give_back(self, id_: str) -> Self:
        """Return a marker to the pool."""
        return self._move([id_], Zone.POOL)

    def play(self, id_: str, zone: Zone) -> Self:
        """Play a marker: move it in play, on a track or out of the game."""
        return self._move([id_], zone)

    def remove(self, id_: str) -> Self:
        """Remove a marker from the game."""
        return self._move([id_], Zone.REMOVED)

    # ---- what the symbols allow: commands check before they change anything ----

    def check_keep(self, id_: str, limit: int, *, with_must_occur: bool = False) -> None:
        """Check whether a £ marker just drawn can be kept within the hand limit. Raises ``NotThere`` or ``NotNow``."""
        marker = self._in_hand(id_)
        if not marker.has(Symbol.KEEPABLE):
            raise NotNow("Only £ markers can be kept; an @ marker occurs this turn or returns to the pool.")
        if id_ not in self.undecided:
            raise NotNow("You have already kept that marker.")
        if len(self.kept(with_must_occur=with_must_occur)) >= limit:
            raise NotNow("Your hand is full at {limit} markers. Return one first.", limit=limit)

    def check_give_back(self, id_: str) -> None:
        """Check that a marker can return: £ unused from the hand, ¤ after use. Raises ``NotThere`` or ``NotNow``."""
        marker = self._held(id_)
        is_in_hand = self.zones[id_] is Zone.HAND
        if is_in_hand and not marker.has(Symbol.KEEPABLE):
            raise NotNow("An @ marker that does not occur returns to the pool by itself at the end of the turn.")
        if not is_in_hand and not marker.has(Symbol.REUSABLE):
            raise NotNow("A # marker that has been played never returns to the pool.")

    def check_remove(self, id_: str) -> None:
        """Check whether a ¤ marker can be removed by choice: only after use. Raises ``NotThere`` or ``NotNow``."""
        if not self._held(id_).has(Symbol.REUSABLE):
            raise NotNow("You can only remove ¤ markers.")
        if self.zones[id_] is Zone.HAND:
            raise NotNow("A ¤ marker can be removed only after it has been played.")

    @property
    def expiring(self) -> tuple[Marker, ...]:
        """The @ markers in hand, which return to the pool when the turn ends."""
        return tuple(marker for marker in self.at(Zone.HAND) if marker.has(Symbol.MUST_OCCUR))

    def _in_hand(self, id_: str) -> Marker:
        if self.zones.get(id_) is not Zone.HAND:
            raise NotThere("You have no such marker in hand.")
        return self.markers[id_]

    def _held(self, id_: str) -> Marker:
        if self.zones.get(id_) not in (Zone.HAND, Zone.IN_PLAY):
            raise NotThere("You have no such marker in hand or in play.")
        return self.markers[id_]

    def _move(self, ids: Collection[str], zone: Zone) -> Self:
        return self.replace(zones={**self.zones, **dict.fromkeys(ids, zone)}, undecided=self.undecided - set(ids))
