"""A game that this bot lacks, or whose log or data it cannot read: its campaigns keep their log, can move and end."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from pydantic import ConfigDict
from typing_extensions import override

from rules.command import GameCommand, GameEvent, Procedure
from rules.dice import Dice
from rules.errors import Closed, NotNow
from rules.frozen import Frozen
from rules.game import Game, Views
from rules.notice import Notice, Public, tell_all
from rules.ruling import GameData, Rulings
from rules.seat import Seat
from rules.secrets import Shown


class UnknownState(Frozen):
    """Nothing is known of where the game stands."""


class UnknownCommand(GameCommand[GameData, UnknownState], named=""):
    """A command of the game, kept as the log has it."""

    model_config = ConfigDict(extra="allow")
    title = "Unknown action"
    type: str = ""

    def decide(self, data: GameData, state: UnknownState, seat: Seat, dice: Dice) -> Procedure[UnknownState]:
        raise NotNow("This bot cannot play this campaign's game.")
        yield


class UnknownEvent(GameEvent[GameData, UnknownState], named=""):
    """An event of the game, kept as the log has it."""

    model_config = ConfigDict(extra="allow")
    type: str = ""

    def apply(self, data: GameData, state: UnknownState) -> UnknownState:
        return state

    def tell(self, data: GameData) -> Iterable[Notice]:
        return ()


class UnknownData(GameData):
    """What is known of it: ``why`` it cannot be played."""

    why: str


def status(data: UnknownData, _state: UnknownState) -> Iterator[Public]:
    """Say why the campaign cannot be played, and what can be done with it."""
    yield tell_all("This bot cannot play this campaign: {why}", why=Shown(data.why))
    yield tell_all("Until it can, the campaign can only be exported, moved or ended.")


class UnknownGame(Game[UnknownData, UnknownState]):
    """The game of a campaign that this bot can keep but not play; ``why`` says what is missing."""

    id = "unknown"
    title = "A game that this bot cannot play"
    seats = ()
    referee_plays = True
    commands = (UnknownCommand,)
    events = (UnknownEvent,)
    views = Views(status=status)

    def __init__(self, why: str) -> None:
        super().__init__(UnknownData(source="unknown", rulings=Rulings(), why=why))

    @property
    def refusal(self) -> Closed:
        """What is said to whoever wants to play it."""
        return Closed("This bot cannot play this campaign: {why}", why=self.data.why)

    @override
    def read_command(self, given: Mapping[str, Any]) -> UnknownCommand:
        """Return the command, kept as it is."""
        return UnknownCommand.model_validate(given)

    @override
    def read_event(self, given: Mapping[str, Any]) -> UnknownEvent:
        """Return the event, kept as it is."""
        return UnknownEvent.model_validate(given)
