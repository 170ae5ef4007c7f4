"""The five major powers and their alliances."""

from rules.line import Line, line
from rules.seat import SideSeat

GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA = map(SideSeat, ("Germany", "Italy", "Britain", "France", "Russia"))
POWERS = (GERMANY, ITALY, BRITAIN, FRANCE, RUSSIA)

AXIS, ALLIES = "Axis", "Allies"
ALLIANCES = (AXIS, ALLIES, str(RUSSIA))
"""Russia researches and places its counters apart from the two alliances: it counts as one of its own."""

OWNERS = (*ALLIANCES, *map(str, POWERS[:4]))
"""Whom a research project or a trade pact can belong to."""


ALLIANCE = {GERMANY: AXIS, ITALY: AXIS, BRITAIN: ALLIES, FRANCE: ALLIES, RUSSIA: str(RUSSIA)}


def alliance_of(power: SideSeat) -> str:
    """Return the alliance of a power. Russia is its own. Raises ``KeyError`` for the referee's seat."""
    return ALLIANCE[power]


ADJECTIVES = {
    AXIS: AXIS,
    ALLIES: "Allied",
    GERMANY: "German",
    ITALY: "Italian",
    BRITAIN: "British",
    FRANCE: "French",
    RUSSIA: "Russian",
}
"""What a research project of an owner is called by."""


def called(owner: str) -> Line:
    """Return an owner in a sentence: ``the Allies``, ``Germany``."""
    return line("the {owner}", owner=owner) if owner in (AXIS, ALLIES) else Line(owner)


def belongs_to(owner: str, seat: SideSeat) -> bool:
    """Return whether a seat owns, alone or jointly, what a power or an alliance has. A referee owns nothing."""
    return owner in (seat, ALLIANCE.get(seat))


def members(owner: str) -> tuple[SideSeat, ...]:
    """Return the powers that share what ``owner`` has."""
    return tuple(power for power in POWERS if belongs_to(owner, power))
