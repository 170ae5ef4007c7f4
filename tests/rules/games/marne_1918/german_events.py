"""A pool for the Germans as a group would supply it, in a file of their own; its markers are made up for the tests."""

from pathlib import Path

from bot.catalog import SHIPPED
from rules.games.marne_1918 import Marne1918
from tests.games import read_game

OWN = """
[[events]]
name = "German assault"
french = "Assaut allemand"
side = "Germans"
symbols = "£¤"
total = 2
enters = { 1 = 2 }
moment = "just before the dice of a combat, as its attacker"
role = "attacker"
effect = "exchange"
choices = { hits = "2 more hits on the defender", own = "+2", enemy = "−2", cancel = "undone" }
summary = "As the Allied one."

[[events]]
name = "German defense"
french = "Défense allemande"
side = "Germans"
symbols = "£¤"
total = 2
enters = { 1 = 2 }
moment = "just before the dice of a combat, as its defender"
role = "defender"
effect = "exchange"
choices.hits = "2 more hits on the attacker"
choices.own = "+2 on the defender's tactical coordination"
choices.enemy = "−2 on the attacker's tactical coordination"
choices.cancel = "undone"
summary = "As the Allied one."

[[events]]
name = "German rumour"
french = "Rumeur"
side = "Germans"
symbols = "£#"
total = 5
enters = { 1 = 5 }
moment = "at any time"
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
