"""The parts that a player can enter of a printed card: which fields each kind has, and what they are chosen from."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, get_args

from pydantic import BeforeValidator, Field, ValidationError

from rules.errors import NotThere
from rules.faults import message_of
from rules.games.gathering_storm.command import Name, StormCommand, TextInput
from rules.games.gathering_storm.data import CATEGORIES, BoardData
from rules.games.gathering_storm.deck import FEATURE, StormData
from rules.games.gathering_storm.effects import GENERAL, NATIONAL, ON_BOTH, AnyEffect, Effect
from rules.games.gathering_storm.powers import ALLIES, AXIS, OWNERS, POWERS, RUSSIA, alliance_of, belongs_to
from rules.seat import SideSeat

CLASSES: Mapping[str, type[Effect]] = {
    kind: class_ for class_ in get_args(AnyEffect) for kind in get_args(class_.model_fields["kind"].annotation)
}
NUMBERS: Mapping[str, int] = {"amount": 1, "levels": 1, "base": -3, "cap": 3}
LISTS = ("countries", "targets")
TILES = "tile draw"
"""Without an amount no tiles are drawn."""

QUESTIONS = {TILES: {"amount": "Leave it empty if the power draws no tiles at all."}}
Number = Annotated[Annotated[int, Field(ge=-20, le=20)], BeforeValidator(lambda given: given or 0)]


class PartFields(StormCommand, named=""):
    """What a player enters of a part of a card: of which card, its kind, and the fields of that kind."""

    card: Name
    kind: Name
    name: Annotated[TextInput, Field(title="Title of the card")] = ""
    power: Annotated[TextInput, Field(title="Power")] = ""
    amount: Annotated[Number, Field(title="Amount")] = 0
    levels: Annotated[Number, Field(title="Levels")] = 0
    base: Annotated[Number, Field(title="Amount without results")] = 0
    cap: Annotated[Number, Field(title="Maximum")] = 0
    target: Annotated[TextInput, Field(title="Country")] = ""
    countries: Annotated[TextInput, Field(title="The two countries, with a comma between")] = ""
    targets: Annotated[TextInput, Field(title="Countries, with commas between")] = ""
    project: Annotated[TextInput, Field(title="Research project")] = ""
    owner: Annotated[TextInput, Field(title="Whose projects")] = ""
    category: Annotated[TextInput, Field(title="Research category")] = ""
    against: Annotated[TextInput, Field(title="Against")] = ""
    region: Annotated[TextInput, Field(title="Region")] = ""


assert {name for class_ in CLASSES.values() for name in class_.model_fields} - {"kind"} <= {*PartFields.model_fields}


def kinds_for(power: SideSeat | None) -> Iterator[str]:
    """Yield the kinds that a card of a power's pile, or (None) of the general one, can have."""
    for kind in GENERAL if power is None else (*NATIONAL, *ON_BOTH):
        if power in (None, RUSSIA) or not kind.startswith("Russian"):
            yield kind


def fields_of(kind: str) -> tuple[str, ...]:
    """Return what a player enters of a kind. A kind that is always for its drawer does not ask for a power."""
    class_ = CLASSES[kind]
    left_out = ("kind", "power") if class_.is_of_drawer else ("kind",)
    return tuple(field for field in class_.model_fields if field not in left_out)


def chosen_from(data: BoardData, kind: str, power: SideSeat | None) -> Mapping[str, tuple[str, ...]]:
    """Return what the fields of a kind are chosen from, where there is a list."""
    every = {
        "power": tuple(map(str, POWERS)),
        "target": _targets(data, kind, power),
        "project": _projects(data, power),
        "owner": tuple(owner for owner in OWNERS if power is None or belongs_to(owner, power)),
        "against": tuple(owner for owner in OWNERS if power is None or not belongs_to(owner, power)),
        "category": CATEGORIES,
        "region": tuple(data.regions.countries),
    }
    return {field: every[field] for field in fields_of(kind) if field in every}


def _targets(data: BoardData, kind: str, power: SideSeat | None) -> tuple[str, ...]:
    wars = data.regions.civil_wars
    if kind in ("civil war event", "civil war diplomacy"):
        return tuple(wars)
    return tuple(name for name in data.countries if power is None or name not in wars)


def _projects(data: BoardData, power: SideSeat | None) -> tuple[str, ...]:
    if power is None:
        return tuple(dict.fromkeys(project.name for project in data.projects))
    return tuple(project.key for project in data.projects_of[power])


def proposed(data: BoardData, kind: str, power: SideSeat | None) -> Mapping[str, Any]:
    """Fields that make a part of a kind: its form proposes them."""
    fields = fields_of(kind)
    found: dict[str, Any] = {field: NUMBERS[field] for field in fields if field in NUMBERS}
    found |= {field: allowed[0] for field, allowed in chosen_from(data, kind, power).items()}
    if "power" in fields and power is not None:
        found["power"] = str(power) if kind != "support by Balance of Power" or power != RUSSIA else str(POWERS[0])
    if "owner" in fields and power is not None:
        found["owner"] = alliance_of(power)
    if "category" in fields and "owner" in fields:
        found["category"] = "intelligence"
    if "against" in fields and power is not None:
        found["against"] = ALLIES if alliance_of(power) == AXIS else AXIS
    found |= {field: ", ".join(data.countries[:2]) for field in LISTS if field in fields}
    return found


def feature_of(kind: str, power: SideSeat | None, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return a part as a card of the deck would hold it."""
    class_ = CLASSES[kind]
    fields = {
        field: given[field] for field in fields_of(kind) if given[field] != "" and (given[field] or kind != TILES)
    }
    if class_.is_of_drawer:
        fields["power"] = str(power)
    for field in LISTS:
        if field in fields:
            fields[field] = [name.strip() for name in fields[field].split(",") if name.strip()]
    return {"kind": kind, **fields}


def check_part(data: StormData, power: SideSeat | None, feature: dict[str, Any]) -> None:
    """Raises ``NotThere`` for a part that does not fit the game."""
    try:
        effect = FEATURE.validate_python(feature, context={"entered": True})
    except ValidationError as error:
        first = error.errors()[0]
        label = PartFields.model_fields[str(first["loc"][-1])].title if len(first["loc"]) > 1 else "Kind"
        raise NotThere("“{label}”: {value}.", label=label, value=message_of(first)) from None
    for _, fault in effect.problems(data, power):
        raise NotThere("That does not fit the game: {value}.", value=fault)
