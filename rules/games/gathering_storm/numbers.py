"""Cards of the group's own printed deck: the bot knows their numbers, and of each what a player entered.

A card in the log is its id. The id of a numbered card is its pile and number, ``Germany#37``; once a player has entered
what it says, that follows in JSON. So the log holds every card whole, and no card needs a file.
"""

import json
from collections.abc import Sequence
from typing import Any

MARK = "#"
GENERAL = "general"


def numbered(pile: str, number: int, title: str = "", features: Sequence[dict[str, Any]] = (), text: str = "") -> str:
    """Return the id of a numbered card, with what a player entered of it, and the ``text`` as it was typed."""
    place = f"{pile}{MARK}{number}"
    if not features:
        return place
    said = {"title": title, "features": list(features), **({"text": text} if text else {})}
    return f"{place} {json.dumps(said, ensure_ascii=False, separators=(',', ':'))}"


def is_numbered(id_: str) -> bool:
    """Return whether an id is that of a numbered card."""
    return MARK in name_of(id_)


def name_of(id_: str) -> str:
    """Return what a card is called by in commands: its id without what it says."""
    return id_.partition(" ")[0]


def place_of(id_: str) -> str:
    """Return the pile and number of a numbered card, without what was entered of it, or any other id unchanged."""
    return name_of(id_) if is_numbered(id_) else id_


def number_of(id_: str) -> str:
    """Return a short name of a numbered card, for the keys of buttons: ``It37`` is Italy's, ``all37`` general."""
    pile, number, _, _ = read_numbered(id_)
    return f"all{number}" if pile == GENERAL else f"{pile[:2]}{number}"


def typed_of(id_: str) -> str:
    """Return the text of a numbered card as it was typed."""
    _, _, said = id_.partition(" ")
    return str(json.loads(said).get("text", "")) if said else ""


def read_numbered(id_: str) -> tuple[str, int, str, list[dict[str, Any]]]:
    """Return the pile, the number, the title and the features that an id holds."""
    place, _, said = id_.partition(" ")
    pile, _, number = place.partition(MARK)
    entered: dict[str, Any] = json.loads(said) if said else {"title": "", "features": []}
    return pile, int(number), entered["title"], entered["features"]
