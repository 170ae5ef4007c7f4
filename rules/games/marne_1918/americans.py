"""The Americans: their morale, the HQ of their First Army, and their leaving for the Argonne."""

from rules.command import Part
from rules.dice import Dice
from rules.games.marne_1918.data import Effect
from rules.games.marne_1918.events.americans import ExitRolled, HqEntered, MoraleRose
from rules.games.marne_1918.phases import Phase
from rules.games.marne_1918.state import Effects, Occurrence, State

LEAVES_ON = 6


def morale(event: Occurrence) -> Part[State]:
    """Belleau Wood or Cantigny is played: American morale rises by 1."""
    return (yield MoraleRose(total=event.state.morale + 1))


def pershing(_: Occurrence) -> Part[State]:
    """Pershing is played: the HQ of the American First Army enters."""
    return (yield HqEntered())


def supply_begins(state: State, dice: Dice) -> Part[State]:
    """In every supply phase from the turn after their HQ entered, the Americans roll: on a 6 they leave for the
    Argonne; +1 if the Allies captured a victory hex last turn.
    """
    since = state.american_hq_since
    rolls = since is not None and since < state.turn and not state.americans_left
    if state.now.phase is not Phase.SUPPLY or not rolls:
        return state
    roll = dice.roll(1, 6)
    modifier = 1 if state.retaken_last_turn else 0
    return (yield ExitRolled(roll=roll, modifier=modifier, leave=roll.total + modifier >= LEAVES_ON))


EFFECTS: Effects = {Effect.MORALE: morale, Effect.PERSHING: pershing}
