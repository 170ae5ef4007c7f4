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


class Player(int):
    """A player by id, written as a mention."""

    __slots__ = ()

    def __str__(self) -> str:
        return f"<@{int(self)}>"

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(cls, core_schema.int_schema(ge=0))
