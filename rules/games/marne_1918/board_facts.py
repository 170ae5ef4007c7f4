"""What lies on the board: the facts that players enter and correct, the turn marker, and where the markers are."""

from collections import Counter
from collections.abc import Iterator

from rules.facts import Fact
from rules.games.marne_1918.data import MarneData
from rules.games.marne_1918.state import Doctrine, State
from rules.kit.facts import BOARD, Facts, OneOf, Track
from rules.line import Line, line
from rules.pool import Zone
from rules.seat import Seat
from rules.secrets import Shown

POINTS = Track(
    "points",
    line("German victory points"),
    at=("victory_points",),
    input="vp",
    high=lambda data: data.points.most,
    board="Set the German victory points to {after}.",
)
MORALE = Track("morale", line("Added to American morale"), board=BOARD)
DOCTRINE = OneOf(
    "doctrine", line("Allied doctrine"), words=tuple(map(str, Doctrine)), board="Set the doctrine to {after}."
)
TRANSPORT = Track("transport", line("Extra Allied transport points this turn"), board=BOARD)


def in_turn(key: str, label: Line) -> Track:
    """Return the turn in which something happened, if it did."""
    return Track(key, label, low=1, high=lambda data: data.calendar.last_turn, can_be_empty=True)


OFFENSIVE = in_turn("german_offensive", line("Turn of the last German offensive"))
FACTS = Facts(POINTS, DOCTRINE, MORALE, TRANSPORT, OFFENSIVE)

OPEN = (Zone.IN_PLAY, Zone.TRACK, Zone.REMOVED)
"""Where everybody sees which marker lies there."""


def facts(data: MarneData, state: State, seat: Seat | None) -> Iterator[Fact]:
    """Yield what everybody can count, or the markers that a side holds."""
    if seat is not None:
        yield from _held(data, state, seat)
        return
    yield Fact("turn", Line("Turn marker"), state.turn)
    yield from (each.fact(state) for each in FACTS.single.values())
    for side, pool in state.pools.items():
        yield Fact(f"pool {side}", line("{seat}: markers in the pool", seat=side), len(pool.at(Zone.POOL)))
        yield Fact(f"hand {side}", line("{seat}: markers in hand", seat=side), len(pool.at(Zone.HAND)))
        for zone in OPEN:  # the markers that lie open, alike ones together
            for name, count in Counter(data.name(marker.id) for marker in pool.at(zone)).items():
                label = line("{marker}, {where}", marker=Shown(name), where=Shown(zone))
                yield Fact(f"{zone} {side} {name}", label, count)
    for marker, hq in state.on_hq.items():
        yield Fact(f"hq {marker}", line("HQ under {marker}", marker=Shown(data.name(marker))), hq)


def _held(data: MarneData, state: State, seat: Seat) -> Iterator[Fact]:
    pool = state.pools.get(seat)
    names = Counter(data.name(marker.id) for marker in pool.at(Zone.HAND)) if pool else {}
    for name, count in sorted(names.items()):
        yield Fact(f"held {name}", line("{marker}, in your hand", marker=Shown(name)), count)
