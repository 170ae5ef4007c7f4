"""The games that the tests play, with the shipped data."""

from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import TypeVar

from bot.base.catalog import Catalog, DataFile, Edition, read_catalog
from rules.campaign import Campaign, DiceKind, Founding
from rules.game import AnyGame
from rules.games import GAMES, OWN
from rules.games.fields_of_despair import FieldsOfDespair
from rules.games.marne_1918 import Marne1918
from rules.seat import Player, Seat
from tests.bridges import Bridges
from tests.high_card import HighCard
from tests.loaded import load
from tests.night_watch import NightWatch

G = TypeVar("G", bound=AnyGame)

# what the players enter about their board before a game can start
OPENINGS: dict[str, dict[str, object]] = {
    "fields-of-despair": {
        "type": "set_up", "total": 96, "hexes": "A05 B05 C06 D06 E07 F07 G08", "air": "4 3 1", "artillery": "5 4 2",
        "eps": 6,
    },
}  # fmt: skip

# what a form is filled in with where it proposes nothing, by the name of the field
ANSWERS = {"hq": "IV Army", "hex": "1204", "vp": 2, "crossed": True, "reason": "We counted again", "answer": "Yes"}

load()
SEED = bytes(range(32))
BEGIN = datetime(2026, 1, 5, 12, tzinfo=UTC)
HERE = Path(__file__).parent
SMALL: tuple[type[AnyGame], ...] = (HighCard, Bridges, NightWatch)
ALL: tuple[type[AnyGame], ...] = (*GAMES, *SMALL, OWN)
EXAMPLES = HERE.parent / "docs" / "own-games"
"""The games that files declare, as the documents show them."""


def catalog() -> Catalog:
    """Every game of the bot, and the small ones of the tests."""
    small = (edition for game in SMALL for edition in small_catalog(game).editions.values())
    return Catalog((*shipped(), *small, declared("the-wet-crossing")))


@cache
def shipped() -> tuple[Edition, ...]:
    """The games of the bot with the data it ships, read once in a run."""
    return tuple(read_catalog().editions.values())


@cache
def declared(name: str) -> Edition:
    """A game that a file of the documents declares."""
    return Catalog(()).declared(DataFile.of(EXAMPLES / f"{name}.toml"))


@cache
def small_catalog(game: type[AnyGame]) -> Catalog:
    """A small game of the tests alone; its data lies beside it."""
    return read_catalog(games=(game,), shipped=HERE / game.id.replace("-", "_"))


def all_games() -> dict[str, AnyGame]:
    """Every game of the bot, and the small ones of the tests, by id."""
    return dict(catalog().games)


def read_game(kind: type[G], own: Path | None = None) -> G:
    """A game with the shipped data, or with an operator's own."""
    games = catalog().games if own is None else read_catalog(own, games=(kind,)).games
    game = games[kind.id]
    assert isinstance(game, kind)
    return game


def marne() -> Marne1918:
    """Marne 1918 with the shipped data."""
    return read_game(Marne1918)


def by_hand() -> Marne1918:
    """Marne 1918 at a table that calls each side to declare its events before a combat, and orders none ahead."""
    return marne().with_ruling("combat_events", "called")


def fields() -> FieldsOfDespair:
    """Fields of Despair with the shipped data."""
    return read_game(FieldsOfDespair)


def founded(game: AnyGame, founder: int = 1, seat: Seat | None = None, dice: DiceKind = "sealed") -> Campaign:
    """A campaign just founded."""
    seat = seat or game.seats[0]
    return Campaign.founded(Founding(game.id, "The long war", Player(founder), seat, dice, at=BEGIN), game)
