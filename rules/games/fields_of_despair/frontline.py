"""The front: whose each hex is, by what was told of it and before that by the group's map, and what follows from it."""

from collections.abc import Iterable
from typing import NamedTuple

from rules.errors import NotThere
from rules.games.fields_of_despair.data import Direction, FieldsData, Nature
from rules.games.fields_of_despair.hexes import Hex, Owner
from rules.games.fields_of_despair.pieces import Choosing
from rules.games.fields_of_despair.rulings import BreakoutDirections
from rules.games.fields_of_despair.state import State
from rules.line import both


def owner_of(data: FieldsData, state: State, name: Hex) -> Owner | None:
    """Return who owns a hex, by what was told last or else by the map, or None if neither says."""
    told = state.at(name).owner
    if told is not None or data.map is None or name not in data.map.hexes:
        return told
    return data.map.hexes[name].side


def check_on_map(data: FieldsData, hexes: Iterable[Hex]) -> None:
    """Raises ``NotThere`` for hexes that the group's map does not have."""
    if data.map is not None and (lost := [name for name in hexes if name not in data.map.hexes]):
        raise NotThere("Your group's map does not have {hexes}.", hexes=both(lost))


def french_hexes(data: FieldsData, state: State) -> tuple[Hex, ...]:
    """Return the hexes in France that the Central Powers control, by the map, or none without one."""
    every = data.map.hexes.items() if data.map is not None else ()
    return tuple(
        name for name, each in every if each.country == "France" and owner_of(data, state, name) == "Central Powers"
    )


def in_france(data: FieldsData, state: State) -> bool | None:
    """Return whether the Central Powers control a hex in France, by the map, or None without one."""
    return None if data.map is None else bool(french_hexes(data, state))


def is_of_the_reset(name: Hex) -> bool:
    """Return whether a hex is in the columns of which (10) speaks."""
    return name[0] <= "H" or name == "I06"


def allied_frontline(data: FieldsData, state: State) -> tuple[Hex, ...]:
    """Return the Allied frontline hexes of 23.2, by the map (reading ``frontline``), or none without one."""
    if data.map is None:
        return ()
    french = frozenset(french_hexes(data, state))
    return tuple(
        name
        for name, each in data.map.hexes.items()
        if is_of_the_reset(name) and owner_of(data, state, name) == "Allies" and not french.isdisjoint(each.next)
    )


def contested_at_the_start(data: FieldsData, state: State) -> tuple[Hex, ...]:
    """7.5-S (1) to (3): the hexes with a CP block, and the Allied frontline hexes that still lack one."""
    return tuple(dict.fromkeys((*state.hexes, *allied_frontline(data, state))))


class Way(NamedTuple):
    """Where a breakout can go, by the map; ``chosen`` says by what it goes there without being asked, if it does."""

    hexes: tuple[Hex, ...]
    chosen: Choosing | None


def is_concentrated(nature: Nature) -> bool:
    """Return whether a breakout goes into a single hex."""
    return nature.endswith("C")


def way_out(data: FieldsData, state: State, from_: Hex, nature: Nature, direction: Direction | None) -> Way | None:
    """Return where the breakout from a hex goes: into Allied hexes next to it (reading ``breakout_ground``), all that
    are not contested or the one of its direction. None where the map does not say: there is none, or it lacks the hex.
    """
    if data.map is None or from_ not in data.map.hexes:
        return None
    beside = tuple(name for name in data.map.next_to(from_) if owner_of(data, state, name) == "Allies")
    if not is_concentrated(nature):
        return Way(tuple(name for name in beside if not is_contested(state, name)), "all")
    if len(beside) <= 1:
        return Way(beside, "only")
    measure: dict[Hex, int] = {}  # by which its direction leads into one hex; into several if that does not decide
    if data.is_ruled(BreakoutDirections.SHORTEST_ROUTE_WEAKEST_HEX):
        if direction == "SR":
            measure = {name: data.map.to_goal[name] for name in beside if name in data.map.to_goal}
        elif direction == "WH":
            told = {name: state.at(name).allied for name in beside}
            measure = {name: allied.sps for name, allied in told.items() if allied is not None}
    if len(measure) < len(beside):
        return Way(beside, None)
    best = tuple(name for name in beside if measure[name] == min(measure.values()))
    return Way(best, None if len(best) > 1 else "goal" if direction == "SR" else "weakest")


def is_contested(state: State, name: Hex) -> bool:
    """Return whether the Central Powers have SPs in a hex."""
    return name in state.hexes and state.hexes[name].holds > 0
