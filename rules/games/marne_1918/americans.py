"""The Americans: their morale, the HQ of their First Army, and their leaving for the Argonne."""

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from pydantic import Field
from typing_extensions import override

from rules.command import Offer, Part, Procedure
from rules.dice import Dice
from rules.errors import NotNow, NotThere, NotYours
from rules.games.marne_1918.data import Effect, MarneData
from rules.games.marne_1918.log_events.americans import (
    ExitAwaited,
    ExitCorrected,
    ExitRolled,
    ExitToRoll,
    HqEntered,
    MoraleRose,
)
from rules.games.marne_1918.phases import ALLIES, Phase
from rules.games.marne_1918.state import Effects, MarneCommand, MarneCorrection, Occurrence, State
from rules.line import line
from rules.seat import Seat


class RollExit(MarneCommand):
    """As the Allied player, roll whether the Americans leave; a victory hex ``captured`` last turn adds to the die."""

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
        modifier = modifier_of(data, captured=self.captured)
        yield ExitRolled(roll=roll, modifier=modifier, leave=leave(data, roll.total, modifier))


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
        modifier = modifier_of(data, captured=self.captured)
        leaves = leave(data, rolled.die, modifier)
        yield ExitCorrected(
            die=rolled.die,
            old=rolled.modifier,
            modifier=modifier,
            leave=leaves,
            changes=leaves != state.americans_left,
            reason=self.reason.strip(),
        )


def modifier_of(data: MarneData, *, captured: bool) -> int:
    """What is added to the Americans' die."""
    return data.effects.pershing.captured if captured else 0


def leave(data: MarneData, die: int, modifier: int) -> bool:
    """Whether the Americans leave by such a die."""
    return die + modifier >= data.effects.pershing.leaves_on


def morale(event: Occurrence) -> Part[State]:
    """Belleau Wood or Cantigny is played: American morale rises."""
    return (yield MoraleRose(total=event.state.morale + event.data.effects.morale.rise, marker=event.marker))


def pershing(event: Occurrence) -> Part[State]:
    """Pershing is played: the HQ of the American First Army enters."""
    return (yield HqEntered(marker=event.marker))


def supply_begins(state: State) -> Part[State]:
    """In every supply phase from the turn after their HQ entered, the Allies roll whether the Americans leave for the
    Argonne. A victory hex that the Allies captured last turn adds to the die. Only the players know that for certain.
    """
    since = state.american_hq_since
    rolls = since is not None and since < state.turn and not state.americans_left
    if state.now.phase is Phase.SUPPLY and rolls:
        state = yield ExitAwaited(told=state.retaken_last_turn)
    return state


EFFECTS: Effects = {Effect.MORALE: morale, Effect.PERSHING: pershing}


def offers(data: MarneData, state: State, seat: Seat) -> Iterator[Offer]:
    """The Americans' roll, for the Allies; its correction, for any side."""
    modifier = data.effects.pershing.captured
    if isinstance(state.question, ExitToRoll) and seat == ALLIES:
        for captured, label in (
            (False, line("Roll: no victory hex captured last turn")),
            (True, line("Roll at +{modifier}: victory hex captured last turn", modifier=modifier)),
        ):
            yield Offer(RollExit(captured=captured), label, version=state.questions, dice="1d6")
    if state.exit_die is not None and not state.waiting:
        other = CorrectExit(captured=not state.exit_die.modifier)
        label = line("Correct the American +{modifier}", modifier=modifier)
        yield Offer(other, label, version=state.clock, inputs=("reason",), minor=True)
