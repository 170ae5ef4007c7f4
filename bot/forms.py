"""A command that still asks for something, as a form. The form carries the command, so it outlives a restart."""

import json
import types
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal, Union, cast, get_args, get_origin

import discord

from rules.dice import read_faces
from rules.errors import NotNow
from rules.game import Command

PREFIX = "adj:form:"
LONGEST_ID = 100
DICE = "dice"
YES_NO = {"Yes": "true", "No": "false"}


def has_form(id_: int, command: Command, asks: Sequence[str]) -> bool:
    """Whether the command is short enough to be carried by a form."""
    return len(_form_id(id_, command, asks)) <= LONGEST_ID


def form(id_: int, command: Command, asks: Sequence[str] = (), dice: str | None = None) -> discord.ui.Modal:
    """A form for the fields in ``asks`` and, where ``dice`` says which (``"3d6"``), for dice rolled on the table."""
    modal = discord.ui.Modal(title=command.title[:45], custom_id=_form_id(id_, command, asks), timeout=None)
    for name in asks:
        modal.add_item(_field(command, name))
    if dice is not None:
        box: discord.ui.TextInput[Any] = discord.ui.TextInput(
            custom_id=DICE, placeholder="4 3 6", max_length=100, required=True
        )
        modal.add_item(discord.ui.Label(text=f"Your dice: {dice}"[:45], component=box))
    return modal


def read_form(custom_id: str, data: Mapping[str, Any]) -> tuple[int, dict[str, Any], tuple[int, ...] | None]:
    """The campaign, the fields of the command and the dice of a form that was filled in.

    Raises ``NotNow`` for a form of another version, ``WrongDice`` when the dice cannot be read.
    """
    try:
        id_, given = custom_id.removeprefix(PREFIX).split(":", 1)
        campaign, command = int(id_), dict(json.loads(given))
    except ValueError:
        raise NotNow("This form is from another version of the bot: give the command again.") from None
    answers = dict(_answers(data.get("components", ())))
    dice = answers.pop(DICE, None)
    return campaign, command | answers, read_faces(dice) if dice is not None else None


def _form_id(id_: int, command: Command, asks: Sequence[str]) -> str:
    given = {"do": command.do} | command.model_dump(mode="json", exclude_defaults=True, exclude={*asks})
    return f"{PREFIX}{id_}:{json.dumps(given, separators=(',', ':'), ensure_ascii=False)}"


def _field(command: Command, name: str) -> discord.ui.Label[Any]:
    info = type(command).model_fields[name]
    label = (info.title or name.replace("_", " ").capitalize())[:45]
    now = getattr(command, name)
    options = _options(info.annotation)
    box: discord.ui.Item[Any]
    if options:
        choices = [discord.SelectOption(label=shown, value=value) for shown, value in options.items()]
        box = discord.ui.Select(custom_id=name, options=choices, required=info.is_required())
    else:
        default = None if now in (None, "") else str(now)
        box = discord.ui.TextInput(custom_id=name, default=default, max_length=200, required=info.is_required())
    return discord.ui.Label(text=label, description=(info.description or "")[:100] or None, component=box)


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
