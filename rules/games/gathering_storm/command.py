"""What the commands share: their bases, and the types of the fields that players fill in."""

from abc import abstractmethod
from typing import Annotated, ClassVar, Literal

from pydantic import BeforeValidator, Field
from typing_extensions import override

from rules.command import GameCommand, Part
from rules.dice import Dice
from rules.errors import NotYours
from rules.games.gathering_storm.data import BoardEvent
from rules.games.gathering_storm.deck import StormData
from rules.games.gathering_storm.state import State
from rules.seat import REFEREE, Seat

Name = Annotated[str, Field(min_length=1, max_length=100)]
TextInput = Annotated[str, Field(max_length=100)]
PowerName = Literal["Germany", "Italy", "Britain", "France", "Russia"]


def _none_if_empty(given: object) -> object:
    return None if isinstance(given, str) and not given.strip() else given


Unknown = BeforeValidator(_none_if_empty)
"""An empty field is None: not known, or as it is."""

Level = Annotated[Annotated[int, Field(ge=-99, le=999)] | None, Unknown]
Count = Annotated[Annotated[int, Field(ge=0, le=99)] | None, Unknown]


class StormCommand(GameCommand[StormData, State]):
    """A command of Gathering Storm."""


class RefereeEntry(StormCommand):
    """Something that the referee enters. It becomes one event."""

    is_entry: ClassVar[bool] = True

    @override
    def decide(self, data: StormData, state: State, seat: Seat, dice: Dice) -> Part[State]:
        """Enter it. Raises ``NotYours`` for everybody but the referee."""
        if seat != REFEREE:
            raise NotYours("Only the referee can enter this.")
        return (yield self.entered(data, state))

    @abstractmethod
    def entered(self, data: StormData, state: State) -> BoardEvent:
        """The event that it becomes. Raises ``RuleError`` if it does not fit the board."""
