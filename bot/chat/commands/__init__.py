"""The slash commands. Each builds a command or a query and passes it on.

``needs(feature)`` marks a slash command that only some games use: `/help` lists it where the game has that command or
view (``Game.has``).
"""

from pkgutil import iter_modules
from typing import Any

EXTENSIONS = tuple(each.name for each in iter_modules(__path__, f"{__name__}."))
"""Every module of this folder: each adds its commands to the bot (``setup``)."""


def needs(*features: str) -> dict[str, Any]:
    """The ``extras`` of a slash command that a game uses if it has one of these features."""
    return {"needs": features}
