"""A field of a form in which something is chosen: all that there is stands in sight if it is little, else in a list."""

from collections.abc import Container, Sequence
from typing import Any

import discord

from bot.messages.embeds import cut

MOST_RADIOS = 4
MOST_BOXES = 10
"""So many boxes to tick fit into a field."""
Option = tuple[str, str]
"""What is shown, and what it stands for."""


def choice_field(
    name: str, options: Sequence[Option], chosen: str | None, *, required: bool, as_list: bool = False
) -> discord.ui.RadioGroup[Any] | discord.ui.Select[Any]:
    """Return a field whose value is one of some options; ``chosen`` is proposed. ``as_list`` keeps many of a kind in a
    list, however few they are at the moment.
    """
    shown = [(cut(label), value[:100]) for label, value in options]
    if 1 < len(shown) <= MOST_RADIOS and not as_list:
        radios = [discord.RadioGroupOption(label=label, value=value, default=value == chosen) for label, value in shown]
        return discord.ui.RadioGroup(custom_id=name, options=radios, required=required)
    listed = [discord.SelectOption(label=label, value=value, default=value == chosen) for label, value in shown]
    return discord.ui.Select(custom_id=name, options=listed, required=required, min_values=int(required))


def several_field(
    name: str, options: Sequence[tuple[str, str, str]], chosen: Container[str], most: int
) -> discord.ui.CheckboxGroup[Any] | discord.ui.Select[Any]:
    """Return a field in which several of some options are chosen, at most so many; each has its label, its value and
    its detail, and those ``chosen`` are proposed.
    """
    parts: list[dict[str, Any]] = [
        {"label": cut(label), "value": value[:100], "description": cut(detail) or None, "default": value in chosen}
        for label, value, detail in options
    ]
    most = min(most, len(parts))
    if len(parts) <= MOST_BOXES:
        boxes = [discord.CheckboxGroupOption(**each) for each in parts]
        return discord.ui.CheckboxGroup(custom_id=name, options=boxes, min_values=0, max_values=most, required=False)
    listed = [discord.SelectOption(**each) for each in parts]
    return discord.ui.Select(custom_id=name, options=listed, min_values=0, max_values=most, required=False)
