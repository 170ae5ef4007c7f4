"""The games that the tests play, with the shipped data."""

from pathlib import Path

from bot.library import AnyGame, read_games
from rules.campaign import Campaign, DiceKind, Founding
from rules.dice import seal
from rules.games import GAMES
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.marne_1918 import Marne1918
from rules.seat import Player, Seat
from tests.high_card import HighCard

# what the players tell of their board before a game can go on
OPENINGS: dict[str, dict[str, object]] = {
    "fields-of-despair": {
        "type": "set_up", "total": 96, "hexes": "A05 B05 C06 D06 E07 F07 G08", "air": "4 3 1", "artillery": "5 4 2",
        "eps": 6,
    },
}  # fmt: skip

SEED = bytes(range(32))
HERE = Path(__file__).parent


def all_games() -> dict[str, AnyGame]:
    """Every game of the bot, and the fourth one of the tests."""
    return {**read_games(), **read_games(games=(HighCard,), shipped=HERE / "high_card")}


def marne() -> Marne1918:
    """Marne 1918 with the shipped data."""
    game = read_games(games=(Marne1918,))["marne-1918"]
    assert isinstance(game, Marne1918)
    return game


def fields() -> FieldsOfDespair:
    """Fields of Despair with the shipped data."""
    game = read_games(games=(FieldsOfDespair,))["fields-of-despair"]
    assert isinstance(game, FieldsOfDespair)
    return game


def founded(game: AnyGame, founder: int = 1, seat: Seat | None = None, dice: DiceKind = "sealed") -> Campaign:
    """A campaign just founded."""
    seat = seat or game.seats[0]
    return Campaign.founded(Founding(game.id, "The long war", Player(founder), seat, dice, seal(SEED)), game)


ALL: list[type[AnyGame]] = [*GAMES, HighCard]
