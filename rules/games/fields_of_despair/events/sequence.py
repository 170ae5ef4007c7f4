"""Set-up, the Sequence of Play, the economy."""

from collections.abc import Mapping
from typing import Literal

from rules.command import Event
from rules.games.fields_of_despair.data import Hex, PhaseNumber
from rules.games.fields_of_despair.state import Count, CpHex


class ForcesSetUp(Event):
    """The players told what the Central Powers have."""

    type: Literal["set_up"] = "set_up"
    turn: int
    total: Count
    hexes: tuple[Hex, ...]
    air: tuple[int, ...]
    artillery: tuple[int, ...]
    eps: Count


class Adjusted(Event):
    """Something was put right; the field that is named holds the new value."""

    type: Literal["adjusted"] = "adjusted"
    what: str
    before: str
    after: str
    reason: str
    total: Count | None = None
    hexes: Mapping[Hex, CpHex] | None = None
    air: tuple[int, ...] | None = None
    artillery: tuple[int, ...] | None = None
    logistic: Count | None = None
    eps: Count | None = None


class StepTicked(Event):
    """A step of the Sequence of Play is over; ``reason`` says why it was skipped."""

    type: Literal["step_ticked"] = "step_ticked"
    title: str
    section: str
    reason: str | None = None


class StepBegan(Event):
    """The next step begins; ``skipped`` are the places of those of this turn that were skipped.

    ``refreshes``: air and artillery counters are available again (7.6); ``forgets``: an action phase begins anew.
    """

    type: Literal["step_began"] = "step_began"
    turn: int
    phase: PhaseNumber
    step: Count
    refreshes: bool
    forgets: bool
    skipped: tuple[int, ...]


class GameOver(Event):
    """The last step of the last turn is over."""

    type: Literal["game_over"] = "game_over"


class PointsSpent(Event):
    """6.5-S: free items, then primary ones in order; ``short`` is the first that the points did not reach."""

    type: Literal["points_spent"] = "points_spent"
    turn: int
    free: tuple[tuple[str, int], ...]
    bought: tuple[tuple[str, int], ...]
    short: str | None
    eps: Count
    left: Count


class ItemChosen(Event):
    """6.5-S: a point that was left went to a Choice item."""

    type: Literal["item_chosen"] = "item_chosen"
    item: str
    left: Count


class EastCame(Event):
    """8.0: the CP total rose by the Eastern Front marker."""

    type: Literal["east_came"] = "east_came"
    value: Count
    total: Count
