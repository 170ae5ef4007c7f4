"""The Americans: their morale, the HQ of their First Army, and their leaving for the Argonne."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.events.americans import (
    ExitAwaited,
    ExitCorrected,
    ExitRolled,
    ExitToRoll,
    HqEntered,
    MoraleRose,
)
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.state import Effects, MarneCommand, MarneCorrection, Occurrence, State
from rules.seat import Seat

LEAVES_ON = 6


class RollExit(MarneCommand):
    """As the Allied player, roll whether the Americans leave: +1 if the Allies ``captured`` a victory hex last turn."""

    title: ClassVar[str] = "American exit rolled"
    type: Literal["roll_exit"] = "roll_exit"
    captured: bool

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        if not isinstance(state.question, ExitToRoll):
            raise NotNow("The Americans do not roll now.")
        if seat != ALLIES:
            raise NotYours("The Allies roll for the Americans.")
        roll = dice.roll(1, 6)
        modifier = int(self.captured)
        yield ExitRolled(roll=roll, modifier=modifier, leave=leave(roll.total, modifier))


class CorrectExit(MarneCorrection):
    """Put right whether the Allies captured a victory hex before the Americans last rolled. The die stays."""

    stands_alone: ClassVar[bool] = False
    title: ClassVar[str] = "American exit corrected"
    type: Literal["correct_exit"] = "correct_exit"
    captured: Annotated[bool, Field(title="Victory hex captured the turn before?")]

    @override
    def decide(self, data: MarneData, state: State, seat: Seat, dice: Dice) -> Procedure[State]:
        rolled = state.exit_die
        if rolled is None:
            raise NotThere("The Americans have not rolled to leave.")
        if self.captured == bool(rolled.modifier):
            raise NotNow("The Americans' die already counts like that.")
        self.check_reason(is_change=True)
        modifier = int(self.captured)
        leaves = leave(rolled.die, modifier)
        yield ExitCorrected(
            die=rolled.die, old=rolled.modifier, modifier=modifier, leave=leaves,
            changes=leaves != state.americans_left, reason=self.reason.strip(),
        )  # fmt: skip


def leave(die: int, modifier: int) -> bool:
    """Whether the Americans leave by such a die."""
    return die + modifier >= LEAVES_ON


def morale(event: Occurrence) -> Part[State]:
    """Belleau Wood or Cantigny is played: American morale rises by 1."""
    return (yield MoraleRose(total=event.state.morale + 1))


def pershing(_: Occurrence) -> Part[State]:
    """Pershing is played: the HQ of the American First Army enters."""
    return (yield HqEntered())


def supply_begins(state: State) -> Part[State]:
    """In every supply phase from the turn after their HQ entered, the Allies roll whether the Americans leave for the
    Argonne: on a 6, with +1 if the Allies captured a victory hex last turn. Only the players know that for certain.
    """
    since = state.american_hq_since
    rolls = since is not None and since < state.turn and not state.americans_left
    if state.now.phase is Phase.SUPPLY and rolls:
        state = yield ExitAwaited(told=state.retaken_last_turn)
    return state


EFFECTS: Effects = {Effect.MORALE: morale, Effect.PERSHING: pershing}


def offers(_data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The Americans' roll, for the Allies; its correction, for any side."""
    if isinstance(state.question, ExitToRoll) and seat == ALLIES:
        for captured, label in (
            (False, "Roll: no victory hex captured last turn"),
            (True, "Roll at +1: victory hex captured last turn"),
        ):
            yield Offer(RollExit(captured=captured), label, version=state.questions, dice="1d6")
    if state.exit_die is not None and not state.waiting:
        other = CorrectExit(captured=not state.exit_die.modifier)
        yield Offer(other, "Put the Americans' +1 right", version=state.clock, inputs=("reason",), minor=True)
