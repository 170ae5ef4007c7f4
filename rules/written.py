"""What players write in their own words, beside the names and numbers of the game: it goes when they are forgotten."""

from collections.abc import Callable, Iterator, Mapping
from types import UnionType
from typing import Annotated, Any, Union, get_args, get_origin

from rules.frozen import Frozen


class OwnWords:
    """Marks the text of a field as a player's own words."""


OWN_WORDS = OwnWords()
Written = Annotated[str, OWN_WORDS]
"""A text in a player's own words."""
Change = Callable[[str], str]


def texts_in(kind: type[Frozen], given: Mapping[str, Any]) -> frozenset[str]:
    """Return the texts in their players' own words that the JSON of a model holds."""
    found: set[str] = set()

    def note(text: str) -> str:
        found.add(text)
        return text

    rewritten(kind, given, note)
    return frozenset(text for text in found if text.strip())


def rewritten(kind: type[Frozen], given: Mapping[str, Any], change: Change) -> dict[str, Any]:
    """Return the JSON of a model with each text in a player's own words changed. What is no field of it stays."""
    fields = kind.model_fields
    return {
        name: _changed(Annotated[fields[name].annotation, *fields[name].metadata, None], value, change)
        if name in fields
        else value
        for name, value in given.items()
    }


def _changed(annotation: Any, value: Any, change: Change) -> Any:
    """Return a value whose type says what in it a player wrote."""
    origin, arguments = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        if any(isinstance(each, OwnWords) for each in arguments[1:]) and isinstance(value, str):
            return change(value)
        return _changed(arguments[0], value, change)
    if isinstance(value, dict):
        model = next(models_in(annotation), None)
        return value if model is None else rewritten(model, value, change)
    if isinstance(value, list):
        return [_changed(arguments[0], each, change) if arguments else each for each in value]
    if origin in (Union, UnionType):
        return next((new for each in arguments if (new := _changed(each, value, change)) != value), value)
    return _changed(arguments[0], value, change) if arguments else value


def models_in(annotation: Any) -> Iterator[type[Frozen]]:
    """Yield the models among the types of an annotation."""
    if isinstance(annotation, type) and get_origin(annotation) is None and issubclass(annotation, Frozen):
        yield annotation
    for each in get_args(annotation):
        yield from models_in(each)
