"""The games. A new one adds its line to ``GAMES``, its folder beside this file, and its data file."""

from typing import Any

from rules.game import Game
from rules.games.declared import Declared
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.gathering_storm import GatheringStorm
from rules.games.marne_1918 import Marne1918

GAMES: tuple[type[Game[Any, Any]], ...] = (Marne1918, FieldsOfDespair, GatheringStorm)
OWN: type[Game[Any, Any]] = Declared
"""The game that a group declares in a file of its own."""
