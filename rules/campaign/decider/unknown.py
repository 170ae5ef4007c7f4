"""A game that this bot lacks, or whose log or data it cannot read: its campaigns keep their log, can move and end."""

from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from pydantic import ConfigDict
from typing_extensions import override

from rules.command import GameCommand, GameEvent, Procedure
from rules.dice import Dice
from rules.errors import NotNow
from rules.frozen import Frozen
from rules.game import Game
from rules.notice import Notice, Public, tell_all
from rules.ruling import GameData, Rulings
from rules.seat import Seat, SideSeat
from rules.secrets import Shown


class UnknownState(Frozen):
    """Nothing is known of where the game stands."""


class UnknownCommand(GameCommand[GameData, UnknownState], named=""):
    """A command of the game, kept as the log has it."""

    model_config = ConfigDict(extra="allow")
    title: ClassVar[str] = "Unknown action"
    type: str = ""

    @override
    def decide(self, data: GameData, state: UnknownState, seat: Seat, dice: Dice) -> Procedure[UnknownState]:
        raise NotNow("This bot cannot play this campaign's game.")
        yield


class UnknownEvent(GameEvent[GameData, UnknownState], named=""):
    """An event of the game, kept as the log has it."""

    model_config = ConfigDict(extra="allow")
    type: str = ""

    @override
    def apply(self, data: GameData, state: UnknownState) -> UnknownState:
        return state

    @override
    def tell(self, data: GameData) -> Iterable[Notice]:
        return ()


class UnknownGame(Game[GameData, UnknownState]):
    """The game of a campaign that this bot can keep but not play; ``why`` says what is missing."""

    id: ClassVar[str] = "unknown"
    title: ClassVar[str] = "A game that this bot cannot play"
    seats: ClassVar[tuple[SideSeat, ...]] = ()
    data_type: ClassVar[type[GameData]] = GameData
    commands = (UnknownCommand,)
    events = (UnknownEvent,)

    def __init__(self, why: str) -> None:
        super().__init__(GameData(rulings=Rulings()))
        self.why = why

    @property
    def refusal(self) -> NotNow:
        """What is said to whoever wants to play it."""
        return NotNow("This bot cannot play this campaign: {why}", why=self.why)

    def start(self) -> UnknownState:
        """Nothing is known."""
        return UnknownState()

    @override
    def status(self, state: UnknownState) -> Iterable[Public]:
        yield tell_all("This bot cannot play this campaign: {why}", why=Shown(self.why))
        yield tell_all("Until it can, the campaign can only be exported, moved or ended.")

    def read_command(self, given: Mapping[str, Any]) -> UnknownCommand:
        """The command, kept as it is."""
        return UnknownCommand.model_validate(given)

    def read_event(self, given: Mapping[str, Any]) -> UnknownEvent:
        """The event, kept as it is."""
        return UnknownEvent.model_validate(given)
