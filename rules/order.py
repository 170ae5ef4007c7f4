"""What a side has ordered ahead: what it does when a moment comes, and on what condition."""

from rules.frozen import Frozen

GO_ON, CALL_ME = "go_on", "call_me"
"""What can be ordered in every game with phases: play goes on without the side, or calls it all the same."""
EVERY_PHASE, IN_PHASE = "every_phase", "phase "
"""When that holds: in every phase, or in the one that is named behind it."""
AT_ONCE = "at_once"
"""When a side does what it could also do by itself: as soon as it can."""


class Order(Frozen):
    """An order of a side, by the names that its game has for conditions and for what can be done.

    The side does what ``do`` names, if the condition ``when`` holds and, where one is named, at the place ``where``;
    without them always. ``note`` says what the game cannot know of it. It holds until the turn ends, or, if it
    ``lasts``, in every turn.
    """

    do: str
    when: str = ""
    where: str = ""
    note: str = ""
    lasts: bool = False


def passes_phase(orders: tuple[Order, ...], phase: str) -> bool:
    """Return whether play goes on without a side in a phase, by its orders."""
    goes_on = any(each.do == GO_ON and each.when in (EVERY_PHASE, IN_PHASE + phase) for each in orders)
    return goes_on and not is_called(orders, phase)


def is_called(orders: tuple[Order, ...], phase: str) -> bool:
    """Return whether a side has ordered to be called in a phase."""
    return any(each.do == CALL_ME and each.when in (EVERY_PHASE, IN_PHASE + phase) for each in orders)
