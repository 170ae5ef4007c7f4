"""Any command or event, filled with values that its fields take."""

import random
import types
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter, ValidationError
from pydantic_core import PydanticUndefined

from rules.dice import Roll, SealedDice
from rules.frozen import Frozen

F = TypeVar("F", bound=Frozen)
TEXTS = ("Allies", "a", "fr", "1204", "A05", "B06", "Italy", "x" * 30, "d" * 64, "“Größe” *x*\n", "1d6", "3-5")
NUMBERS = (0, 1, 2, 3, 6, 25, 100)


def sample(kind: type[F], chance: random.Random) -> F:
    """A value of a model. Fields that cannot be guessed keep their default."""
    for _ in range(20_000):
        try:
            return kind.model_validate({name: _field(info, chance) for name, info in kind.model_fields.items()})
        except ValidationError:
            continue
    raise AssertionError(f"no sample of {kind.__name__} fits: teach tests/samples.py its fields")


def _field(info: Any, chance: random.Random) -> Any:
    if info.default is not PydanticUndefined and chance.random() < 0.3:
        return info.default
    return _value(info.annotation, chance)


def _value(kind: Any, chance: random.Random) -> Any:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Literal:
        return chance.choice(args)
    if origin in (Union, types.UnionType):
        return _value(chance.choice(args), chance)
    if origin is tuple:
        many = args[:1] * chance.randrange(4) if args[-1] is Ellipsis else args
        return tuple(_value(each, chance) for each in many)
    if origin in (frozenset, list):
        return origin(_value(args[0], chance) for _ in range(chance.randrange(4)))
    if origin in (dict, Mapping) or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return {_value(args[0], chance): _value(args[1], chance) for _ in range(chance.randrange(3))}
    if origin is not None and hasattr(kind, "__metadata__"):
        return _value(args[0], chance)
    if origin is not None:  # Hidden[...]
        return TypeAdapter(kind).validate_python(_value(args[0], chance))
    return _plain(kind, chance)


def _plain(kind: Any, chance: random.Random) -> Any:
    if kind is None or kind is types.NoneType:
        return None
    if kind is bool:
        return chance.random() < 0.5
    if is_dataclass(kind):
        hints = get_type_hints(kind)
        return {field.name: _value(hints[field.name], chance) for field in fields(kind)}
    if kind is Roll:
        return SealedDice(bytes(32), first=chance.randrange(99)).roll(chance.randint(1, 3), 6)
    if isinstance(kind, type) and issubclass(kind, Frozen):
        return sample(kind, chance)
    if isinstance(kind, type) and hasattr(kind, "__members__"):
        return chance.choice([*kind.__members__.values()])
    return chance.choice(NUMBERS if isinstance(kind, type) and issubclass(kind, int) else TEXTS)
