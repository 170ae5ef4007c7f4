"""A card of the printed deck as its player types it, line by line as it is printed: what it does, as its features.

The lines are those of the aid's samples. Of a kind whose caption the aid lost the line is the kind's own name.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from pydantic import ValidationError

from rules.errors import NotThere
from rules.faults import message_of
from rules.games.gathering_storm.data import CATEGORIES
from rules.games.gathering_storm.deck import FEATURE, StormData
from rules.games.gathering_storm.effects import GENERAL, NATIONAL, ON_BOTH
from rules.games.gathering_storm.powers import ADJECTIVES, ALLIES, AXIS, POWERS, alliance_of
from rules.line import line
from rules.seat import SideSeat
from rules.secrets import folded, quote

Parts = list[dict[str, Any]]
POWER = "|".join([*POWERS, *(ADJECTIVES[each] for each in POWERS)])
OWNER = "|".join([*ADJECTIVES, *ADJECTIVES.values()])
LIST = re.compile(r",\s*(?:or\s+|and\s+)?|\s+(?:or|and)\s+")
BARE = ("additional construction", "free ship", "general acceleration", "specific acceleration", "research counter",
        "diplomatic counter")  # fmt: skip
"""Kinds of which a card says no more than that."""
NO_NEWS = re.compile(r"\+1 step each|Russia or the Allies the other|up to a maximum of three steps", re.I)
"""What goes on with the line before."""


def read_card(data: StormData, power: SideSeat | None, text: str) -> tuple[str, Parts]:
    """Return the title and the features of a card of a power's pile, or of the general one. Raises ``NotThere``."""
    joined = re.sub(r",\s*\n", ", ", text.translate({0x2212: "-", 0x2013: "-"}))
    joined = re.sub(r"\s+(EAI\s*:)", r"\n\1", joined)
    lines = [each.strip().rstrip(".") for each in re.split(r"\n|\s/\s", joined) if each.strip()]
    parts: Parts = []
    title, reader = "", _Reader(data, power, text)
    for place, each in enumerate(lines):
        read = [*reader.read(each, parts)]
        if read == [None] and place == 0 and len(lines) > 1:
            title = each
        elif read == [None]:
            raise NotThere(
                "“{line}” cannot be read. Write each effect on its own line, as printed: Turkey: 1, German national "
                "income: +1, EAI: +1. Put anything else in quotation marks: it is told, and you do it on the board.",
                line=quote(each, 60),
            )
        parts += filter(None, read)
    features = [*_named(data, power, parts)]
    for feature in features:
        _check(data, power, feature)
    return str(quote(title, 60)) if title else "", features


def _check(data: StormData, power: SideSeat | None, feature: dict[str, Any]) -> None:
    """Raises ``NotThere`` for a part that does not fit the game."""
    try:
        faults = [
            fault for _, fault in FEATURE.validate_python(feature, context={"entered": True}).problems(data, power)
        ]
    except ValidationError as error:
        faults = [message_of(error.errors()[0])]
    for fault in faults:
        raise NotThere("That does not fit the game: {value}.", value=fault)


class _Reader:
    """Reads the lines of a card one by one."""

    def __init__(self, data: StormData, power: SideSeat | None, text: str) -> None:
        self.data, self.power, self.text = data, power, text

    def read(self, said: str, before: Parts) -> Iterator[dict[str, Any] | None]:
        """Yield the part that a line says, without the kind where that follows from the others; None for no part."""
        if found := re.fullmatch(r"[\"“«](.+)[\"”»]", said):
            yield {"kind": "in words", "text": found[1].strip()}
            return
        conditional = next((each for each in before if each["kind"] == "conditional"), None)
        if conditional is not None:
            self._condition(said, conditional)
            return
        if re.search(r"must support one side", said, re.I):
            named = [each for each in self.data.countries if re.search(rf"\b{each}\b", self.text, re.I)]
            yield {"kind": "minor country dispute", "countries": named}
        elif not NO_NEWS.fullmatch(said):
            kind = folded(said)
            bare = {"kind": kind, "power": _power(self.power)} if kind in BARE and self.power else None
            yield bare or self._number(said) or self._research(said) or self._diplomacy(said)

    def _number(self, said: str) -> dict[str, Any] | None:
        """Return the part by which a number of a power changes, or the EAI."""
        if found := _fits(rf"({POWER}) support(?: level)?\s*:\s*([+-]?\d*)\s*\(max\.?\s*[^\d)]*(\d+)\)", said):
            base = int(found[2]) if found[2].strip("+-") else 0
            return {"kind": "conditional", "power": _power(found[1]), "base": base, "cap": int(found[3])}
        if found := _fits(rf"({POWER}) draws no(?: random| income)* tiles", said):
            return {"kind": "tile draw", "power": _power(found[1])}
        changed = {
            "eai": r"(?:EAI|European\s+Aggression\s+Index)",
            "income": rf"({POWER})(?: national)? income",
            "support": rf"({POWER}) support(?: level)?",
            "factory conversion": rf"(?:({POWER}) )?factory conversion(?: cost)?",
            "tile draw": rf"({POWER}) income tiles",
        }
        for kind, pattern in changed.items():
            if found := _fits(rf"{pattern}\s*:?\s*([+-]?\d+)", said):
                whose = {} if kind == "eai" else {"power": _power(found[1] or self.power)}
                return {"kind": kind, "amount": int(found[found.re.groups]), **whose}
        return None

    def _condition(self, said: str, part: dict[str, Any]) -> None:
        """Fill in on what a support depends. Raises ``NotThere``."""
        power, (cap, base) = SideSeat(part["power"]), (part["cap"], part.pop("base"))
        if found := _fits(r"\+1 for each (\w+) research result", said):
            more = {"kind": "support by research results", "base": base, "category": folded(found[1])}
        elif found := _fits(r"\+1 for each level of (.+?)(?: research)?", said):
            project = self._project(found[1], power)
            more = {"kind": "support by research progress", "base": base, "project": project}
        elif found := _fits(r"\+1 for each trade pact in (.+)", said):
            more = {"kind": "support by trade pacts", "region": _like(found[1], self.data.regions.countries)}
        elif found := _fits(r"modifier\s*:?\s*(?:inverse of )?(?:the )?(.+)", said):
            kinds = ("support by EAI", "support by Economic Climate", "support by Balance of Power")
            last = folded(found[1]).rpartition(" ")[2].replace("index", "eai")
            more = {"kind": next((each for each in kinds if folded(each).endswith(last)), found[1])}
        else:
            raise NotThere("“{line}” does not say on what the support depends.", line=quote(said, 60))
        part.update(more, cap=cap)

    def _research(self, said: str) -> dict[str, Any] | None:
        if _fits(r"atomic research permitted.*", said):
            return {"kind": "atomic research"}
        if found := _fits(r"double value of \w+ investment in (.+?)(?: research)?(?:,.*)?", said):
            return {"kind": "research doubling", "project": _like(found[1], {each.name for each in self.data.projects})}
        categories = "|".join(CATEGORIES)
        if found := _fits(rf"any two ({OWNER}) ({categories}) projects.*", said):
            return {"kind": "double research", "owner": _owner(found[1]), "category": folded(found[2])}
        if found := _fits(rf"(?:any|one)(?: one)? ({OWNER}) ({categories}) project\s*:?\s*\+1 level", said):
            return {"kind": "flexible research", "owner": _owner(found[1]), "category": folded(found[2])}
        if self.power is not None and (found := _fits(rf"espionage\s*:?\s*(?:in )?({categories})", said)):
            owner = alliance_of(self.power)
            against = ALLIES if owner == AXIS else AXIS
            return {"kind": "espionage", "owner": owner, "category": folded(found[1]), "against": against}
        if self.power is not None and (found := _fits(r"(.+?)(?: research)?\s*:?\s*\+(\d) levels?", said)):
            project = self._project(found[1], self.power)
            return {"kind": "research advance", "project": project, "levels": int(found[2])}
        return None

    def _diplomacy(self, said: str) -> dict[str, Any] | None:
        for kind, start in (
            ("Russian subversion", r"free subversion result in"),
            ("Russian diplomacy", r"Russian diplomacy"),
        ):
            if found := _fits(rf"{start}\s*:?\s*(?:in )?(.+)", said):
                return {"kind": kind, "targets": self._countries(found[1])}
        found = _fits(rf"(.+?)\s*:\s*\+?(\d)(?:\s*\(?(?:for )?({POWER})\)?)?", said)
        if found is None:
            return None
        for_whom = {"power": _power(found[3])} if found[3] else {}
        targets, amount = self._countries(found[1]), int(found[2])
        if len(targets) > 1:
            return {"kind": "flexible diplomacy", "targets": targets, "amount": amount, **for_whom}
        if amount == 0:
            return {"kind": "civil war event", "target": targets[0]}
        return {"kind": "diplomacy", "target": targets[0], "amount": amount, **for_whom}

    def _countries(self, said: str) -> list[str]:
        return [self.data.country(each) for each in LIST.split(said) if each]

    def _project(self, said: str, power: SideSeat) -> str:
        """Return the project of a power that a card names, with or without whose it is."""
        own = {each.key: each for each in self.data.projects_of[power]}
        return next((key for key, each in own.items() if _like(said, (key, each.name)) in (key, each.name)), said)


def _fits(pattern: str, said: str) -> re.Match[str] | None:
    return re.fullmatch(pattern, said, re.IGNORECASE | re.ASCII)


def _like(said: str, names: Any) -> str:
    """Return a name as the game writes it, or what was typed."""
    return next((each for each in names if folded(each) == folded(said.strip())), said.strip())


def _owner(said: str) -> str:
    return next(owner for owner, called in ADJECTIVES.items() if folded(said) in (folded(owner), folded(called)))


def _power(said: str | None) -> str:
    return _owner(said) if said else ""


def _named(data: StormData, power: SideSeat | None, parts: Parts) -> Iterator[dict[str, Any]]:
    """Yield the parts as features: of which kind each is follows from what stands beside it."""
    kinds = [each["kind"] for each in parts]
    powers = {each["power"] for each in parts if each.get("power")}
    for each in parts:
        kind = each["kind"]
        if kind == "conditional":
            raise NotThere("Write on a line of its own on what the support depends, as printed.")
        if kind in ("diplomacy", "flexible diplomacy") and not each.get("power"):
            # the card prints it as a colour or a flag; where it names one power, that is the one
            each["power"] = str(power) if power else powers.copy().pop() if len(powers) == 1 else ""
            if not each["power"]:
                raise NotThere("For whom is {country}? Write the power behind the number.", country=each["target"])
        yield {**each, "kind": _kind_of(data, power, kind, kinds, each)}


def _kind_of(data: StormData, power: SideSeat | None, kind: str, kinds: list[str], part: Mapping[str, Any]) -> str:
    """Return the kind that a part is, on a card of a power or (None) on a general one."""
    is_general, count = power is None, kinds.count(kind)
    has_others = any(each in ("diplomacy", "eai", "civil war event", "minor country dispute") for each in kinds)
    match kind:
        case "eai":
            return "EAI" if is_general and len(kinds) == 1 else "ancillary EAI"
        case "support" if is_general:
            return (
                "compound support" if count == 2 else "general ancillary support" if has_others else "general support"
            )
        case "support":
            return "ancillary support" if has_others else "support"
        case "income" if is_general:
            return "general income"
        case "diplomacy" if is_general:
            return "compound diplomacy" if count == 2 else "general diplomacy"
        case "diplomacy":
            return "civil war diplomacy" if part["target"] in data.regions.civil_wars else "diplomacy"
    if kind not in (*(GENERAL if is_general else NATIONAL), *ON_BOTH):
        raise NotThere("A card of that pile has no part of that kind.")
    return kind


EXAMPLE = line("Such as: Turkey: 1 / German national income: +1. A title can stand in the first line.")
