"""Correcting a fact: the entry that sets the one value and leaves everything beside it as it stands."""

from typing import Any

from rules.command import read_command
from rules.errors import NotThere
from rules.games.gathering_storm.command import Entry
from rules.games.gathering_storm.countries import EnterConquest, EnterFlags, EnterRussia, EnterWar
from rules.games.gathering_storm.entries import EnterAtomic, EnterPower, EnterWorld
from rules.games.gathering_storm.facts import NO, NUMBERS, YES
from rules.games.gathering_storm.powers import POWERS
from rules.games.gathering_storm.state import State

ENTRIES: dict[str, type[Entry]] = {
    each.model_fields["type"].default: each
    for each in (EnterAtomic, EnterConquest, EnterFlags, EnterPower, EnterRussia, EnterWar, EnterWorld)
}


def adjusting(state: State, title: str, key: str, value: str, reason: str) -> Entry:
    """The entry that corrects a fact. Raises ``NotThere`` for a fact or a value that has none."""
    fields = _fields(state, key, value.strip())
    return read_command(ENTRIES, {**fields, "reason": reason}, title)


def _fields(state: State, key: str, value: str) -> dict[str, Any]:
    world, (what, _, name) = state.world, key.partition(" ")
    if what in POWERS and name in NUMBERS:
        numbers = {each: getattr(state.power(next(p for p in POWERS if p == what)), each) for each in NUMBERS}
        return {"type": "enter_power", "power": what, **numbers, name: value}
    match what:
        case "climate" | "balance":
            return {"type": "enter_world", "climate": world.climate, "balance": world.balance, what: value}
        case "atomic":
            return {"type": "enter_atomic", "permitted": _is_yes(value)}
        case "purge" | "cohesion":
            now = {"purged": world.is_purged, "cohesion": world.has_cohesion}
            return {"type": "enter_russia", **now, "purged" if what == "purge" else "cohesion": _is_yes(value)}
        case "held":
            return {"type": "enter_conquest", "country": name, "by": value}
        case "flags":
            return {"type": "enter_flags", "country": name, "flags": value}
        case "counters":
            return {"type": "enter_war", "country": name, "on": state.civil_war(name).is_on, "counters": value}
    raise NotThere("This value cannot be corrected by itself.")


def _is_yes(value: str) -> bool:
    if value.casefold() not in (YES, NO):
        raise NotThere("Write yes or no.")
    return value.casefold() == YES
