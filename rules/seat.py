"""Who sits at the table: the seats of a game, the referee, and the players by id."""

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Self

from pydantic import GetCoreSchemaHandler
from pydantic_core import CoreSchema, core_schema


class Seat(str):
    """A side of the game by its printed name, which is a ``SideSeat``, or the referee."""

    __slots__ = ()

    def __new__(cls, name: str) -> Self:
        """Return the seat of that name, as a ``SideSeat`` unless it is the referee's."""
        if name == _REFEREE and cls is not Seat:
            raise ValueError("The referee plays no side.")
        kind: type = SideSeat if cls is Seat and name != _REFEREE else cls
        return str.__new__(kind, name)

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        # changing a value looks at all its seats again, so each is made once
        return core_schema.no_info_after_validator_function(lru_cache(256)(cls), core_schema.str_schema(min_length=1))


class SideSeat(Seat):
    """The seat of a side of the game: what has a hand, an alliance or an enemy. The referee's is none.

    Whatever belongs to a side is asked of this type, so that nobody can ask it of the referee.
    """

    __slots__ = ()


def sides(seats: Iterable[Seat]) -> list[SideSeat]:
    """Return those of some seats that are seats of sides."""
    return [seat for seat in seats if isinstance(seat, SideSeat)]


_REFEREE = "Referee"
REFEREE = Seat(_REFEREE)
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
