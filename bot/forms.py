"""A command that still asks for something, as a form. The form carries the command, so it outlives a restart."""

import json
import types
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Union, cast, get_args, get_origin

import discord
from annotated_types import MaxLen
from pydantic.fields import FieldInfo

from rules.command import Command
from rules.dice import read_faces
from rules.errors import NotNow

MOST_OPTIONS = 25
PREFIX = "adj:form:"
LONGEST_ID = 100
DICE = "dice"
YES_NO = {"Yes": "true", "No": "false"}


@dataclass(frozen=True, slots=True)
class Filled:
    """A form that was filled in: for the offer of ``key``, or else for ``command``; the other fields and the dice."""

    campaign: int
    key: str | None
    command: dict[str, Any]
    answers: dict[str, str]
    faces: tuple[int, ...] | None


def form(
    id_: int,
    command: Command,
    key: str | None = None,
    asks: Sequence[str] = (),
    dice: str | None = None,
    choices: Mapping[str, Sequence[str]] = types.MappingProxyType({}),
    questions: Mapping[str, str] = types.MappingProxyType({}),
) -> discord.ui.Modal | None:
    """A form for the fields in ``asks``, some with ``choices``, and, where ``dice`` says which (``"3d6"``), for dice
    rolled on the table; beside other fields these may be left out, since the answers may decide that nothing is rolled.

    Its id carries the key of the offer, so that it is stale when the offer is, or else the command; None when that is
    too long to be carried.
    """
    custom_id = f"{PREFIX}{id_}:" + (f"key:{key}" if key is not None else f"ask:{_compact(command)}")
    if len(custom_id) > LONGEST_ID:
        return None
    modal = discord.ui.Modal(title=command.title[:45], custom_id=custom_id, timeout=None)
    for name in asks:
        modal.add_item(_field(command, name, choices.get(name, ()), questions.get(name)))
    if dice is not None:
        box: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=DICE, placeholder="4 3 6", max_length=100, required=not asks
        )
        modal.add_item(discord.ui.Label(text=f"Your dice: {dice}"[:45], component=box))
    return modal


def read_form(custom_id: str, data: Mapping[str, Any]) -> Filled:
    """What a form that was filled in asks for.

    Raises ``NotNow`` for a form of another version, ``WrongDice`` when the dice cannot be read.
    """
    answers = dict(_answers(data.get("components", ())))
    dice = answers.pop(DICE, None)
    faces = read_faces(dice) if dice is not None else None
    try:
        id_, kind, rest = custom_id.removeprefix(PREFIX).split(":", 2)
        command = dict(json.loads(rest)) if kind == "ask" else {}
        return Filled(int(id_), rest if kind == "key" else None, command, answers, faces)
    except ValueError:
        raise NotNow("This form is from another version of the bot: give the command again.") from None


def _compact(command: Command) -> str:
    given = {"type": command.type} | command.model_dump(mode="json", exclude_defaults=True)
    return json.dumps(given, separators=(",", ":"), ensure_ascii=False)


def _field(
    command: Command, name: str, allowed: Sequence[str] = (), question: str | None = None
) -> discord.ui.Label[Any]:
    info = type(command).model_fields[name]
    label = (info.title or name.replace("_", " ").capitalize())[:45]
    now = getattr(command, name)
    options = {choice: choice for choice in allowed} or _options(info.annotation)
    box: discord.ui.Item[Any]
    if 0 < len(options) <= MOST_OPTIONS:
        proposed = str(now).lower() if isinstance(now, bool) else str(now)
        choices = [
            discord.SelectOption(label=shown[:100], value=value[:100], default=value == proposed)
            for shown, value in options.items()
        ]
        box = discord.ui.Select(custom_id=name, options=choices, required=info.is_required())
    else:
        default = None if now in (None, "") else str(now)
        box = discord.ui.TextInput(
            custom_id=name, default=default, max_length=_longest(info), required=info.is_required()
        )
    return discord.ui.Label(text=label, description=(question or info.description or "")[:100] or None, component=box)


def _longest(info: FieldInfo) -> int:
    """How much may be written in a field."""
    return next((part.max_length for part in info.metadata if isinstance(part, MaxLen)), 200)


def _options(annotation: Any) -> dict[str, str]:
    """What a field can be chosen from; nothing for a field that is written."""
    if annotation is bool:
        return YES_NO
    if get_origin(annotation) is Literal:
        return {str(choice): str(choice) for choice in get_args(annotation)}
    if get_origin(annotation) in (Union, types.UnionType):
        return next(filter(None, map(_options, get_args(annotation))), {})
    return {}


def _answers(components: Sequence[Mapping[str, Any]]) -> Iterator[tuple[str, str]]:
    for component in components:
        inside = component.get("components") or ([component["component"]] if "component" in component else [])
        yield from _answers(cast(Sequence[Mapping[str, Any]], inside))
        if "value" in component:
            yield component["custom_id"], component["value"]
        elif component.get("values"):
            yield component["custom_id"], component["values"][0]
