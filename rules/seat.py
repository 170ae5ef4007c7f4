"""Who sits at the table: the seats of a game, the referee, and the players by id."""

from typing import Any

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Seat(str):
    """A side of the game by its printed name, or the referee."""

    __slots__ = ()

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.str_schema(min_length=1))


REFEREE = Seat("Referee")
FORMER = 2**62
"""From here on no number is an id of Discord's: those are the players whom a campaign has forgotten."""


class Player(int):
    """A player by id, written as a mention; one who was forgotten as ``Former player 1``."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"Former player {self.former}" if self.former else f"<@{int(self)}>"

    @property
    def former(self) -> int:
        """The number of a player whom the campaign has forgotten, counted from 1; 0 for any other."""
        return max(0, int(self) - FORMER)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.int_schema(ge=0))
