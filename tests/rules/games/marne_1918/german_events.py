"""A pool for the Germans as a group would supply it, in a file of their own; its markers are made up for the tests."""

from pathlib import Path

from bot.base.catalog import SHIPPED
from rules.games.marne_1918 import Marne1918
from tests.games import read_game

OWN = """
[[marker_types]]
name = "German assault"
french = "Assaut allemand"
side = "Germans"
symbols = "£¤"
total = 2
enters = { 1 = 2 }
moment = "Play it just before the dice of a combat in which you attack."
role = "attacker"
in_combat = "just before its dice"
effect = "exchange"
choices = { hits = "The defender takes 2 more hits.", bonus = "+2.", penalty = "−2.", cancel = "Cancelled." }
summary = "As the Allied one."

[[marker_types]]
name = "German defense"
french = "Défense allemande"
side = "Germans"
symbols = "£¤"
total = 2
enters = { 1 = 2 }
moment = "Play it just before the dice of a combat in which you defend."
role = "defender"
in_combat = "just before its dice"
effect = "exchange"
choices.hits = "The attacker takes 2 more hits."
choices.bonus = "The defender gets +2 to tactical coordination."
choices.penalty = "The attacker gets −2 to tactical coordination."
choices.cancel = "Cancelled."
summary = "As the Allied one."

[[marker_types]]
name = "German rumour"
french = "Rumeur"
side = "Germans"
symbols = "£#"
total = 5
enters = { 1 = 5 }
moment = "Play it at any time."
summary = "Made up for the tests."
"""


def with_german_events(folder: Path | None = None) -> Marne1918:
    """The game with a German pool."""
    from tempfile import TemporaryDirectory

    if folder is None:
        with TemporaryDirectory() as own:
            return with_german_events(Path(own))
    text = (SHIPPED / "marne_1918.toml").read_text(encoding="utf-8")
    (folder / "marne_1918.toml").write_text(text + OWN, encoding="utf-8")
    game = read_game(Marne1918, folder)
    assert isinstance(game, Marne1918)
    return game
