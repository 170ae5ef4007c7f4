"""A field of a form in which one thing is chosen: all in sight if they are few, else a list."""

from collections.abc import Sequence
from typing import Any

import discord

MOST_RADIOS = 4
Option = tuple[str, str]
"""What is shown, and what it stands for."""


def choice_field(
    name: str, options: Sequence[Option], chosen: str | None, *, required: bool, as_list: bool = False
) -> discord.ui.RadioGroup[Any] | discord.ui.Select[Any]:
    """A field whose value is one of some options; ``chosen`` is proposed. ``as_list`` keeps many of a kind in a list,
    however few they are at the moment.
    """
    shown = [(label[:100], value[:100]) for label, value in options]
    if 1 < len(shown) <= MOST_RADIOS and not as_list:
        radios = [discord.RadioGroupOption(label=label, value=value, default=value == chosen) for label, value in shown]
        return discord.ui.RadioGroup(custom_id=name, options=radios, required=required)
    listed = [discord.SelectOption(label=label, value=value, default=value == chosen) for label, value in shown]
    return discord.ui.Select(custom_id=name, options=listed, required=required, min_values=int(required))
